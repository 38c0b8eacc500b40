"""The rules against a second implementation that shares nothing with them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from o_zoo_le_mio.oracle import Zoo, ranks
from o_zoo_le_mio.table import game
from zoobox.games.o_zoo_le_mio.choices import placement
from zoobox.games.o_zoo_le_mio.layout import ANIMALS, BENCHES, PHASE, PLACING
from zoobox.games.o_zoo_le_mio.zoo import Laid, areas, misfit, pieces
from zoobox.testing.random_games import walk

CONFIGURATIONS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"variant": "professional"}),
    (4, {}),
    (2, {"start_ends_joined": False}),
]


@pytest.mark.rule("ozm.place.continue-a-path", "ozm.place.no-interruption", "ozm.place.free-squares", "ozm.place.grid")
@pytest.mark.rule("ozm.visitors.ranks", "ozm.visitors.combine", "ozm.trees.ranks", "ozm.benches.closed-path")
@pytest.mark.parametrize(("players", "chosen"), CONFIGURATIONS)
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(min_value=0, max_value=2**40))
def test_the_rules_equal_a_second_implementation(players: int, chosen: dict[str, Any], seed: int) -> None:
    played = game(players, **chosen)
    zoos = [Zoo(start) for start in played.start_tiles[:players]]
    for state, seat, choice in walk(played, seed):
        if state.data[PHASE] != PLACING:
            continue
        laid = placement(state, seat, choice)
        legal = {(one.x, one.y, one.turn) for one in (placement(state, seat, number) for number in state.legal(seat))}
        assert legal == zoos[seat].all_places(laid.tile)
        zoos[seat].add(laid.tile, laid.x, laid.y, laid.turn, laid.auction)
        after = state.copy()
        after.apply(seat, choice)
        compare(after, zoos)


def compare(state: Any, zoos: list[Zoo]) -> None:
    players = len(zoos)
    view = state.view(None)["zoos"]
    for seat, zoo in enumerate(zoos):
        assert state.data[BENCHES + seat] == zoo.benches() == len(areas(state, seat))
        assert view[seat]["income"] == zoo.tiles
    for number, animal in enumerate(ANIMALS):
        best = [(zoo.enclosures(animal) or [(0, 0)])[0] for zoo in zoos]
        assert [state.visitors_at(seat, number) for seat in range(players)] == ranks(best, 1)
        for seat, zoo in enumerate(zoos):
            told = [(one["stars"], one["auction"]) for one in view[seat]["enclosures"] if one["animal"] == animal]
            assert told == zoo.enclosures(animal)
    bushes = [(sum(count for count, _ in zoo.bushes), max((when for _, when in zoo.bushes), default=0)) for zoo in zoos]
    assert [state.trees_at(seat) for seat in range(players)] == ranks(bushes, 2)


@pytest.mark.rule("ozm.place.nowhere")
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(min_value=0, max_value=2**40))
def test_a_tile_is_refused_exactly_where_there_is_a_reason(seed: int) -> None:
    """What the rules offer and what the words can find fault with never overlap and leave nothing out."""
    for state, seat, _ in walk(game(2), seed):
        if state.data[PHASE] != PLACING:
            continue
        legal = {(one.x, one.y, one.turn) for one in (placement(state, seat, number) for number in state.legal(seat))}
        squares = [square for laid in pieces(state, seat) for square in laid.squares]
        tile = placement(state, seat, state.legal(seat)[0]).tile
        for x, y in {(x + dx, y + dy) for x, y in squares for dx in (-2, 0, 1) for dy in (-1, 0, 2)}:
            for turn in range(4):
                reason = misfit(state, seat, Laid(tile, x, y, turn, 1))
                assert (reason is None) == ((x, y, turn) in legal)
