"""The bots that search, in a worker of their own: with the compiled rules, where the folder has them."""

from __future__ import annotations

from zoobox.web.static_edition.worker import stand_ins

stand_ins.install()

# ruff: noqa: E402  the stand-ins have to be in place before anything of the service is imported
import importlib
import json
import sys

from zoobox import speed
from zoobox.service import bots


def think(question: str) -> str:
    """What a bot that searches answers."""
    try:
        return json.dumps(bots.answer(json.loads(question)))
    except Exception as error:
        return json.dumps({"error": f"{type(error).__name__}: {error}"})


def use_compiled(folder: str) -> str:
    """Imports the package again, with the compiled modules of a folder; if that fails, all stays as it was.

    Python started from a snapshot of its memory, which cannot hold compiled modules. Says how the rules run now.
    """
    before = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "zoobox"}
    for name in before:
        del sys.modules[name]
    sys.path.insert(0, folder)
    try:
        return str(importlib.import_module(__name__).speed.mode())
    except Exception as error:
        print(f"the compiled rules cannot be used: {error}")
        sys.path.remove(folder)
        sys.modules.update(before)
        return speed.mode()


__all__ = ["speed", "think", "use_compiled"]
