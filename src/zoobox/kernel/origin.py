"""Where a game starts and where its luck comes from: a seed, a secret seed, or a position.

A plain seed gives quick luck: one generator for the whole game, whose past tells its future to whoever works hard
enough. A `SecretSeed` gives keyed luck: every decision draws from a generator of its own, seeded by a keyed hash of the
secret and the number of the decision, so that nothing seen tells what is to come.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from zoobox.kernel.integers import whole_seed

if TYPE_CHECKING:
    from zoobox.kernel.game import Game
    from zoobox.kernel.luck import Luck
    from zoobox.kernel.state import State

QUICK, KEYED = "quick", "keyed"
WORD_BYTES = 8
BLOCK_BYTES = 64
KEY_BYTES = 32


@dataclass(frozen=True)
class SecretSeed:
    """A seed that nobody knows until the game is over, and what each player has added to it."""

    seed: int
    contributions: tuple[str, ...] = ()
    position: Mapping[str, Any] | None = None
    """Where the game starts, if not with its set-up."""

    @cached_property
    def key(self) -> bytes:
        text = json.dumps([whole_seed(self.seed), *self.contributions])
        return hashlib.blake2b(text.encode(), digest_size=KEY_BYTES, person=b"zoobox luck").digest()

    def words(self, decision: int) -> tuple[int, int]:
        """The two words with which the generator begins a decision, counted from 1; 0 is the set-up."""
        hashed = hashlib.blake2b(f"decision {decision}".encode(), key=self.key, digest_size=2 * WORD_BYTES).digest()
        return int.from_bytes(hashed[:WORD_BYTES]), int.from_bytes(hashed[WORD_BYTES:]) | 1  # never both zero

    def as_dict(self) -> dict[str, Any]:
        """As JSON: what `read_origin` reads."""
        told = {"luck": KEYED, "seed": self.seed, "contributions": list(self.contributions)}
        return told if self.position is None else {**told, "position": self.position}


class KeyedStream:
    """Numbers straight from the keyed hash, for a deck that is so long that its order could betray a generator."""

    def __init__(self, key: bytes, purpose: str) -> None:
        self.key = key
        self.purpose = purpose
        self.blocks = 0
        self.numbers: list[int] = []

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each equally likely."""
        if n < 1:
            raise ValueError(f"a number is drawn from 1 or more, not from {n}")
        limit = (1 << 64) // n * n
        while True:
            if not self.numbers:
                text = f"{self.purpose} {self.blocks}".encode()
                block = hashlib.blake2b(text, key=self.key, digest_size=BLOCK_BYTES).digest()
                self.numbers = [
                    int.from_bytes(block[start : start + WORD_BYTES]) for start in range(0, BLOCK_BYTES, WORD_BYTES)
                ]
                self.blocks += 1
            number = self.numbers.pop()
            if number < limit:
                return number % n


def begin(game: Game, origin: Any) -> State:
    """The first state of a game from a seed, a secret seed or a position."""
    if isinstance(origin, SecretSeed):
        return _begin_secretly(game, origin)
    state: State = game.start(origin) if isinstance(origin, int) else game.restore(origin)
    return state


def _begin_secretly(game: Game, origin: SecretSeed) -> State:
    if origin.position is not None:
        state: State = game.restore(origin.position)
        state.origin = origin
        return state
    state = game.blank()
    _seed(state, origin, 0)
    game.set_up(state)
    game.positions.redeal(state, None, cast("Luck", KeyedStream(origin.key, "hidden")))  # it draws numbers, no more
    state.reveals = 0
    state.origin = origin
    return state


def decide(state: State, seat: int, choice: int, number: int | None = None) -> None:
    """Applies a choice with the luck that belongs to this decision; `number` counts from 1 and saves counting."""
    origin = state.origin
    if isinstance(origin, SecretSeed):
        _seed(state, origin, len(state.past) + 1 if number is None else number)
    state.apply(seat, choice)


def replay_decisions(game: Game, origin: Any, past: Sequence[tuple[int, int]]) -> State:
    """The state after these decisions from where the game started."""
    state = begin(game, origin)
    for number, (seat, choice) in enumerate(past, 1):
        decide(state, seat, choice, number)
    return state


def read_origin(given: Any) -> Any:
    """The origin that was written as JSON: a number, a position, or `SecretSeed.as_dict`."""
    if isinstance(given, Mapping) and given.get("luck") == KEYED and "seed" in given:
        contributions = tuple(str(one) for one in given.get("contributions", ()))
        return SecretSeed(int(given["seed"]), contributions, given.get("position"))
    return given


def _seed(state: State, origin: SecretSeed, decision: int) -> None:
    first, second = origin.words(decision)
    state.set_word(0, first)
    state.set_word(1, second)
