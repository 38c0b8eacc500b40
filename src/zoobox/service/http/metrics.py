"""For the host: /health for a probe, /metrics for Prometheus."""

from __future__ import annotations

import orjson
from fastapi import APIRouter, Request, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

import zoobox
from zoobox.service.errors import Refused
from zoobox.service.http.auth import CurrentServer
from zoobox.service.server import Server

router = APIRouter(tags=["host"])
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """What is counted. Names, tokens and table ids are never labels."""

    def __init__(self, server: Server) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "zoobox_requests", "Requests answered", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "zoobox_request_seconds", "Time to an answer", ["route"], buckets=BUCKETS, registry=self.registry
        )
        gauges = {
            "zoobox_tables_in_memory": ("Tables held in memory", lambda: len(server.live_tables)),
            "zoobox_watchers": (
                "Connected watchers",
                lambda: sum(len(live_table.watchers) for live_table in server.live_tables.values()),
            ),
            "zoobox_events": ("Table events committed by this process", lambda: server.events_committed),
            "zoobox_commits": ("Transactions committed by this process", lambda: server.writer.commits),
            "zoobox_bots_waiting": ("Questions to bots, waiting or under way", lambda: server.bots.waiting),
            "zoobox_bots_replaced": ("Bot workers that were replaced", lambda: server.bots.replaced),
        }
        for name, (words, value) in gauges.items():
            Gauge(name, words, registry=self.registry).set_function(value)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        self.requests.labels(method, route, status).inc()
        self.seconds.labels(route).observe(seconds)


@router.get("/health")
async def health(server: CurrentServer) -> Response:
    """200 while the database answers, 503 otherwise."""
    try:
        await server.read(server.reader.ping)
        ok = not server.stopping
    except Refused:
        ok = False
    body = {"ok": ok, "version": zoobox.__version__, "rules": zoobox.speed.mode()}
    return Response(orjson.dumps(body), 200 if ok else 503, media_type="application/json")


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Prometheus text."""
    counted: Metrics = request.app.state.metrics
    return Response(generate_latest(counted.registry), media_type="text/plain; version=0.0.4")
