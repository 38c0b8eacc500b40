"""How Night at the Zoo scores: random play and a simple greedy player against the rulebook's rating bands.

    python benchmarks/night_scores.py                    1,000,000 random and 300 greedy solo games
    python benchmarks/night_scores.py --players 2        the same at a table of two, all seats counted

The greedy player looks one decision ahead, two where a tile is being placed, at a copy in which all it cannot know was
re-randomised. It counts its points, how near each animal is to the Zoo over tiles laid and unlaid, and what is pending.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any

import zoobox
from zoobox.games.night_at_the_zoo.layout import (
    BONUS_IN_HAND,
    BONUSES,
    BUTTERFLY,
    COVER,
    DEPTH,
    DISCOVERIES,
    DRAFTED,
    EFFECTS,
    FIGURES,
    FRAME,
    FRAMES,
    HOME,
    HOME_POINTS,
    KIND,
    MOVES,
    NEXT,
    NOWHERE,
    PLACE,
    PLACES,
    POLLEN_POINTS,
    SLOTH,
    SNAKE,
    SPACES,
    SPECIAL,
    SYMBOL,
    TRAIT,
    UNDISCOVERED,
    WAREHOUSE,
    ZOO,
)
from zoobox.games.night_at_the_zoo.tiles import block_of
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import play_out

UNLAID = 2.5
"""How much longer than a laid tile an empty space on the way counts."""
FAR = 12.0
PENDING = {MOVES: 1.2, BONUSES: 2.0, BONUS_IN_HAND: 2.0, DISCOVERIES: 1.5, EFFECTS: 1.5, SYMBOL: 1.5, SPECIAL: 1.0}
HELD = 1.2


def ways_home(state: Any, block: int) -> list[float]:
    """The length of the shortest way to the Zoo from every place."""
    table, data = state.box.numbers, state.data
    entered_from: list[list[int]] = [[] for _ in range(SPACES)]
    for place in range(PLACES):
        for to in table[NEXT + 4 * place : NEXT + 4 * place + 4]:
            if to != NOWHERE:
                entered_from[to].append(place)
    length = [FAR * 2] * PLACES
    queue = [(0.0, ZOO)]
    length[ZOO] = 0.0
    while queue:
        far, place = heappop(queue)
        if far > length[place]:
            continue
        step = 1.0 if place == ZOO or data[block + place] else UNLAID
        for origin in entered_from[place]:
            if far + step < length[origin]:
                length[origin] = far + step
                if origin < SPACES:
                    heappush(queue, (far + step, origin))
    return length


def worth(state: Any, seat: int) -> float:
    """What the position is worth to the greedy player."""
    block, data, table = block_of(seat), state.data, state.box.numbers
    total = float(state.points_of(seat))
    length = ways_home(state, block)
    for figure in range(FIGURES):
        place, kind = data[block + PLACE + figure], data[block + KIND + figure]
        if place == HOME:
            continue
        trait = data[block + TRAIT + figure]
        gain = table[POLLEN_POINTS + trait] if kind == BUTTERFLY else table[HOME_POINTS + 4 * kind + 3] / 3
        if place == UNDISCOVERED:
            total += 0.1 * gain
            continue
        far = length[place] * (1.8 if kind == SLOTH else 1.0) + (0.7 if kind == SLOTH and trait else 0.0)
        if kind == SNAKE and not nearer(state, length, place, trait):
            far += 1.0
        total += max(0.0, gain - 1) * max(0.0, 1 - far / FAR) ** 2
    total += HELD * sum(tile > 0 for tile in data[block + WAREHOUSE : block + DRAFTED])
    for number in range(data[block + DEPTH]):
        start = block + FRAMES + FRAME * number
        times = data[start + 1] if data[start] in (MOVES, BONUSES, DISCOVERIES) else 1
        total += PENDING.get(data[start], 0.0) * times
    return total


def nearer(state: Any, length: list[float], place: int, direction: int) -> bool:
    to = state.box.numbers[NEXT + 4 * place + direction]
    return to != NOWHERE and length[to] < length[place]


def value(state: Any, seat: int, choice: int, luck: Luck) -> float:
    """The worth after a choice; where a tile is then to be placed, after the best space for it."""
    after = state.redeal(seat, luck)
    after.apply(seat, choice)
    block = block_of(seat)
    depth = after.data[block + DEPTH]
    if depth and after.data[block + FRAMES + FRAME * (depth - 1)] == COVER:
        best = 0.0
        for space in after.legal(seat):
            placed = after.copy()
            placed.apply(seat, space)
            best = max(best, worth(placed, seat))
        return best
    return worth(after, seat)


def greedy_game(game: Any, seed: int) -> Any:
    state = game.start(seed)
    luck, dice = Luck(seed), random.Random(seed)
    while not state.over:
        seat = dice.choice(state.waiting)
        legal = state.legal(seat)
        if len(legal) == 1:
            state.apply(seat, legal[0])
        else:
            state.apply(seat, max(legal, key=lambda choice: value(state, seat, choice, luck)))
    return state


def random_points(game: Any, games: int) -> Iterator[int]:
    luck = Luck(1)
    for seed in range(games):
        state = game.start(seed)
        play_out(state, luck, 1_000_000)
        yield from (state.points_of(seat) for seat in range(game.players))


def report(title: str, points: list[int], bands: list[tuple[int, str]], seconds: float, games: int) -> None:
    cuts = statistics.quantiles(points, n=20)
    print(f"{title}: {games} games, {games / seconds:,.1f} games/s")
    low, median, high = cuts[0], cuts[9], cuts[18]
    mean = statistics.mean(points)
    print(f"  mean {mean:.1f}, median {median:.0f}, 90% from {low:.0f} to {high:.0f}, best {max(points)}")
    upper = 10_000
    for least, name in bands:
        share = sum(least <= number < upper for number in points) / len(points)
        print(f"  {name:<14} {least:>3}+  {100 * share:6.2f} %")
        upper = least


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--random", type=int, default=1_000_000)
    parser.add_argument("--greedy", type=int, default=300)
    arguments = parser.parse_args()
    game: Any = zoobox.game("night-at-the-zoo", players=arguments.players)
    bands = game.contents.ratings
    print(f"{game}, {zoobox.speed.mode()}")
    start = time.perf_counter()
    points = list(random_points(game, arguments.random))
    report("random", points, bands, time.perf_counter() - start, arguments.random)
    start = time.perf_counter()
    points = []
    for seed in range(arguments.greedy):
        state = greedy_game(game, seed)
        points += [state.points_of(seat) for seat in range(game.players)]
    report("greedy", points, bands, time.perf_counter() - start, arguments.greedy)


if __name__ == "__main__":
    main()
