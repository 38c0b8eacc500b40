"""Exact chance: what can be drawn, how likely it is, and that the games drawn so are the ordinary games."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

import zoobox
from zoobox.kernel.chance import Chance, expectation, results
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import State

SEATED: list[tuple[str, int, str, dict[str, Any]]] = [
    ("zooloretto-dice", 2, "standard", {}),
    ("zooloretto-dice", 4, "standard", {"coin_group_use": "player_chooses"}),
    ("new-york-zoo", 2, "standard", {}),
    ("new-york-zoo", 2, "standard", {"stacks": "hidden"}),
    ("new-york-zoo", 2, "short", {"stacks": "hidden"}),
    ("night-at-the-zoo", 1, "solo", {}),
    ("night-at-the-zoo", 3, "standard", {"first_player": "random"}),
    ("o-zoo-le-mio", 2, "standard", {}),
    ("o-zoo-le-mio", 3, "standard", {"blind_row": True}),
    ("o-zoo-le-mio", 4, "professional", {}),
    ("o-zoo-le-mio", 2, "professional", {"blind_row": True}),
]
RESTORED = 3
"""Every so many decisions of a game that exact chance draws, the state is restored from its position."""
every_seating = pytest.mark.parametrize(
    ("name", "players", "variant", "settings"), SEATED if zoobox.speed.compiled() else SEATED[::3]
)


def views(state: State) -> list[dict[str, Any]]:
    return [state.view(seat) for seat in (None, *range(state.players))]


def drawn(chance: Chance, luck: Luck) -> State:
    """What becomes of it when everything is drawn at random."""
    while chance.draw is not None:
        assert sum(outcome.probability for outcome in chance.outcomes()) == 1
        chance.take(chance.sample(luck))
    found: State = chance.state
    return found


def drawn_as_seen(chance: Chance, after: State) -> State:
    """Draws so that every player sees what they see in `after`; fails where that cannot be drawn."""
    if chance.draw is None:
        assert views(chance.state) == views(after)
        return chance.state  # type: ignore[no-any-return]
    for outcome in chance.outcomes():
        one = chance.copy()
        one.take(outcome.id)
        if one.draw is None:
            if views(one.state) == views(after):
                return one.state  # type: ignore[no-any-return]
        elif chance.before.data[chance.draw.place] == outcome.id:  # where the ordinary rules find it
            return drawn_as_seen(one, after)
    raise AssertionError("the ordinary rules drew what exact chance cannot draw")


@every_seating
def test_whole_games_are_drawn_outcome_by_outcome(
    name: str, players: int, variant: str, settings: dict[str, Any]
) -> None:
    """A game that exact chance draws is a game that the ordinary rules can play: the same choices, views and ends."""
    game = zoobox.game(name, players, variant, settings)
    luck = Luck(11)
    state = drawn(Chance(game), luck)
    decisions = 0
    while not state.over:
        again = state.copy() if decisions % RESTORED else game.restore(state.position())
        assert again.waiting == state.waiting
        seat = state.waiting[luck.below(len(state.waiting))]
        assert again.legal(seat) == state.legal(seat)
        choice = state.legal(seat)[luck.below(len(state.legal(seat)))]
        chance = Chance(game, state, seat, choice)
        if chance.draw is None:  # nothing is drawn: exactly what the ordinary rules do
            again.apply(seat, choice)
            assert views(again) == views(chance.state)
        state = drawn(chance, luck)
        decisions += 1
    assert decisions > 20
    assert sum(state.payoff_of(seat) for seat in range(players)) <= 1


@pytest.mark.parametrize(("name", "players"), [("zooloretto-dice", 2), ("night-at-the-zoo", 2), ("o-zoo-le-mio", 2)])
def test_ordinary_games_can_be_drawn(name: str, players: int) -> None:
    """Whatever the ordinary rules draw in a game, exact chance offers it, and it leads to the same views."""
    game = zoobox.game(name, players)
    luck = Luck(3)
    for seed in range(3 if zoobox.speed.compiled() else 1):
        state = game.start(seed)
        while not state.over:
            seat = state.waiting[0]
            choice = state.legal(seat)[luck.below(len(state.legal(seat)))]
            before = state.copy()
            state.apply(seat, choice)
            drawn_as_seen(Chance(game, before, seat, choice), state)


def test_a_roll_has_36_outcomes() -> None:
    game = zoobox.game("zooloretto-dice")
    state = game.start(seed=4)
    found = state.outcomes(state.waiting[0], "roll")
    assert len(found) == 36
    assert {result.probability for result in found} == {Fraction(1, 36)}
    assert len({frozenset(result.names[0].split()) for result in found}) == 21
    hands = {tuple(result.state.view(None)["hand"]) for result in found}
    assert {tuple(result.names[0].split()) for result in found} == hands
    luck = Luck(1)
    rolled: Counter[tuple[str, ...]] = Counter()
    for _ in range(7200):
        other = state.redeal(None, luck)
        other.apply(other.waiting[0], game.find(other, other.waiting[0], "roll"))
        rolled[tuple(other.view(None)["hand"])] += 1
    assert set(rolled) == hands
    assert sum((count - 200) ** 2 / 200 for count in rolled.values()) < 66.6  # chi-square, 35 degrees, 0.1 %


def test_expectation_over_dice_is_exact() -> None:
    state = zoobox.game("zooloretto-dice").start(seed=4)
    seat = state.waiting[0]
    roll = state.game.find(state, seat, "roll")
    assert expectation(state, seat, roll, lambda after: after.view(None)["hand"].count("coin")) == pytest.approx(1 / 3)


def test_animals_are_as_likely_as_drawing_again_makes_them() -> None:
    """Three of six tiles, drawn again until they show six moons: every allowed row is equally likely."""
    game = zoobox.game("night-at-the-zoo")
    moons = [entry["moons"] for entry in game.components.entries("animal")]
    allowed = [three for three in permutations(range(6), 3) if sum(moons[kind] for kind in three) >= 6]
    rows: dict[tuple[int, ...], Fraction] = {}

    def draw(chance: Chance, row: tuple[int, ...], probability: Fraction) -> None:
        if len(row) == 3:
            rows[row] = probability
            return
        for outcome in chance.outcomes():
            one = chance.copy()
            one.take(outcome.id)
            draw(one, (*row, outcome.id), probability * outcome.probability)

    draw(Chance(game), (), Fraction(1))
    assert rows == dict.fromkeys(allowed, Fraction(1, len(allowed)))


def test_the_next_tile_is_any_that_nobody_has_seen() -> None:
    """In the blind row each tile is equally likely as long as it has not been turned up."""
    game = zoobox.game("o-zoo-le-mio", 2, settings={"blind_row": True})
    luck = Luck(2)
    state = drawn(Chance(game), luck)
    seen = [state.view(None)["row"][-1]["tile"]]
    while not state.over:
        seat = state.waiting[0]
        chance = Chance(game, state, seat, state.legal(seat)[0])
        if chance.draw is not None:
            names = {outcome.name: outcome.probability for outcome in chance.outcomes()}
            unseen = {tile.id for tile in game.tiles} - set(seen)
            assert names == dict.fromkeys(unseen, Fraction(1, len(unseen)))
            outcome = chance.sample(luck)
            seen.append(chance.name(outcome))
            chance.take(outcome)
            assert chance.draw is None
        state = chance.state
    assert len(seen) == len(game.tiles) - 1  # nothing is drawn for the last


def test_hidden_stacks_give_up_tiles_of_their_size() -> None:
    """The tile under the one taken is any of its size that nobody has seen, counted as often as it is there."""
    game = zoobox.game("new-york-zoo", 2, settings={"stacks": "hidden"})
    luck = Luck(2)
    state = drawn(Chance(game), luck)
    found = 0
    while not state.over:
        seat = state.waiting[0]
        chance = Chance(game, state, seat, state.legal(seat)[luck.below(len(state.legal(seat)))])
        if chance.draw is not None:
            full = state.position()["strip"]
            hidden = [
                tile
                for space in state.view(None)["strip"]
                for tile, shown in zip(full.get(space["id"], ()), space.get("stack", ()), strict=True)
                if shown is None
            ]
            sizes = {tile.id: tile.size for tile in game.contents.tiles}
            size = sizes[chance.outcomes()[0].name]
            of_size = Counter(tile for tile in hidden if sizes[tile] == size)
            total = sum(of_size.values())
            expected = {tile: Fraction(count, total) for tile, count in of_size.items()}
            assert {outcome.name: outcome.probability for outcome in chance.outcomes()} == expected
            found += 1
        state = drawn(chance, luck)
    assert found > 5


def test_leo_turns_over_any_tile_left_in_his_pile() -> None:
    game = zoobox.game("night-at-the-zoo", 1)
    luck = Luck(8)
    state = drawn(Chance(game), luck)
    piles = set()
    while not state.over:
        seat = state.waiting[0]
        chance = Chance(game, state, seat, state.legal(seat)[0])
        while chance.draw is not None:
            outcomes = chance.outcomes()
            if outcomes[0].name.startswith("L"):
                piles.add(len(outcomes))
                assert {outcome.probability for outcome in outcomes} == {Fraction(1, len(outcomes))}
            chance.take(chance.sample(luck))
        state = chance.state
    assert len(piles) > 1


def test_a_search_learns_nothing_from_a_copy() -> None:
    """What lies face down is drawn when it is turned up, whatever order it has in the buffer."""
    game = zoobox.game("o-zoo-le-mio", 2, settings={"blind_row": True})
    state = game.start(5)
    for seat in (0, 1):
        state.apply(seat, seat)
    seat = state.waiting[0]
    choice = state.legal(seat)[0]
    other = state.redeal(seat, Luck(1))
    assert state.position() != other.position()
    one, two = Chance(game, state, seat, choice), Chance(game, other, seat, choice)
    assert one.outcomes() == two.outcomes()
    for outcome in one.outcomes():
        first, second = one.copy(), two.copy()
        first.take(outcome.id)
        second.take(outcome.id)
        assert views(first.state) == views(second.state)


def test_what_cannot_be_drawn_is_refused() -> None:
    game = zoobox.game("zooloretto-dice")
    state = game.start(seed=4)
    chance = Chance(game, state, state.waiting[0], game.find(state, state.waiting[0], "roll"))
    with pytest.raises(ZooboxError, match="36 cannot be drawn here"):
        chance.take(36)
    chance.take(7)
    with pytest.raises(ZooboxError, match="nothing left to draw"):
        chance.take(7)
    with pytest.raises(ZooboxError, match="draw by draw"):
        results(Chance(zoobox.game("new-york-zoo")), most=100)
    with pytest.raises(zoobox.IllegalChoice):
        state.outcomes(state.waiting[0], "take 1")


def test_a_copy_takes_no_prepared_answers_with_it() -> None:
    state = zoobox.game("zooloretto-dice").start(seed=4)
    for result in state.outcomes(state.waiting[0], "roll"):
        assert not result.state.exact
        assert not result.state.copy().exact
