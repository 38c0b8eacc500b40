"""The level champion where it searches with weights that evolved."""

import pickle
import tomllib

import pytest

import zoobox
from zoobox.bots import player
from zoobox.bots.champion import WEIGHTS, learned_weights
from zoobox.bots.levels import UnknownLevel, check_level, strongest_level
from zoobox.kernel.components import Components
from zoobox.kernel.luck import Luck

GAMES = [
    (name, int(players))
    for name in zoobox.names()
    if (path := zoobox.game_class(name).folder / WEIGHTS).exists()
    for numbers in tomllib.loads(path.read_text())
    for players in numbers.split()
]
FEW = 8


def test_weights_evolved_for_new_york_zoo():
    assert {("new-york-zoo", players) for players in (2, 3, 4, 5)} <= set(GAMES)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_champion_plays_with_weights_of_its_own(name, players):
    game = zoobox.game(name, players=players)
    assert strongest_level(game) == "champion"
    bots = [player("champion", game, simulations=FEW, seed=seat) for seat in range(players)]
    usual = player("director", game, simulations=FEW).heuristics.weights
    assert bots[0].heuristics.weights == {**usual, **learned_weights(game)} != usual
    state = game.start(seed=4)
    for _ in range(30):
        if state.over:
            break
        seat = state.waiting[0]
        state.apply(seat, bots[seat].choose(state, seat))


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_champion_repeats_itself_and_survives_pickling(name, players):
    state = zoobox.game(name, players=players).start(seed=6)
    while len(state.legal(state.waiting[0])) == 1:
        state.apply(state.waiting[0], state.legal(state.waiting[0])[0])
    bot = player("champion", state.game, simulations=40, seed=3)
    again = pickle.loads(pickle.dumps(bot))
    assert again.heuristics.weights == bot.heuristics.weights
    assert again.choose(state, state.waiting[0]) == bot.choose(state, state.waiting[0])


def test_the_champion_does_not_look_into_hidden_stacks():
    game = zoobox.game("new-york-zoo", players=2, stacks="hidden")
    state = game.start(seed=5)
    seat = state.waiting[0]
    decisions = {
        player("champion", game, simulations=60, seed=9).choose(other, seat)
        for other in (state, state.redeal(seat, Luck(1)), state.redeal(seat, Luck(2)))
    }
    assert len(decisions) == 1


def test_the_champion_knows_the_usual_box_only():
    text = (zoobox.game_class("new-york-zoo").folder / "components.toml").read_text()
    other = Components.parse(text.replace("laps = 2", "laps = 3"))
    with pytest.raises(UnknownLevel, match="usual box"):
        check_level("champion", zoobox.game("new-york-zoo", players=2, components=other))
