"""What happened in a game: told so that many games can be put in one table."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from zoobox.arena.entrants import Entrant, parse
from zoobox.arena.play import BOT_SEED_STEP, game_of
from zoobox.kernel.game import Game

WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*")
PARTS = 20
"""The way of a game is told in so many equal parts of its length."""


@dataclass(frozen=True, slots=True)
class Trace:
    """One finished game."""

    seed: int
    levels: tuple[str, ...]
    payoffs: tuple[float, ...]
    points: tuple[int, ...]
    decisions: int
    lead_changes: int
    leader_at: tuple[int, ...]
    """Who led after each part of the game; -1 for nobody alone."""
    uses: tuple[dict[str, int], ...]
    """How often each seat chose something of each kind, by the words of the notation."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Trace:
        fields: dict[str, Any] = {}
        for name, value in given.items():
            fields[name] = tuple(value) if isinstance(value, list) else value
        return cls(**fields)


def trace_game(game: Game, seating: tuple[Entrant, ...], seed: int) -> Trace:
    """Plays a game between bots and tells what happened."""
    bots = [entrant.make(game, seed * BOT_SEED_STEP + seat) for seat, entrant in enumerate(seating)]
    state = game.start(seed)
    uses: list[Counter[str]] = [Counter() for _ in seating]
    leaders = []
    while not state.over:
        seat = state.waiting[0]
        choice = bots[seat].choose(state, seat)
        uses[seat].update(set(WORD.findall(game.words.notation(state, seat, choice))))
        state.apply(seat, choice)
        leaders.append(_leader([state.points_of(other) for other in range(game.players)]))
    led = [leader for leader in leaders if leader >= 0]
    return Trace(
        seed=seed,
        levels=tuple(str(entrant) for entrant in seating),
        payoffs=tuple(state.payoff_of(seat) for seat in range(game.players)),
        points=tuple(state.points_of(seat) for seat in range(game.players)),
        decisions=len(leaders),
        lead_changes=sum(one != other for one, other in pairwise(led)),
        leader_at=tuple(leaders[(len(leaders) * part) // PARTS - 1] for part in range(1, PARTS + 1)),
        uses=tuple(dict(used) for used in uses),
    )


def _leader(points: list[int]) -> int:
    best = max(points)
    return points.index(best) if points.count(best) == 1 else -1


def trace_order(order: dict[str, Any]) -> dict[str, Any]:
    """`trace_game` for another process: plain values in, plain values out."""
    return trace_game(game_of(order), tuple(parse(text) for text in order["seating"]), order["seed"]).as_json()
