"""Positions written by hand: what cannot be is refused, with the cell or tile named."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

import zoobox
from new_york_zoo.conftest import Zoo, seat
from zoobox.bots.levels import player
from zoobox.testing import notations, play
from zoobox.testing.random_games import walk

W = {"tile": "W", "cells": ["E1", "F1", "F2", "G2", "G3"], "species": "fox", "animals": 2}
F = {"tile": "F", "cells": ["H1", "I1", "I2", "J2", "I3"], "species": "penguin", "animals": 1}


def board(*enclosures: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"seats": [{"enclosures": list(enclosures), **more}, {}]}


@pytest.mark.rule("nyz.puzzle.no-overlap", "nyz.puzzle.inside", "nyz.animals.one-species", "nyz.animals.one-per-space")
@pytest.mark.parametrize(
    ("position", "words"),
    [
        (
            board(W, {**F, "cells": ["G1", "H1", "H2", "I2", "H3"]}, {"tile": "X", "cells": ["G1"]}),
            "not the shape of X",
        ),
        (board(W, {**F, "cells": ["F2", "G2", "G3", "H3", "G4"]}), "enclosure b: F2 is covered twice"),
        (board({**W, "cells": ["D1", "E1", "E2", "F2", "F3"]}), "D1 is outside the construction area"),
        (board({**W, "cells": ["N1", "O1", "O2", "P2", "P3"]}), "'O1' is no cell; cells go from A1 to N9"),
        (board({**W, "cells": ["E1", "F1", "G1", "H1", "I1"]}), "E1, F1, G1, H1, I1 is not the shape of W"),
        (board({**W, "cells": "E1"}), "cells should be a list"),
        (board({**W, "species": ["fox", "penguin"]}), "an enclosure holds one species, not 2"),
        (board({**W, "species": "lion"}), "species should be one of meerkat"),
        (board({**W, "species": None}), "animals have a species"),
        (board({**W, "animals": 6}), "6 animals do not fit on the 5 spaces of W"),
        (board({**W, "animals": 5}), "it is full and should have been exchanged"),
        (board({**W, "animals": -1}), "animals should be a number"),
        (board(W, houses=["fox"] * 4), "seat 0 has 4 animals in 3 houses"),
        (board(W, houses=["lion"]), "cannot hold 'lion'"),
        (board({**W, "tile": "Q"}), "there is no tile 'Q'; there is: I4, L4"),
        (board(W, attractions=[{"id": "att9", "cells": ["E5"]}]), "there is no attraction 'att9'"),
        (board(W, attractions=[{"id": "att1", "cells": ["E1"]}]), "E1 is covered twice"),
        (board({**W, "added": 2}), "enclosure a: added counts during the acquisition of seat 0 only"),
        (board({**W, "bred": True}), "enclosure a: bred is told while a line breeds only"),
        (board(W, hand="F"), "no tile is in hand in the phase 'move'"),
        (board(W, dealt=["F"]), "tiles are dealt in the phase 'deal' only"),
        ({"elephant": "S16"}, "elephant should be one of A1"),
        ({"phase": "breed"}, "needs the line that breeds"),
        ({"phase": "tile", "elephant": "A1"}, "the elephant on A1 offers no tile"),
        ({"phase": "tile", "elephant": "S1", "seats": [{"houses": []}, {}]}, "seat 0 has no animal for the new"),
        ({"phase": "acquire", "elephant": "S1"}, "no animal is acquired on slot S1"),
        ({"phase": "put", "animal": "fox", "step": "tile"}, "belongs to the step 'first' or 'second', not to 'tile'"),
        ({"phase": "put"}, "animal is given in the phases"),
        ({"phase": "keep", "animal": "fox", "seats": [{"houses": ["fox"] * 3}, {}]}, "seat 0 has no free house"),
        ({"phase": "deal", "seats": [{"hand": "F"}, {}]}, "tiles are dealt in the short game only"),
        ({"phase": "acquire_other", "other": "penguin"}, "other should be an animal shown on A1"),
        (
            {"phase": "acquire_other", "other": "fox", "seats": [{"houses": ["fox"] * 3}, {}]},
            "other could not be put anywhere: fox",
        ),
        ({"phase": "populate"}, "the newest enclosure of seat 0 should hold 0 animals"),
        ({"phase": "over"}, "no board is full"),
        ({"actor": 1}, "seat 0 acts, whose turn it is"),
        ({"lines": ["fox"]}, "nothing is left to breed"),
        ({"attractions": {"att8": 0}}, "att8 should be 1"),
        ({"seats": [{}]}, "seats should be a list of 2 tables"),
        ({"markers": ["0"]}, "unknown field markers"),
        ({"phase": "nap"}, "phase should be one of"),
    ],
)
def test_what_cannot_be_is_refused(two: Zoo, position: dict[str, Any], words: str) -> None:
    with pytest.raises(zoobox.BadPosition) as error:
        two.game.restore(position)
    assert words in str(error.value)


@pytest.mark.rule("nyz.setup.stacks")
def test_a_strip_that_does_not_match_the_tiles_placed(two: Zoo) -> None:
    strip = two.start(1).position()["strip"]
    top = strip["S1"][-1]

    def restored(**changes: list[str]) -> Any:
        return two.game.restore({"strip": {**strip, **changes}})

    assert restored().position()["strip"] == strip
    for changes, words in (
        ({"S1": strip["S1"][:-1]}, f"the tile {top} is missing"),
        ({"S1": [*strip["S1"][:2], strip["S2"][2]]}, f"the tile {top} is missing"),
        ({"S5": [*strip["S5"][:2], top]}, f"slot S5: the tile {top} of 7 spaces does not belong there"),
        ({"S1": strip["S1"][::-1]}, "does not belong there"),
        ({"S1": ["Q"]}, "slot S1: there is no tile 'Q'"),
        ({"S99": []}, "unknown field S99"),
    ):
        with pytest.raises(zoobox.BadPosition) as error:
            restored(**changes)
        assert words in str(error.value)
    two_of_it = {"tile": "W", "cells": ["E1", "F1", "F2", "G2", "G3"]}
    with pytest.raises(zoobox.BadPosition, match="the tile W lies 3 times"):
        two.game.restore({"strip": strip, **board(two_of_it)})


@pytest.mark.rule("nyz.solo.setup")
def test_a_solo_strip_holds_two_tiles_in_a_slot(alone: Zoo) -> None:
    strip = alone.start(1).position()["strip"]
    with pytest.raises(zoobox.BadPosition, match="7-01 of 7 spaces does not belong there"):
        alone.game.restore({"strip": {**strip, "S1": [*strip["S1"], "7-01"]}})
    with pytest.raises(zoobox.BadPosition, match="14 tiles of 5 spaces lie on strip and boards; this game has 15"):
        alone.game.restore({"strip": {**strip, "S1": strip["S1"][1:]}})


@pytest.mark.rule("nyz.goal.fill")
def test_a_full_board_is_the_end(two: Zoo) -> None:
    with pytest.raises(zoobox.BadPosition, match="the board of seat 0 is full"):
        two.at("move", seat(("W", "fox", 1), leave=0))


@pytest.mark.rule("nyz.turn.parts")
def test_a_position_left_out_is_the_start(two: Zoo) -> None:
    state = two.game.restore({})
    assert state.view(None)["seats"] == two.start(1).view(None)["seats"]
    assert notations(state) == notations(two.start(1))
    play(state, "E1")


@pytest.mark.rule("nyz.turn.parts")
def test_the_picture_for_a_terminal_shows_what_is_needed(two: Zoo) -> None:
    state = two.at("breed", seat(("W", "fox", 2), houses=["penguin"], leave=20), lines=["fox"], elephant="S3")
    text = state.text(0)
    for part in ("*3[", "aX aX", "a W: 2/5 arctic fox", "to breed: arctic fox", "houses: penguin, -, -", "##", "//"):
        assert part in text
    assert "Zucht steht an: Polarfuchs" in state.text(0, "de")


@pytest.mark.rule("nyz.bonus.players")
def test_no_position_of_four_players_is_in_a_bonus_breeding(four: Zoo) -> None:
    with pytest.raises(zoobox.BadPosition, match="no bonus breeding with 4 players"):
        four.at("bonus", seat(("W", "fox", 2)), lines=["fox"])


@pytest.mark.rule("nyz.solo.passing", "nyz.solo.exact-landing")
@pytest.mark.parametrize("given", [{"arrivals": 2}, {"phase": "acquire", "arrivals": 2, "elephant": "A2"}])
def test_after_the_last_arrival_nobody_moves_on(alone: Zoo, given: dict[str, Any]) -> None:
    with pytest.raises(zoobox.BadPosition, match="for the last time: the game is over"):
        alone.game.restore(given)
    assert alone.game.restore({"phase": "acquire", "arrivals": 2}).waiting == (0,)


@pytest.mark.rule("nyz.short.deal")
def test_tiles_dealt_by_hand_are_not_on_the_strip_as_well() -> None:
    short = Zoo(2, "short")
    state = short.game.restore({"phase": "deal", "seats": [{"dealt": ["6-01", "7-01"]}, {"hand": "6-02"}]})
    assert notations(state, 0) == ["tile 6-01", "tile 7-01"]
    assert all(tile not in ("6-01", "6-02") for stack in state.position()["strip"].values() for tile in stack)
    assert short.game.restore(state.position()) == state


def test_every_text_of_a_piece_is_german(two: Zoo) -> None:
    """One space is one space, and an animal is named once."""
    state = two.at("attraction", seat(("W", None, 0)), elephant="A1")
    assert state.choices(0, "de")[0].label == "Wähle die 1er-Attraktion"
    before = two.at("acquire", elephant="A1")
    after = before.copy()
    after.play(0, "take fox")
    lines = two.game.log(before, 0, before.game.find(before, 0, "take fox"), after, 0, "de")
    assert [line.text for line in lines] == ["Zoo 1 nimmt einen Polarfuchs."]


# Positions that cannot be.

VALUES = (None, 0, 1, 2, 4, True, [], ["fox"], "fox", "penguin", "move", "acquire", "put", "add", "keep", "attraction")
VALUES += ("place", "breed", "breed_more", "bonus", "over", "populate", "tile", "first", "second", "S1", "A10", "att8")


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a position."""
    if isinstance(value, (dict, list)):
        for key, inside in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from places(inside, (*path, key))


def changed(position: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """The position with another value in one place; half of the time a field of the table."""
    found = copy.deepcopy(position)
    ways = [way for way in places(found) if way[0] != "luck"]
    table = [way for way in ways if len(way) == 1]
    *before, last = dice.choice(table if dice.random() < 0.5 else ways)
    inside: Any = found
    for key in before:
        inside = inside[key]
    old = inside[last]
    if isinstance(old, list) and old and dice.random() < 0.5:
        old.pop(dice.randrange(len(old)))
    elif isinstance(old, int) and dice.random() < 0.5:
        inside[last] = old + dice.choice((-1, 1))
    else:
        inside[last] = dice.choice(VALUES)
    return found


@pytest.mark.parametrize(("players", "variant"), [(1, "small"), (2, "standard"), (2, "short"), (4, "standard")])
def test_a_changed_position_is_refused_or_can_be_played_on(players: int, variant: str) -> None:
    """Whatever is accepted is drawn, and a bot plays on from it to positions that are accepted too."""
    game = zoobox.game("new-york-zoo", players=players, variant=variant)
    bot = player("keeper", game)
    dice = random.Random(players)
    counts = {"accepted": 0, "refused": 0}
    every = 6 if zoobox.speed.compiled() or players == 1 else 18  # positions are Python in both modes; solo is short
    sampled = [state.position() for moment, (state, _, _) in enumerate(walk(game, 8)) if moment % every == 0]
    for number, position in enumerate(position for position in sampled for _ in range(4)):
        try:
            state: Any = game.restore(changed(position, dice))
        except zoobox.BadPosition:
            counts["refused"] += 1
            continue
        counts["accepted"] += 1
        if number % 5 == 0:
            assert state.svg(0)
            assert state.text(0)
        for _ in range(6):
            if state.over:
                break
            asked = state.waiting[0]
            assert game.prompt(state, asked)
            state.play(asked, bot.choose(state, asked))
            assert game.restore(state.position()) == state
    assert min(counts.values()) > 0


@pytest.mark.rule("nyz.complete.at-once")
def test_only_the_actor_may_have_a_full_enclosure(two: Zoo) -> None:
    full = seat(("T4", "fox", 4))
    assert two.at("add", seat(("T4", "fox", 3, {"added": 1, "open": True}), houses=["fox"]), elephant="A1")
    with pytest.raises(zoobox.BadPosition, match="it is full and should have been exchanged"):
        two.at("add", seat(("L4", "fox", 3, {"added": 1, "open": True}), houses=["fox"]), full, elephant="A1")


@pytest.mark.rule("nyz.acquire.two-or-one")
def test_nothing_is_acquired_in_the_middle_of_a_breeding(two: Zoo) -> None:
    with pytest.raises(zoobox.BadPosition, match="belongs to the step None, not to 'breed'"):
        two.at("acquire", elephant="A1", step="breed", lines=["fox"])
