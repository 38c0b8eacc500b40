"""What people install: the lock files, the source distribution, and the wheel in an empty environment."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from service.processes import ServerProcess

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = PROJECT["project"]["optional-dependencies"]
LOCKS = {
    "build": PROJECT["build-system"]["requires"],
    "play": EXTRAS["play"] + EXTRAS["service"],
    "all": [wanted for extra in sorted(Requirement(EXTRAS["all"][0]).extras) for wanted in EXTRAS[extra]],
}


def locked(name: str) -> dict[str, str]:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    return {canonicalize_name(found): version for found, version in re.findall(r"^([\w.-]+)==([^ ;\\]+)", text, re.M)}


@pytest.mark.parametrize("name", LOCKS)
def test_the_lock_file_has_what_is_asked_for(name: str) -> None:
    """`make lock` renews it."""
    versions = locked(name)
    for wanted in map(Requirement, LOCKS[name]):
        version = versions.get(canonicalize_name(wanted.name))
        assert version is not None, f"{wanted} is not in requirements/{name}.txt: make lock"
        assert wanted.specifier.contains(version), f"{wanted}, but {version} is locked: make lock"


@pytest.mark.parametrize("name", LOCKS)
def test_the_lock_file_has_hashes_and_names_no_host(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    entries = re.split(r"^(?=[\w.-]+==)", text, flags=re.M)[1:]
    assert entries
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in text
    assert "--index" not in text


def test_play_and_tests_use_the_same_versions() -> None:
    everything = locked("all")
    assert {name: everything[name] for name in locked("play")} == locked("play")


def test_coverage_leaves_out_no_rules() -> None:
    """What is left out of the measure exists, and is neither rules nor words."""
    for pattern in PROJECT["tool"]["coverage"]["run"]["omit"]:
        found = list((ROOT / "src" / "zoobox" / "games").glob(pattern))
        assert found, pattern
        assert not {path.stem for path in found} & {"rules", "choices", "events", "words", "position"}


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "ZOOBOX_INTERPRETED")}
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, env=kept | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A source distribution, made from a copy of what git has, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    checkout = folder / "checkout"
    files = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", folder=ROOT).split("\0")
    for name in filter(None, files):
        if (ROOT / name).exists():
            (checkout / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, checkout / name)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, folder=checkout)
    yield folder
    shutil.rmtree(folder)


def environment(folder: Path, *packages: str | Path) -> Path:
    """The folder of commands of a new environment with those packages, and what they need as it is locked."""
    venv.create(folder, with_pip=True)
    commands = folder / ("Scripts" if os.name == "nt" else "bin")
    constraints = folder / "constraints.txt"
    lines = re.findall(r"^[\w.-]+==[^\\\n]+", (ROOT / "requirements" / "play.txt").read_text(), flags=re.M)
    constraints.write_text("\n".join(lines))  # with their markers: some versions are for other versions of Python
    run(commands / "python", "-m", "pip", "--quiet", "install", "-c", constraints, *packages, folder=folder)
    return commands


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_distributions_are_whole(dist: Path) -> None:
    run(sys.executable, "-m", "twine", "check", "--strict", *dist.glob("zoobox-*"), folder=dist)
    with tarfile.open(next(dist.glob("*.tar.gz"))) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert {"docs/rules/new-york-zoo.md", "docs/rules/de/new-york-zoo.md", "requirements/play.txt"} <= inside
    sources = {
        str(path.relative_to(ROOT)) for path in (ROOT / "src").rglob("*.p[yx]*") if path.suffix in (".py", ".pxd")
    }
    assert sources <= inside
    assert not [name for name in inside if name.endswith((".so", ".pxi", ".pyc"))]


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_wheel_plays_and_serves_in_an_empty_environment(dist: Path, tmp_path: Path) -> None:
    wheel = next(dist.glob("*.whl"))
    commands = environment(tmp_path / "environment", f"zoobox[play,service] @ {wheel.as_uri()}")
    mode = run(commands / "python", "-c", "import zoobox; print(zoobox.speed.mode())", folder=tmp_path)
    assert mode == "compiled\n"
    told = run(commands / "zoobox", "simulate", "zooloretto-dice", "--games", "3", "--bots", "keeper", folder=tmp_path)
    assert "3 games" in told
    assert "zld.roll.two-dice" in run(commands / "zoobox", "rules", "zooloretto-dice", folder=tmp_path)
    played = subprocess.run(
        [commands / "zoobox", "play", "zooloretto-dice", "--bots", "keeper"],
        cwd=tmp_path, input="", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Traceback" not in played.stderr
    assert played.stdout
    server = ServerProcess(f"sqlite:///{tmp_path}/zoobox.db", tmp_path, [str(commands / "zoobox")])
    server.environment["PYTHONPATH"] = ""
    server.start()
    try:
        with server.client() as client:
            assert "zooloretto-dice" in client.get("/").text
            assert client.get("/rules/zooloretto-dice").status_code == 200
    finally:
        assert server.stop() == 0


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_without_a_compiler_it_runs_interpreted(dist: Path, tmp_path: Path) -> None:
    source = next(dist.glob("*.tar.gz"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CC", shutil.which("false") or "false")
        commands = environment(tmp_path / "environment", f"zoobox[play] @ {source.as_uri()}")
    mode = run(commands / "python", "-c", "import zoobox; print(zoobox.speed.mode())", folder=tmp_path)
    assert mode == "interpreted\n"
    told = run(commands / "zoobox", "simulate", "zooloretto-dice", "--games", "1", "--bots", "keeper", folder=tmp_path)
    assert "1 game" in told
