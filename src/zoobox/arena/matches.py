"""Which games are played: every pairing, the same seeds, every seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from zoobox.arena.entrants import Entrant
from zoobox.kernel.errors import ZooboxError


@dataclass(frozen=True, slots=True)
class Match:
    """One game to play: who sits where, and the seed."""

    seating: tuple[Entrant, ...]
    seed: int

    @property
    def key(self) -> str:
        """Tells it from all other games of the same configuration."""
        return f"{self.seed} {' '.join(entrant.key for entrant in self.seating)}"


def seatings(first: Entrant, second: Entrant, players: int) -> list[tuple[Entrant, ...]]:
    """All ways to seat two entrants as evenly as the number of players allows."""
    found = []
    for count in sorted({players // 2, players - players // 2}):
        for seats in combinations(range(players), count):
            found.append(tuple(first if seat in seats else second for seat in range(players)))
    return found


def pairings(entrants: Sequence[Entrant], players: int) -> list[tuple[Entrant, ...]]:
    """Who meets whom; in a solo game everyone plays alone."""
    if players == 1:
        return [(entrant,) for entrant in entrants]
    if len(entrants) < 2:
        raise ZooboxError("an arena for several players needs at least two bots: --bots keeper,curator")
    return list(combinations(entrants, 2))


def schedule(entrants: Sequence[Entrant], players: int, games: int, seed: int) -> Iterator[Match]:
    """The games in the order they are played: `games` for each pairing, rounded up to whole seeds in all seats."""
    if games < 1:
        raise ZooboxError(f"an arena plays at least 1 game, not {games}.")
    pairs = pairings(entrants, players)
    seated = [[pair] if players == 1 else seatings(pair[0], pair[1], players) for pair in pairs]
    seeds = -(-games // len(seated[0]))
    for number in range(seeds):
        for pair in seated:
            for seating in pair:
                yield Match(seating, seed + number)
