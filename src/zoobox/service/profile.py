"""The profile of a person without an account: what they played and how, and everything that is stored about them."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from zoobox.service.people import Person
from zoobox.service.ratings import PEOPLE
from zoobox.service.tables.results import LOST, PLAYED, SHARED, WON

if TYPE_CHECKING:
    from zoobox.service.server import Server

HISTORY = 50
"""Games that the page lists; the export has all of them."""


@dataclass
class Tally:
    """Games and how they ended."""

    games: int = 0
    won: int = 0
    shared: int = 0
    lost: int = 0

    def add(self, outcome: str) -> None:
        self.games += 1
        self.won += outcome == WON
        self.shared += outcome == SHARED
        self.lost += outcome == LOST

    def as_dict(self) -> dict[str, int]:
        return {"games": self.games, "won": self.won, "shared": self.shared, "lost": self.lost}


@dataclass
class Streak:
    """Wins in a row: now, and the most ever."""

    current: int = 0
    best: int = 0

    def add(self, outcome: str) -> None:
        if outcome != PLAYED:
            self.current = self.current + 1 if outcome == WON else 0
            self.best = max(self.best, self.current)


@dataclass
class PlayedGame:
    """A finished game of a person, with everybody else's result."""

    table: str
    game: str
    players: int
    at: float
    mine: list[dict[str, Any]]
    others: list[dict[str, Any]]

    @property
    def outcome(self) -> str | None:
        """None where they played several seats, so that they won and lost."""
        return str(self.mine[0]["outcome"]) if len(self.mine) == 1 else None

    def as_dict(self, names: dict[str, str]) -> dict[str, Any]:
        return {
            "table": self.table,
            "game": self.game,
            "players": self.players,
            "at": self.at,
            "outcome": self.outcome,
            "rank": self.mine[0]["rank"],
            "points": self.mine[0]["points"],
            "opponents": [
                {"name": names.get(one["person"] or "") or one["name"], "level": one["level"], "rank": one["rank"]}
                for one in self.others
            ],
        }


@dataclass
class Summary:
    """What the results of a person add up to."""

    games: dict[str, Tally] = field(default_factory=dict)
    levels: dict[tuple[str, str], Tally] = field(default_factory=dict)
    """By game and level."""
    opponents: dict[str, Tally] = field(default_factory=dict)
    streaks: dict[str, Streak] = field(default_factory=dict)


def played_games(rows: Sequence[dict[str, Any]], person: str) -> list[PlayedGame]:
    """The results of all seats, game by game, the latest first."""
    found: dict[str, PlayedGame] = {}
    for row in rows:
        game = found.setdefault(
            row["table_id"], PlayedGame(row["table_id"], row["game"], row["players"], row["at"], [], [])
        )
        (game.mine if row["person"] == person else game.others).append(row)
    return list(found.values())


def summary_of(games: Sequence[PlayedGame]) -> Summary:
    """Counts games at which the person played one seat; against a level or a person, who is ahead of them wins."""
    summary = Summary()
    for game in reversed(games):
        outcome = game.outcome
        if outcome is None:
            continue
        summary.games.setdefault(game.game, Tally()).add(outcome)
        summary.streaks.setdefault(game.game, Streak()).add(outcome)
        mine = game.mine[0]["rank"]
        best: dict[str, int] = {}
        for other in game.others:
            if other["person"]:
                tally = summary.opponents.setdefault(other["person"], Tally())
                tally.add(_against(mine, other["rank"]))
            elif other["level"]:
                best[other["level"]] = min(other["rank"], best.get(other["level"], other["rank"]))
        for level, rank in best.items():
            summary.levels.setdefault((game.game, level), Tally()).add(_against(mine, rank))
    return summary


def _against(mine: int, theirs: int) -> str:
    return WON if mine < theirs else SHARED if mine == theirs else LOST


async def profile_of(server: Server, person: Person) -> dict[str, Any]:
    """The profile as the page shows it."""
    rows = await server.read(server.reader.results_of, person.id)
    games = played_games(rows, person.id)
    summary = summary_of(games)
    ratings = await server.read(server.ratings.of, server.reader, person.id)
    names = await server.read(server.reader.names, sorted({row["person"] for row in rows if row["person"]}))
    last_name = {row["person"]: row["name"] for row in reversed(rows) if row["person"]}
    return {
        "person": person.id,
        "name": person.name,
        "games": [
            {
                "game": name,
                **tally.as_dict(),
                "streak": summary.streaks[name].current,
                "best_streak": summary.streaks[name].best,
                "rating": ratings[name][PEOPLE].as_dict() if PEOPLE in ratings.get(name, {}) else None,
            }
            for name, tally in sorted(summary.games.items())
        ],
        "levels": [
            {
                "game": name,
                "level": level,
                **tally.as_dict(),
                "rating": ratings[name][level].as_dict() if level in ratings.get(name, {}) else None,
            }
            for (name, level), tally in sorted(summary.levels.items())
        ],
        "opponents": [
            {"name": names.get(other) or last_name[other], **tally.as_dict()}
            for other, tally in sorted(summary.opponents.items(), key=lambda one: -one[1].games)
        ],
        "history": [game.as_dict(names) for game in games[:HISTORY]],
        "puzzles": await server.coach.progress(person.id),
    }


async def export_of(server: Server, person: Person) -> dict[str, Any]:
    """Everything that is stored about a person, as one document."""
    profile = await profile_of(server, person)
    tables = await server.read(server.reader.tables_of, person.id, None)
    return {
        "made": time.time(),
        "person": {"id": person.id, "name": person.name, "language": person.language},
        "tokens": [
            {"id": row.id, "name": row.name, "created": row.created}
            for row in await server.read(server.reader.tokens_of, person.id)
        ],
        "alerts": [
            {"service": row.endpoint, "language": row.language, "created": row.created}
            for row in await server.read(server.reader.subscriptions_of, person.id)
        ],
        "tables": [
            {
                "table": row["id"],
                "game": json.loads(row["configuration"]),
                "status": row["status"],
                "created": row["created"],
                "owner": row["owner"] == person.id,
                "seats": [
                    {"seat": seat["seat"], "name": seat["name"]} for seat in row["seats"] if seat["person"] == person.id
                ],
            }
            for row in tables
        ],
        "results": [  # of everybody in my games, but who the others are is not about me
            {**{str(key): value for key, value in row.items()}, "person": row["person"] == person.id}
            for row in await server.read(server.reader.results_of, person.id)
        ],
        "chat": await server.read(server.reader.chat_of, person.id),
        "puzzles": [
            {"puzzle": row.puzzle, "game": row.game, "solved": row.solved, "at": row.at}
            for row in await server.read(server.reader.puzzle_answers, person.id)
        ],
        "summary": {key: profile[key] for key in ("games", "levels", "opponents")},
    }
