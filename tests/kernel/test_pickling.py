"""Values, games, states, generators, bots and errors survive pickling and copying."""

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import zoobox
from zoobox.bots import player

COPIES = [lambda value: pickle.loads(pickle.dumps(value)), copy.deepcopy]
each_copy = pytest.mark.parametrize("copied", COPIES, ids=["pickle", "deepcopy"])
Copied = Callable[[Any], Any]


def refusal() -> zoobox.IllegalChoice:
    with pytest.raises(zoobox.IllegalChoice) as refused:
        zoobox.game("zooloretto-dice").start(1).play(0, "take 2")
    return refused.value


@each_copy
@pytest.mark.parametrize(
    "error",
    [
        zoobox.ZooboxError("a sentence"),
        zoobox.BadRecord("a line", 3),
        zoobox.BadComponents("a line", 4),
        zoobox.MalformedChoice("nothing", "zld.turn.order"),
        zoobox.NotYourTurn("not now", "zld.turn.order"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors(copied: Copied, error: Exception) -> None:
    again = copied(error)
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


@each_copy
def test_a_refusal_keeps_its_reason_and_rule(copied: Copied) -> None:
    error = refusal()
    again = copied(error)
    assert (again.reason, again.rule, str(again)) == (error.reason, error.rule, str(error))
    assert again.phrase == error.phrase


def _refuse(seed: int) -> None:
    zoobox.game("zooloretto-dice").start(seed).play(0, "take 2")


def test_a_refusal_comes_back_from_another_process() -> None:
    """An error that cannot be unpickled would make the pool wait forever."""
    with multiprocessing.get_context("fork").Pool(1) as pool, pytest.raises(zoobox.IllegalChoice, match="no die"):
        pool.apply_async(_refuse, (1,)).get(timeout=60)


@each_copy
def test_a_generator_continues_where_it_was(copied: Copied) -> None:
    luck = zoobox.Luck(7)
    luck.below(100)
    again = copied(luck)
    assert [again.below(1000) for _ in range(20)] == [luck.below(1000) for _ in range(20)]


@each_copy
@pytest.mark.parametrize("name", zoobox.names())
def test_games_states_observations_and_heuristics(name: str, copied: Copied) -> None:
    game = zoobox.game(name)
    state = game.start(3)
    for _ in range(5):
        seat = state.waiting[0]
        state.apply(seat, state.legal(seat)[-1])
    again = copied(state)
    assert again == state
    assert again.past == state.past
    assert copied(game) == game
    seat = state.waiting[0]
    spec = copied(game.observation_spec())
    assert spec.observe(again, seat) == game.observation_spec().observe(state, seat)
    legal = state.legal(seat)
    heuristics = game.heuristics()
    weights = dict(heuristics.weights)
    name_of_one = next(iter(weights), None)
    if name_of_one is not None:
        heuristics = game.heuristics({name_of_one: weights[name_of_one] + 0.5})
    assert copied(heuristics).priors(state, seat, legal) == heuristics.priors(state, seat, legal)
    happened = game.events(state, seat, legal[0], _after(state, seat, legal[0]), seat)
    assert copied(happened) == happened
    assert copied(state.choices(seat)) == state.choices(seat)


def _after(state: Any, seat: int, choice: int) -> Any:
    after = state.copy()
    after.apply(seat, choice)
    return after


@each_copy
def test_bots_keep_their_level_budget_seed_and_parameters(copied: Copied) -> None:
    game = zoobox.game("zooloretto-dice")
    state = game.restore({"trucks": [["lion", "coin"], ["monkey", "lion"], []]})
    bot: Any = player("curator", game, simulations=40, seed=5)
    bot.tuning = type(bot.tuning)(contest=3, most=40)
    bot.choose(state, 0)
    again = copied(bot)
    assert (again.level, again.budget, again.seed, again.tuning) == (bot.level, bot.budget, bot.seed, bot.tuning)
    assert [thought.visits for thought in again.think(state, 0)] == [thought.visits for thought in bot.think(state, 0)]
