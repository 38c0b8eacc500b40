"""Lessons: a scripted first game, told step by step. Each game has one in its `lessons.toml`.

A lesson is a list of scenes. A scene begins at a prepared position, and each of its steps may play decisions that
everybody sees, say something about pieces of the picture, and set an exercise. The learner has seat 0.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from zoobox.kernel.choice import LogLine
from zoobox.kernel.fields import BY_HAND
from zoobox.kernel.state import State

if TYPE_CHECKING:
    from zoobox.kernel.game import Game

LEARNER = 0
ANYTHING = "*"
"""As an answer: whatever is possible."""
FILE = "lessons.toml"


@dataclass(frozen=True)
class Step:
    """One thing at a time."""

    number: int
    scene: int
    text: Mapping[str, str]
    """What is said, by language."""
    point: tuple[str, ...]
    """The picture elements that it is about."""
    play: tuple[tuple[int, str], ...]
    """What is played before it is said: seat and notation."""
    answers: tuple[str, ...]
    """For an exercise, the notations of right answers; the lesson goes on with the first."""
    wrong: Mapping[str, str]
    """What is said to any other answer."""
    right: Mapping[str, str]
    last_of_scene: bool

    @property
    def is_exercise(self) -> bool:
        return bool(self.answers)

    def accepts(self, notation: str) -> bool:
        return notation in self.answers or ANYTHING in self.answers


@dataclass(frozen=True)
class Scene:
    """A prepared position, as the difference to the start of a game."""

    title: Mapping[str, str]
    seed: int
    position: Mapping[str, Any]


@dataclass(frozen=True)
class Moment:
    """What happened by one decision, and the state after it."""

    state: State
    lines: list[LogLine]


@dataclass(frozen=True)
class Lesson:
    game: Game
    minutes: int
    scenes: tuple[Scene, ...]
    steps: tuple[Step, ...]

    def before(self, step: Step) -> State:
        """The state in which a step opens, before anything is played in it."""
        scene = self.scenes[step.scene]
        state: State = self.game.start(scene.seed)
        if scene.position:
            state = self.game.restore({**merged(state.position(), scene.position), BY_HAND: True})
        for earlier in self.steps[: step.number]:
            if earlier.scene == step.scene:
                self._go_on(state, earlier)
        return state

    def played(self, step: Step) -> list[Moment]:
        """What is played when a step opens, decision by decision."""
        moments = []
        state = self.before(step)
        for seat, notation in step.play:
            before = state.copy()
            choice = self.game.find(state, seat, notation)
            state.apply(seat, choice)
            moments.append(Moment(state.copy(), self.game.log(before, seat, choice, state, LEARNER)))
        return moments

    def asked(self, step: Step) -> State:
        """The state about which a step speaks."""
        moments = self.played(step)
        return moments[-1].state if moments else self.before(step)

    def answer(self, step: Step, choice: int) -> Moment:
        """What a right answer of the learner leads to."""
        state = self.asked(step)
        before = state.copy()
        state.apply(LEARNER, choice)
        return Moment(state, self.game.log(before, LEARNER, choice, state, LEARNER))

    def _go_on(self, state: State, step: Step) -> None:
        for seat, notation in step.play:
            state.apply(seat, self.game.find(state, seat, notation))
        if step.is_exercise and not step.last_of_scene:
            state.apply(LEARNER, self.game.find(state, LEARNER, step.answers[0]))


def merged(whole: Any, change: Any) -> Any:
    """A position with changes: tables are merged key by key, lists of the same length entry by entry."""
    if isinstance(whole, dict) and isinstance(change, Mapping):
        return {**whole, **{key: merged(whole.get(key), value) for key, value in change.items()}}
    if isinstance(whole, list) and isinstance(change, list) and len(whole) == len(change):
        return [merged(one, other) for one, other in zip(whole, change, strict=True)]
    return change


@cache
def lesson(kind: type[Game]) -> Lesson | None:
    """The lesson of a game, or nothing where it has none."""
    path = kind.folder / FILE
    if not path.exists():
        return None
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    game = kind(players=told.get("players"), variant=told.get("variant"))
    scenes: list[Scene] = []
    steps: list[Step] = []
    for number, scene in enumerate(told["scene"]):
        position = json.loads(scene["position"]) if "position" in scene else {}
        scenes.append(Scene(scene["title"], scene["seed"], position))
        for place, entry in enumerate(scene["step"], 1):
            steps.append(_step(entry, len(steps), number, place == len(scene["step"])))
    return Lesson(game, told["minutes"], tuple(scenes), tuple(steps))


def _step(entry: Mapping[str, Any], number: int, scene: int, last: bool) -> Step:
    return Step(
        number=number,
        scene=scene,
        text=entry["text"],
        point=tuple(entry.get("point", ())),
        play=tuple(_decision(line) for line in entry.get("play", ())),
        answers=tuple(entry.get("answers", ())),
        wrong=entry.get("wrong", {}),
        right=entry.get("right", {}),
        last_of_scene=last,
    )


def _decision(line: str) -> tuple[int, str]:
    """A decision as in a record: `1 take 2` is seat 1's `take 2`."""
    seat, _, notation = line.partition(" ")
    return int(seat), notation
