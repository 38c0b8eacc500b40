"""For the host: /health and /live for probes, /metrics for Prometheus."""

from __future__ import annotations

import asyncio
import time

import orjson
from fastapi import APIRouter, Request, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from sqlalchemy.exc import SQLAlchemyError

import zoobox
from zoobox.service.http.auth import CurrentServer
from zoobox.service.server import Server

router = APIRouter(tags=["host"])
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
WAITING_BUCKETS = (0.01, 0.05, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
BATCH_BUCKETS = (1, 2, 5, 10, 20, 50, 100, 200)
MAX_SWEEP_SECONDS = 60.0
"""A sweep that has not come through for so long is stuck."""


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
        self.batches = Histogram(
            "zoobox_commit_batch", "Jobs in each transaction", buckets=BATCH_BUCKETS, registry=self.registry
        )
        self.bot_waits = Histogram(
            "zoobox_bot_wait_seconds",
            "Time that a question to a bot waited for a worker",
            buckets=WAITING_BUCKETS,
            registry=self.registry,
        )
        server.batch_sizes = self.batches.observe
        server.bot_waits = self.bot_waits.observe
        gauges = {
            "zoobox_tables_in_memory": ("Tables held in memory", lambda: len(server.live_tables)),
            "zoobox_tables_set_aside": ("Tables that cannot go on", lambda: len(server.tables_set_aside)),
            "zoobox_watchers": (
                "Connected watchers",
                lambda: sum(len(live_table.watchers) for live_table in server.live_tables.values()),
            ),
            "zoobox_connections": ("Sockets held open", lambda: server.limits.connections.total()),
            "zoobox_events": ("Table events committed by this process", lambda: server.events_committed),
            "zoobox_commits": ("Transactions committed by this process", lambda: server.writer.commits),
            "zoobox_commits_waiting": ("Jobs that wait for the writer", lambda: len(server.writer.waiting)),
            "zoobox_commits_split": ("Batches written job by job", lambda: server.writer.split_batches),
            "zoobox_bots_waiting": ("Questions to bots, waiting or under way", lambda: server.bots.waiting),
            "zoobox_bots_replaced": ("Bot workers that were replaced", lambda: server.bots.replaced),
            "zoobox_sweep_age_seconds": ("Since the last sweep", lambda: time.monotonic() - server.swept_at),
            "zoobox_refused_for_limits": ("Requests refused by a limit", lambda: server.limits.refused),
        }
        for name, (words, value) in gauges.items():
            Gauge(name, words, registry=self.registry).set_function(value)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        self.requests.labels(method, route, status).inc()
        self.seconds.labels(route).observe(seconds)


@router.get("/live")
async def live() -> Response:
    """200 while the process answers: if this fails, restart it."""
    return Response(b'{"ok":true}', media_type="application/json")


@router.get("/health")
async def health(server: CurrentServer) -> Response:
    """200 while it can serve: the database is read and written, and the sweep comes round; 503 otherwise."""
    problem = await _problem(server)
    body = {
        "ok": problem is None,
        "problem": problem,
        "set_aside": len(server.tables_set_aside),
        "version": zoobox.__version__,
        "rules": zoobox.speed.mode(),
    }
    return Response(orjson.dumps(body), 200 if problem is None else 503, media_type="application/json")


async def _problem(server: Server) -> str | None:
    if server.stopping:
        return "the server is stopping"
    try:
        await asyncio.to_thread(server.reader.ping)  # not behind what others read or replay
    except SQLAlchemyError:
        return "the database cannot be read"
    if not await server.can_write():
        return "the database cannot be written"
    if time.monotonic() - server.swept_at > MAX_SWEEP_SECONDS:
        return "the sweep is stuck: bots and clocks may be late"
    return None


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Prometheus text."""
    counted: Metrics = request.app.state.metrics
    return Response(generate_latest(counted.registry), media_type="text/plain; version=0.0.4")
