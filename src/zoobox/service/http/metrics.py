"""Numbers for the host: /health for a probe, /metrics for Prometheus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

import zoobox
from zoobox.service.errors import Refused

if TYPE_CHECKING:
    from zoobox.service.server import Server

router = APIRouter(tags=["host"])
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """What is counted. No name, no token and no table id is ever a label."""

    def __init__(self, server: Server) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "zoobox_requests", "Requests answered", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "zoobox_request_seconds", "Time to an answer", ["route"], buckets=SECONDS, registry=self.registry
        )
        gauges = {
            "zoobox_tables_in_memory": ("Tables held in memory", lambda: len(server.live_tables)),
            "zoobox_watchers": ("Connected watchers", lambda: len(server.sockets)),
            "zoobox_events": ("Events committed by this process", lambda: server.committed),
            "zoobox_commits": ("Transactions committed by this process", lambda: server.writer.commits),
            "zoobox_bots_waiting": (
                "Questions to bots that are waiting or under way",
                lambda: server.bot_workers.waiting,
            ),
            "zoobox_bots_replaced": ("Thinking processes that were replaced", lambda: server.bot_workers.replaced),
        }
        for name, (words, value) in gauges.items():
            Gauge(name, words, registry=self.registry).set_function(value)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        self.requests.labels(method, route, status).inc()
        self.seconds.labels(route).observe(seconds)


@router.get("/health")
async def health(request: Request) -> Response:
    """200 while the database answers, 503 otherwise."""
    server: Server = request.app.state.server
    try:
        await server.read(server.store.ping)
        ok = not server.stopping
    except Refused:
        ok = False
    body = {"ok": ok, "version": zoobox.__version__, "rules": zoobox.speed.mode()}
    return Response(server.encode(body), 200 if ok else 503, media_type="application/json")


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Prometheus text."""
    counted: Metrics = request.app.state.metrics
    return Response(generate_latest(counted.registry), media_type="text/plain; version=0.0.4")
