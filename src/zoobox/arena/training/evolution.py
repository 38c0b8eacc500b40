"""Evolves the weights of a game's heuristics by games against earlier weights (CMA-ES, with the library `cma`).

A game is a playout: every seat decides by small contests of the heuristics, so that thousands of games take a second.
Candidates play in all seats against a few opponents; whenever the mean of the candidates clearly beats them, it becomes
one of them. Alone, the mean payoff counts. At the end the search with the new weights plays the director.

Everything lies in one folder, so that an interrupted run continues: the strategy, the numbers in `evolution.jsonl`, and
`champion.toml`, which is what the level champion reads in a game's folder.
"""

from __future__ import annotations

import json
import logging
import pickle
import statistics
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from zoobox.arena import sprt
from zoobox.arena.entrants import parse
from zoobox.arena.runner import process_pool
from zoobox.arena.training.strength import compare_strength
from zoobox.arena.tune import entrant_text
from zoobox.bots.champion import WEIGHTS
from zoobox.bots.search import Search
from zoobox.bots.tuning import tuning_of
from zoobox.games import game as make_game
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck

STARTS = 64
"""Different starts of the game that playouts begin from."""
TEST_SEED = 900_000_000
RELATIVE_STEP, LEAST_STEP = 0.4, 0.15
"""The first step of a weight: this part of it, or so much where it is small."""
MOST_OPPONENTS = 3
CLEARLY = 1.16
"""How many times an even share the mean of the candidates must reach to become an opponent."""
CHECK_EVERY = 8

Weights = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class EvolutionPlan:
    """How a run is set up."""

    generations: int = 100
    games: int = 3000
    """Playouts of each candidate in a generation."""
    contest: int = 8
    """Choices that a playout draws for a decision."""
    test_budget: str = "@0.2s"
    test_games: int = 100
    elo: float = 30.0
    seed: int = 1


def share_of(game: Game, weights: Weights, against: Weights, games: int, contest: int, seed: int) -> float:
    """What a seat with these weights wins of its playouts, all others having the other weights; alone, its payoff."""
    luck = Luck(seed)
    tuning = tuning_of(game, "director", cut=-1, contest=contest, margin=0.0, keenness=0.0, plans=False)
    search = Search(game.start(0), game.heuristics(weights), tuning)
    rival = game.heuristics(against)
    shares = []
    for seat in range(game.players):
        search.reset(seat)
        for start in range(STARTS):
            search.add_deal(game.start(start))
        search.play_against(rival, max(1, games // game.players), luck)
        shares.append(search.mean_values()[seat])
    return statistics.fmean(shares)


def _evaluate(job: dict[str, Any]) -> float:
    """The mean share of a candidate against all opponents, for another process."""
    configuration = dict(job["game"])
    game = make_game(configuration.pop("game"), **configuration)
    opponents = job["opponents"]
    games = max(1, job["games"] // len(opponents))
    return statistics.fmean(
        share_of(game, job["weights"], against, games, job["contest"], job["seed"] + number)
        for number, against in enumerate(opponents)
    )


class Evolution:
    """A run in a folder."""

    def __init__(
        self,
        game: Game,
        folder: Path,
        plan: EvolutionPlan,
        *,
        processes: int = 1,
        report: Callable[[str], None] = print,
    ) -> None:
        if find_spec("cma") is None:
            raise ZooboxError("evolving weights needs the package cma: pip install 'zoobox[lab]'")
        usual = game.heuristics().weights
        if not usual:
            raise ZooboxError(f"the heuristics of {game.title} have no weights that could evolve.")
        self.game = game
        self.folder = folder
        self.plan = plan
        self.processes = processes
        self.report = report
        self.usual = usual
        self.opponents: list[dict[str, float]] = [{}]
        folder.mkdir(parents=True, exist_ok=True)
        self._check_same_run()
        self.strategy = self._continued() or self._new_strategy()

    def _check_same_run(self) -> None:
        path = self.folder / "run.json"
        budget = {"generations", "test_budget", "test_games", "elo"}  # may change when a run is continued
        plan = {name: value for name, value in asdict(self.plan).items() if name not in budget}
        described = {"game": self.game.configuration(), "weights": dict(self.usual), **plan}
        if path.exists() and json.loads(path.read_text()) != described:
            raise ZooboxError(f"{self.folder} holds another run; choose another folder.")
        path.write_text(json.dumps(described))

    def _new_strategy(self) -> Any:
        import cma

        options = {"seed": self.plan.seed + 1, "verbose": -9, "tolx": 0, "tolfun": 0, "tolflatfitness": 1 << 30}
        return cma.CMAEvolutionStrategy([0.0] * len(self.usual), 1.0, options)

    def _continued(self) -> Any:
        path = self.folder / "evolution.pickle"
        if not path.exists():
            return None
        self.opponents, strategy = pickle.loads(path.read_bytes())  # the file is this program's own
        return strategy

    def weights(self, point: Any) -> dict[str, float]:
        """The weights that a point of the strategy stands for."""
        return {
            name: round(value + step * max(LEAST_STEP, RELATIVE_STEP * abs(value)), 4)
            for (name, value), step in zip(self.usual.items(), map(float, point), strict=True)
        }

    @property
    def best(self) -> Path:
        """The weights that were proven, as the level champion reads them."""
        return self.folder / WEIGHTS

    def run(self) -> sprt.Verdict | None:
        """Carries out the generations that are not finished, and tests what came out."""
        logging.getLogger("cma").setLevel(logging.ERROR)
        if self.processes == 1:
            self._evolve(map)
        else:
            with process_pool(self.processes, "spawn") as pool:
                self._evolve(pool.map)
        verdict = self.test() if self.game.players > 1 else None
        if verdict is None or verdict.decided == "stronger":
            self._write(self.weights(self.strategy.mean))
        return verdict

    def _evolve(self, spread: Callable[..., Any]) -> None:
        while self.strategy.countiter < self.plan.generations:
            self._generation(spread)

    def _generation(self, spread: Callable[..., Any]) -> None:
        points = self.strategy.ask()
        number = self.strategy.countiter
        shares = list(spread(_evaluate, [self._job(point, self.opponents, number) for point in points]))
        self.strategy.tell(points, [-share for share in shares])
        entry = {"generation": number + 1, "mean": statistics.fmean(shares), "best": max(shares)}
        self.report(f"generation {number + 1}: candidates win {entry['mean']:.3f}, the best {entry['best']:.3f}")
        if (number + 1) % CHECK_EVERY == 0:
            entry |= self._check(spread, number)
        with (self.folder / "evolution.jsonl").open("a") as file:
            file.write(json.dumps(entry) + "\n")
        self._save()

    def _check(self, spread: Callable[..., Any], number: int) -> dict[str, float]:
        """How the mean of the candidates does, and whether it becomes an opponent."""
        mean = self.strategy.mean
        usual_weights: list[dict[str, float]] = [{}]
        jobs = [self._job(mean, others, TEST_SEED + number) for others in (self.opponents, usual_weights)]
        against, usual = spread(_evaluate, jobs)
        self.report(f"their mean wins {against:.3f} against the opponents, {usual:.3f} against the usual weights")
        if self.game.players > 1 and against > CLEARLY / self.game.players:
            self.opponents = [self.weights(mean), *self.opponents][:MOST_OPPONENTS]
        return {"against_opponents": against, "against_usual": usual}

    def _job(self, point: Any, opponents: list[dict[str, float]], number: int) -> dict[str, Any]:
        return {
            "game": self.game.configuration(), "weights": self.weights(point), "opponents": opponents,
            "games": self.plan.games, "contest": self.plan.contest, "seed": 1000 * number + self.plan.seed,
        }  # fmt: skip

    def _save(self) -> None:
        unfinished = self.folder / "evolution.unfinished"
        unfinished.write_bytes(pickle.dumps((self.opponents, self.strategy)))
        unfinished.replace(self.folder / "evolution.pickle")

    def test(self) -> sprt.Verdict | None:
        """The search with the new weights against the director, at equal time."""
        new = parse(entrant_text(f"director{self.plan.test_budget}", self.weights(self.strategy.mean)))
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
        )

    def _write(self, weights: dict[str, float]) -> None:
        changed = {name: value for name, value in weights.items() if value != self.usual[name]}
        lines = [f"[{self.game.players}]", *(f"{name} = {value}" for name, value in changed.items())]
        self.best.write_text("\n".join(lines) + "\n")
