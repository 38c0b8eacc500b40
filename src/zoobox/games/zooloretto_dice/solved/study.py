"""What the table has to say: the numbers behind docs/solved.md."""

from __future__ import annotations

import math
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zoobox.games.zooloretto_dice.layout import FACES
from zoobox.games.zooloretto_dice.solved import states
from zoobox.games.zooloretto_dice.solved.graph import EMPTY, ROLLS, SIZE
from zoobox.games.zooloretto_dice.solved.native import Spot
from zoobox.games.zooloretto_dice.solved.rounds import NOBODY, PLACING, Round, Worths
from zoobox.games.zooloretto_dice.solved.solver import Values
from zoobox.games.zooloretto_dice.solved.verify import PERFECT, ROOT, Decisions, play

HABITS: Final = {
    1: ("random", "decides everything at random"),
    2: ("takes at once", "takes as soon as any truck carries a die"),
    3: ("always takes two", "takes as soon as a truck carries two dice, and not before"),
    4: ("waits for three", "takes trucks with three dice only, while it may roll"),
    5: ("rolls on", "never takes while it may roll"),
    6: ("piles up", "puts a die on a loaded truck whenever one has room"),
    7: ("spreads out", "puts a die on an empty truck whenever there is one"),
    8: ("never denies", "keeps dice that the other cannot use off the loaded trucks, when it can"),
    9: ("own marks only", "takes the truck that brings itself most, whatever the other gets"),
    10: ("careless dice", "places dice at random"),
}
"""Ways to play by their number in play.h. Apart from its habit, each plays perfectly."""
STATES_PER_ROUND: Final = 400
LAST_ROUND: Final = 14
MOST_PER_ROUND: Final = 12


class Exact:
    """The values of a whole solve, as something that knows what states are worth."""

    def __init__(self, values: Values) -> None:
        self.values = values

    def worth(self, numbers: npt.NDArray[np.int32]) -> npt.NDArray[np.float32]:
        return np.asarray(self.values[numbers])


def openings(worths: Worths) -> list[dict[str, Any]]:
    """Per opening roll what it is worth to the starter to put the dice on one truck, or on two."""
    first_round = Round.from_start(ROOT, worths)
    found = []
    for first, second in ROLLS:
        spot = Spot(mover=0, out=NOBODY, taken=EMPTY, in_hand=1, supply=4)
        spot.trucks[:] = [first, EMPTY, EMPTY]
        spot.hand[:] = [second, 0]
        worth = first_round.options(spot)
        found.append(
            {
                "roll": [FACES[first], FACES[second]],
                "together": float(worth[PLACING]),
                "apart": float(worth[PLACING + 1]),
            }
        )
    return found


def _mean(samples: list[float]) -> dict[str, float]:
    count = len(samples)
    mean = sum(samples) / count
    spread = math.sqrt(sum((sample - mean) ** 2 for sample in samples) / max(1, count - 1))
    return {"mean": mean, "standard_error": spread / math.sqrt(count), "states": count}


def _gains(values: Values, number: int) -> Iterable[tuple[str, float]]:
    """What small changes of a state would be worth to the player who begins."""
    found = states.contents(number)
    value = float(values[number])
    if found.my_coins < states.COIN_STATES - 1:
        yield "coin", float(values[found._replace(my_coins=found.my_coins + 1).number]) - value
    for place, code in enumerate(found.codes):
        lion = place == states.SMALL

        def changed(new: states.Code, place: int = place) -> float:
            codes = (*found.codes[:place], new, *found.codes[place + 1 :])
            return float(values[found._replace(codes=codes).number])

        if code.mine == states.FULL:
            yield "barn cross", changed(code._replace(mine=0)) - value
        if code.bonus and code.mine <= states.FULL and code.theirs <= states.FULL:
            swing = changed(code._replace(bonus=1)) - changed(code._replace(bonus=-1))
            yield "lion bonus" if lion else "bonus", swing
        if not lion and (code.mine, code.theirs) == (2, 2):
            yield "first crocodile", changed(states.Code(1, 2, 1)) - value


def through_the_game(values: Values, decisions: Decisions) -> dict[str, dict[str, dict[str, float]]]:
    """By round of perfect play: what a coin, a cross in the barn, a bonus, the first crocodile are worth."""
    luck = np.random.default_rng(1)
    table: dict[str, dict[str, dict[str, float]]] = {}
    for number in range(1, LAST_ROUND + 1):
        seen = decisions["state"][decisions["round"] == number]
        if not len(seen):
            continue
        samples: dict[str, list[float]] = {}
        for state in luck.choice(seen, STATES_PER_ROUND):
            for name, gain in _gains(values, int(state)):
                samples.setdefault(name, []).append(gain)
        for name, gains in samples.items():
            if len(gains) >= 30:
                table.setdefault(name, {})[str(number)] = _mean(gains)
    return table


def facts_of_play(decisions: Decisions) -> dict[str, Any]:
    """What the decisions of perfect play look like."""
    worth = decisions["worth"]
    allowed = worth >= 0
    best = worth.max(axis=1)
    second = np.sort(worth, axis=1)[:, -2]
    at_random = best - np.where(allowed, worth, 0).sum(axis=1) / allowed.sum(axis=1)
    spot = decisions["spot"]
    both_in = (spot["out"] == NOBODY) & (spot["in_hand"] == 0)
    taking = both_in & (decisions["chosen"] >= 1)
    takes = {}
    for dice_out, supply in ((2, 4), (4, 2), (6, 0)):
        here = both_in & (spot["supply"] == supply)
        loads = spot["trucks"][here & taking, decisions["chosen"][here & taking] - 1]
        sizes = np.array(SIZE)[loads]
        takes[str(dice_out)] = {
            "decisions": int(here.sum()),
            "taken": int((here & taking).sum()),
            "by_dice": {str(dice): int((sizes == dice).sum()) for dice in (1, 2, 3)},
        }
    return {
        "decisions": len(decisions),
        "random_option_costs": float(at_random.mean()),
        "two_best_within_0.001": float((best - second < 0.001).mean()),
        "first_takes": takes,
    }


def habits(values: Values, games: int, jobs: int) -> list[dict[str, Any]]:
    """Per habit the winning chance it gives away in a game against perfect play, half the games in either seat.

    Chances given away are added up decision by decision: on average the same as games lost, with far less chance in it.
    """
    found = []
    for number, (name, words) in HABITS.items():
        lost, squared, count, won = 0.0, 0.0, 0, 0.0
        for seat in range(2):
            ways = (number, PERFECT) if seat == 0 else (PERFECT, number)
            tally, _ = play(values, games // 2, ways, jobs, seed=100 * number + seat)
            lost += tally.lost[seat]
            squared += tally.lost_squared[seat]
            count += tally.games
            won += tally.won if seat == 0 else tally.games - tally.won
        mean = lost / count
        error = math.sqrt((squared / count - mean * mean) / count)
        found.append(
            {"name": name, "words": words, "lost": mean, "standard_error": error, "won": won / count, "games": count}
        )
    return found


def regrets(decisions: Decisions, worths: Worths, jobs: int) -> npt.NDArray[np.float64]:
    """Per decision the exact winning chance that is lost by trusting `worths` instead of the table."""
    starts: dict[int, list[int]] = {}
    for index, state in enumerate(decisions["state"]):
        starts.setdefault(int(state), []).append(index)
    lost = np.zeros(len(decisions))

    def judge(state: int) -> None:
        judged = Round.from_start(states.contents(state), worths)
        for index in starts[state]:
            spot = Spot.from_buffer_copy(decisions["spot"][index].tobytes())
            exact = decisions["worth"][index]
            lost[index] = exact.max() - exact[int(judged.options(spot).argmax())]

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(judge, starts))
    return lost


def summed_up(lost: npt.NDArray[np.float64]) -> dict[str, float]:
    """A row of the table in docs/bots.md."""
    return {
        "decisions": len(lost),
        "mean": float(lost.mean()),
        "percentile_99.9": float(np.quantile(lost, 0.999)),
        "most": float(lost.max()),
        "without_loss": float((lost < 1e-6).mean()),
    }


def some_rounds(decisions: Decisions, rounds: int, seed: int = 1) -> Decisions:
    """Decisions in so many different round-start states, a few of each: the first round of all games is the same."""
    order = np.random.default_rng(seed).permutation(len(decisions))
    taken: dict[int, int] = {}
    kept = []
    for index in order:
        state = int(decisions["state"][index])
        if state not in taken and len(taken) == rounds:
            continue
        taken[state] = taken.get(state, 0) + 1
        if taken[state] <= MOST_PER_ROUND:
            kept.append(index)
    chosen: Decisions = decisions[np.sort(kept)]
    return chosen
