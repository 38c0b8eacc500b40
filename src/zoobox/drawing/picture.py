"""A Picture collects parts and the figures they use; a Part is a board that a page may lay out on its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from zoobox.drawing.figures import FIGURES
from zoobox.drawing.palette import ANIMAL, SHADOW, theme
from zoobox.drawing.svg import at, circle, document, element, group, number, rect, title

SYMBOL = "fig-"
WIDTH = 1000.0
MARGIN = 20.0
WIDE = "wide"
NARROW = "narrow"

Box = tuple[float, float, float, float]
"""x, y, width, height."""


@dataclass(frozen=True)
class Stage:
    """How the shared table and the viewer's own board are arranged. A part is drawn as large as fits into its box."""

    width: float
    height: float
    shared: Box
    mine: Box


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
    """A picture of a board. It writes each figure once, however often it is used."""

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

    def arrange(
        self,
        shared: Part,
        boards: list[Part],
        viewer: int | None,
        form: str = WIDE,
        stages: Mapping[str, Stage] | None = None,
    ) -> str:
        """The stage with the shared part and the viewer's own board, and the boards of the others below it.

        A page shows the stage (`#stage`) as one picture and takes the other boards (`.part`) wherever it likes.
        """
        mine = boards[viewer or 0]
        stage = (stages or {}).get(form) or usual_stage(shared, mine, form)
        parts = [
            _placed(part, *_fitted(part, box)) for part, box in ((shared, stage.shared), (mine, stage.mine)) if box
        ]
        inner = element(
            "svg",
            parts,
            id="stage",
            class_="stage",
            x=MARGIN,
            y=MARGIN,
            width=WIDTH - 2 * MARGIN,
            height=(WIDTH - 2 * MARGIN) * stage.height / stage.width,
            viewBox=f"0 0 {number(stage.width)} {number(stage.height)}",
            overflow="visible",
        )
        bottom = 2 * MARGIN + (WIDTH - 2 * MARGIN) * stage.height / stage.width
        others = [board for board in boards if board is not mine]
        wide = (WIDTH - MARGIN) / max(len(others), 2) - MARGIN
        rail = [_placed(board, MARGIN + (wide + MARGIN) * column, bottom, wide) for column, board in enumerate(others)]
        height = max((bottom + wide * board.height / board.width + MARGIN for board in others), default=bottom)
        ground = rect(0, 0, WIDTH, height, 18, fill=theme("table"), class_="picture-ground")
        return document(WIDTH, height, ground + inner + "".join(rail), self.label, self.defs(), class_="picture")


def usual_stage(shared: Part, mine: Part, form: str) -> Stage:
    """Side by side at equal height on a wide screen, the shared part above on a narrow one."""
    if form == WIDE:
        height = 1000.0
        left, right = height * shared.width / shared.height, height * mine.width / mine.height
        return Stage(left + MARGIN + right, height, (0, 0, left, height), (left + MARGIN, 0, right, height))
    return stacked(shared, mine)


def stacked(shared: Part, mine: Part) -> Stage:
    """The shared part above the own board, both as wide as the stage."""
    high, low = WIDTH * shared.height / shared.width, WIDTH * mine.height / mine.width
    return Stage(WIDTH, high + MARGIN + low, (0, 0, WIDTH, high), (0, high + MARGIN, WIDTH, low))


def _fitted(part: Part, box: Box) -> tuple[float, float, float]:
    """Position and width of a part in its box: as large as fits, centred."""
    x, y, width, height = box
    wide = min(width, height * part.width / part.height)
    return x + (width - wide) / 2, y + (height - wide * part.height / part.width) / 2, wide


def _placed(part: Part, x: float, y: float, wide: float) -> str:
    return element(
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
