"""What we install: declared bounds are true, locks have hashes, the bill of materials is whole, no known weakness."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import orjson
import pytest
from websockets.sync.client import connect

from service.client import BOT, ME, look, new_table, play_on
from service.processes import PROGRAM, ServerProcess

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
UV = [sys.executable, "-m", "uv"]


def bill_module() -> Any:
    spec = importlib.util.spec_from_file_location("sbom", ROOT / "requirements" / "sbom.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def asked_for(extra: str) -> list[str]:
    return [
        re.split(r"[\[<>=!~; ]", line)[0].lower().replace("_", "-") for line in PROJECT["optional-dependencies"][extra]
    ]


@pytest.mark.parametrize("name", ["build", "play", "all"])
def test_everything_locked_has_a_version_and_hashes(name: str) -> None:
    packages = bill_module().components((ROOT / "requirements" / f"{name}.txt").read_text())
    assert packages
    assert all(package["hashes"] for package in packages)
    assert len({(package["name"], package["version"]) for package in packages}) == len(packages)


def test_the_bill_of_materials_names_all_that_a_server_installs(tmp_path: Path) -> None:
    file = tmp_path / "zoobox.cdx.json"
    subprocess.run([sys.executable, str(ROOT / "requirements" / "sbom.py"), str(file)], check=True)
    bill = json.loads(file.read_text())
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", bill["serialNumber"])
    names = {package["name"].lower() for package in bill["components"]}
    wanted = {name for extra in ("play", "service") for name in asked_for(extra) if not name.startswith("zoobox")}
    assert wanted <= names, wanted - names
    lock = (ROOT / "requirements" / "play.txt").read_text()
    assert len(bill["components"]) == len(re.findall(r"^[A-Za-z0-9._-]+==", lock, re.MULTILINE))
    references = [package["bom-ref"] for package in bill["components"]]
    assert len(set(references)) == len(references)
    assert set(bill["dependencies"][0]["dependsOn"]) == set(references)
    assert bill_module().bill() == bill


# With the package registry.


def installed(folder: Path, requirement: str) -> Path:
    """A folder with a package and what it needs, to go before the others on the path."""
    done = subprocess.run(
        [*UV, "pip", "install", "--quiet", "--target", str(folder), requirement], capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"{requirement} cannot be installed here: {done.stderr.strip()[-200:]}")
    return folder


def bounds(package: str) -> tuple[str, str]:
    line = next(line for line in PROJECT["optional-dependencies"]["service"] if line.startswith(package))
    return line.replace(">=", "==").split(",")[0], line.split(">=")[0] + "<" + line.split("<")[1]


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("bound", ["lower", "upper"])
@pytest.mark.parametrize("package", ["uvicorn", "fastapi", "sqlalchemy"])
def test_the_bounds_of_what_we_need_are_true(
    package: str, bound: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole game by requests and sockets with the oldest and the newest version that we say we work with."""
    lines = [line for line in PROJECT["optional-dependencies"]["service"] if line.startswith(package)]
    if not lines or ">=" not in lines[0] or "<" not in lines[0]:
        pytest.skip(f"{package} has no two bounds")
    folder = installed(tmp_path / "packages", bounds(package)[bound == "upper"])
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    server = ServerProcess(f"sqlite:///{tmp_path / 'zoobox.db'}", tmp_path, PROGRAM, log_level="warning").start()
    try:
        loaded = subprocess.run(
            [sys.executable, "-c", f"import {package}; print({package}.__file__)"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert str(folder) in loaded.stdout
        ada = server.program("Ada")
        table = new_table(ada, (ME, ME))
        with connect(f"{server.socket_url}/api/tables/{table}/live") as socket:
            socket.send('{"type": "hello"}')
            assert orjson.loads(socket.recv(timeout=30))["type"] == "state"
            play_on([ada, ada], table, 20)
            updates = 0
            while updates < 20:
                updates += orjson.loads(socket.recv(timeout=30))["type"] == "update"
            socket.send(b"\xff\xfe")
        play_on([ada], new_table(ada, (ME, BOT)), 5)
        assert look(ada, table)["now"]["moment"] == 20
        assert server.stop() in (0, -15)
        assert "Traceback" not in server.log()
    finally:
        server.kill()


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", ["play", "all"])
def test_no_locked_package_has_a_known_weakness(name: str) -> None:
    lock = str(ROOT / "requirements" / f"{name}.txt")
    command = [*UV, "tool", "run", "--quiet", "pip-audit", "--requirement", lock, "--disable-pip", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if not done.stdout.lstrip().startswith("{"):
        pytest.skip(f"pip-audit cannot run here: {done.stderr.strip()[-200:]}")
    packages = json.loads(done.stdout)["dependencies"]
    audited = [package for package in packages if "skip_reason" not in package]
    if not audited:
        pytest.skip(f"the advisory service is out of reach: {packages[0]['skip_reason']}")
    weak = [
        f"{package['name']} {package['version']}: {package['vulns'][0]['id']}"
        for package in audited
        if package["vulns"]
    ]
    assert weak == []
