"""Setup, drafting, maintenance and rounds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import zoobox
from zoobox.testing import notations, play, refused

from .night import FULL_BOARD, at, board, figure, game, placing

MOONS = {"penguin": 1, "cheetah": 2, "wolf": 2, "snake": 2, "butterfly": 3, "sloth": 4}
TERRAIN_OF_ENTRANCE = dict(zip([f"E{n}" for n in range(1, 10)], "sgrgrsrgs", strict=True))


@pytest.mark.rule("natz.aim.components", "natz.tiles.terrains", "natz.tiles.two-kinds")
def test_what_is_in_the_box() -> None:
    box = game().components
    tiles = box.entries("action_tile")
    assert len(tiles) == 75
    assert Counter(tile["terrain"] for tile in tiles) == {"rocks": 25, "grass": 25, "sand": 25}
    assert sum(entry["count"] for entry in box.entries("bonus_tile")) == 42
    assert [len(box.entries(name)) for name in ("setup_tile", "animal", "solo_tile")] == [9, 6, 6]
    assert all(("food" in tile) != ("symbols" in tile) for tile in tiles)
    assert sum("food" in tile for tile in tiles) == 21


def test_reconstructed_parts_are_marked_and_shown() -> None:
    view = game().start(1).view(0)
    assert view["reconstructed"] == ["action_tile", "bonus_tile", "setup_tile", "solo_tile"]
    assert {tile["provenance"] for tile in view["market"]} == {"reconstructed"}
    assert "reconstructed" in game().start(1).text(0)


@pytest.mark.rule("natz.setup.boards", "natz.setup.bonus-supply")
def test_boards_are_empty_and_the_supply_is_open() -> None:
    view = game(4).start(1).view(None)
    assert view["supply"] == {"rocks": 14, "grass": 14, "sand": 14}
    for seat in view["boards"]:
        assert (seat["gained"], seat["spaces"], seat["warehouse"]) == (0, {}, [None, None])


@pytest.mark.no_cover
@pytest.mark.rule("natz.setup.animals")
def test_three_animals_with_six_moons_all_triples_alike() -> None:
    """17 of the 20 triples, in every order."""
    on = game()
    drawn = Counter(tuple(on.start(seed).position()["animals"]) for seed in range(3000))
    assert all(sum(MOONS[name] for name in names) >= 6 for names in drawn)
    triples = Counter({frozenset(names): 0 for names in drawn})
    for names, count in drawn.items():
        triples[frozenset(names)] += count
    assert len(triples) == 17
    assert len(drawn) == 17 * 6
    assert max(triples.values()) < 2 * min(triples.values())


@pytest.mark.rule("natz.setup.figures", "natz.setup.tile", "natz.setup.letters")
@pytest.mark.rule("natz.setup.on-entrances", "natz.setup.undiscovered")
@pytest.mark.parametrize("seed", range(5))
def test_figures_as_the_setup_tile_shows(seed: int) -> None:
    """All tiles are different; letters resolve through the slots."""
    on = game(4)
    state = on.start(seed)
    position = state.position()
    tiles = {entry["id"]: entry for entry in on.components.entries("setup_tile")}
    assert len({seat["setup"] for seat in position["boards"]}) == 4
    for seat in position["boards"]:
        tile = tiles[seat["setup"]]
        assert Counter(f["animal"] for f in seat["figures"].values()) == dict.fromkeys(position["animals"], 3)
        for (entrance, found), letter in zip(seat["figures"].items(), tile["letters"], strict=True):
            assert found["animal"] == position["animals"]["ABC".index(letter)]
            assert found["at"] == (entrance if entrance in tile["starts"] else "undiscovered")


@pytest.mark.rule("natz.setup.market")
@pytest.mark.parametrize(("players", "size"), [(1, 3), (2, 3), (3, 4), (4, 5)])
def test_the_market_has_one_tile_more_than_players(players: int, size: int) -> None:
    state = game(players).start(3)
    assert len(state.view(0)["market"]) == size
    assert state.view(0)["deck"] == 75 - size
    orders = {tuple(game(players).start(seed).position()["deck"]) for seed in range(5)}
    assert len(orders) == 5


@pytest.mark.rule("natz.setup.first-player")
def test_the_first_player() -> None:
    assert game(3).start(1).waiting == (0,)
    drawn = {game(3, first_player="random").start(seed).waiting for seed in range(30)}
    assert drawn == {(0,), (1,), (2,)}


@pytest.mark.rule("natz.turn.order", "natz.draft.take-one")
def test_drafting_in_turn() -> None:
    state = game(3).start(1)
    market = state.position()["market"]
    for seat, slot in ((0, 2), (1, 0), (2, 3)):
        assert state.waiting == (seat,)
        with pytest.raises(zoobox.NotYourTurn) as refusal:
            state.play((seat + 1) % 3, f"draft {slot + 1}")
        assert refusal.value.rule == "natz.turn.order"
        state.play(seat, f"draft {slot + 1}")
        assert state.position()["boards"][seat]["drafted"] == market[slot]
    assert state.waiting == (0, 1, 2)


@pytest.mark.rule("natz.draft.no-sliding")
def test_market_tiles_do_not_slide() -> None:
    state = game(2).start(1)
    market = state.position()["market"]
    state.play(0, "draft 1")
    assert state.position()["market"] == [None, *market[1:]]
    refused(state, "draft 1", "natz.draft.no-sliding", seat=1)
    assert notations(state, 1) == ["draft 2", "draft 3"]
    assert "3" in refused(state, "draft 4", "natz.setup.market", seat=1).reason


@pytest.mark.rule("natz.draft.leftover")
def test_the_tile_left_over_goes_to_the_row() -> None:
    state = game(2).start(1)
    rest = state.position()["market"][1]
    play(state, "draft 1")
    play(state, "draft 3", seat=1)
    assert state.position()["leftover"] == [rest]
    assert state.position()["market"] == [None] * 3
    second = game(2).restore({"draft": 2, "leftover": ["A01"], "market": ["A02", "A30", "A60"]})
    second.play(1, "draft 1")
    second.play(0, "draft 2")
    assert second.position()["leftover"] == ["A01", "A60"]


@pytest.mark.rule("natz.turn.same-time")
def test_all_act_at_the_same_time_and_unseen() -> None:
    """Nobody waits for another; what a seat does shows when all have finished."""
    state = placing(board(drafted="A01"), board(drafted="A02"))
    assert state.waiting == (0, 1)
    before, watching = state.view(1), state.view(None)
    log = []
    for text in ("place drafted", "a1"):
        old = state.copy()
        state.play(0, text)
        log += state.game.log(old, 0, state.past[-1][1], state, 1)
    assert log == []
    assert state.view(1) == before
    assert state.view(None) == watching
    assert "a1" in state.view(0)["boards"][0]["spaces"]
    play(state, "place drafted", "b5", "discover E1", seat=1)
    assert state.view(0)["boards"][1]["spaces"] == {}
    old = state.copy()
    play(state, "discover E1")
    assert state.view(1)["boards"][0]["spaces"]["a1"]["id"] == "A01"
    told = [line.text for line in state.game.log(old, 0, state.past[-1][1], state, 1)]
    assert "Zoo 1 covers a1 with the rocks tile with Discover." in told
    assert any(line.startswith("Zoo 1 discovers") and line.endswith("at gate 1.") for line in told)


@pytest.mark.rule("natz.turn.same-time")
def test_in_a_redeal_the_others_stand_as_before_and_who_has_finished_has_finished() -> None:
    """What others did in this phase is taken back; the drafted tile of a seat that has finished is used."""
    boards = [board(drafted="A19"), board(drafted="A20"), board(drafted="A22")]
    state = placing(*boards, on=game(3))
    play(state, "place drafted", seat=1)
    play(state, "place drafted", "a1", seat=2)
    twin = state.redeal(0, zoobox.Luck(1))
    told = twin.position()["boards"]
    assert twin.waiting == (0, 1)
    assert [seat["drafted"] for seat in told] == ["A19", "A20", None]
    assert told[1]["pending"] == told[2]["pending"] == []
    assert told[2]["spaces"] == {}
    assert notations(twin, 1) == ["place drafted", "store drafted", "discard drafted"]
    seat = board({"E3": figure("wolf", "E3")}, spaces={"e1": "sand"}, pending=[{"round_move": ["E3"]}])
    ending = game(3).restore({"phase": "round moves", "leftover": ROW, "boards": [seat, seat, seat]})
    play(ending, "wolf E3 e1", seat=2)
    again = ending.redeal(0, zoobox.Luck(1))
    assert again.waiting == (0, 1)
    assert at(again, "E3", 2) == "E3"
    assert notations(again, 1) == ["wolf E3 e1", "stop"]


@pytest.mark.rule("natz.turn.same-time", "natz.bonus.supply")
def test_only_the_bonus_supply_links_players() -> None:
    """The order in which decisions arrive decides."""
    seat = {"spaces": {}, "pending": [{"bonus": 1}]}
    state = placing(seat, seat, supply={"rocks": 1, "grass": 0, "sand": 2})
    assert notations(state, 0) == notations(state, 1) == ["bonus rocks", "bonus sand"]
    play(state, "bonus rocks", seat=1)
    assert state.view(0)["supply"]["rocks"] == 0
    refused(state, "bonus rocks", "natz.bonus.supply")
    play(state, "bonus sand")
    twin = placing(seat, seat, supply={"rocks": 1, "grass": 0, "sand": 0})
    play(twin, "bonus rocks")
    assert notations(twin, 1) == ["stop"]
    play(twin, "stop", seat=1)
    assert twin.waiting == (0,)


@pytest.mark.rule("natz.maintenance.market", "natz.turn.phases")
def test_the_market_is_filled_again() -> None:
    state = placing(board(drafted="A19"), board(drafted="A20"), draft=1, leftover=["A70"])
    deck = state.position()["deck"]
    play(state, "place drafted", "a1")
    play(state, "place drafted", "a1", seat=1)
    assert state.position()["market"] == deck[:3]
    assert state.position()["deck"] == deck[3:]
    assert state.view(0)["draft"] == 2


@pytest.mark.rule("natz.maintenance.token")
@pytest.mark.parametrize(("players", "starts"), [(2, [8, 7]), (3, [5, 5, 5]), (4, [4, 4, 4, 3])])
def test_the_token_passes_after_every_draft(players: int, starts: list[int]) -> None:
    state = game(players).start(5)
    first: dict[int, int] = {}
    while not state.over:
        view = state.view(None)
        if view["phase"] == "draft":
            first.setdefault(view["draft"], view["first"])
        seat = state.waiting[-1]
        state.apply(seat, state.legal(seat)[-1])
    assert list(first) == list(range(1, 16))
    assert [first[draft] for draft in (1, 2, 6)] == [0, 1 % players, 5 % players]
    assert [list(first.values()).count(seat) for seat in range(players)] == starts


@pytest.mark.rule("natz.maintenance.last-draft")
@pytest.mark.parametrize(("players", "left"), [(1, 30), (2, 30), (3, 15), (4, 0)])
def test_with_four_players_the_deck_is_used_to_the_last_tile(players: int, left: int) -> None:
    """No market after draft 15, no reshuffle."""
    state = game(players).start(5)
    seen: set[str] = set()
    while not state.over:
        position = state.position()
        if position["phase"] == "draft":
            now = {tile for tile in position["market"] if tile}
            assert position["draft"] < 16
            seen |= now
        seat = state.waiting[0]
        state.apply(seat, state.legal(seat)[0])
    assert len(state.position()["deck"]) == left
    assert state.position()["market"] == [None] * len(state.position()["market"])
    if players > 1:
        assert len(seen) == 75 - left


@pytest.mark.rule("natz.aim.goal", "natz.turn.phases", "natz.end.third-round")
def test_three_rounds_of_five_drafts() -> None:
    state = game(2).start(8)
    phases = []
    while not state.over:
        view = state.view(None)
        step = (view["round"], view["draft"], view["phase"])
        if not phases or phases[-1] != step:
            phases.append(step)
        seat = state.waiting[0]
        state.apply(seat, state.legal(seat)[0])
    drafts = [step for step in phases if step[2] == "draft"]
    assert [draft for _, draft, _ in drafts] == list(range(1, 16))
    assert Counter(number for number, _, _ in drafts) == {1: 5, 2: 5, 3: 5}
    assert {draft for _, draft, phase in phases if phase == "round moves"} <= {5, 10, 15}
    assert state.view(None)["phase"] == "over"


# The end of a round.

ROW = ["A01", "A51", "A02", "A52", "A26"]
"""Rocks, sand, rocks, sand, grass, as in the rulebook's example."""


def last_placement(seat0: dict[str, Any], draft: int = 5) -> Any:
    """Seat 0 has only to discard its tile; the round then ends."""
    return placing({"drafted": "A75", **seat0}, {}, draft=draft, leftover=ROW)


@pytest.mark.rule("natz.round.terrain")
@pytest.mark.parametrize(
    ("row", "terrain"),
    [
        (ROW, "rocks"),
        (["A51", "A01", "A52", "A02", "A26"], "sand"),
        (["A26", "A01", "A51", "A52", "A02"], "rocks"),
        (["A01", "A26", "A27", "A28", "A51"], "grass"),
    ],
)
def test_the_most_frequent_leftover_terrain_leftmost_of_tied(row: list[str], terrain: str) -> None:
    """The rulebook's example first."""
    state = placing(board(drafted="A75"), draft=5, leftover=row)
    assert state.view(0)["leftover_terrain"] == terrain


@pytest.mark.rule("natz.round.movement", "natz.special.entrances", "natz.round.when")
def test_animals_on_that_terrain_move_once_entrances_included() -> None:
    """The next market lies there already; the animals on rocks move, E3 and E7 are rocks."""
    figures = {
        "E1": figure("wolf", "E1"),
        "E3": figure("wolf", "E3"),
        "E5": figure("snake", "undiscovered"),
        "E4": figure("wolf", "a1"),
    }
    state = last_placement(board(figures, spaces={"a1": "rocks", "b1": "grass", "e1": "sand"}))
    play(state, "discard drafted")
    while state.position()["phase"] == "placement":
        play(state, "stop")
    assert state.position()["phase"] == "round moves"
    assert all(state.position()["market"])
    assert notations(state) == ["wolf E3 e1", "wolf E4 b1", "stop"]
    play(state, "wolf E3 e1")
    refused(state, "wolf E3 d1", "natz.round.fixed")
    assert notations(state) == ["wolf E4 b1", "stop"]
    play(state, "wolf E4 b1")
    assert state.view(0)["phase"] == "draft"
    assert state.view(0)["draft"] == 6


@pytest.mark.rule("natz.round.fixed")
def test_the_animals_of_the_round_movement_are_fixed_at_its_start() -> None:
    """The wolf that comes onto rocks gets nothing, and the one that came from rocks has had its movement."""
    figures = {"E1": figure("wolf", "a1"), "E2": figure("wolf", "b1")}
    tiles = {"a1": "rocks", "b1": "sand", "a2": "rocks"}
    state = game().restore(
        {
            "phase": "round moves",
            "leftover": ROW,
            "boards": [board(figures, spaces=tiles, pending=[{"round_move": ["E1"]}]), {}],
        }
    )
    assert notations(state) == ["wolf E1 b1", "wolf E1 a2", "stop"]
    play(state, "wolf E1 a2")
    assert state.view(0)["phase"] == "draft"


@pytest.mark.rule("natz.round.optional")
def test_the_round_movement_may_be_declined_unless_forced() -> None:
    """By default, and with the setting."""
    figures = {"E1": figure("wolf", "a1"), "E2": figure("wolf", "b1")}
    seat0 = board(figures, spaces={"a1": "rocks", "b1": "rocks"}, pending=[{"round_move": ["E1", "E2"]}])
    position = {"phase": "round moves", "leftover": ROW, "boards": [seat0, {}]}
    free = game().restore(position)
    play(free, "stop")
    assert (at(free, "E1"), free.view(0)["phase"]) == ("a1", "draft")
    forced = game(end_of_round_movement="forced").restore(position)
    assert notations(forced) == ["wolf E1 b1", "wolf E2 a1"]
    refused(forced, "stop", "natz.round.optional")
    play(forced, "wolf E1 b1", "wolf E2 a1")
    assert forced.view(0)["phase"] == "draft"


@pytest.mark.rule("natz.round.leftover-goes")
def test_the_leftover_row_is_cleared() -> None:
    """Its tiles are known to be out of the game."""
    seat0 = board({"E1": figure("wolf", "E1")}, spaces={})
    state = last_placement(seat0)
    play(state, "discard drafted")
    assert state.view(0)["phase"] == "draft"
    assert state.position()["leftover"] == []
    assert {*ROW, "A75"} <= set(state.view(0)["gone"])


@pytest.mark.rule("natz.round.when", "natz.end.third-round")
def test_the_third_round_movement_comes_before_scoring() -> None:
    """A wolf comes home with it, and there is no new market."""
    state = last_placement(board({"E3": figure("wolf", "c2")}, spaces={"c2": "rocks"}), draft=15)
    play(state, "discard drafted")
    assert state.position()["market"] == [None] * 3
    assert notations(state) == ["wolf E3 c3", "stop"]
    play(state, "wolf E3 c3")
    assert state.over
    assert state.standings[0].breakdown["wolf"] == 7


@pytest.mark.rule("natz.round.movement")
def test_both_players_move_at_the_same_time_at_the_end_of_a_round() -> None:
    seat = board({"E3": figure("wolf", "E3")}, spaces={"e1": "sand"}, pending=[{"round_move": ["E3"]}])
    state = game().restore({"phase": "round moves", "leftover": ROW, "boards": [seat, seat]})
    assert state.waiting == (0, 1)
    play(state, "wolf E3 e1", seat=1)
    assert state.view(0)["boards"][1]["figures"]["E3"]["at"] == "E3"
    play(state, "stop")
    assert state.view(0)["boards"][1]["figures"]["E3"]["at"] == "e1"


def test_the_board_map_agrees_with_the_facts() -> None:
    entrances = {entry["id"]: entry["terrain"][0] for entry in game().components.entries("entrance")}
    assert entrances == TERRAIN_OF_ENTRANCE
    assert len(FULL_BOARD) == 24
