"""Reading and writing files atomically, with errors in one sentence."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.record import FIRST_LINE

PIPE = Path("-")


def read(path: Path) -> str:
    """The text of a file; `-` is standard input."""
    try:
        return sys.stdin.read() if path == PIPE else path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ZooboxError(f"{path} is not a text file.") from None
    except OSError as error:
        raise ZooboxError(f"cannot read {path}: {error.strerror}.") from None


def write(path: Path, text: str) -> None:
    """Writes a file atomically: it is either complete or as it was before."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        partial.write_text(text, encoding="utf-8")
        os.replace(partial, path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink()
        raise ZooboxError(f"cannot write {path}: {error.strerror}.") from None


def write_record(path: Path, text: str) -> None:
    """Writes a record; another record may be overwritten, any other file may not."""
    if path.is_dir():
        raise ZooboxError(f"{path} is a folder; name a file in it.")
    if path.exists() and not read(path).startswith(FIRST_LINE):
        raise ZooboxError(f"{path} exists and is no record; it is not overwritten.")
    write(path, text)
