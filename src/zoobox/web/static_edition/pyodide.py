"""Pyodide: Python for browsers, from the npm registry, checked and kept in the user's cache folder."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from platformdirs import user_cache_path

from zoobox.kernel.errors import ZooboxError

VERSION = "0.29.5"
SHA512 = (
    "4e462b52ff66f1099f2260032919a9c19ba52f8f04d2e51a0523be76f4502b20"
    "09734aa1f60bbb8e7f1bb721cf8773599b5af6207d98ac9848afb43607dbab03"
)
"""Of the package as npm delivers it."""
FILES = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json", "package.json")
TIMEOUT_SECONDS = 300


def folder() -> Path:
    """The folder with Pyodide's files; fetched with npm if it is not there. Raises ZooboxError."""
    kept = user_cache_path("zoobox") / "pyodide" / VERSION
    if all((kept / name).exists() for name in FILES):
        return kept
    with tempfile.TemporaryDirectory() as scratch:
        package = _packed(Path(scratch))
        unpacked = Path(scratch) / "unpacked"
        with tarfile.open(package) as archive:
            archive.extractall(unpacked, filter="data")
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(unpacked / "package", kept)
    return kept


def _packed(scratch: Path) -> Path:
    """The package as a file, with the hash that is expected."""
    npm = shutil.which("npm")
    if npm is None:
        raise ZooboxError("the static edition needs npm, which comes with Node.js, to fetch Pyodide: install Node.js.")
    command = [npm, "pack", f"pyodide@{VERSION}", "--silent", "--pack-destination", str(scratch)]
    try:
        subprocess.run(command, cwd=scratch, check=True, capture_output=True, timeout=TIMEOUT_SECONDS)
        package = next(scratch.glob("*.tgz"))
    except (subprocess.SubprocessError, StopIteration) as error:
        told = (getattr(error, "stderr", None) or b"").decode(errors="replace").strip()[-300:]
        raise ZooboxError(f"npm could not fetch pyodide {VERSION}. {told}") from None
    if hashlib.sha512(package.read_bytes()).hexdigest() != SHA512:
        raise ZooboxError(f"pyodide {VERSION} from npm is not the package that is expected; nothing was built.")
    return package
