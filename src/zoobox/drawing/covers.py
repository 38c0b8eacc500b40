"""Covers: the pictures that stand for the games in the lobby."""

from __future__ import annotations

from zoobox.drawing.picture import Picture
from zoobox.drawing.svg import circle, document, path, rect

WIDE, HIGH = 400, 220


def cover_picture(picture: Picture, *content: str) -> str:
    """A cover with this content."""
    return document(WIDE, HIGH, "".join(content), picture.label, picture.defs())


def sky(colour: str, sun: str = "#ffe2a0", x: float = 330, y: float = 52, r: float = 30) -> str:
    return rect(0, 0, WIDE, HIGH, fill=colour) + circle(x, y, r, fill=sun)


def hills(far: str, near: str, height: float = 150) -> str:
    return path(
        f"M0 {height}C70 {height - 44} 130 {height - 40} 200 {height - 12}S340 {height - 52} 400 {height - 20}V220H0Z",
        fill=far,
    ) + path(
        f"M0 {height + 26}C90 {height} 170 {height + 24} 240 {height + 18}S360 {height + 2} 400 {height + 16}V220H0Z",
        fill=near,
    )


def default_cover() -> str:
    """The cover of a game that has none of its own."""
    picture = Picture("Zoobox")
    animals = ("elephant", "flamingo", "lion", "penguin")
    figures = [picture.figure(name, 60 + index * 94, 140, 90) for index, name in enumerate(animals)]
    return cover_picture(picture, sky("#cfe6ea"), hills("#a9cf8f", "#86b955"), *figures)
