"""Parts that boards are drawn from: sheets and cards, dice, pencil marks."""

from __future__ import annotations

from zoobox.drawing.palette import HAND, SHADOW, theme
from zoobox.drawing.picture import Picture
from zoobox.drawing.svg import at, circle, group, path, rect, text, title

CARD_CORNER = 14


def card(x: float, y: float, width: float, height: float, fill: str | None = None, round_: float = CARD_CORNER) -> str:
    """A sheet with a soft shadow under it."""
    return rect(x, y + 3, width, height, round_, fill=SHADOW, opacity=0.16) + rect(
        x, y, width, height, round_, fill=fill or theme("paper"), stroke=theme("edge"), stroke_width=1
    )


def die(
    picture: Picture, face: str | None, x: float, y: float, size: float, id: str | None = None, hint: str = ""
) -> str:
    """A die that shows an animal; without a face it has not been rolled."""
    half = size / 2
    face_up = picture.figure(face, 0, 0, size * 0.78) if face else circle(0, 0, size * 0.13, fill="#d8c9a6")
    return group(
        [
            title(hint),
            rect(-half, -half + size * 0.07, size, size, size * 0.22, fill="#a48f66"),
            rect(-half, -half, size, size, size * 0.22, fill="#fffaf0", stroke="#d9c9a8", stroke_width=1),
            face_up,
        ],
        id=id,
        transform=at(x, y),
        class_="piece",
        data_piece=f"die-{face or 'blank'}",
    )


def cross(x: float, y: float, size: float, seed: int, id: str | None = None) -> str:
    """A pencil cross; the seed varies its shape, so that no two look the same."""
    half = size / 2
    lean = ((seed * 7919) % 7 - 3) * size * 0.03
    bend = ((seed * 104729) % 5 - 2) * size * 0.05
    return path(
        f"M{-half + lean:.1f} {-half:.1f}Q{bend:.1f} {-bend:.1f} {half:.1f} {half + lean:.1f}"
        f"M{half - bend:.1f} {-half + lean:.1f}Q{-bend:.1f} {bend:.1f} {-half:.1f} {half:.1f}",
        id=id,
        transform=at(x, y),
        fill="none",
        stroke=theme("pencil"),
        stroke_width=max(2.0, size * 0.13),
        stroke_linecap="round",
        class_="mark",
    )


def ring(x: float, y: float, size: float, id: str | None = None) -> str:
    """A pencil ring around something won."""
    r = size / 2
    return path(
        f"M{r:.1f} {-r * 0.2:.1f}C{r:.1f} {-r * 1.2:.1f} {-r:.1f} {-r * 1.3:.1f} {-r:.1f} 0S{r * 0.9:.1f} {r * 1.3:.1f} {r * 1.05:.1f} {-r * 0.3:.1f}",
        id=id,
        transform=at(x, y),
        fill="none",
        stroke=theme("pencil"),
        stroke_width=2.6,
        stroke_linecap="round",
        class_="mark",
    )


def pencilled(x: float, y: float, content: object, size: float, anchor: str = "middle") -> str:
    """Handwritten text."""
    return text(x, y, content, size, anchor, fill=theme("pencil"), weight=700, family=HAND)
