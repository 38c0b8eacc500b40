"""Tunes the weights of a game's heuristics by play: `python -m zoobox.arena.tune GAME`.

One weight after another is made larger or smaller. Keepers with the new weights play the same seeds as keepers with the
old ones, against each other in all seats, or alone for points. A change is kept if it is better by more than its
standard error, and is so again on other seeds.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Mapping
from dataclasses import dataclass

from zoobox.arena.entrants import parse
from zoobox.arena.matches import Match, seatings
from zoobox.arena.play import play
from zoobox.games import game as make_game
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck

STEPS = (0.6, 0.8, 1.25, 1.6)
FIRST_SEED = 10_000
CHECK_SEED = 5_000_000


@dataclass(frozen=True, slots=True)
class Gain:
    """By how much new weights did better, and how sure that is."""

    mean: float
    error: float

    @property
    def clear(self) -> bool:
        return self.mean > self.error


def entrant_text(level: str, weights: Mapping[str, float]) -> str:
    """A level with these weights, as an entrant of the arena is written."""
    changes = ",".join(f"heuristics.{name}={value:.6g}" for name, value in weights.items())
    return f"{level}[{changes}]" if changes else level


def compare(game: Game, level: str, old: Mapping[str, float], new: Mapping[str, float], games: int, seed: int) -> Gain:
    """Plays old against new weights over some seeds: points alone, otherwise the share of the win beyond an even."""
    gains = []
    mine, theirs = parse(entrant_text(level, new)), parse(entrant_text(level, old))
    for number in range(seed, seed + games):
        if game.players == 1:
            after = play(game, Match((mine,), number)).points[0]
            gains.append(float(after - play(game, Match((theirs,), number)).points[0]))
            continue
        shares = []
        for seating in seatings(mine, theirs, game.players):
            outcome = play(game, Match(seating, number))
            held = [payoff for payoff, sitting in zip(outcome.payoffs, seating, strict=True) if sitting == mine]
            shares.append(statistics.fmean(held) - 1 / game.players)
        gains.append(statistics.fmean(shares))
    return Gain(statistics.fmean(gains), statistics.stdev(gains) / math.sqrt(len(gains)))


def tune(game: Game, level: str = "keeper", games: int = 100, rounds: int = 1, seed: int = 1) -> dict[str, float]:
    """The weights after so many rounds over all of them; each change is printed."""
    if games < 2:
        raise ZooboxError(f"a comparison needs at least 2 seeds, not {games}.")
    weights = dict(game.heuristics().weights)
    if not weights:
        raise ZooboxError(f"the heuristics of {game.title} have no weights.")
    luck = Luck(seed)
    tried = 0
    for _ in range(rounds):
        for name in sorted(weights, key=lambda _: luck.below(1 << 30)):
            for step in STEPS:
                new = {**weights, name: weights[name] * step}
                tried += 1
                gain = compare(game, level, weights, new, games, FIRST_SEED + games * tried)
                if not gain.clear:
                    continue
                check = compare(game, level, weights, new, 2 * games, CHECK_SEED + 2 * games * tried)
                if check.clear:
                    print(
                        f"{name} {weights[name]:.4g} -> {new[name]:.4g}: {check.mean:+.3f} ± {check.error:.3f}",
                        flush=True,
                    )
                    weights = new
                    break
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description="Tune the weights of a game's heuristics by play.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--variant", default=None)
    parser.add_argument("--level", default="keeper")
    parser.add_argument("--games", type=int, default=100, help="seeds for each comparison")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    try:
        game = make_game(arguments.game, arguments.players, arguments.variant)
        weights = tune(game, arguments.level, arguments.games, arguments.rounds, arguments.seed)
    except ZooboxError as error:
        parser.error(str(error))
    for name, value in weights.items():
        print(f'"{name}": {value:.4g},')


if __name__ == "__main__":
    main()
