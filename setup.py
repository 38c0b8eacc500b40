"""Builds the compiled twins of every module that has a `.pxd` beside it.

Without a C compiler they are left out, unless ZOOBOX_MUST_COMPILE is set, as it is where we test.
"""

import os
import shutil
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
SOURCE = ROOT / "src"
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}


def extensions() -> list[Extension]:
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    modules = [
        Extension(
            ".".join(typed.with_suffix("").relative_to(SOURCE).parts),
            [str(typed.with_suffix(".py").relative_to(ROOT))],
            extra_compile_args=["-O3"],
            optional="ZOOBOX_MUST_COMPILE" not in os.environ,
        )
        for typed in sorted(SOURCE.rglob("*.pxd"))
    ]
    return cythonize(modules, compiler_directives=DIRECTIVES, build_dir="build/cython", quiet=True)


class WithRulebooks(build_py):
    """The rules ledgers live in docs/, where people read them, and travel with the package."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib) / "zoobox" / "rulebooks"
            target.mkdir(parents=True, exist_ok=True)
            for page in (ROOT / "docs" / "rules").glob("*.md"):
                shutil.copy(page, target)


setup(ext_modules=extensions(), cmdclass={"build_py": WithRulebooks})
