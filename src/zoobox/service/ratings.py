"""Ratings by openskill: per game among people, and separately against each level of the bots.

A rating is not stored: it is what the results, from the first to the last, make of it. Each process keeps what it has
computed and adds what is new, so a result needs no more than its row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from zoobox.service.storage import Reader

FIRST_MU, FIRST_SIGMA = 25.0, 25.0 / 3
LEVEL_SIGMA = 1.0
"""How sure the strength of a level is. It never changes, so a rating against it tells how far above or below one is."""
SHOWN = 60
"""A rating is shown as so many times mu: people begin at 1500."""
PEOPLE = "people"
"""The pool of games among people; the others are named after the levels."""


class Rating(NamedTuple):
    """Where somebody stands in one pool of a game."""

    mu: float = FIRST_MU
    sigma: float = FIRST_SIGMA
    games: int = 0

    def as_dict(self) -> dict[str, Any]:
        return {"rating": round(SHOWN * self.mu), "unsure": round(SHOWN * 2 * self.sigma), "games": self.games}


Key = tuple[str, str, str]
"""Person, game and pool."""


class Ratings:
    """The ratings of everybody, brought up to date when somebody asks."""

    def __init__(self) -> None:
        self.found: dict[Key, Rating] = {}
        self.counted = 0
        self.last = 0.0

    def of(self, reader: Reader, person: str) -> dict[str, dict[str, Rating]]:
        """The ratings of a person by game and pool. Blocks: it reads the database."""
        self._update(reader)
        mine: dict[str, dict[str, Rating]] = {}
        for (who, game, pool), rating in self.found.items():
            if who == person:
                mine.setdefault(game, {})[pool] = rating
        return mine

    def forget(self) -> None:
        """Somebody was deleted, so earlier results name others than before."""
        self.found, self.counted, self.last = {}, 0, 0.0

    def _update(self, reader: Reader) -> None:
        count = reader.count_rated()
        if count == self.counted:
            return
        rows = reader.rated_results(self.last)
        if self.counted + len(rows) != count:  # a result came late, from another process, or some were removed
            self.forget()
            rows = reader.rated_results()
        found = self.found.copy()
        rate_all(found, rows)
        self.found, self.counted = found, self.counted + len(rows)
        self.last = max([self.last, *(row.at for row in rows)])


def rate_all(ratings: dict[Key, Rating], rows: Iterable[Any]) -> None:
    """Adds results, which come in the order in which the games ended."""
    for _, seats in groupby(rows, key=lambda row: row.table_id):
        rate_game(ratings, list(seats))


def rate_game(ratings: dict[Key, Rating], seats: Sequence[Any]) -> None:
    """Adds one game: its people among each other, and each of them against each level that played."""
    people = [row for row in seats if row.person is not None]
    bots = [row for row in seats if row.person is None and row.level]
    if len(people) > 1:
        _rate(ratings, PEOPLE, people, [])
    for level in sorted({row.level for row in bots}):
        for person in people:
            _rate(ratings, level, [person], [row for row in bots if row.level == level])


def _rate(ratings: dict[Key, Rating], pool: str, people: Sequence[Any], bots: Sequence[Any]) -> None:
    try:
        from openskill.models import PlackettLuce
    except ImportError:  # the static edition brings no ratings
        return
    model = PlackettLuce()
    keys = [(row.person, row.game, pool) for row in people]
    before = [ratings.get(key, Rating()) for key in keys]
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    teams += [[model.rating(mu=FIRST_MU, sigma=LEVEL_SIGMA)] for _ in bots]
    after = model.rate(teams, ranks=[float(row.rank) for row in (*people, *bots)])
    for key, old, (new,) in zip(keys, before, after, strict=False):
        ratings[key] = Rating(float(new.mu), float(new.sigma), old.games + 1)
