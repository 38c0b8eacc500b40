"""The picture of a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zoobox.games.zooloretto_dice.layout import COIN, CRATES, FACES
from zoobox.kernel.text import Phrase

OPEN, CROSSED, CLAIMED = "·", "x", "*"


def svg(game: Any, view: Mapping[str, Any], language: str) -> str:
    raise NotImplementedError


def text(game: Any, view: Mapping[str, Any], language: str) -> str:
    """Trucks above, sheets below: `x` is crossed off, `·` is open, `*` the bonus."""

    def name(face: str) -> str:
        return str(game.texts.say(Phrase(f"face.{face}"), language))

    lines = []
    for number, load in enumerate(view["trucks"], 1):
        crates = [name(face) for face in load] + [OPEN] * (CRATES - len(load))
        lines.append(f"  truck {number}  " + "  ".join(f"[{crate:^9}]" for crate in crates))
    hand = ", ".join(name(face) for face in view["hand"])
    lines.append(f"  supply   {view['supply']} dice" + (f"   in hand: {hand}" if hand else ""))
    lines.append("")
    for seat, sheet in enumerate(view["sheets"]):
        turn = ">" if seat in view["waiting"] else " "
        out = "  (has taken)" if sheet["out"] else ""
        lines.append(f"{turn} seat {seat}   {view['points'][seat]} points{out}")
        for face in FACES[:COIN]:
            marks = sheet["enclosures"][face]
            spaces = CROSSED * marks + OPEN * (view["sizes"][face] - marks)
            bonus = f"{CLAIMED}{view['bonuses'][face]}" if face in sheet["bonuses"] else "  "
            barn = f"barn {CROSSED}" if face in sheet["barn"] else ""
            lines.append(f"    {bonus} {name(face):<10}{spaces:<6} {barn}".rstrip())
        lines.append(f"       {name('coin'):<10}{_office(view['groups'], sheet['coins'])}")
    return "\n".join(lines)


def _office(groups: list[int], coins: int) -> str:
    spaces = []
    for size in groups:
        crossed = max(0, min(size, coins))
        spaces.append(CROSSED * crossed + OPEN * (size - crossed))
        coins -= size
    return " ".join(spaces)
