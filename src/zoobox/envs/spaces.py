"""What the environments share: spaces, observations and masks, actions, pictures."""

from __future__ import annotations

import operator
import re
from typing import Any

import gymnasium.spaces
import numpy as np

from zoobox.kernel.game import Game
from zoobox.kernel.observation import ObservationSpec
from zoobox.kernel.state import State

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")
THEME_COLOUR = re.compile(r"var\(--[a-z-]+, (#[0-9a-f]+)\)")
"""A colour that a page may replace; pixels use the default."""
LOWEST, HIGHEST = np.iinfo(np.int16).min, np.iinfo(np.int16).max


def check_render_mode(mode: str | None) -> None:
    """Refuses an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode can be {', '.join(RENDER_MODES)}, not {mode!r}")


def check_limit(name: str, limit: int | None) -> None:
    """Refuses a limit that would end a game before it begins."""
    if limit is not None and limit < 1:
        raise ValueError(f"{name} is a number from 1 on, not {limit}")


def metadata(name: str, parallelizable: bool) -> dict[str, Any]:
    """PettingZoo's metadata of an environment."""
    return {
        "name": f"{name.replace('-', '_')}_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": parallelizable,
        "render_fps": 2,
    }


def begin(game: Game, seeds: np.random.SeedSequence, options: dict[str, Any] | None) -> State:
    """A new game with the next of the seeds, or the position given in the options."""
    position = (options or {}).get("position")
    luck = int(seeds.spawn(1)[0].generate_state(1)[0])
    state: State = game.restore(position) if position else game.start(luck)
    return state


class ChoiceSpace(gymnasium.spaces.Discrete):
    """All choice ids. Sampling with a mask takes a tenth of the time that Gymnasium's own space needs."""

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if probability is None and isinstance(mask, np.ndarray) and mask.dtype == np.int8 and mask.shape == (self.n,):
            legal = mask.view(np.bool_).nonzero()[0]
            if len(legal):
                return legal[int(self.np_random.random() * len(legal))]
        return super().sample(mask, probability)


def observation_space(spec: ObservationSpec, actions: int) -> gymnasium.spaces.Dict:
    """The space of observations and of action masks."""
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(LOWEST, HIGHEST, (spec.size,), np.int16),
            "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def observe(spec: ObservationSpec, state: State, seat: int, actions: int, to_act: bool = True) -> dict[str, np.ndarray]:
    """The observation of a seat; its mask is all zeros when it owes no decision or is not to act yet."""
    observation = np.empty(spec.size, np.int16)
    mask = np.zeros(actions, np.int8)
    if to_act:
        spec.write_both(state, seat, observation, mask)  # type: ignore[arg-type]
    else:
        spec.write(state, seat, observation)  # type: ignore[arg-type]
    return {"observation": observation, "action_mask": mask}


def number(action: Any) -> int:
    """An action of any integer type as an int."""
    try:
        return operator.index(action)
    except TypeError:
        raise TypeError(f"an action is the number of a choice, not {action!r}") from None


def play(state: State, seat: int, action: Any) -> None:
    """Plays a choice by its number; one outside the mask raises IllegalChoice."""
    choice = number(action)
    try:
        state.apply(seat, choice)
    except OverflowError:  # compiled, a number beyond all choices
        raise state.game.refusal(state, seat, choice) from None


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
