"""Serving: uvicorn in one process or several, with logs that a machine can read."""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from typing import Any

import uvicorn

from zoobox.service.settings import Settings
from zoobox.service.storage.database import prepare

APPLICATION = "zoobox.service.http.app:app_from_environment"
APPLICATION_VARIABLE = "ZOOBOX_APPLICATION"
"""Another application around this one, such as the pages for browsers."""
SOCKETS = "zoobox.service.http.fast_websocket:FastWebSocket"
MESSAGE_BYTES = 16 * 1024
KNOWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class JsonLines(logging.Formatter):
    """One JSON object per line. Only what the code names goes in: no query, no header, no body, no address."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in KNOWN}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


class NoAddresses(logging.Filter):
    """Leaves out what uvicorn says about each socket: it would tell the links of tables and who opened them."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno > logging.INFO or "WebSocket" not in str(record.msg)


def log_configuration(level: str) -> dict[str, Any]:
    quiet = "INFO" if level.lower() == "debug" else level.upper()
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "filters": {"no-addresses": {"()": NoAddresses}},
        "handlers": {"err": {"class": "logging.StreamHandler", "stream": "ext://sys.stderr", "formatter": "json"}},
        "root": {"handlers": ["err"], "level": "WARNING"},
        "loggers": {
            "zoobox": {"handlers": ["err"], "level": level.upper(), "propagate": False},
            # below INFO, the socket library writes every header and message down
            "uvicorn": {"handlers": ["err"], "level": quiet, "propagate": False},
            "uvicorn.error": {"filters": ["no-addresses"]},
        },
    }


def run(settings: Settings) -> None:
    """Serves until it is told to stop."""
    prepare(settings.database_url, settings.sqlite_path)
    os.environ.update(settings.environment())
    try:
        uvicorn.run(
            os.environ.get(APPLICATION_VARIABLE) or APPLICATION,
            factory=True,
            host=settings.host,
            port=settings.port,
            workers=settings.workers,
            access_log=False,
            log_config=log_configuration(settings.log_level),
            ws=SOCKETS,
            ws_max_size=MESSAGE_BYTES,
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
