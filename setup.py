"""Compiles every module that has a `.pxd` beside it, and the kernel that solves the dice game.

Without a C compiler they are left out, unless ZOOBOX_MUST_COMPILE is set, as it is where we test. With ZOOBOX_BUILT
they are not built, since they have been.
"""

import hashlib
import os
import runpy
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
SOURCE = ROOT / "src"
KERNEL = SOURCE / "zoobox" / "games" / "zooloretto_dice" / "solved" / "kernel"
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "infer_types": True,
}


def write_layouts() -> None:
    """Beside each layout.py, its whole numbers as C constants, which the .pxd files include."""
    sys.path.insert(0, str(SOURCE))
    os.environ["ZOOBOX_INTERPRETED"] = "1"  # what was built before may not fit the sources any more
    for layout in (path for path in SOURCE.rglob("layout.py") if any(path.parent.glob("*.pxd"))):
        numbers = {name: value for name, value in runpy.run_path(str(layout)).items() if type(value) is int}
        text = "cdef enum:\n" + "".join(f"    {name} = {value}\n" for name, value in numbers.items())
        included = layout.with_suffix(".pxi")
        if not included.exists() or included.read_text() != text:
            included.write_text(text)


def extensions() -> list[Extension]:
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    write_layouts()
    modules = [
        Extension(
            ".".join(typed.with_suffix("").relative_to(SOURCE).parts),
            [str(typed.with_suffix(".py").relative_to(ROOT))],
        )
        for typed in sorted(SOURCE.rglob("*.pxd"))
    ]
    made = cythonize(modules, compiler_directives=DIRECTIVES, build_dir="build/cython", quiet=True)
    for module in made:
        module.optional = "ZOOBOX_MUST_COMPILE" not in os.environ  # set here, since cythonize forgets it
        refuse_fractions(ROOT / module.sources[0])
    return made


def refuse_fractions(source: Path) -> None:
    """Where a whole number is wanted, Cython calls `__int__`, which makes 1 of 1.5; `__index__` refuses it."""
    text = source.read_text(encoding="utf-8")
    if "m->nb_int" in text:
        source.write_text(text.replace("m->nb_int", "m->nb_index"), encoding="utf-8")


def solver_kernel() -> Extension:
    """Plain C without Python in it; the mark says which sources it was made from, as native.py computes it."""
    sources = sorted(path for path in KERNEL.iterdir() if path.suffix in (".c", ".h"))
    mark = hashlib.blake2b(b"".join(path.read_bytes() for path in sources), digest_size=8).hexdigest()
    return Extension(
        "zoobox.games.zooloretto_dice.solved.kernel.host",
        [str((KERNEL / "host.c").relative_to(ROOT))],
        depends=[str(path.relative_to(ROOT)) for path in sources],
        define_macros=[("SOURCES_MARK", f'"{mark}"')],
        optional=True,
    )


class Optimised(build_ext):
    """On all cores; and every compiler has its own word for optimising."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self) -> None:
        for extension in self.extensions:
            extension.extra_compile_args = ["/O2"] if self.compiler.compiler_type == "msvc" else ["-O3", "-g0"]
        super().build_extensions()


class WithRulebooks(build_py):
    """The rules ledgers live in docs/, where people read them, and travel with the package; so do stubs."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            runpy.run_path(str(ROOT / "stubs.py"))["write_stubs"](Path(self.build_lib))
            shutil.copytree(ROOT / "docs" / "rules", Path(self.build_lib) / "zoobox" / "rulebooks", dirs_exist_ok=True)


built = "ZOOBOX_BUILT" in os.environ
setup(
    ext_modules=[] if built else [*extensions(), solver_kernel()],
    cmdclass={"build_py": WithRulebooks, "build_ext": Optimised},
)
