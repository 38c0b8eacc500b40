"""The coach at tables: reviews of finished games, and puzzles with a rating for each person.

Reviews are judged decision by decision in the bot workers, so that bots at other tables wait for one decision at most,
and are kept with their table. Ratings are openskill's: a puzzle is an opponent whose strength its difficulty says.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import zoobox
from zoobox.bots.judging import Judgement
from zoobox.bots.puzzles import Puzzle
from zoobox.bots.review import Review, before_decision, begin, budget_for, decisions_to_judge, is_near_end
from zoobox.kernel.record import Replay
from zoobox.kernel.state import State
from zoobox.service.bots import BotsUnavailable
from zoobox.service.errors import Refused
from zoobox.service.ratings import FIRST_MU, FIRST_SIGMA, SHOWN
from zoobox.service.storage import Conflict, DatabaseDown, Unwritable, WriteJob
from zoobox.service.storage.schema import ADD_PUZZLE_ANSWER, ADD_REVIEW
from zoobox.service.tables.table import Table

if TYPE_CHECKING:
    from zoobox.service.server import Server

log = logging.getLogger("zoobox.coach")
KEPT = 50
"""Reviews in memory."""
TRY_SECONDS = 1.0
"""How long a choice is judged that somebody tries in a finished game."""
PUZZLE_MU = {1: 19.0, 2: 25.0, 3: 29.0, 4: 33.0, 5: 37.0}
"""How strong a puzzle of each difficulty is, on the scale on which people begin at 25."""
PUZZLE_SIGMA = 1.5


@dataclass
class Kept:
    """A review in memory, with the record it is about."""

    again: Replay
    review: Review


class Coach:
    """Reviews that are finished or under way."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.kept: dict[str, Kept] = {}
        self.one_at_a_time = asyncio.Semaphore(1)

    async def review(self, table: Table) -> Kept:
        """The review of a finished game; it is begun if there is none."""
        if table.id not in self.kept:
            record = table.public_record()
            stored = await self.server.read(self.server.reader.review, table.id)
            if table.id not in self.kept and stored is None:
                self.server.limits.review()
            again = await self.server.read(zoobox.games.replay_as_far_as_possible, record)
            kept = Kept(again, await self.server.read(begin, again))
            if table.id in self.kept:  # somebody else was quicker
                return self.kept[table.id]
            self.kept[table.id] = kept
            if stored is not None:
                kept.review.judged = {one["number"]: Judgement.from_json(one) for one in json.loads(stored)}
            elif kept.review.total:
                self.server.spawn(self._judge_all(table.id, kept))
            while len(self.kept) > KEPT:
                oldest = next(iter(self.kept))
                if not self.kept[oldest].review.complete:
                    break
                del self.kept[oldest]
        return self.kept[table.id]

    async def _judge_all(self, table_id: str, kept: Kept) -> None:
        numbers = decisions_to_judge(kept.again)
        workers = self.server.settings.bot_workers
        budget = budget_for(len(numbers), 0.8 * self.server.settings.review_seconds, workers)
        assert budget.seconds is not None
        queue = iter(numbers)

        async def work(seconds: float) -> None:
            for number in queue:
                kept.review.judged[number] = await self._judge(kept, number, seconds)

        try:
            async with self.one_at_a_time:
                await asyncio.gather(*(work(budget.seconds) for _ in range(workers)))
            rows = [one.as_json() for one in kept.review.judged.values()]
            row = {"table_id": table_id, "judged": json.dumps(rows), "at": time.time()}
            await self.server.writer.write(WriteJob([(ADD_REVIEW, [row])]))
        except Conflict:
            return  # another process has stored one
        except (BotsUnavailable, DatabaseDown, Unwritable) as error:
            log.error("a review stopped", extra={"table": table_id, "reason": str(error)})
            kept.review.total = len(kept.review.judged)
            kept.review.notes.append("the review could not be finished: no bot was available")

    async def _judge(self, kept: Kept, number: int, seconds: float) -> Judgement:
        seat, choice = kept.again.state.past[number]
        state = before_decision(kept.again, number)
        near_end = is_near_end(kept.again, number, state)
        found = await self.server.bots.judge(state, seat, choice, near_end=near_end, seconds=seconds, seed=1 + number)
        return Judgement.from_json({**found, "number": number})

    async def worth(self, state: State, seat: int, choice: int) -> dict[str, Any]:
        """What a choice would have been worth, beside the best one."""
        try:
            return await self.server.bots.judge(
                state, seat, choice, near_end=False, seconds=TRY_SECONDS, seed=state.word(0) >> 16
            )
        except BotsUnavailable:
            raise Refused("busy", "No bot is available now; try again in a moment.") from None

    # Puzzles.

    async def progress(self, person_id: str | None) -> dict[str, Any]:
        """What a person has solved, and their rating."""
        rows = await self.server.read(self.server.reader.puzzle_answers, person_id) if person_id else []
        mu, sigma = (rows[-1].mu, rows[-1].sigma) if rows else (FIRST_MU, FIRST_SIGMA)
        return {
            "solved": [row.puzzle for row in rows if row.solved],
            "missed": [row.puzzle for row in rows if not row.solved],
            "rating": round(SHOWN * mu),
            "unsure": round(SHOWN * 2 * sigma),
            "mu": mu,
            "sigma": sigma,
        }

    async def answer(self, person_id: str, puzzle: Puzzle, solved: bool) -> dict[str, Any]:
        """Counts the first answer of a person to a puzzle; later ones change nothing."""
        before = await self.progress(person_id)
        if puzzle.id in (*before["solved"], *before["missed"]):
            return {**before, "counted": False}
        mu, sigma = rated(before["mu"], before["sigma"], puzzle.difficulty, solved)
        row = {
            "person": person_id,
            "puzzle": puzzle.id,
            "game": puzzle.game["game"],
            "solved": solved,
            "mu": mu,
            "sigma": sigma,
            "at": time.time(),
        }
        try:
            await self.server.writer.write(WriteJob([(ADD_PUZZLE_ANSWER, [row])]))
        except Conflict:
            return {**await self.progress(person_id), "counted": False}
        except DatabaseDown:
            raise Refused("store", "The database cannot be reached now; ask again in a moment.") from None
        return {**await self.progress(person_id), "counted": True}


def rated(mu: float, sigma: float, difficulty: int, solved: bool) -> tuple[float, float]:
    """The rating after a puzzle of that difficulty, by openskill."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:  # the static edition brings no ratings
        return mu, sigma

    model = PlackettLuce()
    person = [model.rating(mu=mu, sigma=sigma)]
    puzzle = [model.rating(mu=PUZZLE_MU[difficulty], sigma=PUZZLE_SIGMA)]
    after = model.rate([person, puzzle], ranks=[0, 1] if solved else [1, 0])
    return float(after[0][0].mu), float(after[0][0].sigma)
