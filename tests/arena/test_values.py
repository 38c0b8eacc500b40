"""Values that learn by playing: features, steps of learning, and whole runs."""

import json

import pytest

import zoobox

np = pytest.importorskip("numpy")

from zoobox.arena.entrants import parse  # noqa: E402
from zoobox.arena.training.values import ValuePlan, ValueTraining, fresh_numbers, practise  # noqa: E402
from zoobox.bots.values import Values  # noqa: E402
from zoobox.kernel.luck import Luck  # noqa: E402

COMPILED = zoobox.speed.mode() == "compiled"
WIDTH, MIDDLE = 24, 8
QUICK = {
    "practice": 1, "practice_games": 20 if COMPILED else 1, "searched": 1, "searched_games": 2 if COMPILED else 1,
    "simulations": 8 if COMPILED else 2, "parts": 2, "width": 8, "middle": 4, "test_budget": "@4", "test_games": 2,
}  # fmt: skip


def untrained(game, seed=1):
    return Values(game, WIDTH, MIDDLE, fresh_numbers(game, WIDTH, MIDDLE, seed))


@pytest.fixture
def dice():
    return zoobox.game("zooloretto-dice", players=3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_features_of_the_dice_game_are_in_range(players):
    game = zoobox.game("zooloretto-dice", players=players)
    values = untrained(game)
    state, walk = game.start(seed=3), Luck(2)
    while not state.over:
        for seat in range(players):
            features = values.features_of(state, seat)
            assert 0 <= features.min() <= features.max() < values.features
        seat = state.waiting[0]
        legal = state.legal(seat)
        state.apply(seat, legal[walk.below(len(legal))])


def test_features_of_the_dice_game_turn_with_the_seat(dice):
    """Two sheets changed over look the same to the two who sit at them."""
    values = untrained(dice)
    state = dice.start(seed=3)
    walk = Luck(4)
    for _ in range(40):
        seat = state.waiting[0]
        legal = state.legal(seat)
        state.apply(seat, legal[walk.below(len(legal))])
    told = [set(values.features_of(state, seat).tolist()) for seat in range(3)]
    assert told[0] != told[1] != told[2]
    assert len({len(one) for one in told}) <= 3
    assert sum(values.estimate(state)) == pytest.approx(1)


def test_a_step_of_learning_makes_the_error_smaller(dice):
    values = untrained(dice)
    features = values.features_of(dice.start(seed=1), 0)
    target = np.array([0.7, 0.2, 0.1])
    errors = [values.learn_from(features, target, 0.02, 0.5) for _ in range(30)]
    assert errors[-1] < 0.2 * errors[0]
    assert values.estimate(dice.start(seed=1)) == pytest.approx([0.7, 0.2, 0.1], abs=0.15)


@pytest.mark.parametrize("features", [[-1], [10**6], list(range(193))])
def test_features_that_cannot_be_are_refused(dice, features):
    with pytest.raises(zoobox.ZooboxError, match="features"):
        untrained(dice).learn_from(features, [1.0, 0.0, 0.0], 0.1, 0.1)


def test_positions_of_another_game_are_refused(dice):
    other = zoobox.game("zooloretto-dice", players=2).start(seed=1)
    for asked in (lambda: untrained(dice).estimate(other), lambda: untrained(dice).features_of(dice.start(1), 3)):
        with pytest.raises(zoobox.ZooboxError, match="has no position like"):
            asked()
    with pytest.raises(zoobox.ZooboxError, match="numbers, not"):
        Values(dice, WIDTH, MIDDLE, np.zeros(5, np.float32))


@pytest.mark.skipif(not COMPILED, reason="takes minutes interpreted")
def test_practice_alone_makes_better_players():
    game = zoobox.game("night-at-the-zoo", players=1)
    values, luck = untrained(game), Luck(7)
    first = practise(values, 50, 0.002, 1.0, 0.01, luck)["points"]
    practise(values, 1500, 0.002, 1.0, 0.01, luck)
    assert practise(values, 50, 0.0, 1.0, 0.0, luck)["points"] > first + 8


def training(game, folder, **changes):
    return ValueTraining(game, folder, ValuePlan(**{**QUICK, **changes}), report=lambda told: None)


def test_a_run_repeats_itself_and_continues(dice, tmp_path):
    whole = training(dice, tmp_path / "whole")
    whole.run()
    begun = training(dice, tmp_path / "parts")
    begun._round(0)
    continued = training(dice, tmp_path / "parts")
    assert len(continued.history()) == 1
    continued.run()
    assert (np.load(whole.numbers) == np.load(continued.numbers)).all()
    assert [entry["searched"] for entry in continued.history()] == [False, True]
    assert whole.candidate.exists() or whole.best.exists()


def test_values_from_a_file_play(tmp_path):
    alone = zoobox.game("night-at-the-zoo", players=1)
    run = training(alone, tmp_path)
    assert run.run() is None  # alone there is nobody to be tested against
    bot = parse(f"director@4[values={run.best},cut=0,learned_prior=1,own_points=yes]").make(alone, 1)
    state = alone.start(seed=1)
    assert bot.choose(state, 0) in state.legal(0)
    assert json.loads((tmp_path / "history.jsonl").read_text().splitlines()[1])["searched"]


def test_what_cannot_be_learned_is_refused(dice, tmp_path):
    with pytest.raises(zoobox.ZooboxError, match="write no features"):
        training(zoobox.game("o-zoo-le-mio", players=2), tmp_path / "other")
    training(dice, tmp_path)
    with pytest.raises(zoobox.ZooboxError, match="another run"):
        training(dice, tmp_path, seed=2)
