"""Runs the server under uvicorn, in one process or several, with logs as JSON."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
import time
from typing import Any

import uvicorn

from zoobox.service import context
from zoobox.service.http.guard import HEADER_BYTES, GuardedHttp, raise_descriptor_limit
from zoobox.service.settings import Settings
from zoobox.service.storage.database import PRIVATE, prepare

APPLICATION = "zoobox.service.http.app:app_from_environment"
APPLICATION_VARIABLE = "ZOOBOX_APPLICATION"
"""Names another application around this one, such as the one with the pages for browsers."""
MAX_MESSAGE_BYTES = 16 * 1024
STANDARD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class JsonLines(logging.Formatter):
    """One JSON object per line, with the fields that the code names: never a query, header, body or address."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if context.request_id.get():
            line["request"] = context.request_id.get()
        line |= {name: value for name, value in vars(record).items() if name not in STANDARD_FIELDS}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


class SocketFilter(logging.Filter):
    """Keeps uvicorn's log free of links and addresses, and of tracebacks for what clients do wrong."""

    def filter(self, record: logging.LogRecord) -> bool:
        if "Invalid UTF-8" in str(record.msg):
            record.exc_info = None
        return record.levelno > logging.INFO or "WebSocket" not in str(record.msg)


def log_configuration(level: str) -> dict[str, Any]:
    quiet = "INFO" if level.lower() == "debug" else level.upper()
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "filters": {"sockets": {"()": SocketFilter}},
        "handlers": {"err": {"class": "logging.StreamHandler", "stream": "ext://sys.stderr", "formatter": "json"}},
        "root": {"handlers": ["err"], "level": "WARNING"},
        "loggers": {
            "zoobox": {"handlers": ["err"], "level": level.upper(), "propagate": False},
            # below INFO, the socket library logs every header and message
            "uvicorn": {"handlers": ["err"], "level": quiet, "propagate": False},
            "uvicorn.error": {"filters": ["sockets"]},
        },
    }


def run(settings: Settings) -> None:
    """Serves until the process is stopped."""
    prepare(settings.database_url, settings.sqlite_path)
    os.environ.update(settings.environment())
    raise_descriptor_limit()
    os.umask(PRIVATE)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn stops first, then passes the signal on
    try:
        uvicorn.run(
            os.environ.get(APPLICATION_VARIABLE) or APPLICATION,
            factory=True,
            host=settings.host,
            port=settings.port,
            workers=settings.workers,
            access_log=False,
            log_config=log_configuration(settings.log_level),
            http=GuardedHttp,
            h11_max_incomplete_event_size=HEADER_BYTES,
            ws="websockets-sansio",
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=settings.stop_seconds,
            proxy_headers=True,
            forwarded_allow_ips=settings.trusted_proxies,
            server_header=False,
        )
    except KeyboardInterrupt:
        sys.exit(0)
