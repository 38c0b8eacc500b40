"""The animals, each drawn on a square of 100 by 100.

Every figure has a silhouette of its own, so that it can be recognised when it is very small and without colour.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final

DARK: Final = "#2b2420"


def eye(x: float, y: float, r: float = 4.2) -> str:
    """A round eye with a highlight."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{DARK}"/>'
        f'<circle cx="{x + r * 0.3:g}" cy="{y - r * 0.35:g}" r="{r * 0.36:.2g}" fill="#fff"/>'
    )


def eyes(x1: float, x2: float, y: float, r: float = 4.2) -> str:
    return eye(x1, y, r) + eye(x2, y, r)


def both(markup: str) -> str:
    """The left half and its mirror image."""
    return f'{markup}<g transform="matrix(-1 0 0 1 100 0)">{markup}</g>'


def lion() -> str:
    points = []
    for petal in range(14):
        a = petal / 14 * 2 * pi
        points.append(f'<circle cx="{50 + 33 * sin(a):.1f}" cy="{51 - 33 * cos(a):.1f}" r="13.5"/>')
    return (
        f'<g fill="#b4602a">{"".join(points)}</g><circle cx="50" cy="51" r="37" fill="#c9762f"/>'
        + both('<circle cx="29" cy="27" r="9" fill="#eeb04a"/><circle cx="29.5" cy="27.5" r="4.8" fill="#b4602a"/>')
        + '<path d="M50 22c17 0 28 12 28 29 0 18-12 30-28 30S22 69 22 51c0-17 11-29 28-29z" fill="#f3bd56"/>'
        '<path d="M44 27h12l-3 22h-6z" fill="#f9d180"/>'
        + both('<circle cx="43" cy="64" r="10.5" fill="#fff0d2"/>')
        + '<path d="M42 53h16c1 4-4 9-8 9s-9-5-8-9z" fill="#5b3222"/>'
        '<path d="M50 61v5m-8 3c3 4 7 3 8-1 1 4 5 5 8 1" fill="none" stroke="#5b3222" stroke-width="2.6"'
        ' stroke-linecap="round"/>' + eyes(37, 63, 46, 4.4)
    )


def elephant() -> str:
    return (
        both(
            '<path d="M37 22C24 12 6 18 3 36c-3 19 6 36 19 37 11 1 18-9 19-22z" fill="#8ba1b5"/>'
            '<path d="M34 30C25 24 13 28 11 40c-2 13 4 24 12 25 8 0 12-8 13-17z" fill="#d9a7a4"/>'
        )
        + both('<path d="M40 66c-3 7-9 10-14 8 2 8 12 9 18 1z" fill="#fff6e2"/>')
        + '<path d="M50 14c17 0 27 12 26 28-1 13-7 19-12 26-4 6-3 13 1 18 2 4-1 8-6 8-14 0-19-9-19-19'
        ' 0-8-16-16-16-33 0-16 9-28 26-28z" fill="#9cb2c5"/>'
        '<path d="M44 72c0 12 5 20 15 20 4 0 5-3 4-5-4 1-9-3-9-15z" fill="#8399ad"/>'
        '<path d="M42 58c5 2 11 2 16 0M43 66c4 1.6 9 1.6 13 0M45 74c3 1 6 1 9 0" fill="none" stroke="#7d93a8"'
        ' stroke-width="2.2" stroke-linecap="round"/>'
        '<path d="M38 22c6-5 18-5 24 0" fill="none" stroke="#b9cad8" stroke-width="4" stroke-linecap="round"/>'
        + eyes(37, 63, 43, 4.2)
    )


def monkey() -> str:
    return (
        both('<circle cx="14" cy="50" r="13" fill="#8a5533"/><circle cx="14" cy="50" r="7.5" fill="#f1c9a0"/>')
        + '<path d="M50 10c4-6 11-6 13-4-4 0-6 2-7 5z" fill="#8a5533"/>'
        '<circle cx="50" cy="48" r="38" fill="#9a623a"/>'
        '<path d="M50 33c5-8 25-8 26 10 .5 8-5 11-4 17 1 16-9 26-22 26S27 76 28 60c1-6-4.5-9-4-17 1-18 21-18 26-10z"'
        ' fill="#f6d3ab"/><ellipse cx="50" cy="68" rx="19" ry="14" fill="#fbe3c4"/>'
        '<path d="M46 60q-2 3-4 1m12-1q2 3 4 1" fill="none" stroke="#8a5533" stroke-width="2.6" stroke-linecap="round"/>'
        '<path d="M38 68c4 11 20 11 24 0" fill="#b4504a" stroke="#7a3a2a" stroke-width="2.4" stroke-linejoin="round"/>'
        + eyes(39, 61, 46, 5)
    )


def ostrich() -> str:
    return (
        '<path d="M4 100c2-18 18-26 46-26s44 8 46 26z" fill="#4b3b49"/>'
        '<path d="M10 88c6-8 14-10 20-9M70 79c8 0 14 3 20 9M30 97c4-8 10-12 18-13M70 97c-4-8-10-12-18-13"'
        ' fill="none" stroke="#6b5668" stroke-width="3" stroke-linecap="round"/>'
        '<path d="M43 36h15c-2 12-1 24 5 42 1 6-26 6-26 0 6-18 8-30 6-42z" fill="#e6a4b0"/>'
        '<path d="M36 80c8-5 20-5 28 0-6 7-22 7-28 0z" fill="#fff3e4"/>'
        '<path d="M40 12c-1-5-4-8-7-9m13 7c0-4-1-7-2-9m8 9c1-4 3-7 5-8m1 10c2-4 5-6 8-6" stroke="#4b3b49"'
        ' stroke-width="3" fill="none" stroke-linecap="round"/>'
        '<ellipse cx="50" cy="28" rx="23" ry="20" fill="#e6a4b0"/>'
        '<path d="M30 38c4-6 36-6 40 0 3 6-10 13-20 13S27 44 30 38z" fill="#f0a03c"/>'
        '<path d="M31 41c10 5 28 5 38 0" stroke="#b5661c" stroke-width="2.4" fill="none" stroke-linecap="round"/>'
        + both(
            '<circle cx="37" cy="24" r="8.5" fill="#fff"/><path d="M28 20l-5-4m8 0-3-5m9 3 0-5" stroke="#2b2420"'
            ' stroke-width="2.2" stroke-linecap="round"/>'
        )
        + eyes(38, 62, 25, 5)
    )


def crocodile() -> str:
    return (
        '<path d="M98 52C98 34 88 24 74 24c-6 0-10 3-12 8-10 5-28 6-46 9C6 43 2 49 3 56l60 6z" fill="#6cab52"/>'
        '<path d="M3 56c0 4 2 6 5 8l2-6 6 8 5-8 7 9 6-9 6 9 6-9 7 8 6-8" fill="#fffaf0"/>'
        '<path d="M98 48c2 22-8 36-30 36H26C14 84 7 78 9 70l5-3 6 6 6-7 7 7 6-7 7 7 6-7 7 7 9-12z" fill="#528a3e"/>'
        '<path d="M61 58c2 8 10 10 16 6" stroke="#3d6d2d" stroke-width="3" fill="none" stroke-linecap="round"/>'
        '<circle cx="72" cy="30" r="12" fill="#7dbb61"/><circle cx="72" cy="29" r="8" fill="#ffe9a6"/>'
        f'<path d="M72 21.500c3.5 4 3.5 11 0 15-3.5-4-3.5-11 0-15z" fill="{DARK}"/>'
        '<path d="M12 43c-1-6 9-7 10-2" fill="#7dbb61"/><circle cx="15" cy="45" r="1.9" fill="#3d6d2d"/>'
        '<path d="M84 26l5-7 2 9 7-5-1 10z" fill="#528a3e"/>'
        '<g fill="#8cc871"><circle cx="44" cy="44" r="2.5"/><circle cx="54" cy="41" r="2.5"/>'
        '<circle cx="87" cy="42" r="3"/><circle cx="90" cy="54" r="2.5"/><circle cx="34" cy="46" r="2"/></g>'
    )


def meerkat() -> str:
    return (
        '<path d="M64 84c14 2 22-4 24-18" stroke="#a97a3e" stroke-width="6" fill="none" stroke-linecap="round"/>'
        '<path d="M50 40c15 0 21 16 21 34 0 14-4 22-21 22S29 88 29 74c0-18 6-34 21-34z" fill="#c4914e"/>'
        '<path d="M50 48c9 0 13 12 13 26 0 13-4 18-13 18s-13-5-13-18c0-14 4-26 13-26z" fill="#f2dcb3"/>'
        + both(
            '<path d="M30 58c-4 10 4 18 14 17 3-.5 3-5 0-5-6 0-9-4-8-12z" fill="#b07f40"/>'
            '<ellipse cx="38" cy="95" rx="10" ry="4.5" fill="#a97a3e"/>'
            '<path d="M28 24c-8-4-11 4-6 10l8-2z" fill="#5f4327"/>'
        )
        + '<path d="M50 6c16 0 25 11 25 23 0 9-6 13-11 17-4 4-8 8-14 8s-10-4-14-8c-5-4-11-8-11-17C25 17 34 6 50 6z"'
        ' fill="#d3a25f"/>'
        '<path d="M50 28c9 0 13 9 11 15-2 5-6 9-11 9s-9-4-11-9c-2-6 2-15 11-15z" fill="#f6e5c4"/>'
        + both('<ellipse cx="37" cy="28" rx="8.5" ry="7" transform="rotate(-20 37 28)" fill="#4c3622"/>')
        + '<ellipse cx="50" cy="41" rx="5" ry="3.8" fill="#33251a"/>'
        '<path d="M50 45v3" stroke="#33251a" stroke-width="2" stroke-linecap="round"/>'
        '<circle cx="38" cy="27" r="3.6" fill="#fff4da"/><circle cx="62" cy="27" r="3.6" fill="#fff4da"/>'
        f'<circle cx="38" cy="27.5" r="2.3" fill="{DARK}"/><circle cx="62" cy="27.5" r="2.3" fill="{DARK}"/>'
    )


def flamingo() -> str:
    return (
        '<path d="M58 66v30m0 0h9" stroke="#e0687f" stroke-width="4" fill="none" stroke-linecap="round"/>'
        '<path d="M52 66l-12 12 14 4" stroke="#e0687f" stroke-width="4" fill="none" stroke-linecap="round"'
        ' stroke-linejoin="round"/>'
        '<path d="M36 52C38 36 62 30 78 40c8 5 14 10 19 8-2 12-14 24-32 25C48 74 35 66 36 52z" fill="#f4859b"/>'
        '<path d="M52 48c10-6 26-3 42 3-6 10-18 16-30 14-8-2-14-8-12-17z" fill="#e0687f"/>'
        '<path d="M60 52c8-2 18 0 28 1M60 59c6-1 13 0 20-1" stroke="#f8aab9" stroke-width="2.6" fill="none"'
        ' stroke-linecap="round"/>'
        '<path d="M42 60C30 54 22 46 28 36c5-8 16-10 14-20C41 10 34 8 28 12" stroke="#f4859b" stroke-width="10.5"'
        ' fill="none" stroke-linecap="round"/>'
        '<circle cx="27" cy="15" r="10" fill="#f4859b"/>'
        '<path d="M20 10c-8 2-13 9-10 20 1 4 5 4 6 0 1-5 4-8 9-10z" fill="#fff0dc"/>'
        '<path d="M9.5 24c-1 4 0 6 .5 7 1 3 5 3 6 0 .6-2.4 1.4-4 2.5-5.500z" fill="#332b2b"/>' + eye(28, 13, 3.2)
    )


def kangaroo() -> str:
    return (
        '<path d="M66 76c22 4 30-10 27-30-1-8 2-16 5-16" stroke="#8c3f21" stroke-width="8" fill="none"'
        ' stroke-linecap="round"/><path d="M93 50c1-9 2-18 5-20" stroke="#e2a45c" stroke-width="8" fill="none"'
        ' stroke-linecap="round"/><rect x="2" y="85" width="96" height="11" rx="5.5" fill="#7a5a35"/>'
        '<path d="M8 89h30m14 0h36" stroke="#94714a" stroke-width="2.6" stroke-linecap="round"/>'
        '<path d="M44 44c16 0 29 14 29 30 0 10-5 15-14 15H30c-10 0-16-6-16-16 0-16 13-29 30-29z" fill="#a84f2b"/>'
        '<path d="M42 56c10 0 15 8 15 18 0 8-5 13-15 13s-15-5-15-13c0-10 5-18 15-18z" fill="#f3d49b"/>'
        '<path d="M22 64c-1 9 4 13 13 12m27-14c1 9-4 15-13 14" stroke="#7d371d" stroke-width="7.5" fill="none"'
        ' stroke-linecap="round"/><path d="M19 87c0-8 17-8 18 0zM48 87c1-8 18-8 18 0z" fill="#5c2815"/>'
        '<path d="M26 26C18 18 16 8 20 2c8 2 14 9 16 18zM62 26c8-8 10-18 6-24-8 2-14 9-16 18z" fill="#8c3f21"/>'
        '<path d="M27 22c-4-5-6-10-5-15 5 2 8 7 10 12zM61 22c4-5 6-10 5-15-5 2-8 7-10 12z" fill="#efb993"/>'
        '<path d="M44 12c13 0 22 8 22 19 0 8-5 12-8 16-3 7-7 12-14 12s-11-5-14-12c-3-4-8-8-8-16 0-11 9-19 22-19z"'
        ' fill="#bd6237"/><path d="M44 14c4 8 5 18 4 26h-8c-1-8 0-18 4-26z" fill="#d98a4e"/>'
        '<path d="M44 38c8 0 11 5 10 10-1 6-5 11-10 11s-9-5-10-11c-1-5 2-10 10-10z" fill="#f6dfb4"/>'
        '<path d="M37 44c0-5 14-5 14 0 0 4-4 7-7 7s-7-3-7-7z" fill="#3a241b"/>'
        '<path d="M41 55c2 1.5 4 1.5 6 0" stroke="#3a241b" stroke-width="2" fill="none" stroke-linecap="round"/>'
        + eyes(33, 55, 31, 4.2)
    )


def penguin() -> str:
    return (
        both('<path d="M26 38C14 46 8 60 9 74c1 5 6 5 9 1l12-17z" fill="#2b374a"/>')
        + both('<path d="M30 90c-8 0-10 8-3 8h17c5 0 4-8-2-8z" fill="#f09a2f"/>')
        + '<path d="M50 3c17 0 25 12 25 27 0 8 6 18 6 34 0 18-12 29-31 29S19 82 19 64c0-16 6-26 6-34C25 15 33 3 50 3z"'
        ' fill="#38465c"/>'
        '<path d="M50 30c8-10 20-3 18 9-1 6 5 14 5 26 0 15-9 22-23 22s-23-7-23-22c0-12 6-20 5-26-2-12 10-19 18-9z"'
        ' fill="#fdf8ec"/>'
        '<path d="M39 37c3-5 19-5 22 0 1 4-6 11-11 11s-12-7-11-11z" fill="#f09a2f"/>'
        '<path d="M40 39c6 3 14 3 20 0" stroke="#b5661c" stroke-width="2" fill="none"/>'
        '<ellipse cx="33" cy="46" rx="4" ry="2.8" fill="#f7bcae"/><ellipse cx="67" cy="46" rx="4" ry="2.8" fill="#f7bcae"/>'
        + eyes(39, 61, 29, 4.4)
    )


def fox() -> str:
    return (
        both(
            '<path d="M10 6c10 4 24 14 30 24L14 48C8 34 6 18 10 6z" fill="#dcebf3" stroke="#7fa9c0" stroke-width="2.6"'
            ' stroke-linejoin="round"/><path d="M16 16c7 4 12 9 15 15L19 39c-4-8-5-16-3-23z" fill="#9cc4d8"/>'
        )
        + '<path d="M50 22c17 0 30 9 33 22 3 5 9 10 13 11-5 3-9 4-11 8 2 2 3 4 6 5-8 2-13 4-18 10-6 8-14 15-23 15'
        's-17-7-23-15c-5-6-10-8-18-10 3-1 4-3 6-5-2-4-6-5-11-8 4-1 10-6 13-11 3-13 16-22 33-22z" fill="#f8fcff"'
        ' stroke="#7fa9c0" stroke-width="2.6" stroke-linejoin="round"/>'
        '<path d="M40 25c6 8 8 18 10 28 2-10 4-20 10-28-6-3-14-3-20 0z" fill="#d3e6f0"/>'
        '<path d="M18 62c8 4 13 8 17 15 4 6 9 9 15 9s11-3 15-9c4-7 9-11 17-15-8 12-15 29-32 29S26 74 18 62z"'
        ' fill="#dcebf3"/>'
        '<path d="M42 74c0-4 16-4 16 0 0 5-5 9-8 9s-8-4-8-9z" fill="#2e3844"/>'
        '<path d="M45 87c3 2 7 2 10 0" stroke="#5f8297" stroke-width="2.2" fill="none" stroke-linecap="round"/>'
        + eyes(33, 67, 55, 5)
    )


def cheetah() -> str:
    spots = ((50, 15, 3.4), (39, 20, 3), (61, 20, 3), (30, 29, 3), (70, 29, 3), (50, 26, 2.6), (20, 44, 3), (80, 44, 3),
             (20, 57, 3), (80, 57, 3), (25, 69, 2.8), (75, 69, 2.8), (44, 33, 2), (56, 33, 2))  # fmt: skip
    return (
        both('<circle cx="21" cy="20" r="13" fill="#d99b2e"/><circle cx="22" cy="22" r="7.5" fill="#4a3524"/>')
        + '<path d="M50 8c23 0 38 16 38 39 0 12-3 22-10 30-7 9-16 16-28 16s-21-7-28-16c-7-8-10-18-10-30C12 24 27 8 50 8z"'
        ' fill="#f2bd48"/>'
        + "".join(f'<circle cx="{x}" cy="{y}" r="{r}" fill="#4a3524"/>' for x, y, r in spots)
        + both(
            '<ellipse cx="33" cy="45" rx="10" ry="7.5" fill="#fff3d3"/><circle cx="42" cy="71" r="13.5" fill="#fff3d3"/>'
        )
        + '<path d="M34 82c4 9 28 9 32 0-8 5-24 5-32 0z" fill="#fff3d3"/>'
        '<path d="M42 45c-1 10-6 16-8 30m24-30c1 10 6 16 8 30" stroke="#3a2819" stroke-width="4.6" fill="none"'
        ' stroke-linecap="round"/>'
        '<path d="M42 58h16c1 5-4 10-8 10s-9-5-8-10z" fill="#3a2819"/>'
        '<path d="M50 67v5m-8 4c3 4 7 3 8-1 1 4 5 5 8 1" fill="none" stroke="#3a2819" stroke-width="2.6" stroke-linecap="round"/>'
        + eyes(34, 66, 45, 5)
    )


def wolf() -> str:
    return (
        both(
            '<path d="M17 4c10 6 20 15 25 26L18 50c-6-16-7-32-1-46z" fill="#5d6b7a"/>'
            '<path d="M21 16c6 5 10 10 13 16L23 41c-4-9-5-17-2-25z" fill="#c7a59c"/>'
        )
        + '<path d="M50 20c19 0 31 11 34 25l11 12-9 1 6 9-10 0 3 9-12 0c-5 10-13 19-23 19s-18-9-23-19l-12 0 3-9-10 0'
        ' 6-9-9-1 11-12c3-14 15-25 34-25z" fill="#71808f"/>'
        '<path d="M50 52c6-10 20-14 28-8 0 11-7 17-12 27-4 10-9 21-16 21s-12-11-16-21c-5-10-12-16-12-27 8-6 22-2 28 8z"'
        ' fill="#e9edf0"/>'
        '<path d="M41 22h18l-5 34h-8z" fill="#56636f"/>'
        '<path d="M44 56h12l4 18c0 8-5 12-10 12s-10-4-10-12z" fill="#aab5bf"/>'
        '<path d="M40 72c0-5 20-5 20 0 0 6-6 10-10 10s-10-4-10-10z" fill="#20262d"/>'
        '<path d="M50 82v5m-7 0c4 4 10 4 14 0" stroke="#20262d" stroke-width="2.4" fill="none" stroke-linecap="round"/>'
        + both(
            '<path d="M26 48c5-5 12-3 16 4-6 3-13 2-16-4z" fill="#f2b632"/><circle cx="35" cy="49" r="3.2" fill="#20262d"/>'
            '<path d="M24 42c6-4 13-2 18 4" stroke="#3f4a55" stroke-width="3" fill="none" stroke-linecap="round"/>'
        )
    )


def snake() -> str:
    body = "M78 30C66 22 34 18 20 34c-13 16 2 30 26 30 20 0 28 6 22 14-8 10-38 10-54 2"
    return (
        f'<path d="{body}" stroke="#37795a" stroke-width="19" fill="none" stroke-linecap="round"/>'
        f'<path d="{body}" stroke="#4fa37a" stroke-width="15" fill="none" stroke-linecap="round"/>'
        f'<path d="{body}" stroke="#f0d873" stroke-width="6.5" fill="none" stroke-dasharray="7 10"/>'
        '<path d="M94 40l5 6m-5-6 6-2" stroke="#c8452f" stroke-width="2.8" stroke-linecap="round"/>'
        '<path d="M86 38l10 3" stroke="#c8452f" stroke-width="2.8" stroke-linecap="round"/>'
        '<path d="M58 22c4-12 20-15 29-5 7 8 8 19 1 25-10 8-36-4-30-20z" fill="#4fa37a" stroke="#37795a" stroke-width="2"/>'
        '<circle cx="69" cy="20" r="6.5" fill="#f7edb0"/><circle cx="84" cy="26" r="6" fill="#f7edb0"/>'
        + eye(70, 21, 3.6)
        + eye(84, 27, 3.4)
        + '<path d="M70 35c5 4 11 4 15 2" stroke="#2c6348" stroke-width="2.2" fill="none" stroke-linecap="round"/>'
    )


def butterfly() -> str:
    return (
        both(
            '<path d="M48 46C44 20 26 6 12 10 0 14 2 40 14 52c8 8 24 6 34 2z" fill="#8d5cc0"/>'
            '<path d="M48 54c-12-2-28 2-32 14-4 13 6 24 17 22 10-2 15-16 15-26z" fill="#b07fdc"/>'
            '<path d="M44 44C40 28 28 16 18 18c-7 3-6 20 3 28 6 5 16 4 23 2z" fill="#f3a64b"/>'
            '<circle cx="27" cy="34" r="6" fill="#fff3d3"/><circle cx="30" cy="72" r="7.5" fill="#ffd77a"/>'
            '<circle cx="30" cy="72" r="3.6" fill="#8d5cc0"/><circle cx="9" cy="22" r="2.4" fill="#fff3d3"/>'
            '<circle cx="8" cy="33" r="2.4" fill="#fff3d3"/>'
            '<path d="M49 24C46 14 40 9 34 8" stroke="#3a2a4a" stroke-width="2.8" fill="none" stroke-linecap="round"/>'
            '<circle cx="34" cy="8" r="3" fill="#3a2a4a"/>'
        )
        + '<path d="M50 22c5 0 6 5 5 9l2 22c0 18-3 34-7 34s-7-16-7-34l2-22c-1-4 0-9 5-9z" fill="#3a2a4a"/>'
        '<path d="M45 46h10m-11 10h12m-11 10h10" stroke="#7a6192" stroke-width="2.6"/>'
    )


def sloth() -> str:
    return (
        '<rect x="0" y="4" width="100" height="11" rx="5.5" fill="#6f5433"/>'
        '<path d="M8 8h26m14 0h40" stroke="#8d6d46" stroke-width="2.6" stroke-linecap="round"/>'
        '<path d="M90 15c6 2 9 8 6 14-6-2-9-8-6-14z" fill="#7aa858"/>'
        '<path d="M50 98c-22 0-30-16-28-34h56c2 18-6 34-28 34z" fill="#8f7050"/>'
        + both(
            '<path d="M17 10c-6 20-4 44 8 60" stroke="#8f7050" stroke-width="14" fill="none" stroke-linecap="round"/>'
            '<path d="M12 5c-1-4 3-5 4 0m2 0c-1-4 3-5 4 0m-16 0c-1-4 3-5 4 0" stroke="#f2e4c8" stroke-width="2.6" fill="none"'
            ' stroke-linecap="round"/>'
        )
        + '<path d="M50 26c21 0 33 13 33 29S70 84 50 84 17 71 17 55s12-29 33-29z" fill="#a88a66"/>'
        '<path d="M50 35c17 0 26 9 26 21S66 79 50 79 24 68 24 56s9-21 26-21z" fill="#f1dfbd"/>'
        + both('<path d="M44 51c-8-3-18 2-24 11 7 4 20 2 24-3 2-3 2-7 0-8z" fill="#6b4f37"/>')
        + '<ellipse cx="50" cy="61" rx="6" ry="4.4" fill="#3a2a20"/>'
        '<path d="M38 67c6 7 18 7 24 0" stroke="#3a2a20" stroke-width="2.8" fill="none" stroke-linecap="round"/>'
        + eyes(37, 63, 54.5, 3.7)
    )


FIGURES: Final[dict[str, Callable[[], str]]] = {
    "lion": lion,
    "elephant": elephant,
    "monkey": monkey,
    "ostrich": ostrich,
    "crocodile": crocodile,
    "meerkat": meerkat,
    "flamingo": flamingo,
    "kangaroo": kangaroo,
    "penguin": penguin,
    "fox": fox,
    "cheetah": cheetah,
    "wolf": wolf,
    "snake": snake,
    "butterfly": butterfly,
    "sloth": sloth,
}
