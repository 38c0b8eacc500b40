"""Colours and fonts. A page that shows a picture can replace the colours of `THEME`."""

from typing import Final

TYPE: Final = "'Avenir Next', 'Nunito', 'Segoe UI', 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"
HAND: Final = "'Segoe Print', 'Bradley Hand', 'Chilanka', 'Comic Neue', 'Avenir Next', 'Liberation Sans', sans-serif"

THEME: Final = {
    "table": "#efe5d2",
    "paper": "#fbf6ea",
    "paper-shade": "#f1e8d4",
    "edge": "#d9c9a8",
    "ink": "#3b3228",
    "ink-soft": "#7a6c5a",
    "pencil": "#56606b",
    "lit": "#e0761c",
}


def theme(name: str) -> str:
    """A colour of the theme: the page's own if it defines one, otherwise the default."""
    return f"var(--{name}, {THEME[name]})"


INK: Final = "#2c241d"
WHITE: Final = "#fffaf0"
SHADOW: Final = "#2c1c0a"
GOLD: Final = "#e9b63c"
WOOD: Final = "#a9794a"
WOOD_DARK: Final = "#80572f"

ANIMAL: Final = {
    "crocodile": "#5c9a45",
    "ostrich": "#b0607f",
    "monkey": "#9a623a",
    "elephant": "#7f97ad",
    "lion": "#e39a2d",
    "meerkat": "#c4914e",
    "flamingo": "#ee7f97",
    "kangaroo": "#a84f2b",
    "penguin": "#38465c",
    "fox": "#7fb2cc",
    "cheetah": "#e8b23c",
    "wolf": "#71808f",
    "snake": "#4c9c74",
    "butterfly": "#8d5cc0",
    "sloth": "#a07f5c",
    "apes": "#5d5566",
    "mammals": "#dd9433",
    "birds": "#d8493f",
    "reptiles": "#6f9b3c",
    "sea": "#3f83b8",
    "coin": "#d9a52b",
}
"""Each animal's own colour; figures differ in shape, too, so that nothing depends on colour alone."""

SEATS: Final = ("#c4513d", "#2f7c9c", "#5d8a3a", "#8a5ba6", "#c08a1e")
"""The colours of the seats."""


def seat_colour(seat: int) -> str:
    """The colour of a seat in a picture: what the people at the table have chosen, or the default."""
    return f"var(--seat-{seat}, {SEATS[seat]})"


VISITOR: Final = {kind: ANIMAL[kind] for kind in ("apes", "mammals", "birds", "reptiles", "sea")}

GREENS: Final = {4: "#a9cf6f", 5: "#86b955", 6: "#5f9d45", 7: "#3f7f3a"}
"""Four shades of green for enclosures, by size."""
GROUND: Final = "#b98d5c"
GROUND_DARK: Final = "#a1774a"

NIGHT: Final = "#16233f"
NIGHT_PAPER: Final = "#22335a"
NIGHT_EDGE: Final = "#3b5186"
LANTERN: Final = "#ffd98a"
TERRAIN: Final = {"rocks": "#8d96a8", "grass": "#6da35a", "sand": "#dcb976"}
