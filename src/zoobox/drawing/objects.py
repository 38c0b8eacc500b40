"""Figures that are not animals: coins, benches, trees, visitors, foods, terrains, moons and others."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from zoobox.drawing.animals import eye, eyes
from zoobox.drawing.palette import VISITOR


def coin() -> str:
    return (
        '<circle cx="50" cy="53" r="43" fill="#a87716"/><circle cx="50" cy="49" r="43" fill="#edbb40"/>'
        '<circle cx="50" cy="49" r="34" fill="none" stroke="#c48d1e" stroke-width="4"/>'
        '<path d="M50 28l6.5 13.5 14.5 2-10.5 10.3 2.5 14.700L50 61.5 37 68.500l2.5-14.700L29 43.500l14.5-2z" fill="#fff0bd"/>'
        '<path d="M20 36c4-10 12-17 22-19" stroke="#ffe7a0" stroke-width="5" fill="none" stroke-linecap="round"/>'
    )


def bench() -> str:
    return (
        '<path d="M18 58v30m64-30v30M22 20v40m56-40v40" stroke="#4b5660" stroke-width="7" stroke-linecap="round"/>'
        '<rect x="6" y="20" width="88" height="11" rx="4" fill="#c98b4e"/><rect x="6" y="36" width="88" height="11" rx="4" fill="#b5773b"/>'
        '<path d="M4 54h92l3 12H1z" fill="#d89b5c"/><path d="M1 66h98v6H1z" fill="#8f5c2c"/>'
    )


def tree() -> str:
    return (
        '<path d="M44 60h12l3 38H41z" fill="#8a5f38"/>'
        '<path d="M50 3c14 0 23 8 24 18 11 2 18 11 17 22-1 13-11 21-24 20-4 5-10 7-17 7s-13-2-17-7C20 64 10 56 9 43 8 32 15 23 26 21 27 11 36 3 50 3z"'
        ' fill="#5f9a48"/>'
        '<path d="M50 3c14 0 23 8 24 18-12-6-22 2-22 14-12-6-26 0-27 14-8 2-14-1-16-6C8 32 15 23 26 21 27 11 36 3 50 3z" fill="#7cb75e"/>'
        '<g fill="#d8564a"><circle cx="36" cy="34" r="4"/><circle cx="62" cy="24" r="4"/><circle cx="72" cy="45" r="4"/><circle cx="48" cy="54" r="4"/></g>'
    )


def bush() -> str:
    return (
        '<path d="M12 88c-10-8-9-26 4-32-1-16 14-26 27-20 8-13 30-11 34 6 14 0 22 16 15 30-2 8-6 13-12 16z" fill="#4d8a43"/>'
        '<path d="M16 56c-1-16 14-26 27-20 8-13 30-11 34 6-12-3-20 3-22 13-10-6-22-3-25 8-6-4-11-4-14-7z" fill="#6bab58"/>'
        '<g fill="#f6dfe6"><circle cx="34" cy="70" r="4.5"/><circle cx="58" cy="64" r="4.5"/><circle cx="74" cy="76" r="4.5"/></g>'
        '<g fill="#e0889f"><circle cx="34" cy="70" r="2"/><circle cx="58" cy="64" r="2"/><circle cx="74" cy="76" r="2"/></g>'
    )


def visitor(colour: str = "#888") -> str:
    return (
        f'<path d="M50 42c20 0 30 14 31 34l1 18c0 3-2 5-5 5H23c-3 0-5-2-5-5l1-18c1-20 11-34 31-34z" fill="{colour}"/>'
        '<path d="M50 42c20 0 30 14 31 34l1 18c0 3-2 5-5 5H62c6-18 3-40-12-57z" fill="#000" opacity=".13"/>'
        '<circle cx="50" cy="27" r="21" fill="#f3cfa6"/>'
        f'<path d="M28 23C30 9 40 3 50 3s20 6 22 20c4 0 8 1 9 3 1 3-6 4-10 3-12-3-30-3-42 0-4 1-11 0-10-3 1-2 5-3 9-3z" fill="{colour}"/>'
        '<path d="M29 20c12-3 30-3 42 0l1 4c-12-3-32-3-44 0z" fill="#fff6e0"/>'
        + eyes(42, 58, 33, 2.9)
        + '<path d="M44 40c4 3 8 3 12 0" stroke="#8a5a3a" stroke-width="2.2" fill="none" stroke-linecap="round"/>'
    )


def flag(colour: str = "#c4513d") -> str:
    return (
        '<rect x="14" y="4" width="7" height="94" rx="3.5" fill="#8a6a44"/><circle cx="17.5" cy="6" r="6" fill="#e9b63c"/>'
        f'<path d="M21 14c16-8 26 8 42 2 8-3 16-6 27-4-4 10-4 22 0 34-12-2-18 2-27 4-16 4-26-10-42-2z" fill="{colour}"/>'
        '<path d="M21 34c16-8 26 8 42 2 8-3 16-4 24-4 0 5 1 10 3 14-12-2-18 2-27 4-16 4-26-10-42-2z" fill="#000" opacity=".12"/>'
    )


def walking_elephant() -> str:
    """The elephant on its walk around the strip."""
    return (
        '<path d="M8 38C3 44 3 54 6 62" stroke="#5d7488" stroke-width="4.5" fill="none" stroke-linecap="round"/>'
        '<path d="M22 62h14v32H22zM50 62h14v32H50z" fill="#6d8499"/>'
        '<path d="M8 46c2-18 18-26 36-24 10-8 34-8 42 8 6 10 6 24 5 36-.3 9 2 14 6 14 2 0 3 3 1 5-8 5-17 0-17-14V58'
        'c-3 6-6 10-9 12v24H58V74H36v20H14V72C9 66 7 56 8 46z" fill="#8ba1b5"/>'
        '<path d="M52 24c14-5 22 6 20 22-1 12-10 17-18 13-8-5-12-30-2-35z" fill="#a9bccb"/>'
        '<path d="M56 31c8-3 12 4 11 14-1 7-6 10-10 7-5-3-7-18-1-21z" fill="#dba9a5"/>'
        '<path d="M78 62c2 5 6 7 11 6-1 5-9 6-13 1z" fill="#fff6e2"/>'
        '<path d="M18 26c8 8 20 10 30 6l2 14c-12 8-28 6-40-2 1-8 4-14 8-18z" fill="#c4513d"/>'
        '<path d="M13 41c10 6 24 8 36 2" stroke="#f0c75a" stroke-width="3.5" fill="none"/>' + eye(81, 38, 3.8)
    )


def paw() -> str:
    """A paw print, for movement."""
    return (
        '<g fill="currentColor"><path d="M50 48c14 0 26 14 26 27 0 10-8 14-15 11-7-4-15-4-22 0-7 3-15-1-15-11 0-13 12-27 26-27z"/>'
        '<ellipse cx="18" cy="46" rx="10" ry="13" transform="rotate(-24 18 46)"/><ellipse cx="82" cy="46" rx="10" ry="13" transform="rotate(24 82 46)"/>'
        '<ellipse cx="37" cy="25" rx="10" ry="14" transform="rotate(-8 37 25)"/><ellipse cx="63" cy="25" rx="10" ry="14" transform="rotate(8 63 25)"/></g>'
    )


def star() -> str:
    return (
        '<path d="M50 6l13 28 31 4-23 21 6 31-27-15-27 15 6-31L6 38l31-4z" fill="#edbb40" stroke="#b98316" stroke-width="5"'
        ' stroke-linejoin="round"/>'
    )


def moon() -> str:
    return (
        '<path d="M64 8C38 8 18 27 18 51s20 43 46 43c8 0 15-2 21-5-22-3-37-19-37-38s15-35 37-38c-6-3-13-5-21-5z" fill="#ffe3a0"/>'
        '<path d="M74 36l3 7 7 1-5 5 1 8-6-4-7 4 1-8-5-5 7-1z" fill="#fff3d3"/>'
    )


def pollen() -> str:
    petals = "".join(
        f'<ellipse cx="50" cy="24" rx="15" ry="21" transform="rotate({turn} 50 50)" fill="#f7c6df"/>'
        for turn in range(0, 360, 60)
    )
    return f'{petals}<circle cx="50" cy="50" r="17" fill="#f4b73c"/><circle cx="45" cy="46" r="3.5" fill="#c9821a"/><circle cx="55" cy="52" r="3.5" fill="#c9821a"/>'


def discover() -> str:
    """A lantern that finds an animal in the dark."""
    return (
        '<circle cx="50" cy="58" r="40" fill="#ffd98a" opacity=".45"/>'
        '<path d="M36 20c0-18 28-18 28 0" stroke="#5b4630" stroke-width="6" fill="none"/>'
        '<path d="M32 22h36l6 12H26z" fill="#5b4630"/><path d="M30 34h40l4 44H26z" fill="#ffe6a8"/>'
        '<path d="M50 40c8 9 11 16 11 22 0 8-5 12-11 12s-11-4-11-12c0-6 3-13 11-22z" fill="#f08c2e"/>'
        '<path d="M50 54c4 5 5 8 5 11 0 5-2 7-5 7s-5-2-5-7c0-3 1-6 5-11z" fill="#fff0bd"/>'
        '<path d="M26 78h48l4 12H22zM30 34v44M70 34v44" fill="#5b4630" stroke="#5b4630" stroke-width="5"/>'
    )


def meat() -> str:
    return (
        '<path d="M62 62l22 22" stroke="#f1d9ae" stroke-width="11" stroke-linecap="round"/><circle cx="90" cy="80" r="8" fill="#f1d9ae"/>'
        '<circle cx="80" cy="90" r="8" fill="#f1d9ae"/>'
        '<path d="M12 46C10 24 26 8 46 10c18 2 28 16 26 34-2 20-14 32-32 32-16 0-26-12-28-30z" fill="#b4493c"/>'
        '<path d="M20 44c0-16 10-26 24-26" stroke="#e0897a" stroke-width="7" fill="none" stroke-linecap="round"/>'
    )


def carrot() -> str:
    return (
        '<path d="M64 34C72 18 82 12 94 14c-2 8-6 12-12 15 6-1 11 0 15 5-8 7-18 8-28 6z" fill="#5f9a48"/>'
        '<path d="M52 22c14 2 24 12 26 26C66 70 40 92 12 96 10 94 6 92 6 90 10 62 30 34 52 22z" fill="#ee8a34"/>'
        '<path d="M40 40l10 7M30 56l12 8M48 70l-8-7" stroke="#c2641a" stroke-width="4" stroke-linecap="round"/>'
    )


def apple() -> str:
    return (
        '<path d="M50 30c0-12 4-20 12-26" stroke="#7a5431" stroke-width="6" fill="none" stroke-linecap="round"/>'
        '<path d="M56 22c6-12 20-14 30-10-4 12-16 18-30 10z" fill="#6bab58"/>'
        '<path d="M50 32c12-10 40-6 40 24 0 24-16 42-28 40-6-2-8-2-12-2s-6 0-12 2C26 98 10 80 10 56c0-30 28-34 40-24z" fill="#d8493f"/>'
        '<path d="M22 52c1-8 6-13 12-14" stroke="#f19a8c" stroke-width="6" fill="none" stroke-linecap="round"/>'
    )


def fish() -> str:
    return (
        '<path d="M66 50 96 26c-4 16-4 32 0 48z" fill="#3f7fa8"/>'
        '<path d="M4 52c14-26 46-34 72-4-24 34-58 32-72 4z" fill="#5ba3c9"/>'
        '<path d="M34 34c10 8 10 26 0 36M44 42h10M44 54h14M46 64h8" stroke="#3f7fa8" stroke-width="4" fill="none" stroke-linecap="round"/>'
        + eye(21, 47, 4.6)
    )


def banana() -> str:
    return (
        '<path d="M72 8l10-4 6 10-6 6c4 34-20 74-66 76-6 0-8-6-4-9C40 76 62 50 72 8z" fill="#f3cf4a"/>'
        '<path d="M80 22c2 30-22 62-60 68" stroke="#c99c1e" stroke-width="4" fill="none" stroke-linecap="round"/>'
        '<path d="M72 8l10-4 6 10-6 6-9-4zM12 87c-4 3-2 9 4 9l4-1-4-9z" fill="#7a5a26"/>'
    )


def leaves() -> str:
    return (
        '<path d="M46 96C44 70 52 40 74 16" stroke="#3f7a35" stroke-width="5" fill="none" stroke-linecap="round"/>'
        '<path d="M72 20C70 6 80 2 96 2c2 16-6 26-24 26z" fill="#7cb75e"/><path d="M58 42C44 40 40 28 46 14c14 4 20 14 16 26z" fill="#5f9a48"/>'
        '<path d="M58 50c8-12 20-14 32-8-4 14-18 20-34 14z" fill="#5f9a48"/><path d="M48 68C32 70 22 60 22 44c16 0 26 8 28 20z" fill="#7cb75e"/>'
        '<path d="M48 78c10-10 22-10 32-2-6 12-18 16-32 10z" fill="#7cb75e"/>'
    )


def honey() -> str:
    return (
        '<path d="M22 34h56c10 12 12 22 12 34 0 18-10 28-24 28H34C20 96 10 86 10 68c0-12 2-22 12-34z" fill="#e8a32c"/>'
        '<path d="M22 34h56c6 7 9 13 11 20-6 10-14 0-20 4-6 5-6 16-12 16s-6-12-12-14c-8-3-20 6-34-4 2-8 5-14 11-22z" fill="#ffcf5c"/>'
        '<rect x="18" y="20" width="64" height="15" rx="6" fill="#b5773b"/><rect x="26" y="8" width="48" height="14" rx="6" fill="#d89b5c"/>'
    )


def rocks() -> str:
    return (
        '<path d="M4 84 26 40l16 14L58 18l38 66c-20 8-72 8-92 0z" fill="#8d96a8"/>'
        '<path d="M58 18l38 66c-8 3-18 5-28 6L56 58zM26 40l16 14-6 36c-12-1-24-3-32-6z" fill="#737d92"/>'
        '<path d="M58 18l9 16-9 8-8-8zM26 40l8 7-6 6-6-5z" fill="#eef2f6"/>'
    )


def grass() -> str:
    return (
        '<path d="M10 92C12 62 8 44 2 32c14 8 22 24 24 44C26 48 30 24 40 8c2 20 4 44 4 64 6-28 16-48 32-58-8 18-12 40-12 60'
        ' 6-16 16-26 32-32-10 14-14 32-14 50z" fill="#6da35a"/>'
        '<path d="M26 92c2-30 6-60 14-84 2 20 4 44 4 64l-2 20zM64 92c0-30 4-58 12-78-8 18-12 40-12 60z" fill="#548a45"/>'
    )


def sand() -> str:
    return (
        '<path d="M2 84c14-34 32-46 48-32 14-20 32-14 48 32-20 8-76 8-96 0z" fill="#dcb976"/>'
        '<path d="M2 84c14-34 32-46 48-32-16 4-22 22-18 37-12-1-22-2-30-5z" fill="#c79f58"/>'
        '<path d="M50 66c8-4 16-4 24 0M58 78c6-3 14-3 20 0" stroke="#b8904a" stroke-width="4" fill="none" stroke-linecap="round"/>'
    )


def sleep() -> str:
    return (
        '<path d="M8 58h28L8 92h30M46 34h20L46 58h22M74 10h16L74 28h18" stroke="currentColor" stroke-width="7.5" fill="none"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def die(spots: int = 5) -> str:
    places = {5: ((30, 30), (70, 30), (50, 50), (30, 70), (70, 70)), 2: ((32, 32), (68, 68))}[spots]
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="8" fill="#7a6c5a"/>' for x, y in places)
    return (
        '<rect x="8" y="12" width="84" height="84" rx="20" fill="#cdbb96"/>'
        f'<rect x="8" y="6" width="84" height="84" rx="20" fill="#fffaf0"/>{dots}'
    )


def carousel() -> str:
    return (
        '<path d="M10 44C18 22 38 12 50 6c12 6 32 16 40 38z" fill="#fff6e0"/>'
        '<path d="M50 6c-4 10-8 24-9 38H26C30 26 40 14 50 6zM50 6c12 6 32 16 40 38H74C70 26 60 14 50 6z" fill="#d8493f"/>'
        '<path d="M10 44h80c0 8-10 8-10 0 0 8-10 8-10 0 0 8-10 8-10 0 0 8-10 8-10 0 0 8-10 8-10 0 0 8-10 8-10 0 0 8-10 8-10 0 0 8-10 8-10 0z" fill="#e9b63c"/>'
        '<path d="M22 50v30M50 50v30M78 50v30" stroke="#8a6a44" stroke-width="5" stroke-linecap="round"/>'
        '<rect x="10" y="80" width="80" height="12" rx="6" fill="#8a6a44"/><circle cx="50" cy="7" r="5" fill="#e9b63c"/>'
    )


def fist() -> str:
    """A closed hand: a bid that is not shown yet."""
    return (
        '<path d="M22 66c-8-10-8-26 4-30 2-12 18-14 22-6 4-8 18-8 20 2 10-2 18 6 16 18 4 16-4 34-18 40v8H36v-12c-6-4-10-10-14-20z" fill="#f0c090"/>'
        '<path d="M26 36c4 10 4 16 2 22m20-28c2 10 2 18 0 26m20-24c2 10 2 16 0 24" stroke="#c08a58" stroke-width="4" fill="none" stroke-linecap="round"/>'
        '<path d="M24 62c10 6 24 6 32-2" stroke="#c08a58" stroke-width="4" fill="none" stroke-linecap="round"/><rect x="32" y="88" width="42" height="10" rx="3" fill="#5d7fa8"/>'
    )


def bonus_tile() -> str:
    return (
        '<rect x="8" y="8" width="56" height="56" rx="12" fill="#8d96a8"/><rect x="22" y="22" width="56" height="56" rx="12" fill="#dcb976"/>'
        '<rect x="36" y="36" width="56" height="56" rx="12" fill="#6da35a"/><path d="M64 50v28M50 64h28" stroke="#fff6dc" stroke-width="9" stroke-linecap="round"/>'
    )


def pin() -> str:
    """The first player's or the current turn's mark."""
    return '<path d="M50 96C30 66 18 54 18 36a32 32 0 0 1 64 0c0 18-12 30-32 60z" fill="#e0761c"/><circle cx="50" cy="36" r="13" fill="#fff6e0"/>'


FIGURES: Final[dict[str, Callable[[], str]]] = {
    "coin": coin,
    "bench": bench,
    "tree": tree,
    "bush": bush,
    "visitor": visitor,
    **{f"visitor-{kind}": partial(visitor, colour) for kind, colour in VISITOR.items()},
    "flag": flag,
    "walking-elephant": walking_elephant,
    "paw": paw,
    "star": star,
    "moon": moon,
    "pollen": pollen,
    "discover": discover,
    "meat": meat,
    "carrot": carrot,
    "apple": apple,
    "fish": fish,
    "banana": banana,
    "leaves": leaves,
    "honey": honey,
    "rocks": rocks,
    "grass": grass,
    "sand": sand,
    "sleep": sleep,
    "die": die,
    "pin": pin,
    "bonus-tile": bonus_tile,
    "fist": fist,
    "carousel": carousel,
}
