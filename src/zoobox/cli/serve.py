"""`zoobox serve`"""

from __future__ import annotations

import errno
import os
import socket
import threading
import time
import urllib.request
import webbrowser
from typing import Annotated

import typer

from zoobox.cli import MOST
from zoobox.kernel.errors import ZooboxError
from zoobox.service.run import APPLICATION_VARIABLE, run
from zoobox.service.settings import read_settings
from zoobox.web.app import NAME

READY_TRIES, READY_PAUSE = 150, 0.2


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.  [default: 127.0.0.1]")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port.  [default: 8000]")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://...  [default: a file of yours]")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=MOST, help="Server processes; several need PostgreSQL.")
    ] = None,
    bot_workers: Annotated[int | None, typer.Option(min=1, max=MOST, help="Processes in which bots decide.")] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the lobby in a browser.")] = False,
    log_level: Annotated[str | None, typer.Option(help="debug, info, warning or error.  [default: info]")] = None,
) -> None:
    """Run a server at whose tables people, programs and bots play.

    Every option, and more of them, can also be given by the environment: ZOOBOX_PORT, ZOOBOX_DATABASE and so on; see
    docs/hosting.md.
    """
    os.environ.setdefault(APPLICATION_VARIABLE, NAME)
    settings = read_settings(
        host=host, port=port, database=database, workers=workers, bot_workers=bot_workers, log_level=log_level
    )
    _must_be_free(settings.host, settings.port)
    if open_browser:
        threading.Thread(target=_open_when_ready, args=(f"http://localhost:{settings.port}",), daemon=True).start()
    run(settings)


def _must_be_free(host: str, port: int) -> None:
    """Raises ZooboxError if the port is taken or cannot be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise ZooboxError(f"cannot listen on {host}, port {port}: {error.strerror}.") from None
            raise ZooboxError(
                f"port {port} is taken, perhaps by a Zoobox that is running already: "
                f"look at http://localhost:{port}, or choose another port with --port."
            ) from None


def _open_when_ready(address: str) -> None:
    """Waits for the server, says where it is, and shows it; without a browser the address is enough."""
    for _ in range(READY_TRIES):
        try:
            urllib.request.urlopen(f"{address}/health", timeout=1).close()
        except OSError:
            time.sleep(READY_PAUSE)
            continue
        print(f"Zoobox is open at {address} (stop it with Ctrl+C)", flush=True)
        if not webbrowser.open(address):
            print("There is no browser here to show it with: open that address in one.", flush=True)
        return
