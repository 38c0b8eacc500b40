"""Renews the lock files beside it: what pyproject.toml asks for, as exact versions with hashes, for every platform.

`make lock` runs it. Nothing in the files names where packages come from; pip is told that by its own configuration.
"""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PROJECT = HERE.parent / "pyproject.toml"
BUILD = "pip\nwheel\ncython>=3.1,<4\nsetuptools>=77\n"
"""What `.venv` begins with. The rest is installed without isolated builds."""


def lock(name: str, *source: str, given: str | None = None) -> None:
    """Writes one file; versions that are in it stay where they still fit, unless `--upgrade` is given."""
    command = ["uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"]
    command += ["--no-annotate", "--no-emit-index-url", "--no-emit-find-links", "--no-emit-package", "zoobox"]
    command += ["--custom-compile-command", "make lock", "--output-file", str(HERE / f"{name}.txt")]
    subprocess.run([sys.executable, "-m", *command, *sys.argv[1:], *source], input=given, text=True, check=True)


if __name__ == "__main__":
    lock("build", "-", given=BUILD)
    lock("all", str(PROJECT), "--extra", "all", "--constraints", str(HERE / "build.txt"))
    lock("libraries", str(HERE / "libraries.in"))
    lock("play", str(PROJECT), "--extra", "play", "--extra", "service", "--constraints", str(HERE / "all.txt"))
    lock("site", str(PROJECT), "--extra", "site", "--constraints", str(HERE / "all.txt"))
