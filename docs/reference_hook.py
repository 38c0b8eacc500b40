"""Before the site is built: the package as Python sees it, from which the reference pages are made."""

import runpy
import shutil
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def on_config(config: Any) -> Any:
    folder = ROOT / "build" / "reference"
    shutil.rmtree(folder, ignore_errors=True)
    runpy.run_path(str(ROOT / "stubs.py"))["write_package"](folder)
    return config
