"""The numbering, the low levels, and what must hold of every value."""

import itertools
import random

import numpy as np
import pytest
from reference import Reference

import zoobox
from zoobox.games.zooloretto_dice.layout import SEAT
from zoobox.games.zooloretto_dice.solved import solver, states, verify
from zoobox.games.zooloretto_dice.solved.native import host, tables
from zoobox.games.zooloretto_dice.solved.table import results

LEVELS = range(states.FIRST_OPEN_LEVEL, 10)
REFERENCE_GAP = 1e-5


def solved(levels, guess=solver.GUESS):
    values = solver.blank_values(guess, jobs=2)
    engine = solver.Cores(values, 2)
    solver.solve(engine, levels, lambda progress: None, lambda level, done: None)
    engine.close()
    return values


@pytest.fixture(scope="module")
def values():
    return solved(LEVELS)


def test_the_states_are_counted_as_they_should_be():
    assert len(states.numbering().members) == states.COMBINATIONS == 63_973
    assert states.CODES_OF_SIZE == (13, 20, 29, 40, 53)
    assert states.STATES == 166_137_881
    assert int(states.finished_pairs().sum()) * states.COIN_PAIRS == states.FINISHED_STATES == 39_827_200


def test_combinations_are_all_ways_to_sort_codes_that_fit():
    sizes = states.CODES_OF_SIZE[: states.SMALL]
    luck = random.Random(1)
    for _ in range(2000):
        codes = [luck.randrange(size) for size in sizes]
        rank = sum(int(states.numbering().below[place, code]) for place, code in enumerate(sorted(codes)))
        assert states.numbering().members[rank].tolist() == sorted(codes)


def test_levels_hold_every_open_state_once():
    counts = [host().list_level(tables(), states.COMBINATIONS, level, None) for level in range(53)]
    assert counts[: states.FIRST_OPEN_LEVEL] == [0] * states.FIRST_OPEN_LEVEL
    assert sum(counts) == states.OPEN_STATES
    for number in solver.level_states(12)[::37]:
        found = states.contents(int(number))
        assert found.level == 12
        assert not found.over


def test_finished_states_are_scored_as_the_rules_score_them():
    game = zoobox.game("zooloretto-dice", players=2)
    luck = random.Random(2)
    pairs = np.flatnonzero(states.finished_pairs().ravel())
    for _ in range(300):
        number = int(luck.choice(pairs)) * states.COIN_PAIRS + luck.randrange(states.COIN_PAIRS)
        found = states.contents(number)
        state = game.restore({"sheets": states.positions_of(found), "phase": "over"})
        result = state.payoff_of(0)
        assert states.result(found) == result
        assert results(np.array([number]))[0] == result
        assert host().finished_value(tables(), number) == result


def test_the_laws_hold_on_the_low_levels(values):
    for law in verify.laws(values, 2, LEVELS[-1]).values():
        assert law["compared"] > 50
        assert law["worst"] < 1e-6


def test_a_broken_value_breaks_a_law(values):
    broken = values.copy()
    numbers = solver.level_states(LEVELS[-1])
    broken[numbers[::3]] = 1.0 - broken[numbers[::3]]
    assert max(law["worst"] for law in verify.laws(broken, 2, LEVELS[-1]).values()) > 0.1


def test_the_first_guess_does_not_matter(values):
    other = solved(LEVELS, guess=0.95)
    for level in LEVELS:
        numbers = solver.level_states(level)
        assert np.abs(other[numbers] - values[numbers]).max() < 1e-6


def test_games_agree_with_the_values(values):
    numbers = solver.level_states(LEVELS[-1])
    start = int(numbers[np.abs(values[numbers] - 0.5).argmin()])  # the most open game
    found = verify.self_play(values, 4000, 2, start=start)
    assert abs(found["errors_apart"]) < 4


def test_an_interrupted_solve_continues(values, tmp_path):
    book = solver.Workbook(tmp_path / "values.working", 1)
    engine = solver.Cores(book.values, 1)

    def keep(level, done):
        book.keep(level, done)
        if level == LEVELS[-1]:
            raise KeyboardInterrupt

    engine_solve = engine.solve
    engine.solve = lambda numbers: itertools.chain(engine_solve(numbers[:100]), engine_solve(numbers[100:]))
    with pytest.raises(KeyboardInterrupt):
        solver.solve(engine, LEVELS, lambda progress: None, keep)
    book.save()
    del book.values
    again = solver.Workbook(tmp_path / "values.working", 1)
    assert again.resumed
    assert (again.level, again.done) == (LEVELS[-1], 100)
    engine = solver.Cores(again.values, 1)
    levels = range(again.level, LEVELS[-1] + 1)
    solver.solve(engine, levels, lambda progress: None, again.keep, again.done)
    for level in LEVELS:
        numbers = solver.level_states(level)
        assert np.abs(again.values[numbers] - values[numbers]).max() < 1e-6
    again.discard()
    assert list(tmp_path.iterdir()) == []


def compared_with_the_reference(values, count, levels):
    """The worst gap over at least so many states, and how many they were."""
    game = zoobox.game("zooloretto-dice", players=2)
    reference = Reference(game)
    late = [int(number) for level in levels for number in solver.level_states(level)]
    for number in random.Random(5).sample(late, len(late)):
        sheets = states.positions_of(states.contents(number))
        reference.discover(game.restore({"sheets": sheets}))
        if len(reference.follow) >= count:
            break
    exact = reference.solve()
    gaps = []
    for number in reference.follow:
        state = reference.states[number]
        value = float(values[states.of_sheets(state, state.data[SEAT]).number])
        gaps.append(abs((value if state.data[SEAT] == 0 else 1.0 - value) - exact[number]))
    return max(gaps), len(gaps)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_thousand_late_states_agree_with_the_reference():
    gap, count = compared_with_the_reference(solved(range(8, 11)), 1000, range(8, 11))
    print(f"{count} states, at most {gap:.1e} apart")
    assert count >= 1000
    assert gap < REFERENCE_GAP
