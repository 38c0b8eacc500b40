"""SVG elements as text. Attributes are written as `fill="..."`, never as styles: pages forbid inline styles."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import Any

from zoobox.drawing.palette import TYPE, theme


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


@lru_cache(maxsize=8192, typed=True)
def _attribute(key: str, value: Any) -> str:
    """One attribute as it is written; pictures repeat most of theirs."""
    text = number(value) if isinstance(value, float) else escape(str(value))
    return f' {key.rstrip("_").replace("_", "-")}="{text}"'


def element(name: str, content: str | Iterable[str] = "", /, **attributes: Any) -> str:
    """`<name attributes>content</name>`; `_` in an attribute's name becomes `-`, a None is left out."""
    written = "".join([_attribute(key, value) for key, value in attributes.items() if value is not None])
    inside = content if isinstance(content, str) else "".join(content)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def group(content: str | Iterable[str], **attributes: Any) -> str:
    return element("g", content, **attributes)


def at(x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """A transform: moved, turned, scaled."""
    parts = [f"translate({number(x)} {number(y)})"]
    if turn:
        parts.append(f"rotate({number(turn)})")
    if scale != 1:
        parts.append(f"scale({scale:.3g})")
    return " ".join(parts)


def rect(x: float, y: float, width: float, height: float, round_: float = 0, **attributes: Any) -> str:
    return element(
        "rect", x=float(x), y=float(y), width=float(width), height=float(height), rx=float(round_) if round_ else None,
        **attributes,
    )  # fmt: skip


def circle(x: float, y: float, r: float, **attributes: Any) -> str:
    return element("circle", cx=float(x), cy=float(y), r=float(r), **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: Any) -> str:
    return element("line", x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2), **attributes)


def path(d: str, **attributes: Any) -> str:
    return element("path", d=d, **attributes)


def text(
    x: float, y: float, content: object, size: float = 14, anchor: str = "start", fill: str | None = None,
    weight: int | None = None, family: str | None = None, **attributes: Any,
) -> str:  # fmt: skip
    """A line of text; the picture sets the font family once."""
    return element(
        "text",
        escape(str(content), quote=False),
        x=float(x),
        y=float(y),
        font_size=float(size),
        text_anchor=None if anchor == "start" else anchor,
        fill=fill or theme("ink"),
        font_weight=weight,
        font_family=family,
        **attributes,
    )


def title(content: str) -> str:
    """The tooltip of an element, which screen readers read, too."""
    return element("title", escape(content, quote=False)) if content else ""


def document(width: float, height: float, content: str, label: str, defs: str = "", **attributes: Any) -> str:
    """A complete SVG document."""
    return element(
        "svg",
        element("defs", defs) + content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        font_family=TYPE,
        role="img",
        aria_label=label,
        **attributes,
    )
