"""The compiled kernel: found beside this file, or compiled at first use and kept in the user's cache folder."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from platformdirs import user_cache_path

from zoobox.games.zooloretto_dice.solved import graph as graphs
from zoobox.kernel.errors import ZooboxError

SOURCES: Final = Path(__file__).parent / "kernel"
LEAVES: Final = graphs.EMPTY**2
OPTIONS: Final = 7
LAWS: Final = ("coin", "barn", "bonus")


class CannotSolve(ZooboxError):
    """The solver cannot run here."""


class Tables(ctypes.Structure):
    """The C struct `Graph`."""

    _fields_ = [(name, ctypes.c_void_p) for name in graphs.Graph._fields]


class Spot(ctypes.Structure):
    """A moment within a round, as play.h has it."""

    _fields_ = [
        ("mover", ctypes.c_int32),
        ("out", ctypes.c_int32),
        ("taken", ctypes.c_int32),
        ("trucks", ctypes.c_int32 * 3),
        ("hand", ctypes.c_int32 * 2),
        ("in_hand", ctypes.c_int32),
        ("supply", ctypes.c_int32),
    ]


SPOT: Final = np.dtype(
    [
        ("mover", "i4"),
        ("out", "i4"),
        ("taken", "i4"),
        ("trucks", "i4", 3),
        ("hand", "i4", 2),
        ("in_hand", "i4"),
        ("supply", "i4"),
    ]
)
DECISION: Final = np.dtype(
    [("state", "i4"), ("seat", "i4"), ("round", "i4"), ("chosen", "i4"), ("spot", SPOT), ("worth", "f4", OPTIONS)]
)


class Laws(ctypes.Structure):
    _fields_ = [("compared", ctypes.c_longlong * 3), ("worst", ctypes.c_double * 3)]


class Tally(ctypes.Structure):
    """What a batch of games came to."""

    _fields_ = [
        ("games", ctypes.c_longlong),
        ("won", ctypes.c_double),
        ("won_squared", ctypes.c_double),
        ("lost", ctypes.c_double * 2),
        ("lost_squared", ctypes.c_double * 2),
        ("decisions", ctypes.c_longlong * 2),
        ("rounds", ctypes.c_longlong),
        ("traced", ctypes.c_longlong),
    ]


def address(array: npt.NDArray[Any]) -> ctypes.c_void_p:
    """Where the numbers of an array lie; they must lie there without gaps."""
    assert array.flags.c_contiguous
    return ctypes.c_void_p(array.ctypes.data)


GRAPH: Final = tuple(np.ascontiguousarray(array) for array in graphs.graph())
"""Made once, when this module is imported: the kernel reads these arrays from many threads."""
_TABLES: Final = Tables(*(array.ctypes.data for array in GRAPH))


def tables() -> Any:
    """The tables of the round, for passing to the kernel."""
    return ctypes.byref(_TABLES)


@cache
def host() -> ctypes.CDLL:
    """The kernel for this machine's processor."""
    library = _built() or ctypes.CDLL(
        str(_compiled("host.c", _compiler(), ["-O3", "-march=native", "-shared", "-fPIC"]))
    )
    for name in ("fold_size", "solve_list", "list_level"):
        getattr(library, name).restype = ctypes.c_longlong
    for name in ("fold_round", "fold_state", "finished_value"):
        getattr(library, name).restype = ctypes.c_float
    return library


@cache
def device() -> ctypes.CDLL:
    """The kernel for a CUDA device; raises CannotSolve where there is none, or no compiler for it."""
    compiler = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
    if compiler is None:
        raise CannotSolve("solving on CUDA needs NVIDIA's compiler nvcc on the path; --on cpu does without.")
    library = ctypes.CDLL(
        str(_compiled("device.cu", compiler, ["-O3", "-arch=native", "-shared", "-Xcompiler", "-fPIC"]))
    )
    library.device_solve.restype = ctypes.c_longlong
    library.device_trouble.restype = ctypes.c_char_p
    return library


def device_name() -> str:
    """The name of the CUDA device; raises CannotSolve where there is none."""
    library = device()
    name = ctypes.create_string_buffer(256)
    if library.device_name(name, len(name)):
        raise CannotSolve(f"there is no CUDA device here ({device_trouble()}); --on cpu does without.")
    return name.value.decode()


def device_trouble() -> str:
    return str(device().device_trouble().decode())


def _built() -> ctypes.CDLL | None:
    """The kernel as the package's build left it, unless its sources have changed since."""
    for suffix in EXTENSION_SUFFIXES:
        path = SOURCES / f"host{suffix}"
        if path.exists():
            library = ctypes.CDLL(str(path))
            library.sources_mark.restype = ctypes.c_char_p
            if library.sources_mark() == _mark((".c", ".h")).encode():
                return library
    return None


def _mark(suffixes: tuple[str, ...], *more: object) -> str:
    """A fingerprint of the sources and whatever else goes into a library."""
    text = b"".join(path.read_bytes() for path in sorted(SOURCES.iterdir()) if path.suffix in suffixes)
    return hashlib.blake2b(text + (repr(more).encode() if more else b""), digest_size=8).hexdigest()


def _compiler() -> str:
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise CannotSolve(
            "perfect play needs a small compiled part, which was not built, and there is no C compiler here."
        )
    return compiler


def cache_folder() -> Path:
    return user_cache_path("zoobox")


def _compiled(source: str, compiler: str, options: list[str]) -> Path:
    """Compiles a source unless that has been done; the name carries a fingerprint of all that went in."""
    mark = _mark((".c", ".cu", ".h"), source, compiler, options, sys.platform)
    target = cache_folder() / f"{Path(source).stem}-{mark}.so"
    if target.exists():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        made = Path(folder) / target.name
        done = subprocess.run(
            [compiler, *options, "-o", str(made), str(SOURCES / source), "-lm"],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            complaint = " ".join(done.stderr.split())[:300]
            raise CannotSolve(f"{Path(compiler).name} could not compile {source}: {complaint}")
        os.replace(made, target)
    return target
