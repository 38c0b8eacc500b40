"""Calls from Python with bad arguments get an error, in both modes; nothing reads or writes outside the buffers."""

from array import array
from typing import Any

import pytest

import zoobox
from zoobox.bots.search import Search
from zoobox.bots.tuning import Tuning
from zoobox.kernel.errors import BadPosition, ZooboxError

NUMBERS = (-1, 5, 63, 10**6, 2**31 - 1)
HUGE = (2**31, 10**12, -(10**12), 10**30)
each_game = pytest.mark.parametrize("name", zoobox.names())


@each_game
@pytest.mark.parametrize("method", ["points_of", "score_of", "payoff_of", "reward_of"])
@pytest.mark.parametrize("seat", [*NUMBERS, *HUGE])
def test_a_seat_that_there_is_not(name: str, method: str, seat: int) -> None:
    state = zoobox.game(name).start(1)
    with pytest.raises(IndexError, match="there is no seat"):
        getattr(state, method)(seat)


@each_game
def test_choices_that_there_are_not(name: str) -> None:
    state = zoobox.game(name).start(1)
    seat = state.waiting[0]
    before = state.snapshot()
    for choice in (*NUMBERS, state.game.choice_count, -(2**31)):
        if choice not in state.legal(seat):
            with pytest.raises(zoobox.IllegalChoice):
                state.apply(seat, choice)
        with pytest.raises(zoobox.IllegalChoice):
            state.apply(-1, choice)
        assert not state.is_legal_choice(99, choice)
    for choice in HUGE:
        with pytest.raises((zoobox.IllegalChoice, OverflowError)):
            state.apply(seat, choice)
        with pytest.raises(zoobox.IllegalChoice):
            state.play(seat, choice)
    assert state.snapshot() == before


@each_game
@pytest.mark.parametrize("index", [-1, 10**3, 10**9, 10**12])
def test_words_outside_the_buffer(name: str, index: int) -> None:
    state = zoobox.game(name).start(1)
    with pytest.raises((IndexError, OverflowError)):
        state.word(index)
    with pytest.raises((IndexError, OverflowError)):
        state.set_word(index, 0)
    with pytest.raises((IndexError, OverflowError)):
        zoobox.Luck(1).word(index)


@each_game
def test_shuffles_outside_the_buffer(name: str) -> None:
    state = zoobox.game(name).start(1)
    for start, count in ((-1, 2), (0, 10**6), (10**6, 1), (0, -1)):
        with pytest.raises(IndexError):
            state.shuffle_bytes(start, count)


@each_game
@pytest.mark.parametrize("number", [0.5, 1.0, "0", None])
def test_only_whole_numbers_are_numbers(name: str, number: Any) -> None:
    """Compiled code would make 0 of 0.5 if it was let."""
    game = zoobox.game(name)
    state: Any = game.start(1)
    seat = state.waiting[0]
    before = state.snapshot()
    calls: tuple[tuple[Any, ...], ...] = (
        (state.legal, number),
        (state.apply, number, state.legal(seat)[0]),
        (state.apply, seat, number),
        (state.points_of, number),
        (state.reward_of, number),
        (state.is_legal_choice, number, 0),
        (state.word, number),
        (game.observation_spec().observe, state, number),
        (zoobox.Luck(1).below, number),
    )
    for call, *given in calls:
        with pytest.raises((TypeError, ValueError, zoobox.IllegalChoice)):
            call(*given)
    if number in (0.5, "0"):  # None is a spectator
        with pytest.raises(BadPosition):
            state.redeal(number, zoobox.Luck(1))
    assert state.snapshot() == before


@pytest.mark.parametrize("n", [0, -1])
def test_a_number_below_nothing(n: int) -> None:
    with pytest.raises(ValueError, match="drawn from 1 or more"):
        zoobox.Luck(1).below(n)
    with pytest.raises(ValueError, match="drawn from 1 or more"):
        zoobox.game("zooloretto-dice").start(1).draw_number(n)


@each_game
def test_observations(name: str) -> None:
    game = zoobox.game(name)
    state = game.start(1)
    spec = game.observation_spec()
    for seat in NUMBERS:
        with pytest.raises(IndexError, match="there is no seat"):
            spec.observe(state, seat)
    with pytest.raises(ValueError, match="an observation of this game has"):
        spec.write(state, 0, memoryview(array("h", [0] * (spec.size - 1))))
    room = memoryview(array("h", [0] * spec.size))
    with pytest.raises(ValueError, match="a mask of this game has"):
        spec.write_both(state, 0, room, memoryview(array("b", [0] * (game.choice_count - 1))))
    for other in zoobox.names():
        if other != name:
            with pytest.raises(ValueError, match="not those of"):
                spec.observe(zoobox.game(other).start(1), 0)


@each_game
def test_heuristics(name: str) -> None:
    game = zoobox.game(name)
    state = game.start(1)
    seat = state.waiting[0]
    heuristics = game.heuristics()
    for wrong in NUMBERS:
        with pytest.raises(IndexError, match="there is no seat"):
            heuristics.evaluate(state, wrong)
        with pytest.raises(IndexError, match="there is no seat"):
            heuristics.priors(state, wrong, [0])
    for choice in (-1, game.choice_count, 10**9):
        with pytest.raises(zoobox.IllegalChoice):
            heuristics.priors(state, seat, [choice])
    for other in zoobox.names():
        if other != name:
            with pytest.raises(ZooboxError, match="these are heuristics for"):
                heuristics.evaluate(zoobox.game(other).start(1), 0)


def test_searches() -> None:
    game = zoobox.game("zooloretto-dice")
    state = game.start(1)
    search = Search(state, game.heuristics(), Tuning())
    with pytest.raises(ZooboxError, match="needs a state to start from"):
        search.simulate(10, zoobox.Luck(1))
    for node in (-1, 1, 10**6):
        with pytest.raises(IndexError, match="there is no node"):
            search.move_root(node)
        with pytest.raises(IndexError, match="there is no node"):
            search.child_after(node, 0, 0)
    with pytest.raises(IndexError, match="there is no seat"):
        search.reset(7)
    with pytest.raises(ZooboxError, match="these are heuristics for"):
        search.add_deal(zoobox.game("new-york-zoo").start(1))
    with pytest.raises(ZooboxError, match="these are heuristics for"):
        Search(zoobox.game("new-york-zoo").start(1), game.heuristics(), Tuning())
    assert search.results() == []


def test_numpy_integers_are_integers() -> None:
    np = pytest.importorskip("numpy")
    game: Any = zoobox.game("zooloretto-dice", players=np.int64(3))
    state = game.start(seed=np.int64(3))
    assert state == zoobox.game("zooloretto-dice", players=3).start(3)
    assert type(state.origin) is int
    assert zoobox.Luck(np.uint64(7)).below(1000) == zoobox.Luck(7).below(1000)
    seat = np.int32(state.waiting[0])
    assert [choice.notation for choice in state.choices(seat)] == ["roll"]
    assert state.view(seat) == state.view(int(seat))
    state.play(seat, np.int16(0))
    assert state.past == [(0, 0)]
    bot = zoobox.bots.player("keeper", game, seed=np.int64(1))
    assert bot.choose(state, seat) in state.legal(seat)


@pytest.mark.parametrize("seed", [-1, 1.0, "1", True, None])
def test_bad_seeds_get_a_sentence(seed: Any) -> None:
    game = zoobox.game("zooloretto-dice")
    if seed is not None:
        with pytest.raises(BadPosition, match="a seed is a whole number from 0 on"):
            game.start(seed)
        with pytest.raises(BadPosition, match="a seed is a whole number from 0 on"):
            zoobox.bots.player("keeper", game, seed=seed)
    with pytest.raises(BadPosition, match="a seed is a whole number from 0 on"):
        game.blank().seed_luck(seed)
