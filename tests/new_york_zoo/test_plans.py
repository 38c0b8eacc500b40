"""The champion alone: plans that hold, in both modes."""

import pickle

import pytest

import zoobox
from zoobox.bots import check_level, player
from zoobox.bots.levels import UnknownLevel, strongest_level
from zoobox.bots.planner import Planner
from zoobox.bots.tuning import tuning_of
from zoobox.games.new_york_zoo import layout
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.luck import Luck

STAGES = 64
TURNS = 400 if zoobox.speed.compiled() else 120
"""What a champion may try out in a test, where it need not play well."""


def alone(variant="small", **settings):
    return zoobox.game("new-york-zoo", players=1, variant=variant, settings=settings)


def planner_of(state, **changes):
    game = state.game
    kind = game.heuristics_class()
    return Planner(state, game.heuristics(kind.PLAN_WEIGHTS), tuning_of(game, "champion", memory=4, **changes))


def after(state, choices):
    reached = state.copy()
    for choice in choices:
        reached.apply(0, choice)
    return reached


@pytest.mark.parametrize("variant", ["small", "large"])
def test_every_line_leads_where_it_says(variant):
    game = alone(variant)
    state = game.start(seed=3)
    planner = planner_of(state)
    assert planner.explore(30, Luck(1))
    value, line = planner.best_line()
    end = after(state, line)
    assert end.over
    assert end.payoff_of(0) == value
    kept = [(stage, promise, line) for stage in range(STAGES) for promise, line in planner.lines_to(stage)]
    assert len(kept) > 20
    for stage, _, line in kept:
        reached = after(state, line)  # raises if a choice is not legal
        assert stage == 2 * 25 - spaces_to_go(reached)


def spaces_to_go(state):
    data = state.snapshot()
    return (2 - data[layout.ARRIVALS]) * 25 - data[layout.ELEPHANT]


def test_a_promise_counts_gaps_animals_and_markers():
    game = alone("large")
    state = game.start(seed=5)
    planner = planner_of(state, patience=0.0)
    planner.explore(25, Luck(2))
    weights = {**game.heuristics_class().WEIGHTS}
    checked = 0
    for stage in range(STAGES):
        for promise, line in planner.lines_to(stage)[:8]:
            assert promise == pytest.approx(expected_promise(game, after(state, line), weights))
            checked += 1
    assert checked > 30


def expected_promise(game, state, weights):
    """The same, counted on the position by other means."""
    data = state.snapshot()
    home = layout.SEATS
    width = game.contents.width
    free = int.from_bytes(data[home : home + 16], "little")
    cells = {cell for cell in range(layout.MAX_CELLS) if free >> cell & 1}

    def beside(cell):
        row, column = divmod(cell, width)
        found = {(row - 1) * width + column, (row + 1) * width + column}
        found |= {cell - 1} if column else set()
        found |= {cell + 1} if column + 1 < width else set()
        return found & cells

    edges = sum(4 - len(beside(cell)) for cell in cells)
    holes = sum(not beside(cell) for cell in cells)
    left, pieces = set(cells), 0
    while left:
        pieces += 1
        edge = {left.pop()}
        while edge:
            edge = set().union(*(beside(cell) for cell in edge)) & left
            left -= edge
    total = -len(cells) - weights["plan_piece"] * pieces - weights["plan_edge"] * edges - weights["plan_hole"] * holes
    for number in range(data[home + layout.BUILT]):
        record = home + layout.ENCLOSURES + number * layout.ENCLOSURE
        animals = data[record + layout.ANIMALS]
        size = game.tables.numbers[layout.SIZE_OF + data[record + layout.KIND]]
        total += weights["plan_progress"] * animals / size
        total += weights["plan_breeding"] * (animals >= 2) + weights["plan_lone"] * (animals == 1)
        missing = {1: "plan_missing_one", 2: "plan_missing_two", 3: "plan_missing_three"}
        total += weights[missing[size - animals]] if animals and size - animals in missing else 0
    housed = data[home + layout.HOUSED : home + layout.HOUSED + 5]
    total += weights["plan_house"] * sum(housed)
    kinds = {
        data[home + layout.ENCLOSURES + number * layout.ENCLOSURE + layout.INHABITANT]
        for number in range(data[home + layout.BUILT])
    }
    total += weights["plan_species"] * len(kinds - {0})
    return total + weights["plan_marker"] * sum(2 - marker for marker in range(5) if data[layout.MARKERS] >> marker & 1)


def test_a_plan_is_kept_while_it_is_followed():
    state = alone().start(seed=4)
    planner = planner_of(state)
    planner.explore(40, Luck(1))
    value, line = planner.best_line()
    for taken in (1, 2, 3):
        state = after(state, line[:taken])
        planner.follow(state, line[:taken])
        line = line[taken:]
        assert planner.best_line() == (value, line)
        for stage in range(STAGES):
            for _, kept in planner.lines_to(stage):
                after(state, kept)
        planner.explore(5, Luck(taken))
        better, line = planner.best_line()
        assert better >= value
        value = better
        assert after(state, line).payoff_of(0) == value


def test_a_plan_is_made_anew_where_the_game_went_another_way():
    state = alone().start(seed=4)
    planner = planner_of(state)
    planner.explore(40, Luck(1))
    other = next(choice for choice in state.legal(0) if choice != planner.best_line()[1][0])
    state.apply(0, other)
    planner.follow(state, [other])
    assert planner.best_line()[1] == []
    planner.explore(40, Luck(1))
    value, line = planner.best_line()
    assert after(state, line).payoff_of(0) == value


@pytest.mark.parametrize("solo_points", ["all_laps", "current_lap"])
def test_no_game_ends_better_than_the_bound(solo_points):
    """A planner leaves out what cannot become better than the best line, so the bound must hold."""
    game = alone(solo_points=solo_points)
    heuristics = game.heuristics()
    bot = player("keeper", game, seed=1)
    walk = Luck(8)
    for seed in range(4):
        state = game.start(seed)
        bounds = []
        while not state.over:
            bounds.append(heuristics.best_payoff_of(state))
            legal = state.legal(0)
            state.apply(0, bot.choose(state, 0) if seed % 2 else legal[walk.below(len(legal))])
        assert all(state.payoff_of(0) <= bound for bound in bounds)
        assert bounds == sorted(bounds, reverse=True), "a later position has a better bound"


def test_the_champion_carries_its_plan_out():
    game = alone()
    state = game.start(seed=6)
    bot = player("champion", game, simulations=1200 if zoobox.speed.mode() == "compiled" else 40, seed=2)
    planned = []
    while not state.over:
        state.apply(0, bot.choose(state, 0))
        planned.append(bot.plan.value)
    assert planned == sorted(planned), "a plan became worse"
    assert state.payoff_of(0) >= planned[0]


def test_the_champion_repeats_itself_and_survives_pickling():
    game = alone()
    state = game.start(seed=6)
    bot = player("champion", game, simulations=TURNS, seed=2)
    again = pickle.loads(pickle.dumps(bot))
    assert bot.choose(state, 0) == again.choose(state, 0)
    assert bot.plan == again.plan
    assert 0 < bot.simulations <= TURNS


def test_the_champion_compares_choices():
    game = alone()
    state = game.start(seed=6)
    bot = player("champion", game, simulations=TURNS, seed=2)
    thoughts = bot.think(state, 0)
    assert {thought.choice for thought in thoughts} <= set(state.legal(0))
    assert after(state, bot.plan.choices).payoff_of(0) == bot.plan.value


def test_a_champion_that_found_no_end_still_decides():
    """So few turns do not reach the end of the game."""
    game = alone("large")
    state = game.start(seed=6)
    bot = player("champion", game, simulations=1, seed=2)
    for _ in range(6):
        choice = bot.choose(state, 0)
        assert choice in state.legal(0)
        state.apply(0, choice)


def test_who_can_plan():
    assert strongest_level(alone()) == "champion"
    with pytest.raises(UnknownLevel, match="nothing has been learned"):
        check_level("champion", alone(stacks="hidden"))
    two = zoobox.game("new-york-zoo", players=2)
    with pytest.raises(ZooboxError, match="solo game"):
        Planner(two.start(1), two.heuristics(), tuning_of(two, "director"))


def test_bad_arguments_are_refused():
    state = alone().start(seed=1)
    planner = planner_of(state)
    with pytest.raises(IndexError, match="no stage 64"):
        planner.lines_to(STAGES)
    with pytest.raises(TypeError):
        planner.explore(1, None)
    with pytest.raises(ZooboxError):
        planner.reset(zoobox.game("new-york-zoo", players=1, variant="large").start(1))
    with pytest.raises(ZooboxError, match="heuristics for"):
        state.game.heuristics().best_payoff_of(zoobox.game("new-york-zoo", players=2).start(1))
    assert planner_of(state, contest=10**6).explore(2, Luck(1)), "more entries than there is room for"
    with pytest.raises(ZooboxError, match="ways"):
        tuning_of(alone(), "champion", ways=0)
