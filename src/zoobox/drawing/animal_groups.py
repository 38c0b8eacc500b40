"""Groups of animals (apes, mammals, birds, reptiles, sea animals), each drawn as one animal that represents it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from zoobox.drawing.animals import both, eye, eyes


def apes() -> str:
    """A gorilla."""
    return (
        '<path d="M4 100c2-22 18-32 46-32s44 10 46 32z" fill="#3f3a48"/>'
        + both('<circle cx="15" cy="52" r="10" fill="#4d4757"/><circle cx="15" cy="52" r="5" fill="#8f8798"/>')
        + '<path d="M50 4c15 0 22 10 26 22 8 8 10 22 8 34-3 18-16 30-34 30S19 78 16 60c-2-12 0-26 8-34C28 14 35 4 50 4z"'
        ' fill="#5d5566"/>'
        '<path d="M50 36c8-6 24-5 26 6 1 6-3 9-2 15 2 15-8 28-24 28S24 72 26 57c1-6-3-9-2-15 2-11 18-12 26-6z"'
        ' fill="#a89fae"/>'
        '<path d="M24 40c6-9 20-9 26-2 6-7 20-7 26 2-8 0-16-1-26 3-10-4-18-3-26-3z" fill="#474050"/>'
        '<path d="M36 64c0-10 28-10 28 0 0 4-8 4-14 2-6 2-14 2-14-2z" fill="#57505f"/>'
        '<path d="M36 75c8 5 20 5 28 0" stroke="#474050" stroke-width="3" fill="none" stroke-linecap="round"/>'
        + eyes(38, 62, 49, 4.4)
    )


def mammals() -> str:
    """A giraffe."""
    return (
        '<path d="M34 100c4-12 5-24 5-36h24c0 12 2 24 8 36z" fill="#eeb04a"/>'
        '<path d="M44 84c6-2 9 2 8 8-6 2-10-2-8-8zM58 74c5-1 7 3 6 8-5 1-8-3-6-8z" fill="#a8642a"/>'
        + both(
            '<path d="M36 22 33 6" stroke="#d9983a" stroke-width="6" stroke-linecap="round"/>'
            '<circle cx="32.5" cy="6" r="6" fill="#6b4123"/>'
            '<path d="M27 30C14 22 4 26 3 34c5 8 16 10 26 6z" fill="#d9983a"/>'
            '<path d="M24 32c-6-3-12-2-15 1 4 4 10 5 16 3z" fill="#f6d39b"/>'
        )
        + '<path d="M50 14c18 0 25 12 24 26-1 14-5 22-4 34 0 12-8 19-20 19s-20-7-20-19c1-12-3-20-4-34-1-14 6-26 24-26z"'
        ' fill="#f2bb58"/>'
        '<path d="M44 20h12l4 12-10 7-10-7zM28 46c5-2 9 1 9 6-4 5-7 4-8 1zM72 46c-5-2-9 1-9 6 4 5 7 4 8 1z" fill="#b8722f"/>'
        '<path d="M50 58c14 0 21 7 20 18-1 10-9 17-20 17s-19-7-20-17c-1-11 6-18 20-18z" fill="#fbe4b8"/>'
        '<ellipse cx="42" cy="72" rx="2.8" ry="3.8" fill="#7a4c24"/><ellipse cx="58" cy="72" rx="2.8" ry="3.8" fill="#7a4c24"/>'
        '<path d="M41 83c5 4 13 4 18 0" stroke="#7a4c24" stroke-width="2.6" fill="none" stroke-linecap="round"/>'
        + eyes(36, 64, 41, 4.6)
    )


def birds() -> str:
    """A parrot."""
    return (
        '<path d="M38 86c6 6 8 12 6 14m8-14c0 6-2 11-6 14" stroke="#2f6fa8" stroke-width="7" stroke-linecap="round" fill="none"/>'
        '<path d="M50 8c20 0 34 14 34 34 0 26-14 50-34 50S20 78 20 54C20 28 32 8 50 8z" fill="#d8493f"/>'
        '<path d="M78 34c12 16 10 40-14 56-10-8-10-24-4-36 4-8 10-14 18-20z" fill="#2f78b8"/>'
        '<path d="M84 44c6 12 2 30-14 42" stroke="#4fa35a" stroke-width="5" fill="none" stroke-linecap="round"/>'
        '<path d="M70 52c-6 10-8 22-6 32" stroke="#f2c23e" stroke-width="5" fill="none" stroke-linecap="round"/>'
        '<path d="M50 8c-2-6 6-8 12-6-3 1-5 4-4 7z" fill="#d8493f"/>'
        '<path d="M26 24c10-8 26-6 30 6 3 11-4 20-14 20-8 0-16-8-16-26z" fill="#fff3e0"/>'
        '<path d="M34 26C22 20 8 26 6 42c0 8 3 16 7 19 2-7 5-10 11-11 8-2 14-8 14-15 0-4-1-7-4-9z" fill="#f2b53a"/>'
        '<path d="M6 42c0 8 3 16 7 19 1-4 2-6 4-8-6-2-9-5-11-11z" fill="#3a3130"/>'
        '<path d="M22 51c3 7 10 9 16 4 2-2 1-6-2-7z" fill="#3a3130"/>' + eye(45, 29, 4.8)
    )


def reptiles() -> str:
    """A turtle."""
    return (
        '<path d="M20 70c-4 10-4 18 2 20h10c4-2 2-12 0-18zM62 72c0 8 0 16 4 18h10c6-2 4-14 0-20z" fill="#8fb84f"/>'
        '<path d="M10 68c-6 0-9 3-10 6 5 2 10 2 14 0z" fill="#8fb84f"/>'
        '<path d="M74 66c2-14 4-30 14-30 9 0 13 8 11 16-2 9-9 12-12 20z" fill="#9dc75c"/>'
        '<path d="M8 70c0-28 16-46 38-46s38 18 38 46z" fill="#5f7f34"/>'
        '<path d="M30 40h30l8 16-10 13H32L22 56z" fill="#7fa345"/>'
        '<path d="M45 24l15 16M45 24 30 40m38 16 15 4M22 56 9 60m23 9-4 0m30 0 4 0" stroke="#48642a" stroke-width="3" fill="none"/>'
        '<path d="M30 40h30l8 16-10 13H32L22 56z" fill="none" stroke="#48642a" stroke-width="3" stroke-linejoin="round"/>'
        '<rect x="4" y="66" width="84" height="10" rx="5" fill="#d9bf72"/>'
        '<path d="M88 55c4 1 8 0 10-2" stroke="#55702a" stroke-width="2.4" fill="none" stroke-linecap="round"/>'
        + eye(91, 45, 3.9)
    )


def sea() -> str:
    """A whale."""
    return (
        '<path d="M40 22c-2-10-8-14-14-13 0 4 2 6 5 7-4 0-6 2-6 5 6 1 11 1 15 1zm2 0c2-10 8-14 14-13 0 4-2 6-5 7 4 0 6 2 6 5-6 1-11 1-15 1z"'
        ' fill="#8fc7e6"/>'
        '<path d="M70 62c10-2 14-10 14-20-6-2-12-8-11-16 7-1 13 3 15 9 2-6 6-9 12-8 0 8-4 14-9 17 3 26-13 46-43 46z" fill="#34719f"/>'
        '<path d="M4 58c0-18 16-30 38-30 20 0 32 12 38 24 2 22-14 38-38 38S4 76 4 58z" fill="#3f83b8"/>'
        '<path d="M5 62c8 8 22 12 38 10 14-2 26-6 34-11-3 17-17 29-35 29C22 90 7 78 5 62z" fill="#e8f2f6"/>'
        '<path d="M16 74c2 5 5 9 9 11m4-11c1 6 3 10 6 14m8-15c0 6 0 11 2 15m10-18c0 6-1 10-3 15" stroke="#a9c9d9" stroke-width="2.6"'
        ' fill="none" stroke-linecap="round"/>'
        '<path d="M46 66c4 10 12 14 20 12 1-7-4-13-11-15z" fill="#34719f"/>'
        '<path d="M7 62c6 4 12 6 18 6" stroke="#2a5d84" stroke-width="2.4" fill="none" stroke-linecap="round"/>'
        + eye(25, 54, 4.8)
    )


FIGURES: Final[dict[str, Callable[[], str]]] = {
    "apes": apes,
    "mammals": mammals,
    "birds": birds,
    "reptiles": reptiles,
    "sea": sea,
}
