"""What the level champion learned about player boards: what it answers, compiled and interpreted alike."""

import json
import pickle
from pathlib import Path

import pytest

import zoobox
from zoobox.bots import check_level, player
from zoobox.bots.levels import UnknownLevel, strongest_level
from zoobox.bots.values import load_values, pack_values, values_path
from zoobox.games.night_at_the_zoo.layout import BOARD_FEATURES
from zoobox.kernel.components import Components
from zoobox.kernel.luck import Luck

pytest.importorskip("numpy")

STORED = Path(__file__).parent / "values.json"
PLAYERS = (1, 2, 3, 4)
CLOSE = 2e-4
EVERY = 12
MOST_BYTES = 2_000_000
FEW = 20


def random_positions(players, every):
    """Positions of one random game, with a seat that decides."""
    state = zoobox.game("night-at-the-zoo", players=players).start(seed=11)
    walk = Luck(5)
    decisions = 0
    while not state.over:
        seat = state.waiting[walk.below(len(state.waiting))]
        if decisions % every == 0:
            yield state.copy(), seat
        legal = state.legal(seat)
        state.apply(seat, legal[walk.below(len(legal))])
        decisions += 1


@pytest.mark.parametrize("players", PLAYERS)
def test_values_answer_as_stored(players):
    values = load_values((game := zoobox.game("night-at-the-zoo", players=players)), values_path(game))
    found = [values.estimate(state) for state, _ in random_positions(players, EVERY)]
    stored = json.loads(STORED.read_text())[str(players)]
    assert len(found) == len(stored) > 3
    for mine, theirs in zip(found, stored, strict=True):
        assert mine == pytest.approx(theirs, abs=CLOSE)
        assert players == 1 or sum(mine) == pytest.approx(1)


def test_the_file_is_small():
    assert values_path(zoobox.game("night-at-the-zoo")).stat().st_size < MOST_BYTES


@pytest.mark.parametrize("players", [1, 3])
def test_features_are_in_range_and_hide_what_is_hidden(players):
    game = zoobox.game("night-at-the-zoo", players=players)
    values = load_values(game, values_path(game))
    for state, seat in random_positions(players, 7):
        features = values.features_of(state, seat)
        assert 0 <= features.min() <= features.max() < BOARD_FEATURES
        assert len(set(features.tolist())) > 20
        assert features.tolist() == values.features_of(state.redeal(seat, Luck(3)), seat).tolist()


def test_points_at_the_end_are_those_of_the_score_sheet():
    *_, (state, seat) = random_positions(1, 1)
    values = load_values(state.game, values_path(state.game))
    while not state.over:
        state.apply(seat, state.legal(seat)[0])
    assert values.estimate(state) == [pytest.approx(state.payoff_of(0))]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_champion_plays_with_every_number_of_players(players):
    game = zoobox.game("night-at-the-zoo", players=players)
    assert strongest_level(game) == "champion"
    bots = [player("champion", game, simulations=FEW, seed=seat) for seat in range(players)]
    assert all(bot.learned is not None for bot in bots)
    state = game.start(seed=4)
    for _ in range(12):
        seat = state.waiting[0]
        thoughts = bots[seat].think(state, seat)
        assert all(0 <= thought.value <= 1 for thought in thoughts)
        state.apply(seat, thoughts[0].choice)


def test_the_champion_repeats_itself_and_survives_pickling():
    state = zoobox.game("night-at-the-zoo", players=2).start(seed=6)
    bot = player("champion", state.game, simulations=FEW, seed=3)
    again = pickle.loads(pickle.dumps(bot))
    assert again.choose(state, state.waiting[0]) == bot.choose(state, state.waiting[0])


def test_the_champion_does_not_look_at_the_deck():
    state = zoobox.game("night-at-the-zoo", players=2).start(seed=5)
    seat = state.waiting[0]
    decisions = {
        player("champion", state.game, simulations=FEW, seed=9).choose(other, seat)
        for other in (state, state.redeal(seat, Luck(1)), state.redeal(seat, Luck(2)))
    }
    assert len(decisions) == 1


def test_the_champion_knows_the_usual_box_only():
    text = (zoobox.game_class("night-at-the-zoo").folder / "components.toml").read_text()
    other = Components.parse(text.replace("moons = 1", "moons = 2", 1))
    with pytest.raises(UnknownLevel, match="usual box"):
        check_level("champion", zoobox.game("night-at-the-zoo", players=2, components=other))


def test_values_survive_packing(tmp_path):
    game = zoobox.game("night-at-the-zoo", players=2)
    values = load_values(game, values_path(game))
    pack_values(values, ["2-standard"], tmp_path / "again.npz")
    state = game.start(seed=2)
    assert load_values(game, tmp_path / "again.npz").estimate(state) == pytest.approx(values.estimate(state))
    with pytest.raises(zoobox.ZooboxError, match="no values for 3-standard"):
        load_values(zoobox.game("night-at-the-zoo", players=3), tmp_path / "again.npz")


@pytest.mark.long
def test_the_champion_scores_more_alone_than_the_director_ever_did():
    """24 games with 2,000 simulations a decision, a few hundredths of a second."""
    game = zoobox.game("night-at-the-zoo", players=1)
    points = []
    for seed in range(24):
        bot, state = player("champion", game, simulations=2000, seed=seed), game.start(seed)
        while not state.over:
            state.apply(0, bot.choose(state, 0))
        points.append(state.points_of(0))
    assert sum(points) / len(points) > 82
