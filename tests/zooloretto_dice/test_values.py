"""What the level champion learned about the dice game for three and four: what it is told, and what it answers."""

from pathlib import Path

import pytest

import zoobox

pytest.importorskip("numpy")

from learned import learned_values, positions_of_a_game
from zoobox.arena.training.values import fresh_numbers
from zoobox.bots import check_level, player
from zoobox.bots.levels import UnknownLevel
from zoobox.bots.search import Search
from zoobox.bots.tuning import tuning_of
from zoobox.bots.values import Values, load_values, values_path
from zoobox.games.zooloretto_dice.layout import (
    CLOSE_LEAD,
    CLOSE_LEADS,
    ENDING,
    GAPS_TOLD,
    MARKS_TOLD,
    NEAR_TOLD,
    OUT_COUNT,
    PHASE,
    PLACE_DICE,
    STEPS_OF_POINT,
    SUPPLY,
)
from zoobox.kernel.components import Components
from zoobox.kernel.luck import Luck
from zooloretto_dice.laws import laws
from zooloretto_dice.played_on import errors

TestValues = learned_values("zooloretto-dice", Path(__file__).parent)


def large_box():
    text = (zoobox.game_class("zooloretto-dice").folder / "components.toml").read_text()
    return Components.parse(text.replace("size = 5", "size = 19").replace("groups = [3, 2, 1]", "groups = [6, 5, 4]"))


def test_the_champion_knows_the_usual_box_only():
    with pytest.raises(UnknownLevel, match="usual box"):
        check_level("champion", zoobox.game("zooloretto-dice", players=3, components=large_box()))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_features_are_in_range_with_other_boxes(players):
    game = zoobox.game("zooloretto-dice", players=players, components=large_box())
    values = Values(game, 4, 4, fresh_numbers(game, 4, 4, 1))
    usual = zoobox.game("zooloretto-dice", players=players).heuristics().feature_count
    assert values.features > usual
    most = 0
    for state, seat in positions_of_a_game(game, 3):
        features = values.features_of(state, seat)
        assert 0 <= features.min() <= features.max() < values.features
        most = max(most, features.max())
    assert most >= usual


@pytest.mark.parametrize("players", [2, 3, 4])
def test_features_tell_who_would_win_now_and_who_can_end_the_game(players):
    game = zoobox.game("zooloretto-dice", players=players)
    values = Values(game, 4, 4, fresh_numbers(game, 4, 4, 1))
    of_place = values.features - players * NEAR_TOLD * CLOSE_LEADS * GAPS_TOLD
    of_marks = of_place - players * (players - 1) // 2 * NEAR_TOLD * CLOSE_LEADS - players * MARKS_TOLD
    level = STEPS_OF_POINT * CLOSE_LEAD + 1
    met = set()
    for seed in range(6):
        for state, seat in positions_of_a_game(game, 3, seed, "keeper"):
            told = values.features_of(state, seat)
            places = [feature - of_place for feature in told if feature >= of_place]
            marks = [feature - of_marks for feature in told if 0 <= feature - of_marks < players * MARKS_TOLD]
            assert len(places) == len(marks) == players
            near = min(mark % MARKS_TOLD for mark in marks)
            assert (near == 0) == bool(state.data[ENDING])
            for relative, place in enumerate(places):
                lead = place // GAPS_TOLD % CLOSE_LEADS
                leads = state.payoff_of((seat + relative) % players) > 0
                assert (lead >= level) == leads
                assert place // GAPS_TOLD // CLOSE_LEADS == relative * NEAR_TOLD + min(near, NEAR_TOLD - 1)
                met.add((leads, near))
    assert met >= {(True, 0), (False, 0), (True, 1), (False, 2)}


def is_settled(state):
    """No dice are left to roll, and those in hand are few enough to try out."""
    in_hand = state.data[PHASE] == PLACE_DICE
    return not state.data[SUPPLY] and (not in_hand or state.players - state.data[OUT_COUNT] <= 2)


def worth_after_the_round(values, state):
    """What follows when each seat, without luck, places and takes what is best for itself."""
    if state.over or not is_settled(state):
        return values.estimate(state)
    seat = state.waiting[0]
    found = []
    for choice in state.legal(seat):
        after = state.copy()
        after.apply(seat, choice)
        found.append(worth_after_the_round(values, after))
    return max(found, key=lambda worths: worths[seat])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_without_dice_the_rest_of_the_round_is_played_out(players):
    game = zoobox.game("zooloretto-dice", players=players)
    values = Values(game, 8, 4, fresh_numbers(game, 8, 4, 1))
    met = set()
    for seed in range(20):
        for state, _ in positions_of_a_game(game, 1, seed, "keeper"):
            if is_settled(state):
                before = state.snapshot()
                assert values.estimate(state) == pytest.approx(worth_after_the_round(values, state))
                assert values.settles(state)
                assert state.snapshot() == before
                met.add((state.data[PHASE] == PLACE_DICE, players - state.data[OUT_COUNT]))
    assert met >= {(True, 2), (True, 1), (False, 1)}


@pytest.mark.parametrize("players", [3, 4])
def test_laws_of_the_solved_game_hold_nearly_always(players):
    game = zoobox.game("zooloretto-dice", players=players)
    found = laws(load_values(game, values_path(game)), games=8)
    assert len(found) == 3
    for law in found.values():
        assert law.kept > 0.97 * law.compared > 40
        assert law.worth / law.compared > 0.03


@pytest.mark.long
@pytest.mark.parametrize("players", [3, 4])
def test_values_are_near_to_what_comes_of_positions_played_on(players):
    """A network that has learned nothing is off by 0.23."""
    game = zoobox.game("zooloretto-dice", players=players)
    of_values, of_playouts = errors(load_values(game, values_path(game)), positions=40, games=200)
    assert of_values.compared > 30 * players
    assert of_values.root < 0.035
    assert of_playouts.root < 0.035


@pytest.mark.long
@pytest.mark.parametrize("players", [3, 4])
def test_the_champion_beats_the_director(players):
    """As many simulations for both, the champion alone against directors: more than an even share of 60 games."""
    game = zoobox.game("zooloretto-dice", players=players)
    wins = 0.0
    for seed in range(60):
        mine = seed % players
        bots = [
            player("champion" if seat == mine else "director", game, simulations=500, seed=seed)
            for seat in range(players)
        ]
        state = game.start(seed)
        while not state.over:
            seat = state.waiting[0]
            state.apply(seat, bots[seat].choose(state, seat))
        wins += state.payoff_of(mine)
    assert wins > 60 / players


def test_what_was_judged_before_learning_is_judged_again_after():
    game = zoobox.game("zooloretto-dice", players=3)
    learning = Values(game, 8, 4, fresh_numbers(game, 8, 4, 1))
    begin = learning.features_of(game.start(0), 0)
    met = 0
    for state, seat in positions_of_a_game(game, 1, 3, "keeper"):
        if not is_settled(state) or len(state.legal(seat)) == 1:
            continue
        before = means_of_a_search(learning, state, seat)
        for _ in range(40):
            learning.learn_from(begin, [1.0, 0.0, 0.0], 0.05, 0.4)
        after = means_of_a_search(learning, state, seat)
        unused = Values(game, 8, 4, learning.stored.copy())
        assert after == means_of_a_search(unused, state, seat)
        met += after != before
    assert met


def means_of_a_search(values, state, seat):
    """What few simulations say of each choice."""
    tuning = tuning_of(values.game, "champion")
    search = Search(state, values.game.heuristics(), tuning, None, values)
    search.reset(seat)
    search.add_deal(state)
    search.simulate(12, Luck(1))
    return search.raw_results()
