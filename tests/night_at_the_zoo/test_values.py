"""What the level champion learned about player boards: what it is told of them, and what it answers."""

from pathlib import Path

import pytest

import zoobox

pytest.importorskip("numpy")

from learned import learned_values, positions_of_a_game
from zoobox.bots import check_level, player
from zoobox.bots.levels import UnknownLevel
from zoobox.bots.values import load_values, values_path
from zoobox.games.night_at_the_zoo.layout import (
    BLOCK,
    BLOCKS,
    ENTRANCE,
    FIGURES,
    HOME,
    INWARD,
    KIND,
    LEFTS_TOLD,
    MOVES_TOLD,
    NOWHERE,
    OF_AROUND,
    OF_MOVES,
    PLACE,
    SNAKE,
    TRAIT,
    UNDISCOVERED,
    ZOO,
)
from zoobox.kernel.components import Components

TestValues = learned_values("night-at-the-zoo", Path(__file__).parent)


def movements_home(state, seat, figure):
    """Movements until a figure is home, tried out with the rules, on the tiles there are; a sloth counted as awake."""
    block = BLOCKS + BLOCK * seat
    place = state.data[block + PLACE + figure]
    hidden = place == UNDISCOVERED
    turns = state.data[block + KIND + figure] == SNAKE
    facing = 0
    if turns:
        facing = state.game.tables.numbers[INWARD + figure] if hidden else state.data[block + TRAIT + figure]
    after = state.copy()
    ways = [(ENTRANCE + figure if hidden else place, facing)]
    seen = set(ways)
    for moves in range(MOVES_TOLD - 1):
        if any(at == ZOO for at, _ in ways):
            return moves
        found = set()
        for at, looking in ways:
            after.data[block + PLACE + figure] = at
            steps = [looking] if turns else range(4)
            found |= {(to, looking) for way in steps if (to := after.route(seat, figure, way)) != NOWHERE}
            found |= {(at, other) for other in range(4) if turns}
        ways = found - seen
        seen |= ways
    return MOVES_TOLD - 1


@pytest.mark.parametrize(("players", "seed"), [(1, 3), (2, 11), (3, 4)])
def test_features_tell_the_movements_home(players, seed):
    game = zoobox.game("night-at-the-zoo", players=players)
    values = load_values(game, values_path(game))
    told, kinds = set(), set()
    for state, seat in positions_of_a_game(game, 5, seed, "keeper"):
        features = values.features_of(state, seat).tolist()
        found = {
            (feature - OF_MOVES) % MOVES_TOLD + MOVES_TOLD * ((feature - OF_MOVES) // MOVES_TOLD // LEFTS_TOLD)
            for feature in features
            if OF_MOVES <= feature < OF_AROUND
        }
        block = BLOCKS + BLOCK * seat
        for figure in range(FIGURES):
            place = state.data[block + PLACE + figure]
            if place != HOME:
                kind, moves = state.data[block + KIND + figure], movements_home(state, seat, figure)
                assert MOVES_TOLD * (2 * kind + (place == UNDISCOVERED)) + moves in found
                told.add(moves)
                kinds.add(kind)
    assert len(told) > 4
    assert len(kinds) > 2


def test_the_champion_knows_the_usual_box_only():
    text = (zoobox.game_class("night-at-the-zoo").folder / "components.toml").read_text()
    other = Components.parse(text.replace("moons = 1", "moons = 2", 1))
    with pytest.raises(UnknownLevel, match="usual box"):
        check_level("champion", zoobox.game("night-at-the-zoo", players=2, components=other))


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
    assert sum(points) / len(points) > 88
