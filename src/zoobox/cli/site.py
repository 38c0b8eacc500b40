"""`zoobox site`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zoobox.web.static_edition.build import build


def site(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write; an earlier edition is replaced.")],
) -> None:
    """Write the static edition: a folder that plays all games in the browser, without a server.

    Any web host can serve it, or `python -m http.server` from a USB stick. It needs Node.js with npm to be built,
    because Pyodide comes from the npm registry; see docs/static.md.
    """
    made = build(folder)
    print(f"{made.folder}: {len(made.sizes)} files, {made.bytes / 1e6:.1f} MB, version {made.version}")
    if made.not_compiled:
        print(f"Bots that search run interpreted there, and so weaker: compiled rules need {made.not_compiled}.")
    print(f"Try it: python -m http.server --directory {made.folder}")
