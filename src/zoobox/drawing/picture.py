"""A Picture gathers parts and the figures they use; a Part is a board that a page may lay out on its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from zoobox.drawing.figures import FIGURES
from zoobox.drawing.palette import ANIMAL, SHADOW, theme
from zoobox.drawing.svg import at, circle, document, element, group, number, rect, title

SYMBOL = "fig-"


@dataclass
class Part:
    """One region of a picture with its own coordinates: the shared table, or one seat's board."""

    name: str
    width: float
    height: float
    content: list[str] = field(default_factory=list)
    label: str = ""
    small: bool = False

    def add(self, *markup: str) -> None:
        self.content.extend(markup)


class Picture:
    """What a board is drawn on. It writes each figure once, however often it is shown."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.used: dict[str, None] = {}
        self.more: dict[str, str] = {}

    def figure(self, name: str, x: float, y: float, size: float, **attributes: object) -> str:
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
        self, name: str, x: float, y: float, size: float, id: str | None = None, hint: str = "", **attributes: object
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
