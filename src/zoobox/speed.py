"""Whether the rules run compiled or interpreted, and the switch between the two.

The rules are Python that also compiles. Only compiled games can derive from a compiled State, so it is all or
nothing: if any module with a `.pxd` beside it has not been built, every module runs interpreted. Setting
`ZOOBOX_INTERPRETED=1` in the environment asks for that.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parent
ASKED = "ZOOBOX_INTERPRETED"


class SourceOnly:
    """Finds the modules of zoobox as Python source, ignoring compiled ones."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("zoobox.") or path is None:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def is_built() -> bool:
    """Whether every module that can be compiled has been."""
    return all(_is_compiled(source) for source in PACKAGE.rglob("*.pxd"))


def _is_compiled(source: Path) -> bool:
    return any(source.with_name(source.stem + suffix).exists() for suffix in EXTENSION_SUFFIXES)


def choose() -> None:
    """Makes all modules run interpreted if that is asked for, or if not all of them are built."""
    if (os.environ.get(ASKED) or not is_built()) and SourceOnly not in sys.meta_path:
        sys.meta_path.insert(0, SourceOnly)


def compiled() -> bool:
    """Whether the rules run compiled."""
    from zoobox.kernel import state

    return not str(state.__file__).endswith(".py")


def mode() -> str:
    return "compiled" if compiled() else "interpreted"
