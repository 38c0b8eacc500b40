"""Golden playthroughs: a random game written out for people, so that a diff shows what a change did.

`ZOOBOX_UPDATE_GOLDEN=1 pytest` writes them anew.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import zoobox

CHOICES_SHOWN = 6
PICTURE_EVERY = 25


def playthrough(game: Any, seed: int) -> str:
    """Every decision of a random game: what is asked, what is possible, what is chosen and what happens."""
    state = game.start(seed)
    dice = random.Random(seed)
    lines = [repr(game), f"seed {seed}, choice ids below {game.choice_count}", "", state.text(0), ""]
    number = 0
    while not state.over:
        number += 1
        seat = dice.choice(state.waiting)
        choices = state.choices(seat)
        chosen = dice.choice(choices)
        shown = ", ".join(choice.notation for choice in choices[:CHOICES_SHOWN])
        more = f", ... {len(choices)} in all" if len(choices) > CHOICES_SHOWN else ""
        lines.append(f"{number}. waiting {list(state.waiting)}, seat {seat}: {state.prompt(seat)}")
        lines.append(f"   can: {shown}{more}")
        lines.append(f"   does: {chosen.notation} = {chosen.label} [{chosen.rule}]")
        lines += [f"   - {line.text} [{line.rule}]" for line in state.play(seat, chosen)]
        if number % PICTURE_EVERY == 0:
            lines += ["", state.text(None), f"   position {state.hash()}", ""]
    lines += ["", state.text(None), ""]
    lines += [f"{standing}" for standing in state.standings]
    lines += [f"position {state.hash()}", ""]
    return "\n".join(line.rstrip() for line in lines)


def check_golden(folder: Path, name: str, seed: int, **configuration: Any) -> None:
    """Compares a playthrough with the one on file."""
    game = zoobox.game(name, **configuration)
    path = folder / "golden" / f"{game.players}-{game.variant}.txt"
    text = playthrough(game, seed)
    if os.environ.get("ZOOBOX_UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{path} differs; ZOOBOX_UPDATE_GOLDEN=1 writes it anew"
