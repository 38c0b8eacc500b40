"""Writes the folder of the static edition."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator, Set
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import zoobox
from zoobox import games
from zoobox.drawing.figures import FIGURES
from zoobox.drawing.svg import document
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.ledger import ledger_path
from zoobox.kernel.text import LANGUAGES
from zoobox.web import descriptions, language, pages
from zoobox.web.static_edition import pyodide, wasm

HERE = Path(__file__).parent
PACKAGE = Path(zoobox.__file__).parent
LEFT_OUT = ("arena", "cli", "envs", "testing", "rulebooks", "service/storage/migrations", "web/static")
"""Folders of the package that the worker does not need."""
KEPT_FILES = (".py", ".toml", ".html")
LIBRARIES = ("jinja2", "markupsafe", "itsdangerous", "markdown_it", "mdurl", "platformdirs")
"""Used by pages and people; each is plain Python."""
SHELL_FILES = ("page.html", "page.js", "shell.js", "worker.js", "boot.js", "storage.js")
MARKER = "zoobox-site.json"
"""Says that a folder was written by this module, so that it may be written again."""
NOT_NEEDED = {
    "_pyrepl", "doctest", "ensurepip", "ftplib", "idlelib", "imaplib", "lib2to3", "mailbox",
    "multiprocessing", "netrc", "nntplib", "optparse", "pdb", "pickletools", "poplib", "profile", "pstats",
    "pyclbr", "pydoc", "pydoc_data", "smtplib", "socketserver", "telnetlib", "test", "tkinter", "trace",
    "turtle", "turtledemo", "unittest", "venv", "wsgiref", "xml", "xmlrpc", "zipapp",
}  # fmt: skip
"""Modules of the standard library that nothing here imports, not even later."""
KEPT_ENCODINGS = (
    "__init__",
    "aliases",
    "ascii",
    "cp437",
    "idna",
    "latin_1",
    "punycode",
    "raw_unicode",
    "unicode_",
    "utf_",
)
BOTS_NEED = (
    "zoobox/__init__.py",
    "zoobox/speed.py",
    "zoobox/kernel/",
    "zoobox/bots/",
    "zoobox/games/",
    "zoobox/drawing/",
    "zoobox/service/",
    "zoobox/web/__init__.py",
    "zoobox/web/static_edition/",
)
"""Files of the package that are imported again beside the compiled modules."""
COMPILED = "compiled.zip.bin"
"""Fetched when the first bot searches, so it is none of the parts that the lobby waits for."""
SNAPSHOT_SECONDS = 600
LONGEST_LINE = 400
LICENCES = """Zoobox is under the MIT licence.
This folder contains Pyodide (Mozilla Public License 2.0) with CPython (PSF licence), and Jinja2, MarkupSafe,
itsdangerous (BSD), markdown-it-py, mdurl and platformdirs (MIT).
"""


@dataclass(frozen=True)
class Site:
    """What was written."""

    folder: Path
    version: str
    not_compiled: str | None
    """What compiled rules for the bots would have needed; None if the folder has them."""
    sizes: dict[str, int]
    """Bytes of each file, by its path in the folder."""

    @property
    def bytes(self) -> int:
        return sum(self.sizes.values())


def build(folder: Path) -> Site:
    """Writes the static edition into a folder that is new, empty, or holds an earlier one. Raises ZooboxError."""
    if folder.exists() and any(folder.iterdir()) and not (folder / MARKER).exists():
        raise ZooboxError(f"{folder} is not empty and no static edition: give a new folder.")
    parts = pyodide.folder()
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch) / "site"
        made.mkdir()
        _write_python(made, parts, Path(scratch))
        not_compiled = wasm.missing()
        if not_compiled is None:
            _write_compiled(made)
        _write_pictures(made)
        _write_client(made)
        site = _finish(made, folder, not_compiled)
        if folder.exists():
            shutil.rmtree(folder)
        shutil.copytree(made, folder)
    return site


# Python: the package, the libraries, and a snapshot of memory with all of it imported.


def package_files() -> dict[str, str]:
    """What the worker's Python finds on its path: texts by path."""
    found = {}
    for path in _files_of(PACKAGE):
        inside = path.relative_to(PACKAGE).as_posix()
        if not _is_left_out(inside) and path.suffix in KEPT_FILES:
            found[f"zoobox/{inside}"] = path.read_text(encoding="utf-8")
    for library in LIBRARIES:
        spec = find_spec(library)
        if spec is None or spec.origin is None:
            raise ZooboxError(f"the static edition needs {library}: pip install 'zoobox[service]'")
        root = Path(spec.origin).parent
        for path in _files_of(root):
            if path.suffix == ".py":
                found[f"{library}/{path.relative_to(root).as_posix()}"] = path.read_text(encoding="utf-8")
    for name in games.names():
        for code in LANGUAGES:
            page = ledger_path(name, code)
            if page.exists():
                place = f"{name}.md" if code == LANGUAGES[0] else f"{code}/{name}.md"
                found[f"zoobox/rulebooks/{place}"] = page.read_text(encoding="utf-8")
    return found


def _files_of(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)


def _write_python(made: Path, parts: Path, scratch: Path) -> None:
    files = package_files()
    stdlib = scratch / "stdlib.zip"
    _write_stdlib(parts / "python_stdlib.zip", stdlib)
    snapshot = scratch / "snapshot"
    imported = _make_snapshot(parts, stdlib, files, snapshot, scratch)
    rest = scratch / "rest.zip"
    _write_stdlib(stdlib, rest, {path.partition(".zip/")[2] for path in imported})
    needed = {path: text for path, text in files.items() if f"/zoobox/{path}" not in imported}
    lock = json.loads((parts / "pyodide-lock.json").read_text())
    compressed = {
        "pyodide.wasm": (parts / "pyodide.asm.wasm").read_bytes(),
        "pyodide.asm": (parts / "pyodide.asm.js").read_bytes(),
        "stdlib": rest.read_bytes(),
        "snapshot": snapshot.read_bytes(),
        "package": json.dumps(needed, ensure_ascii=False).encode(),
    }
    for name, content in compressed.items():
        (made / f"{name}.bin").write_bytes(gzip.compress(content, mtime=0))
    _write(made / "pyodide-lock.json", json.dumps({"info": lock["info"], "packages": {}}))
    shutil.copy(parts / "pyodide.mjs", made / "pyodide.mjs")


def _write_compiled(made: Path) -> None:
    """The compiled modules and what is imported with them, for the worker in which bots search."""
    modules = {path: content for path, content in wasm.compiled_modules().items() if not _is_left_out(path)}
    sources = {path: text.encode() for path, text in package_files().items() if path.startswith(BOTS_NEED)}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:  # compressed as a whole, which takes a fifth less
        for path, content in sorted({**sources, **modules}.items()):
            if path in modules or path.replace(".py", ".so") not in modules:
                archive.writestr(zipfile.ZipInfo(path), content)
    (made / COMPILED).write_bytes(gzip.compress(packed.getvalue(), mtime=0))


def _is_left_out(path: str) -> bool:
    return path.removeprefix("zoobox/").startswith(tuple(f"{name}/" for name in LEFT_OUT))


def _write_stdlib(whole: Path, smaller: Path, left_out: Set[str] = frozenset()) -> None:
    """The standard library without what only developers, servers and old files need, and without some more files."""
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(smaller, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.infolist():
            top, _, rest = entry.filename.partition("/")
            codec = top == "encodings" and rest and not rest.startswith(KEPT_ENCODINGS)
            if top.removesuffix(".py") not in NOT_NEEDED and not codec and entry.filename not in left_out:
                target.writestr(entry, source.read(entry))


def _make_snapshot(parts: Path, stdlib: Path, files: dict[str, str], snapshot: Path, scratch: Path) -> set[str]:
    """Python's memory with everything imported, written to a file; the files that were imported."""
    packed = scratch / "package.json"
    packed.write_text(json.dumps(files, ensure_ascii=False), encoding="utf-8")
    node = shutil.which("node")
    if node is None:
        raise ZooboxError("the static edition needs Node.js to be built: install it.")
    script = scratch / "snapshot.mjs"
    shutil.copy(HERE / "client" / "snapshot.js", script)
    command = [node, str(script), str(parts), str(stdlib), str(packed), str(snapshot)]
    try:
        done = subprocess.run(command, check=True, capture_output=True, timeout=SNAPSHOT_SECONDS)
    except subprocess.SubprocessError as error:
        lines = (getattr(error, "stderr", None) or b"").decode(errors="replace").splitlines()
        told = next((line for line in reversed(lines) if "Error: " in line and len(line) < LONGEST_LINE), str(error))
        raise ZooboxError(f"Python for the browser could not be prepared: {told}") from None
    return set(json.loads(done.stdout.splitlines()[-1]))


# Pictures, and the browser's side.


def _write_pictures(made: Path) -> None:
    for name, draw in FIGURES.items():
        _write(made / "figures" / f"{name}.svg", document(100, 100, draw(), name))
    for name in games.names():
        _write(made / "covers" / f"{name}.svg", descriptions.cover_of(name))
    if pages.RULES_PICTURES.exists():
        shutil.copytree(pages.RULES_PICTURES, made / "rules" / "pictures")


def _write_client(made: Path) -> None:
    shutil.copytree(pages.FOLDER / "static", made / "static", ignore=shutil.ignore_patterns("*.d.ts"))
    client = HERE / "client"
    shutil.copy(client / "host.js", made / "static" / "js" / "host.js")
    for name in SHELL_FILES:
        shutil.copy(client / name, made / name)
    tagline = language.say(LANGUAGES[0], "lobby.tagline")
    icons = [
        {"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
        {"src": "static/icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any maskable"},
        {"src": "static/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
    ]
    manifest = {"name": "Zoobox", "short_name": "Zoobox", "description": tagline, "start_url": "./", "scope": "./"}
    manifest |= {"display": "standalone", "background_color": "#efe5d2", "theme_color": "#4d7d46"}
    _write(made / "manifest.webmanifest", json.dumps({**manifest, "icons": icons}, indent=1))
    _write(made / "licences.txt", LICENCES)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _finish(made: Path, folder: Path, not_compiled: str | None) -> Site:
    """The files that tell what the others are: their version, their sizes, the list to keep for offline use."""
    files = {path.relative_to(made).as_posix(): path.read_bytes() for path in _files_of(made)}
    client = HERE / "client"
    shell, keeper = (client / "index.html").read_text(), (client / "service-worker.js").read_text()
    digest = hashlib.sha256(shell.encode() + keeper.encode())
    for name, content in sorted(files.items()):
        digest.update(name.encode() + content)
    version = digest.hexdigest()[:12]
    texts = {code: language.texts_under(language.TEXTS.texts, "static.", code) for code in LANGUAGES}
    sizes = {
        name.removesuffix(".bin"): len(content)
        for name, content in files.items()
        if name.endswith(".bin") and name != COMPILED
    }
    told = {"version": version, "files": sizes, "compiled": not_compiled is None, "texts": texts}
    edition = json.dumps(told, ensure_ascii=False).replace("<", "\\u003c")
    _write(made / "index.html", shell.replace(">EDITION<", f">{edition}<"))
    kept = json.dumps(["index.html", *sorted(files)], indent=1)
    _write(made / "service-worker.js", keeper.replace("VERSION_HERE", version).replace("FILES_HERE", kept))
    _write(made / MARKER, json.dumps({"version": version, "pyodide": pyodide.VERSION, "zoobox": zoobox.__version__}))
    written = {path.relative_to(made).as_posix(): path.stat().st_size for path in _files_of(made)}
    return Site(folder, version, not_compiled, written)
