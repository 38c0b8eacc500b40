"""The levels as their callers meet them."""

import pickle

import pytest

import zoobox
from zoobox.bots import LEVELS, check_level, player
from zoobox.games.new_york_zoo.layout import NO_BREED
from zoobox.kernel.luck import Luck

NAMES = ("visitor", "trainee", "keeper", "curator", "director")


@pytest.fixture
def game():
    return zoobox.game("zooloretto-dice", players=2)


def test_five_levels_have_one_name_in_every_game():
    assert tuple(LEVELS)[:5] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_repeats_itself(game, name):
    def decisions():
        state = game.start(seed=3)
        bot = player(name, game, simulations=20, seed=5)
        made = []
        while not state.over and len(made) < 40:
            (seat,) = state.waiting
            made.append(bot.choose(state, seat))
            state.apply(seat, made[-1])
        return made

    assert decisions() == decisions()


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_can_be_pickled(game, name):
    state = game.start(seed=3)
    state.play(0, "roll")
    bot = player(name, game, simulations=20, seed=5)
    twin = pickle.loads(pickle.dumps(bot))
    assert bot.choose(state, 0) == twin.choose(state, 0)


def test_a_visitor_makes_no_needless_blunder():
    """Random as it is, it never leaves offspring unborn that cost nothing."""
    game = zoobox.game("new-york-zoo")
    state = game.start(seed=4)
    luck = Luck(8)
    seen = 0
    while not state.over and seen < 5:
        seat = state.waiting[0]
        legal = state.legal(seat)
        if NO_BREED in legal:
            seen += 1
            assert {player("visitor", game, seed=seed).choose(state, seat) for seed in range(12)} == {*legal} - {
                NO_BREED
            }
        state.apply(seat, legal[luck.below(len(legal))])
    assert seen == 5


def test_an_unknown_level_is_refused_by_name(game):
    with pytest.raises(zoobox.ZooboxError, match="no level 'wizard'; there is: visitor, trainee, keeper"):
        check_level("wizard", game)


@pytest.mark.parametrize("budget", [{"simulations": 0}, {"simulations": -3}, {"seconds": 0}, {"seconds": -1.0}])
def test_a_bot_needs_a_budget(game, budget):
    with pytest.raises(zoobox.ZooboxError, match="not"):
        player("curator", game, **budget)


def test_a_bot_out_of_turn_is_refused(game):
    with pytest.raises(zoobox.NotYourTurn):
        player("keeper", game, simulations=5).choose(game.start(seed=1), 1)


def test_advice_is_made_of_choices_with_a_value_and_a_sentence(game):
    state = game.start(seed=3)
    state.play(0, "roll")
    advice = zoobox.advise(state, 0, "curator", simulations=200, seed=1)
    assert {each.choice.id for each in advice} <= set(state.legal(0))
    assert all(0 <= each.value <= 1 and each.sentence for each in advice)
    assert [each.value for each in advice] == sorted((each.value for each in advice), reverse=True)
