"""A Picture gathers parts and the figures they use; a Part is a board that a page may lay out on its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from zoobox.drawing.figures import FIGURES
from zoobox.drawing.palette import ANIMAL, SHADOW, theme
from zoobox.drawing.svg import at, circle, document, element, group, number, rect, title

SYMBOL = "fig-"
WIDTH = 1000.0
MARGIN = 20.0


@dataclass
class Part:
    """One region of a picture with its own coordinates: the shared table, or one seat's board."""

    name: str
    width: float
    height: float
    content: list[str] = field(default_factory=list)
    label: str = ""

    def add(self, *markup: str) -> None:
        self.content.extend(markup)


class Picture:
    """What a board is drawn on. It writes each figure once, however often it is shown."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.used: dict[str, None] = {}
        self.more: dict[str, str] = {}

    def figure(self, name: str, x: float, y: float, size: float, **attributes: Any) -> str:
        """A figure with its middle at x, y."""
        self.used[name] = None
        return element(
            "use",
            href=f"#{SYMBOL}{name}",
            x=float(x - size / 2),
            y=float(y - size / 2),
            width=float(size),
            height=float(size),
            **attributes,
        )

    def token(
        self, name: str, x: float, y: float, size: float, id: str | None = None, hint: str = "", **attributes: Any
    ) -> str:
        """A round wooden piece that shows an animal, with a rim in the animal's colour."""
        radius = size / 2
        return group(
            [
                title(hint),
                circle(0, radius * 0.1, radius, fill=SHADOW, opacity=0.22),
                circle(0, 0, radius, fill=ANIMAL.get(name, "#999")),
                circle(0, 0, radius * 0.86, fill="#fff8e8"),
                self.figure(name, 0, 0, size * 0.78),
            ],
            id=id,
            transform=at(x, y),
            class_="piece",
            data_piece=name,
            **attributes,
        )

    def define(self, name: str, markup: str) -> None:
        """A gradient, pattern or clip that parts refer to."""
        self.more[name] = markup

    def defs(self) -> str:
        symbols = (
            element("symbol", FIGURES[name](), id=f"{SYMBOL}{name}", viewBox="0 0 100 100") for name in self.used
        )
        return "".join(self.more.values()) + "".join(symbols)

    def arrange(self, shared: Part, boards: list[Part], viewer: int | None) -> str:
        """The shared part above, the viewer's board large below it, the others small at its side."""
        mine = boards[viewer or 0]
        others = [board for board in boards if board is not mine]
        wide = WIDTH - 2 * MARGIN
        placed = [(shared, MARGIN, MARGIN, wide)]
        top = 2 * MARGIN + wide * shared.height / shared.width
        large = wide * 0.66 - MARGIN / 2 if others else wide * 0.8
        placed.append((mine, MARGIN if others else (WIDTH - large) / 2, top, large))
        bottom = top + large * mine.height / mine.width
        small = wide - large - MARGIN
        y = top
        for board in others:
            placed.append((board, WIDTH - MARGIN - small, y, small))
            y += small * board.height / board.width + MARGIN
        return self.compose(placed, WIDTH, max(bottom + MARGIN, y))

    def compose(self, placed: Iterable[tuple[Part, float, float, float]], width: float, height: float) -> str:
        """The whole: each part at x, y, drawn `width` wide."""
        parts = [
            element(
                "svg",
                part.content,
                id=f"part-{part.name}",
                class_="part",
                x=float(x),
                y=float(y),
                width=float(wide),
                height=float(wide * part.height / part.width),
                viewBox=f"0 0 {number(part.width)} {number(part.height)}",
                overflow="visible",
                role="group",
                aria_label=part.label or None,
            )
            for part, x, y, wide in placed
        ]
        ground = rect(0, 0, width, height, 18, fill=theme("table"), class_="picture-ground")
        return document(width, height, ground + "".join(parts), self.label, self.defs(), class_="picture")
