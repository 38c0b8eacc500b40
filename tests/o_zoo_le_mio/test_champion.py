"""The networks of the level champion: what they answer, compiled and interpreted alike."""

import json
from pathlib import Path

import pytest

import zoobox
from zoobox.bots import check_level, levels_of, player
from zoobox.bots.levels import UnknownLevel
from zoobox.bots.network import Network, load_network, pack, unpack, usual_path
from zoobox.kernel.luck import Luck

pytest.importorskip("numpy")

STORED = Path(__file__).parent / "champion.json"
PLAYERS = (2, 3, 4)
CLOSE = 2e-4
MOST_BYTES = 2_000_000
EVERY = 9


def answers(players):
    """Values and scores of choices in positions of one random game."""
    game = zoobox.game("o-zoo-le-mio", players=players)
    network = load_network(game, usual_path(game))
    heuristics = game.heuristics()
    state = game.start(seed=11)
    walk = Luck(5)
    found = []
    decisions = 0
    while not state.over:
        seat = state.waiting[walk.below(len(state.waiting))]
        legal = state.legal(seat)
        if decisions % EVERY == 0:
            values = network.evaluate(state, seat, heuristics)
            scores = network.scores(state, seat, heuristics, legal[:3])
            found.append({"values": values, "scores": scores})
        state.apply(seat, legal[walk.below(len(legal))])
        decisions += 1
    return found


@pytest.mark.parametrize("players", PLAYERS)
def test_a_network_answers_as_stored(players):
    stored = json.loads(STORED.read_text())[str(players)]
    found = answers(players)
    assert len(found) == len(stored) > 3
    for mine, theirs in zip(found, stored, strict=True):
        assert mine["values"] == pytest.approx(theirs["values"], abs=CLOSE)
        assert mine["scores"] == pytest.approx(theirs["scores"], abs=10 * CLOSE)


def test_the_file_is_small():
    assert usual_path(zoobox.game("o-zoo-le-mio")).stat().st_size < MOST_BYTES


def test_a_network_survives_packing(tmp_path):
    game = zoobox.game("o-zoo-le-mio", players=2)
    networks = unpack(usual_path(game))
    pack({"2-standard": networks["2-standard"]}, tmp_path / "again.npz")
    state = game.start(seed=2)
    seat = state.waiting[0]
    first = load_network(game, usual_path(game)).evaluate(state, seat, game.heuristics())
    again = load_network(game, tmp_path / "again.npz").evaluate(state, seat, game.heuristics())
    assert first == pytest.approx(again, abs=1e-3)


def test_a_file_that_does_not_fit_together_is_refused():
    game = zoobox.game("o-zoo-le-mio", players=2)
    arrays = unpack(usual_path(game))["2-standard"]
    with pytest.raises(zoobox.ZooboxError, match="rows that its table of 10 does not have"):
        Network(game, {**arrays, "table": arrays["table"][:10]})
    with pytest.raises(zoobox.ZooboxError, match="matrix2 of this network has the shape"):
        Network(game, {**arrays, "matrix2": arrays["matrix2"][1:]})
    network = Network(game, arrays)
    other = zoobox.game("zooloretto-dice", players=2).start(seed=1)
    with pytest.raises(zoobox.ZooboxError, match="has no position like"):
        network.evaluate(other, 0, other.game.heuristics())


@pytest.mark.parametrize("players", PLAYERS)
def test_the_champion_plays_with_every_number_of_players(players):
    game = zoobox.game("o-zoo-le-mio", players=players)
    assert "champion" in [level.name for level in levels_of(game)]
    state = game.start(seed=4)
    bots = [player("champion", game, simulations=8, seed=seat) for seat in range(players)]
    for _ in range(12):
        seat = state.waiting[-1]
        state.apply(seat, bots[seat].choose(state, seat))


def test_the_champion_does_not_look_at_hidden_things():
    game = zoobox.game("o-zoo-le-mio", players=3)
    state = game.start(seed=5)
    seat = state.waiting[0]
    decisions = {
        player("champion", game, simulations=24, seed=9).choose(other, seat)
        for other in (state, state.redeal(seat, Luck(1)), state.redeal(seat, Luck(2)))
    }
    assert len(decisions) == 1


def test_a_variant_without_a_network_has_no_champion():
    with pytest.raises(UnknownLevel, match="nothing has been learned about O Zoo le Mio with 2 players"):
        check_level("champion", zoobox.game("o-zoo-le-mio", players=2, variant="professional"))
