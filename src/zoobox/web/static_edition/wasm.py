"""The compiled modules for the browser: the C sources that setup.py makes, built for WebAssembly with zig's clang.

Pyodide's own compiler is in no package registry. clang needs three things that come with it: the headers of Python, of
which the stable interface is the same for every machine; a pyconfig.h with 32-bit sizes; and those of musl, which
zig has for other machines.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.util import find_spec
from pathlib import Path

import zoobox
from zoobox.kernel.errors import ZooboxError

CHECKOUT = Path(zoobox.__file__).parents[2]
"""Where setup.py and the sources are, unless the package is installed."""
COMPILE_SECONDS = 900
SIZES = {
    "SIZEOF_LONG": 4,
    "SIZEOF_SIZE_T": 4,
    "SIZEOF_VOID_P": 4,
    "SIZEOF_UINTPTR_T": 4,
    "SIZEOF_PTHREAD_T": 4,
    "SIZEOF_TIME_T": 8,
    "ALIGNOF_LONG": 4,
    "ALIGNOF_SIZE_T": 4,
}
"""Of pyconfig.h, where 32 bits differ from 64."""
OWN_TYPES = {
    "unsigned wchar_t": "__WCHAR_TYPE__ wchar_t",
    "unsigned _Addr size_t": "__SIZE_TYPE__ size_t",
    "unsigned _Addr uintptr_t": "__UINTPTR_TYPE__ uintptr_t",
    "_Addr intptr_t": "__INTPTR_TYPE__ intptr_t",
    "_Addr ptrdiff_t": "__PTRDIFF_TYPE__ ptrdiff_t",
    "_Addr ssize_t": "__PTRDIFF_TYPE__ ssize_t",
}
"""Types of musl's alltypes.h for 32-bit ARM that WebAssembly spells differently; only their names differ."""
FEATURES = "mvp+mutable_globals+bulk_memory+sign_ext+nontrapping_fptoint"
"""Of WebAssembly, as Pyodide's own modules use them."""
OPTIONS = ("-O2", "-fPIC", "-nostdinc", "-fno-sanitize=all", "-fvisibility=hidden", "-w")
STABLE = ("-DCYTHON_LIMITED_API=1", "-DPy_LIMITED_API=0x030B0000")
"""Python's stable interface, since the headers are those of the Python that runs here, not of Pyodide's."""


def missing() -> str | None:
    """What stands in the way of compiled modules, or None."""
    if not (CHECKOUT / "setup.py").exists():
        return "the sources of a clone"
    absent = [name for name in ("ziglang", "Cython", "setuptools") if find_spec(name) is None]
    return f"the package {absent[0].lower()} (pip install 'zoobox[site]')" if absent else None


def compiled_modules() -> dict[str, bytes]:
    """The compiled modules by their path, such as `zoobox/kernel/luck.so`. Raises ZooboxError."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        _write_headers(folder)
        command = [sys.executable, "setup.py", "--quiet", "build_ext", "--parallel", "2"]
        command += ["--build-lib", str(folder / "built"), "--build-temp", str(folder / "objects")]
        tools = {
            "CC": _compiler(folder),
            "LDSHARED": _linker(),
            "CFLAGS": "",
            "LDFLAGS": "",
            "ZOOBOX_MUST_COMPILE": "1",
        }
        try:
            subprocess.run(
                command,
                cwd=CHECKOUT,
                env={**os.environ, **tools},
                check=True,
                capture_output=True,
                timeout=COMPILE_SECONDS,
            )
        except subprocess.SubprocessError as error:
            told = (getattr(error, "stderr", None) or b"").decode(errors="replace").strip().splitlines()[-1:]
            raise ZooboxError(f"the rules could not be compiled for the browser: {''.join(told) or error}") from None
        names = [path.relative_to(CHECKOUT / "src").with_suffix("") for path in (CHECKOUT / "src").rglob("*.pxd")]
        return {f"{name.as_posix()}.so": _built(folder / "built" / name).read_bytes() for name in names}


def _built(module: Path) -> Path:
    """The file of a module, whose name ends as this machine's modules do."""
    return next(module.parent.glob(f"{module.name}.*"))


def _zig() -> Path:
    spec = find_spec("ziglang")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def _compiler(headers: Path) -> str:
    zig = _zig()
    folders = (headers / "musl", zig / "lib/include", zig / "lib/libc/include/generic-musl", headers / "python")
    found = [part for folder in folders for part in ("-I", str(folder))]
    target = ("-target", "wasm32-emscripten", f"-mcpu={FEATURES}")
    return " ".join([f"{zig}/zig", "cc", *target, *OPTIONS, *STABLE, *found])


def _linker() -> str:
    options = ("-shared", "--experimental-pic", "--allow-undefined", "--no-entry", "--strip-all", "--export-dynamic")
    return " ".join([f"{_zig()}/zig", "wasm-ld", *options])


def _write_headers(folder: Path) -> None:
    shutil.copytree(sysconfig.get_path("include"), folder / "python")
    config = folder / "python" / "pyconfig.h"
    text = config.read_text()
    for name, size in SIZES.items():
        text = re.sub(rf"#define {name} \d+", f"#define {name} {size}", text)
    config.write_text(text)
    shutil.copytree(_zig() / "lib/libc/include/arm-linux-musl/bits", folder / "musl" / "bits")
    types = folder / "musl" / "bits" / "alltypes.h"
    text = types.read_text()
    for arm, own in OWN_TYPES.items():
        text = text.replace(f"typedef {arm};", f"typedef {own};")
    types.write_text(text)
