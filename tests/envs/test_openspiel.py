"""Our games in OpenSpiel: its own tests, exact chance, information states, and its algorithms unchanged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts

import zoobox
import zoobox.envs.openspiel
from zoobox.kernel.luck import Luck

GAMES = [f"zoobox_{name.replace('-', '_')}" for name in zoobox.names()]
every_game = pytest.mark.parametrize("name", GAMES)
SEATED = [
    "zoobox_zooloretto_dice(players=2)",
    "zoobox_zooloretto_dice(players=4,coin_group_use=player_chooses,round_cap=-1)",
    "zoobox_night_at_the_zoo(players=1)",
    "zoobox_night_at_the_zoo(players=3,first_player=random)",
    "zoobox_o_zoo_le_mio(players=2,variant=professional)",
    "zoobox_o_zoo_le_mio(players=4,blind_row=true)",
    "zoobox_new_york_zoo(players=1)",
    "zoobox_new_york_zoo(players=2,variant=short,stacks=hidden)",
]


def apply_chance(state: Any, dice: np.random.RandomState) -> None:
    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(int(dice.choice(outcomes, p=probabilities)))


def play(game: Any, dice: np.random.RandomState, decisions: int = 10**6) -> Any:
    """A state after so many random decisions that is no chance node."""
    state = game.new_initial_state()
    while not state.is_terminal() and (decisions or state.is_chance_node()):
        if state.is_chance_node():
            apply_chance(state, dice)
        else:
            state.apply_action(int(dice.choice(state.legal_actions())))
            decisions -= 1
    return state


@pytest.mark.parametrize("text", [SEATED[0], *[pytest.param(text, marks=pytest.mark.long) for text in SEATED[1:]]])
def test_its_own_random_simulation(text: str) -> None:
    """With states written as text and read again, which only works where chance is part of the history."""
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("text", SEATED)
def test_chance_sampled_and_enumerated(text: str) -> None:
    """At every chance node of a game all outcomes are different, their sum is 1, and each can be applied."""
    game = pyspiel.load_game(text)
    dice = np.random.RandomState(4)
    state = game.new_initial_state()
    nodes = 0
    while not state.is_terminal():
        if not state.is_chance_node():
            state.apply_action(int(dice.choice(state.legal_actions())))
            continue
        outcomes = state.chance_outcomes()
        assert sum(probability for _, probability in outcomes) == pytest.approx(1)
        assert len({outcome for outcome, _ in outcomes}) == len(outcomes) > 1
        assert len({state.action_to_string(outcome) for outcome, _ in outcomes}) == len(outcomes)
        assert max(outcomes)[0] < game.max_chance_outcomes()
        if nodes % 5 == 0:
            for outcome, _ in outcomes:
                state.child(outcome)
        nodes += 1
        apply_chance(state, dice)
    assert nodes > 5
    ours = state.state
    assert state.returns() == [ours.reward_of(seat) for seat in range(ours.players)]


def test_a_roll_is_exact_and_shows_nothing_of_the_next() -> None:
    game = pyspiel.load_game("zoobox_zooloretto_dice(players=2)")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(outcome, pytest.approx(1 / 36)) for outcome in range(36)]
    hands = [tuple(state.child(outcome).state.view(0)["hand"]) for outcome in range(36)]
    assert len(set(hands)) == 36
    assert len({tuple(sorted(hand)) for hand in hands}) == 21
    snapshots = {bytes(state.child(outcome).state.snapshot()[:16]) for outcome in range(36)}
    assert len(snapshots) == 1  # the generator was not touched: no outcome tells anything of a later one


@every_game
def test_information_states(name: str) -> None:
    """Equal where a player cannot tell the difference, different where it has seen or done something else."""
    game = pyspiel.load_game(name)
    dice = np.random.RandomState(3)
    state = play(game, dice, 9)
    for player in range(game.num_players()):
        text = state.information_state_string(player)
        tensor = state.information_state_tensor(player)
        assert len(tensor) == game.information_state_tensor_size()
        for number in range(3):
            other = state.clone()
            other.state = state.state.redeal(player, Luck(number))
            assert other.information_state_string(player) == text
            assert other.information_state_tensor(player) == tensor
    acting = state.current_player()
    seen = {state.child(action).information_state_string(acting) for action in state.legal_actions()}
    assert len(seen) == len(state.legal_actions()) or state.child(state.legal_actions()[0]).is_chance_node()


@pytest.mark.parametrize("text", SEATED)
def test_resampled_states_are_of_the_same_information_state(text: str) -> None:
    game = pyspiel.load_game(text)
    dice = np.random.RandomState(3)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for decisions in (1, 5, 14):
        state = play(game, dice, decisions)
        if state.is_terminal():
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, sampler)
        assert other.current_player() == player
        assert other.legal_actions() == state.legal_actions()
        assert other.information_state_string(player) == state.information_state_string(player)
        other.apply_action(other.legal_actions()[0])


@every_game
def test_ismcts_plays(name: str) -> None:
    game = pyspiel.load_game(name)
    dice = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, dice)
    bot = ismcts.ISMCTSBot(game=game, uct_c=1.4, max_simulations=3, evaluator=evaluator, random_state=dice)
    state = play(game, dice, 3)
    assert bot.step(state) in state.legal_actions()


def test_mcts_plays_a_whole_game() -> None:
    game = pyspiel.load_game("zoobox_zooloretto_dice(players=2)")
    dice = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 3, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            apply_chance(state, dice)
        else:
            state.apply_action(bot.step(state))
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.long
def test_mccfr_runs() -> None:
    """External sampling from the last decisions of a game: from its start the tree is too large to walk."""
    game = pyspiel.load_game("zoobox_zooloretto_dice(players=2)")
    dice = np.random.RandomState(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    near = late_state(game, dice)
    solver._update_regrets(near, 0)
    assert solver._infostates


def late_state(game: Any, dice: np.random.RandomState) -> Any:
    """The last decisions of a game, found by playing one to its end and going back."""
    over = play(game, dice)
    history = over.history()
    for back in range(len(history) - 4, 0, -1):
        state = game.new_initial_state()
        for action in history[:back]:
            state.apply_action(action)
        if not state.is_chance_node():
            return state
    raise AssertionError


@pytest.mark.long
@every_game
def test_playthrough(name: str) -> None:
    """Its own description of a game, decision by decision."""
    from open_spiel.python.algorithms import generate_playthrough  # takes seconds, with all of SciPy

    text = generate_playthrough.playthrough(name, None, seed=1)
    assert "ChanceOutcomes()" in text
    assert "InformationStateString(0)" in text


def test_settings_are_parameters() -> None:
    game = pyspiel.load_game("zoobox_zooloretto_dice(players=3,round_cap=-1,coin_group_use=player_chooses)")
    assert dict(game.zoobox_game.settings)["round_cap"] is None
    assert game.zoobox_game.settings["coin_group_use"] == "player_chooses"
    with pytest.raises(zoobox.BadSetting):
        pyspiel.load_game("zoobox_zooloretto_dice(players=3,coin_group_use=nonsense)")
    assert pyspiel.load_game("zoobox_new_york_zoo(players=2)").get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
