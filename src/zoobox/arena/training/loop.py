"""Generations of learning: games, a network fitted to them, and a test that decides whether it replaces the last one.

Everything lies in one folder, so that an interrupted run continues where it was: samples as files, one network for
each generation, `best.npz`, the numbers in `history.jsonl`, and a page that shows them.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from zoobox.arena import sprt
from zoobox.arena.entrants import parse
from zoobox.arena.runner import run_jobs
from zoobox.arena.training import fitting
from zoobox.arena.training.samples import SelfPlay, self_play_job
from zoobox.arena.training.strength import compare_strength
from zoobox.bots.network import mark_of, pack
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game

SEEDS_PER_GENERATION = 1_000_000
TEST_SEED = 500_000_000
NETWORK_KNOBS = "network_value=1,network_prior=1,cut=0,exploration={exploration:g}"
FIRST_CHOICES = 0.05
"""How much the visits of the first generation count: its searches are shallow."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a training run is set up."""

    generations: int = 3
    games: int = 400
    """Games of each generation."""
    games_per_file: int = 4
    self_play: SelfPlay = field(default_factory=SelfPlay)
    exploration: float = 0.5
    """Of a search with a network."""
    fit_seconds: float = 60.0
    fit_steps: int = 0
    """If not 0, the fit takes so many steps instead, and repeats itself exactly."""
    shape: fitting.Shape = field(default_factory=fitting.Shape)
    test_budget: str = "@0.05s"
    """What both sides of a test think with, as an entrant is written."""
    test_games: int = 200
    elo: float = 30.0
    seed: int = 1


class Training:
    """A training run in a folder."""

    def __init__(
        self,
        game: Game,
        folder: Path,
        plan: Plan,
        *,
        processes: int = 1,
        backend: str = "local",
        report: Callable[[str], None] = print,
    ) -> None:
        if game.players < 2:
            raise ZooboxError("a game alone has nobody to be tested against; train it with two players or more.")
        self.game = game
        self.folder = folder
        self.plan = plan
        self.processes = processes
        self.backend = backend
        self.report = report
        folder.mkdir(parents=True, exist_ok=True)
        self._check_same_run()

    def _check_same_run(self) -> None:
        path = self.folder / "run.json"
        described = {"game": self.game.configuration(), "seed": self.plan.seed}
        if path.exists() and json.loads(path.read_text()) != described:
            raise ZooboxError(f"{self.folder} holds another training run; choose another folder.")
        path.write_text(json.dumps(described))

    @property
    def best(self) -> Path:
        """The network that won its test last."""
        return self.folder / "best.npz"

    def history(self) -> list[dict[str, Any]]:
        """What each finished generation came to."""
        path = self.folder / "history.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def run(self) -> None:
        """Carries out the generations that are not finished yet."""
        for generation in range(len(self.history()) + 1, self.plan.generations + 1):
            self.sample(generation)
            errors = self.fit(generation)
            verdict = self.test(generation)
            promoted = verdict is not None and verdict.decided == "stronger"
            if promoted:
                shutil.copy(self.network(generation), self.best)
            told = {"share": verdict.share, "trials": verdict.trials} if verdict else {}
            entry = {"generation": generation, "promoted": promoted, **told, **errors}
            with (self.folder / "history.jsonl").open("a") as file:
                file.write(json.dumps(entry) + "\n")
            self.write_page()
            self.report(f"generation {generation}: {'promoted' if promoted else 'not promoted'}, {_short(entry)}")

    def network(self, generation: int) -> Path:
        return self.folder / f"{generation}.npz"

    def samples_folder(self, generation: int) -> Path:
        return self.folder / f"samples-{generation}"

    def sample(self, generation: int) -> None:
        """Plays the games of a generation; files that are there are not made again."""
        folder = self.samples_folder(generation)
        folder.mkdir(exist_ok=True)
        jobs = list(self._jobs(generation, folder))
        for number, _ in enumerate(run_jobs(self_play_job, iter(jobs), self.processes, self.backend), 1):
            if number % max(1, len(jobs) // 5) == 0:
                self.report(f"generation {generation}: {number * self.plan.games_per_file} games")

    def _jobs(self, generation: int, folder: Path) -> Iterator[dict[str, Any]]:
        setup = self.plan.self_play
        if self.best.exists():
            setup = replace(setup, network=str(self.best), exploration=self.plan.exploration)
        first = (self.plan.seed * 1000 + generation) * SEEDS_PER_GENERATION
        for number in range(0, self.plan.games, self.plan.games_per_file):
            seeds = list(range(first + number, first + min(self.plan.games, number + self.plan.games_per_file)))
            yield {
                "path": str(folder / f"{number}.npz"), "game": self.game.configuration(), "self_play": asdict(setup),
                "seeds": seeds, "seed": seeds[0],
            }  # fmt: skip

    def fit(self, generation: int) -> dict[str, float]:
        """Fits a network to all samples so far; returns its errors on the files held back."""
        path = self.network(generation)
        errors = path.with_suffix(".json")
        if path.exists() and errors.exists():
            return dict(json.loads(errors.read_text()))
        files = [
            file
            for number in range(1, generation + 1)
            for file in sorted(self.samples_folder(number).glob("*.npz"), key=lambda file: (len(file.stem), file.stem))
            if not file.name.endswith(".unfinished.npz")
        ]
        learned, held = fitting.split(files)
        samples, checked = fitting.load(learned), fitting.load(held)
        shape = self.plan.shape
        if not self.best.exists():  # playouts teach values; results of weak games would only be learned by heart
            shape = replace(shape, roots=0.0, choices=FIRST_CHOICES)
        fit = fitting.Fit(self.game, samples, shape, self.plan.seed + generation)
        fit.learn(samples, self.plan.fit_seconds, lambda told: self.report(_short(told)), self.plan.fit_steps)
        found = fit.check(checked) if checked else {}
        pack({mark_of(self.game): fit.arrays()}, path)
        errors.write_text(json.dumps(found))
        return found

    def test(self, generation: int) -> sprt.Verdict | None:
        """Plays the new network against the best one, or against the director before there is one."""
        new = parse(self._entrant(self.network(generation)))
        old = parse(self._entrant(self.best) if self.best.exists() else f"director{self.plan.test_budget}")
        return compare_strength(
            self.game,
            old,
            new,
            self.folder / f"test-{generation}",
            games=self.plan.test_games,
            first_seed=TEST_SEED + generation * SEEDS_PER_GENERATION,
            elo=self.plan.elo,
            processes=self.processes,
            backend=self.backend,
        )

    def _entrant(self, network: Path) -> str:
        knobs = NETWORK_KNOBS.format(exploration=self.plan.exploration)
        return f"director{self.plan.test_budget}[network={network},{knobs}]"

    def write_page(self) -> None:
        """The numbers of all generations as a page."""
        names = ("generation", "promoted", "share", "trials", "leaf_square", "leaf_heuristics_square", "root_choice")
        lines = [
            f"# Training of {self.game.title}, {self.game.players} players",
            "",
            "The share is that of a seat of the new network against the best one before it, over so many seeds. The",
            "squares are mean squared errors of values on games held back, the network's and the heuristics'.",
            "",
            "| " + " | ".join(name.replace("_", " ") for name in names) + " |",
            "| " + " | ".join("---" for _ in names) + " |",
        ]
        for entry in self.history():
            lines.append("| " + " | ".join(_cell(entry.get(name)) for name in names) + " |")
        (self.folder / "curves.md").write_text("\n".join(lines) + "\n")


def _cell(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else "" if value is None else str(value)


def _short(told: dict[str, Any]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {_cell(value)}" for name, value in told.items())
