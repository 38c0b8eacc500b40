"""The player that searches."""

from __future__ import annotations

import time

from zoobox.bots.players import Player, Thought
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import State, play_out

LONGEST_PLAYOUT = 100_000


class Searcher(Player):
    """Plays every choice out at random many times and takes the one that ends best."""

    def decide(self, state: State, seat: int, luck: Luck) -> int:
        return self.weigh(state, seat, luck)[0].choice

    def weigh(self, state: State, seat: int, luck: Luck) -> list[Thought]:
        self.stopped = False
        legal = state.legal(seat)
        totals = [0.0] * len(legal)
        visits = [0] * len(legal)
        until = time.monotonic() + (self.budget.seconds or float("inf"))
        most = self.budget.simulations or 1 << 60
        done = 0
        while done < most and not (done and (self.stopped or time.monotonic() > until)):
            index = done % len(legal)
            twin = state.redeal(seat, luck)
            twin.apply(seat, legal[index])
            play_out(twin, luck, LONGEST_PLAYOUT)
            totals[index] += twin.payoff_of(seat)
            visits[index] += 1
            done += 1
        thoughts = [
            Thought(choice, total / max(1, count), count)
            for choice, total, count in zip(legal, totals, visits, strict=True)
        ]
        return sorted(thoughts, key=lambda thought: (thought.visits > 0, thought.value), reverse=True)
