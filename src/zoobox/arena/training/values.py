"""Values learned by playing: first in games without a search, thousands a second, then in games of the search itself.

In both, every position learns from what came of it and from what the next decision was thought to be worth
(temporal differences). A round is a few parts that begin with the same numbers, play and learn apart, and are averaged.

Everything lies in one folder, so that an interrupted run continues: the numbers after the last round, `history.jsonl`,
and `values.npz`, which is what the level champion reads in a game's folder.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from zoobox.arena import sprt
from zoobox.arena.entrants import parse
from zoobox.arena.runner import run_jobs
from zoobox.arena.training.strength import compare_strength
from zoobox.bots.champion import NAME
from zoobox.bots.halving import Halving
from zoobox.bots.layout import POINTS_UNIT
from zoobox.bots.network import mark_of
from zoobox.bots.practice import Practice
from zoobox.bots.search import Search
from zoobox.bots.tuning import tuning_of
from zoobox.bots.values import FILE, Values, number_count, pack_values
from zoobox.games import game as make_game
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import State

TEST_SEED = 700_000_000
ROUND_SEED = 1_000
PART_SEED = 100
DEALS = 4
ODDS = 1_000
DIRECT = 0.4
"""How fast the weights that lead from a feature straight to the result learn, beside the others."""
LAST_RATE = 0.05
"""The part of the rate that is left at the end."""
POINTS_RATE, SHARES_RATE = 0.0015, 0.008
SEARCHED_RATE = 0.5
"""The part of that rate with which games of the search begin."""
POINTS_TRACE, SHARES_TRACE = 0.5, 0.0
"""How much these games learn from what came of them, beside what the next search says: who wins tells little."""
LEAST_POINTS_TRACE, LEAST_SHARES_TRACE = 0.3, 0.8
"""How much practice learns at least from what came of it: values of who wins can agree with each other and be wrong."""
FEW = 8
"""Simulations between two looks at what is left by halving."""
LAST_PART = 4
"""One part in so many of the simulations tells what the choice that is left is worth."""
MEMORY = 100_000
"""Positions of games of the search that are kept to be learned from again."""


@dataclass(frozen=True, slots=True)
class ValuePlan:
    """How a run is set up."""

    practice: int = 20
    """Rounds of games without a search."""
    practice_games: int = 2_000
    """Games of each part in such a round."""
    searched: int = 20
    """Rounds of games of the search."""
    searched_games: int = 40
    simulations: int = 100
    repeats: int = 4
    """How often a position of these games is learned from again, which costs little beside the search."""
    parts: int = 4
    width: int = 96
    middle: int = 32
    explore: float = 0.02
    exploration: float = 0.3
    prior: float = 0.0
    """How much the values count as priors of choices; 0 stands for 1 where points are learned, 12 otherwise."""
    test_budget: str = "@0.2s"
    test_games: int = 100
    elo: float = 30.0
    seed: int = 1

    def prior_of(self, boards_apart: bool) -> float:
        """How much the values count as priors, for points or for chances to win."""
        return self.prior or (1.0 if boards_apart else 12.0)


def fresh_numbers(game: Game, width: int, middle: int, seed: int) -> Any:
    """The numbers of a network that has learned nothing."""
    heuristics = game.heuristics()
    features, outputs = heuristics.feature_count, 1 if heuristics.BOARDS_APART else game.players
    if not features:
        raise ZooboxError(f"the heuristics of {game.title} write no features from which values could be learned.")
    random = np.random.default_rng(seed)
    parts = [
        random.normal(0, 0.05, features * width), np.zeros(features * outputs + width),
        random.normal(0, (2 / width) ** 0.5, width * middle), np.zeros(middle),
        random.normal(0, 0.03, middle * outputs), np.zeros(outputs),
    ]  # fmt: skip
    numbers = np.concatenate(parts).astype(np.float32)
    assert numbers.size == number_count(features, width, middle, outputs)
    return numbers


def practise(values: Values, games: int, rate: float, trace: float, explore: float, luck: Luck) -> dict[str, float]:
    """Games without a search, learned from; returns the mean points."""
    practice = Practice(values, explore, trace)
    points: list[int] = []
    for _ in range(games):
        points += practice.play(values.game.start(luck.below(1 << 30)), luck, rate, DIRECT)
    return {"points": statistics.fmean(points)}


class SearchedGames:
    """Games of the search, learned from."""

    def __init__(self, values: Values, plan: ValuePlan, trace: float, luck: Luck) -> None:
        self.values = values
        self.plan = plan
        self.trace = trace
        self.luck = luck
        self.apart = values.boards_apart
        self.tuning = tuning_of(
            values.game, NAME, cut=0, learned_prior=plan.prior_of(self.apart), exploration=plan.exploration,
            own_points=self.apart, margin=0.0, keenness=0.0, plans=False,
        )  # fmt: skip
        self.search = Search(values.game.start(0), values.game.heuristics(), self.tuning, None, values)
        self.kept: list[tuple[Any, Any]] = []
        """Features and targets of the last positions."""
        self.learned = 0

    def play(self, seed: int, rate: float) -> list[int]:
        """One game; returns the points."""
        game = self.values.game
        state: State = game.start(seed)
        moments: list[tuple[Any, int, int, Any, bool]] = []
        while not state.over:
            seat = state.waiting[0]
            legal = state.legal(seat)
            if len(legal) == 1 and not _draws_luck(state, seat, legal[0]):
                state.apply(seat, legal[0])
                continue
            choice, worth = self._decide(state, seat)
            random = self.luck.below(ODDS) < ODDS * self.plan.explore
            state.apply(seat, legal[self.luck.below(len(legal))] if random else choice)
            view = seat if self.apart or state.over else state.waiting[0]
            features = None if self.values.settles(state) else self.values.features_of(state, view)
            moments.append((features, view, state.points_of(seat), worth, random))
        before = self.learned
        self._look_back(state, moments, rate)
        for _ in range(self.plan.repeats * (self.learned - before)):
            self.values.learn_from(*self.kept[self.luck.below(len(self.kept))], rate, DIRECT)
        return [state.points_of(seat) for seat in range(game.players)]

    def _decide(self, state: State, seat: int) -> tuple[int, Any]:
        """The most visited choice, and what it is worth: the seat's points, or every seat's chance to win."""
        search = self.search
        search.reset(seat)
        for _ in range(min(DEALS, search.heuristics.deal_limit)):
            search.add_deal(state.redeal(seat, self.luck))
        if self.tuning.halving:
            return self._decide_by_halving(seat)
        search.simulate(self.plan.simulations, self.luck)
        choice, _, value = max(search.raw_results(), key=lambda result: (result[1], result[2]))
        if self.apart:
            return choice, value * search.heuristics.POINTS_OF_PAYOFF
        worth = np.array(search.mean_values())
        worth *= (1 - value) / max(1e-9, worth.sum() - worth[seat])
        worth[seat] = value
        return choice, worth

    def _decide_by_halving(self, seat: int) -> tuple[int, Any]:
        """What is left by halving, and what it is worth to all in further simulations of that choice alone."""
        search, most = self.search, self.plan.simulations
        last = -(-most // LAST_PART)
        search.simulate(1, self.luck)
        halving = Halving(search)
        for done in range(0, most, FEW):
            search.simulate_choice(halving.next_choice(done / most), FEW, self.luck)
        choice = halving.best()
        before = np.array(search.mean_values()) * search.finished
        search.simulate_choice(choice, last, self.luck)
        worth = (np.array(search.mean_values()) * search.finished - before) / last
        return choice, worth[seat] * search.heuristics.POINTS_OF_PAYOFF if self.apart else worth

    def _look_back(self, state: State, moments: list[tuple[Any, int, int, Any, bool]], rate: float) -> None:
        """From the end to the beginning: each position learns from what came of it."""
        seats = range(state.players)
        ended: Any = np.array([state.points_of(seat) if self.apart else state.payoff_of(seat) for seat in seats], float)
        target = np.zeros(len(seats))
        for features, view, points, worth, random in reversed(moments):
            if features is not None:
                if self.apart:
                    target[0] = (ended[view] - points) / POINTS_UNIT
                else:
                    target[:] = np.roll(ended, -view)
                self._learn(features, target.copy(), rate)
            share = 0.0 if random else self.trace
            if self.apart:
                ended[view] = share * ended[view] + (1 - share) * worth
            else:
                ended = share * ended + (1 - share) * worth

    def _learn(self, features: Any, target: Any, rate: float) -> None:
        self.values.learn_from(features, target, rate, DIRECT)
        if self.learned < MEMORY:
            self.kept.append((features, target))
        else:
            self.kept[self.learned % MEMORY] = (features, target)
        self.learned += 1


def _draws_luck(state: State, seat: int, choice: int) -> bool:
    """Whether something is revealed: then even a forced choice is searched, for the mean of what may come."""
    after = state.copy()
    after.apply(seat, choice)
    return bool(after.reveals != state.reveals)


def part_job(job: dict[str, Any]) -> dict[str, Any]:
    """One part of a round, for another process: learns, and writes the numbers it came to."""
    plan = ValuePlan(**job["plan"])
    configuration = dict(job["game"])
    game = make_game(configuration.pop("game"), **configuration)
    values = Values(game, plan.width, plan.middle, np.load(job["numbers"]).copy())
    luck = Luck(job["seed"])
    if job["searched"]:
        games = SearchedGames(values, plan, job["trace"], luck)
        played = [games.play(luck.below(1 << 30), job["rate"]) for _ in range(plan.searched_games)]
        told = {"points": statistics.fmean(point for points in played for point in points)}
    else:
        values.samples = 4
        told = practise(values, plan.practice_games, job["rate"], job["trace"], plan.explore, luck)
    np.save(job["path"], values.stored)
    return {**told, "path": job["path"]}


class ValueTraining:
    """A run in a folder."""

    def __init__(
        self,
        game: Game,
        folder: Path,
        plan: ValuePlan,
        *,
        processes: int = 1,
        backend: str = "local",
        report: Callable[[str], None] = print,
    ) -> None:
        self.game = game
        self.folder = folder
        self.plan = plan
        self.processes = processes
        self.backend = backend
        self.report = report
        self.apart = game.heuristics().BOARDS_APART
        numbers = fresh_numbers(game, plan.width, plan.middle, plan.seed)
        folder.mkdir(parents=True, exist_ok=True)
        self._check_same_run()
        if not self.numbers.exists():
            np.save(self.numbers, numbers)

    def _check_same_run(self) -> None:
        path = self.folder / "run.json"
        budget = {"test_budget", "test_games", "elo"}  # may change when a run is continued
        plan = {name: value for name, value in asdict(self.plan).items() if name not in budget}
        described = {"game": self.game.configuration(), **plan}
        if path.exists() and json.loads(path.read_text()) != described:
            raise ZooboxError(f"{self.folder} holds another run; choose another folder.")
        path.write_text(json.dumps(described))

    @property
    def numbers(self) -> Path:
        """The numbers after the last finished round."""
        return self.folder / "numbers.npy"

    @property
    def candidate(self) -> Path:
        """The values that came out, before they are proven."""
        return self.folder / "candidate.npz"

    @property
    def best(self) -> Path:
        """The values that were proven, as the level champion reads them; alone, those that came out."""
        return self.folder / FILE

    def history(self) -> list[dict[str, Any]]:
        """What each finished round came to."""
        path = self.folder / "history.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def run(self) -> sprt.Verdict | None:
        """Carries out the rounds that are not finished, and tests what came out."""
        for number in range(len(self.history()), self.plan.practice + self.plan.searched):
            self._round(number)
        values = Values(self.game, self.plan.width, self.plan.middle, np.load(self.numbers))
        pack_values(values, [mark_of(self.game)], self.candidate)
        verdict = self.test() if self.game.players > 1 else None
        if verdict is None or verdict.decided == "stronger":
            self.candidate.replace(self.best)
        return verdict

    def _round(self, number: int) -> None:
        searched = number >= self.plan.practice
        first, rounds = (self.plan.practice, self.plan.searched) if searched else (0, self.plan.practice)
        done = (number - first) / rounds
        rate = (POINTS_RATE if self.apart else SHARES_RATE) * (1 - (1 - LAST_RATE) * done)
        trace = min(1.0, max(LEAST_POINTS_TRACE if self.apart else LEAST_SHARES_TRACE, 1.3 - 1.4 * done))
        if searched:
            trace = POINTS_TRACE if self.apart else SHARES_TRACE
            rate *= SEARCHED_RATE
        jobs: list[dict[str, Any]] = [
            {
                "game": self.game.configuration(), "plan": asdict(self.plan), "numbers": str(self.numbers),
                "path": str(self.folder / f"part-{part}.npy"), "searched": searched, "rate": rate, "trace": trace,
                "seed": self.plan.seed + ROUND_SEED * PART_SEED * number + ROUND_SEED * part,
            }
            for part in range(self.plan.parts)
        ]  # fmt: skip
        played = list(run_jobs(part_job, iter(jobs), self.processes, self.backend))
        mean = np.mean([np.load(job["path"]) for job in jobs], axis=0)
        if not np.isfinite(mean).all():
            raise ZooboxError("the numbers grew without limit; take more parts, or another seed.")
        unfinished = self.folder / "numbers.unfinished.npy"
        np.save(unfinished, mean.astype(np.float32))
        unfinished.replace(self.numbers)
        points = statistics.fmean(part["points"] for part in played)
        entry = {"round": number + 1, "searched": searched, "points": points}
        with (self.folder / "history.jsonl").open("a") as file:
            file.write(json.dumps(entry) + "\n")
        self.report(f"round {number + 1}: {points:.2f} points a seat{' with the search' if searched else ''}")

    def test(self) -> sprt.Verdict | None:
        """The search with the values against the director, at equal time."""
        knobs = f"cut=0,exploration={self.plan.exploration:g},learned_prior={self.plan.prior_of(self.apart):g}"
        own = ",own_points=yes" if self.apart else ""
        new = parse(f"director{self.plan.test_budget}[values={self.candidate},{knobs}{own}]")
        old = parse(f"director{self.plan.test_budget}")
        self.report(f"at most {self.plan.test_games} games against the director")
        return compare_strength(
            self.game,
            old,
            new,
            self.folder / "test",
            games=self.plan.test_games,
            first_seed=TEST_SEED,
            elo=self.plan.elo,
            processes=self.processes,
            backend=self.backend,
        )
