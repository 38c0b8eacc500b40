from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from service.processes import PROGRAM, Postgres, ServerProcess


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on SQLite that many tests share, started as people start it."""
    folder = tmp_path_factory.mktemp("server")
    server = ServerProcess(f"sqlite:///{folder / 'zoobox.db'}", folder, PROGRAM).start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    # pytest's own folders are closed to other users, and PostgreSQL must not run as root
    with tempfile.TemporaryDirectory(prefix="zoobox-postgres-") as folder:
        postgres = Postgres(Path(folder))
        yield postgres
        postgres.stop()


@pytest.fixture
def ada(server: ServerProcess) -> httpx.Client:
    return server.program("Ada")


@pytest.fixture
def bob(server: ServerProcess) -> httpx.Client:
    return server.program("Bob")
