"""Follows the first hint throughout against a level, in games for two, and reports the share won with its interval.

    PYTHONPATH=src python benchmarks/hint_strength.py --games 48 --jobs 16

The number of games is fixed beforehand; the hint has each seat equally often, two games share a deal. Hints are asked
for as a table asks for them: a new adviser for every decision, with the seconds that are the default of the setting.
On a busy machine, `--simulations 600` gives hints so many simulations and the opponent as many as its level ever takes,
so that the load does not matter.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

import zoobox
from zoobox.arena.results import share_interval
from zoobox.bots import player
from zoobox.bots.hints import SECONDS
from zoobox.bots.tuning import tuning_of

GAMES = ("new-york-zoo", "night-at-the-zoo", "o-zoo-le-mio")
OPPONENT = "curator"


def play(
    name: str, number: int, seconds: float | None, simulations: int | None, opponent: str
) -> tuple[str, int, float, int, float]:
    """One game; the payoff of the seat that follows hints, how many it followed, and the seconds all took."""
    begun = time.perf_counter()
    game = zoobox.game(name, players=2)
    follower = number % 2
    state = game.start(1000 + number // 2)
    bot = player(opponent, game, simulations=tuning_of(game, opponent).most if simulations else None, seed=number)
    followed = 0
    while not state.over:
        seat = state.first_waiting()
        legal = state.legal(seat)
        if len(legal) == 1:
            choice = legal[0]
        elif seat == follower:
            choice = zoobox.advise(state, seat, seconds=seconds, simulations=simulations)[0].choice.id
            followed += 1
        else:
            choice = bot.choose(state, seat)
        state.apply(seat, choice)
    return name, number, state.payoff_of(follower), followed, time.perf_counter() - begun


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--game", choices=GAMES, action="append", help="one of them; all three if not given")
    options.add_argument("--games", type=int, default=48, help="games of each kind")
    options.add_argument("--seconds", type=float, default=SECONDS)
    options.add_argument("--simulations", type=int, help="for each hint, instead of seconds")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--opponent", default=OPPONENT)
    options.add_argument("--out", help="a file that gets every game as a line of JSON")
    given = options.parse_args()
    names = given.game or GAMES
    seconds = None if given.simulations else given.seconds
    payoffs: dict[str, list[float]] = {name: [] for name in names}
    with ProcessPoolExecutor(given.jobs) as pool:
        waiting = [
            pool.submit(play, name, number, seconds, given.simulations, given.opponent)
            for name in names
            for number in range(given.games)
        ]
        for done in as_completed(waiting):
            name, number, payoff, followed, took = done.result()
            payoffs[name].append(payoff)
            line = {"game": name, "number": number, "payoff": payoff, "followed": followed, "seconds": round(took, 1)}
            print(json.dumps(line), file=sys.stderr, flush=True)
            if given.out:
                with open(given.out, "a") as file:
                    file.write(json.dumps(line) + "\n")
    for name, found in payoffs.items():
        share = share_interval(sum(found) / len(found), len(found))
        print(f"{name}: {sum(found):g} of {len(found)} against {given.opponent}: {share.percent()}")


if __name__ == "__main__":
    main()
