"""The tables of observations and choice ids say what the numbers are."""

from __future__ import annotations

import json

import pytest

import zoobox
from zoobox.kernel.luck import Luck

SEATED = [
    (name, players, variant)
    for name in zoobox.names()
    for players, variants in zoobox.game_class(name).variants.items()
    for variant in variants
]


@pytest.mark.parametrize(("name", "players", "variant"), SEATED)
def test_every_number_is_in_its_range(name: str, players: int, variant: str) -> None:
    game = zoobox.game(name, players, variant)
    table = game.observation_table()
    spec = game.observation_spec()
    assert sum(field["width"] for field in table) == spec.size
    luck = Luck(2)
    state = game.start(2)
    for _ in range(150):
        if state.over:
            break
        seat = state.waiting[0]
        seen = list(spec.observe(state, seat))
        for field in table:
            assert field["meaning"]
            for number in seen[field["first"] : field["first"] + field["width"]]:
                assert field["low"] <= number <= field["high"], field
        legal = state.legal(seat)
        choice = legal[luck.below(len(legal))]
        told = game.describe(choice)
        assert told["kind"] == game.choice(state, seat, choice).kind
        state.apply(seat, choice)


@pytest.mark.parametrize("name", zoobox.names())
def test_the_kinds_have_all_ids(name: str) -> None:
    game = zoobox.game(name)
    assert sum(kind["count"] for kind in game.choice_kinds()) == game.choice_count
    json.dumps(game.choice_kinds())
    assert {game.describe(choice)["kind"] for choice in range(game.choice_count)} == {
        kind["kind"] for kind in game.choice_kinds()
    }
    for wrong in (-1, game.choice_count, "roll", 1.5):
        with pytest.raises(IndexError, match="the choices of this game"):
            game.describe(wrong)  # type: ignore[arg-type]


def test_the_version_names_what_was_learned() -> None:
    versions = {zoobox.game(name, players, variant).learning_version() for name, players, variant in SEATED}
    assert len(versions) == len(SEATED)
    assert zoobox.game("o-zoo-le-mio").learning_version() == zoobox.game("o-zoo-le-mio").learning_version()
