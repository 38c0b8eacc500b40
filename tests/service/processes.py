"""Real servers for tests: `zoobox serve` on loopback, and the system's PostgreSQL in a folder of its own."""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from glob import glob
from pathlib import Path
from typing import Any

import httpx

from service.forked import ForkedProcess

ROOT = Path(__file__).parents[2]
START_SECONDS = 600
"""Long, for machines that are busy with other tests."""
PROGRAM = (sys.executable, "-m", "zoobox")
WALL_CLOCK = Path(__file__).parent / "wall_clock"
UNHURRIED = {
    "ZOOBOX_REQUESTS_PER_SECOND": "100000",
    "ZOOBOX_REQUEST_BURST": "100000",
    "ZOOBOX_PEOPLE_PER_HOUR": "100000",
    "ZOOBOX_TABLES_PER_HOUR": "100000",
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """One server process that tests start, stop and kill.

    It is forked, unless a command is given: where a test changes what Python does when it starts, or what it imports.
    """

    def __init__(self, database: str, folder: Path, command: Sequence[str] | None = None, **environment: str) -> None:
        self.command = command
        self.database = database
        self.folder = folder
        self.port = free_port()
        self.environment = {f"ZOOBOX_{name.upper()}": value for name, value in environment.items()}
        self.process: subprocess.Popen[bytes] | ForkedProcess | None = None
        self.log_path = folder / f"server-{self.port}.log"
        self.wrong_by: Path | None = None
        """The file that says by how many seconds the server's wall clock is wrong."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def start(self, wait: bool = True) -> ServerProcess:
        arguments = ["serve", "--port", str(self.port), "--database", self.database]
        environment = {**os.environ, **self._python_path(), **UNHURRIED, **self.environment}
        self.log_path.touch()
        if self.command is None:
            self.process = ForkedProcess(arguments, environment, self.log_path)
        else:
            with self.log_path.open("ab") as log:
                self.process = subprocess.Popen([*self.command, *arguments], env=environment, stdout=log, stderr=log)
        if wait:
            self.wait()
        return self

    def _python_path(self) -> dict[str, str]:
        source = os.pathsep.join(sys.path)
        if self.wrong_by is None:
            return {"PYTHONPATH": source}
        return {"PYTHONPATH": f"{WALL_CLOCK}{os.pathsep}{source}", "WRONG_BY": str(self.wrong_by)}

    def set_wall_clock(self, wrong_by: float) -> None:
        """Sets the clock on the wall, for servers started with a command after the first call."""
        assert self.command is not None
        self.wrong_by = self.folder / "wrong_by"
        self.wrong_by.write_text(str(wrong_by))

    def wait(self) -> None:
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            assert self.process is not None
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended: {self.log()[-2000:]}")
            if self.is_healthy():
                return
            time.sleep(0.05)
        raise AssertionError(f"the server did not start: {self.log()[-2000:]}")

    def is_healthy(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def stop(self) -> int:
        """A graceful stop."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(timeout=60)

    def kill(self) -> None:
        """No warning, no goodbye."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait(timeout=60)

    def log(self) -> str:
        return self.log_path.read_text(errors="replace")

    def client(self, **options: Any) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=60, verify=False, **options)

    def program(self, name: str = "program") -> httpx.Client:
        """A client with an API token of its own."""
        client = self.client()
        token = client.post("/api/me/tokens", json={"name": name}).json()["token"]
        client.cookies.clear()
        client.headers["authorization"] = f"Bearer {token}"
        return client


class Postgres:
    """A PostgreSQL of our own, run by an unprivileged user."""

    def __init__(self, folder: Path) -> None:
        self.binaries = Path(sorted(glob("/usr/lib/postgresql/*/bin"))[-1])
        self.folder = folder
        self.port = free_port()
        self.user = "postgres" if os.getuid() == 0 else None
        if self.user:
            shutil.chown(folder, self.user)
        self._run("initdb", "-D", str(folder / "data"), "-A", "trust", "-U", "zoobox", "--no-sync")
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://zoobox@127.0.0.1:{self.port}/postgres"

    def database(self, name: str) -> str:
        """A fresh database."""
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "zoobox", name)
        return f"postgresql://zoobox@127.0.0.1:{self.port}/{name}"

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        log = str(self.folder / "postgres.log")
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-o", options, "-l", log, "-w", "start")

    def stop(self, mode: str = "immediate") -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", mode, "-w", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(self.binaries / program), *arguments],
            user=self.user,
            cwd=self.folder,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
