"""What the environments share: spaces, observations and masks, actions, pictures."""

from __future__ import annotations

import operator
import re
from functools import cache
from typing import Any

import gymnasium.spaces
import numpy as np

from zoobox.drawing.palette import THEME
from zoobox.kernel.encoding import Encoding
from zoobox.kernel.game import Game
from zoobox.kernel.state import State

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")
THEME_COLOUR = re.compile(r"var\(--[a-z-]+, (#[0-9a-f]+)\)")
"""A colour that a page may replace; pixels use the default."""
VIEW_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
FRAME_WIDTH = 1000
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


def unknown_option(options: dict[str, Any] | None) -> str | None:
    """A sentence about an option of `reset` that there is not; None when there is none."""
    unknown = sorted(map(str, set(options or ()) - {"position"}))
    return f"reset has no option {unknown[0]!r}; it has: position." if unknown else None


def first_state(game: Game, seed: int, options: dict[str, Any] | None) -> State:
    """The start of a game, or the position given in the options of `reset`."""
    position = (options or {}).get("position")
    state: State = game.start(seed) if position is None else game.restore(position)
    return state


class ChoiceSpace(gymnasium.spaces.Discrete):
    """All choice ids. Sampling with a mask takes a tenth of the time that Gymnasium's own space needs."""

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if probability is None and isinstance(mask, np.ndarray) and mask.dtype == np.int8 and mask.shape == (self.n,):
            legal = mask.view(np.bool_).nonzero()[0]
            if len(legal):
                return legal[int(self.np_random.random() * len(legal))]
        return super().sample(mask, probability)


class LiveSpace(ChoiceSpace):
    """A space that knows its environment, to sample what is possible now.

    Copied or pickled alone, in a saved model for instance, it becomes a ChoiceSpace; an environment that is copied or
    pickled makes its spaces again, with the `own_state` of the old ones.
    """

    def __init__(self, env: Any, choices: int) -> None:
        super().__init__(choices)
        self.env = env

    def own_state(self) -> dict[str, Any]:
        """All but the environment."""
        return {name: value for name, value in vars(self).items() if name != "env"}

    def __reduce__(self) -> tuple[Any, ...]:
        return _plain_space, (self.own_state(),)


def _plain_space(state: dict[str, Any]) -> ChoiceSpace:
    space = ChoiceSpace.__new__(ChoiceSpace)
    space.__setstate__(state)
    return space


def observation_space(encoding: Encoding, actions: int) -> gymnasium.spaces.Dict:
    """The space of observations and of action masks."""
    box = gymnasium.spaces.Box
    found = {
        name: box(LOWEST, HIGHEST, shape, np.int16) if encoding.is_raw else box(0, 1, shape, np.uint8)
        for name, shape in encoding.shapes().items()
    }
    return gymnasium.spaces.Dict({**found, "action_mask": box(0, 1, (actions,), np.int8)})


def observe(encoding: Encoding, state: State, seat: int, actions: int, to_act: bool = True) -> dict[str, np.ndarray]:
    """The observation of a seat; its mask is all zeros when it owes no decision or is not to act yet."""
    spec = encoding.spec
    observation = np.empty(spec.size, np.int16)
    mask = np.zeros(actions, np.int8)
    if to_act:
        spec.write_both(state, seat, observation, mask)  # type: ignore[arg-type]
    else:
        spec.write(state, seat, observation)  # type: ignore[arg-type]
    return encoded(encoding, observation) | {"action_mask": mask}


def encoded(encoding: Encoding, raw: np.ndarray) -> dict[str, np.ndarray]:
    """A raw observation in an encoding."""
    return {name: rows[0] for name, rows in encoded_rows(encoding, raw[None]).items()}


def encoded_rows(encoding: Encoding, raw: np.ndarray) -> dict[str, np.ndarray]:
    """Raw observations, one in each row, in an encoding."""
    if encoding.is_raw:
        return {"observation": raw}
    flat = np.empty((len(raw), encoding.size), np.uint8)
    planes = np.empty((len(raw), max(1, encoding.plane_size)), np.uint8)
    for row, numbers in enumerate(raw):
        encoding.write(numbers, flat[row], planes[row])
    if encoding.board is None:
        return {"observation": flat}
    return {"observation": flat, "planes": planes.reshape(len(raw), *encoding.shapes()["planes"])}


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
    return pixels(svg, frame_height(state.game)) if mode == "rgb_array" else svg


@cache
def frame_height(game: Game) -> int:
    """The height of all frames of a game, whose width is FRAME_WIDTH: that of the picture at the start, or more."""
    box = VIEW_BOX.search(game.start(0).svg(None))
    assert box is not None
    return max(FRAME_WIDTH, round(FRAME_WIDTH * float(box[2]) / float(box[1])))


def pixels(svg: str, height: int) -> np.ndarray:
    """An SVG picture as rows of RGB values, as large as fits into a frame of FRAME_WIDTH by `height`."""
    import io

    import resvg_py
    from PIL import Image

    png = bytes(resvg_py.svg_to_bytes(svg_string=THEME_COLOUR.sub(r"\1", svg)))
    with Image.open(io.BytesIO(png)) as image:
        frame = Image.new("RGB", (FRAME_WIDTH, height), THEME["table"])
        picture = image.convert("RGB")
        picture.thumbnail(frame.size)
        frame.paste(picture, ((FRAME_WIDTH - picture.width) // 2, (height - picture.height) // 2))
        return np.asarray(frame)
