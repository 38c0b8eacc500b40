"""What the faces share: which seat acts, its observation and mask, and the rewards."""

from __future__ import annotations

import re
from typing import Any

import gymnasium.spaces
import numpy as np

from zoobox.kernel.game import Game
from zoobox.kernel.senses import Senses
from zoobox.kernel.state import State

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")
THEME_COLOUR = re.compile(r"var\(--[a-z-]+, (#[0-9a-f]+)\)")
"""A colour that a page may replace; pixels take ours."""
LOWEST, HIGHEST = np.iinfo(np.int16).min, np.iinfo(np.int16).max


def check_render_mode(mode: str | None) -> None:
    """Refuses a render mode that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode can be {', '.join(RENDER_MODES)}, not {mode!r}")


def observation_space(game: Game, senses: Senses) -> gymnasium.spaces.Dict:
    """What the seat perceives, and what it may choose."""
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(LOWEST, HIGHEST, (senses.size,), np.int16),
            "action_mask": gymnasium.spaces.Box(0, 1, (game.choice_count,), np.int8),
        }
    )


def observe(senses: Senses, state: State, seat: int, legal: bool = True) -> dict[str, np.ndarray]:
    """The observation of a seat; its mask is empty when it owes no decision."""
    observation = np.zeros(senses.size, dtype=np.int16)
    senses.write(state, seat, observation)  # type: ignore[arg-type]
    mask = np.zeros(state.game.choice_count, dtype=np.int8)
    if legal:
        mask[state.legal(seat)] = 1
    return {"observation": observation, "action_mask": mask}


def picture(state: State, mode: str, seat: int | None = None) -> Any:
    """The picture of a view: printed for people, or as text, SVG or pixels."""
    if mode == "human":
        print(state.text(seat))
        return None
    if mode == "ansi":
        return state.text(seat)
    svg = state.svg(seat)
    return pixels(svg) if mode == "rgb_array" else svg


def pixels(svg: str) -> np.ndarray:
    """An SVG picture as rows of RGB values."""
    import io

    import resvg_py
    from PIL import Image

    png = bytes(resvg_py.svg_to_bytes(svg_string=THEME_COLOUR.sub(r"\1", svg)))
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))
