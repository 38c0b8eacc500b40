"""One game between bots."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from zoobox.arena.entrants import parse
from zoobox.arena.fixtures import Fixture
from zoobox.games import game as make_game
from zoobox.kernel.components import Components
from zoobox.kernel.game import Game
from zoobox.kernel.state import State

BOT_SEED_STEP = 1_000_003


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game."""

    SHELF: ClassVar[str] = ".jsonl"

    key: str
    seating: tuple[str, ...]
    seed: int
    payoffs: tuple[float, ...]
    points: tuple[int, ...]
    decisions: tuple[int, ...]
    """How many each seat made among several choices."""
    seconds: tuple[float, ...]
    """How long each seat thought about them."""
    longest: tuple[float, ...]
    """The longest thought of each seat."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Outcome:
        told: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in given.items()
        }
        return cls(**told)


Hear = Callable[[State, int, int, float], None]
"""Told of every decision before it is carried out: the state, the seat, its choice, and how long it thought."""


def play_through(game: Game, fixture: Fixture, hear: Hear) -> State:
    """Lets the bots of a fixture play to the end; returns the finished state."""
    bots = [entrant.make(game, fixture.seed * BOT_SEED_STEP + seat) for seat, entrant in enumerate(fixture.seating)]
    state: State = game.start(fixture.seed)
    while not state.over:
        seat = state.waiting[0]
        begun = time.perf_counter()
        choice = bots[seat].choose(state, seat)
        hear(state, seat, choice, time.perf_counter() - begun)
        state.apply(seat, choice)
    return state


def play(game: Game, fixture: Fixture) -> Outcome:
    """Plays a fixture to its end."""
    decisions = [0] * game.players
    seconds = [0.0] * game.players
    longest = [0.0] * game.players

    def hear(state: State, seat: int, choice: int, taken: float) -> None:
        if len(state.legal(seat)) > 1:
            decisions[seat] += 1
            seconds[seat] += taken
            longest[seat] = max(longest[seat], taken)

    state = play_through(game, fixture, hear)
    return Outcome(
        fixture.key,
        tuple(str(entrant) for entrant in fixture.seating),
        fixture.seed,
        tuple(state.payoff_of(seat) for seat in range(game.players)),
        tuple(state.points_of(seat) for seat in range(game.players)),
        tuple(decisions),
        tuple(round(spent, 6) for spent in seconds),
        tuple(round(spent, 6) for spent in longest),
    )


def game_of(order: dict[str, Any]) -> Game:
    """The game that an order for another process tells of."""
    configuration = dict(order["game"])
    components = order.get("components")
    return make_game(
        configuration.pop("game"),
        components=Components.parse(components) if components else None,
        **configuration,
    )


def play_order(order: dict[str, Any]) -> dict[str, Any]:
    """`play` for another process: plain values in, plain values out."""
    return play(game_of(order), fixture_of(order)).as_json()


def fixture_of(order: dict[str, Any]) -> Fixture:
    """The fixture that an order tells of."""
    return Fixture(tuple(parse(text) for text in order["seating"]), order["seed"])


def order_for(game: Game, fixture: Fixture) -> dict[str, Any]:
    """What another process needs to play a fixture."""
    return {
        "game": game.configuration(),
        "components": game.components.text if game.components.path != game.box().path else None,
        "seating": [str(entrant) for entrant in fixture.seating],
        "seed": fixture.seed,
    }
