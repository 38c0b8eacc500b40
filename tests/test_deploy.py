"""The files of deploy/, and that docs/hosting.md says what they are."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
HOSTING = (ROOT / "docs" / "hosting.md").read_text()


def docker_runs() -> bool:
    return (
        shutil.which("docker") is not None and subprocess.run(["docker", "info"], capture_output=True).returncode == 0
    )


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
@pytest.mark.parametrize("postgresql", [False, True])
def test_systemd_understands_the_unit(postgresql: bool, tmp_path: Path) -> None:
    unit = tmp_path / "zoobox.service"
    unit.write_text((DEPLOY / "zoobox.service").read_text().replace("/opt/zoobox/bin/zoobox", "/bin/true"))
    if postgresql:
        (tmp_path / "zoobox.service.d").mkdir()
        shutil.copy(DEPLOY / "zoobox-postgresql.conf", tmp_path / "zoobox.service.d" / "postgresql.conf")
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert unit.name not in done.stderr


def test_the_compose_file_is_locked_down() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    zoobox = services["zoobox"]
    assert zoobox["read_only"] is True
    assert zoobox["cap_drop"] == ["ALL"]
    assert all(port.startswith("127.0.0.1:") for port in zoobox["ports"])
    assert "ports" not in services["database"]
    assert (DEPLOY / zoobox["build"]["context"] / zoobox["build"]["dockerfile"]).exists()


def test_the_image_is_not_root_and_checks_its_health() -> None:
    last = (DEPLOY / "Dockerfile").read_text().rpartition("\nFROM ")[2]
    assert re.search(r"^USER zoobox$", last, re.M)
    assert "HEALTHCHECK" in last


def test_every_file_that_the_page_names_exists() -> None:
    named = set(re.findall(r"\bdeploy/[\w.-]+\w", HOSTING)) - {"deploy/.env"}
    assert named
    assert all((ROOT / name).exists() for name in named)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.skipif(not docker_runs(), reason="no Docker daemon is running")
def test_the_containers_become_healthy() -> None:
    subprocess.run([DEPLOY / "check"], check=True)
