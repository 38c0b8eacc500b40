"""What cannot be is refused by name; component files are checked."""

from __future__ import annotations

from typing import Any

import pytest

import zoobox

from .night import FULL_BOARD, board, figure, game


def bad(match: str, *boards: dict[str, Any], **fields: Any) -> None:
    given = {"boards": [*boards, *[{}] * (2 - len(boards))], **fields}
    with pytest.raises(zoobox.BadPosition, match=match):
        game().restore(given)


def test_an_animal_on_an_uncovered_space() -> None:
    bad("the wolf E3 of seat 0 stands on b2, which is not covered", board({"E3": figure("wolf", "b2")}))


def test_more_than_three_figures_of_a_kind() -> None:
    wolves = {f"E{number}": figure("wolf", "home") for number in range(1, 5)}
    bad("seat 0 has 4 figures of the wolf; there are 3", board(wolves))


def test_too_much_pollen() -> None:
    figures = {"E3": figure("butterfly", "E3", pollen=5)}
    bad("pollen should be 0 to 4, not 5", board(figures), animals=["butterfly", "wolf", "sloth"])


def test_a_tile_in_two_places() -> None:
    seat = board(spaces={"a1": "A05"})
    bad("the tile A05 lies in two places: seat 0: space a1 and seat 1: space a1", seat, seat, draft=5)
    bad("the tile A05 lies in two places", seat, market=["A05", "A06", "A07"], draft=5)


def test_a_fourth_animal_type() -> None:
    bad("a fourth animal type, penguin", animals=["wolf", "snake", "sloth", "penguin"])
    bad("the penguin at E3 is a fourth animal type", board({"E3": figure("penguin", "E3")}))


@pytest.mark.parametrize(
    ("match", "seat0", "fields"),
    [
        ("is never covered", {"spaces": {"c3": "sand"}}, {}),
        ("is no tile", {"spaces": {"a1": "A99"}}, {}),
        ("unknown field f9", {"spaces": {"f9": "A01"}}, {}),
        ("warehouse holds up to 2", {"warehouse": ["A01", "A02", "A03"]}, {}),
        ("has not had its turn", {"drafted": "A01"}, {}),
        ("belongs to its own figure", {"figures": {"E3": {"animal": "wolf", "at": "E4"}}}, {}),
        ("cannot be at 'mars'", {"figures": {"E3": {"animal": "wolf", "at": "mars"}}}, {}),
        ("cannot stand in the Zoo", {"figures": {"E3": {"animal": "wolf", "at": "c3"}}}, {}),
        ("unknown field pollen", {"figures": {"E3": {"animal": "wolf", "at": "E3", "pollen": 1}}}, {}),
        ("is no animal", {"figures": {"E3": {"animal": "unicorn"}}}, {}),
        ("puts a snake at E1, not a wolf", {"setup": "S1", "figures": {"E1": {"animal": "wolf"}}}, {}),
        ("animals should name three", {}, {"animals": ["wolf", "snake"]}),
        ("draft should be 1 to 15", {}, {"draft": 16}),
        ("round moves come after drafts 5, 10 and 15", {}, {"phase": "round moves", "draft": 6}),
        ("the game is over after draft 15", {}, {"phase": "over", "draft": 3}),
        ("market should hold 3 tiles", {}, {"market": ["A01"]}),
        ("is a bonus tile", {}, {"market": ["sand", "A01", "A02"]}),
        ("leftover should", {}, {"leftover": ["A01"]}),
        ("deck should", {}, {"deck": ["A01"]}),
        ("bonus tiles of sand are on the boards", {"spaces": dict.fromkeys(FULL_BOARD, "sand")}, {}),
        ("sand should be 0 to 14", {}, {"supply": {"sand": 15}}),
        ("waiting should", {}, {"waiting": [0, 1]}),
        ("waiting should name the one seat", {}, {"waiting": [0.0]}),
        ("waiting should name the one seat", {}, {"waiting": [True]}),
        ("waiting should name seats that have something to do", {}, {"phase": "placement"}),
        ("not \\[0, 0\\]", {"drafted": "A01"}, {"phase": "placement", "waiting": [0, 0]}),
        ("not \\[0.0\\]", {"drafted": "A01"}, {"phase": "placement", "waiting": [0.0]}),
        ("not 0", {"drafted": "A01"}, {"phase": "placement", "waiting": 0}),
        ("cannot be in the phase 'draft'", {"pending": [{"moves": 1}]}, {}),
        (
            "leaves nothing to decide",
            {"figures": {"E1": {"animal": "wolf"}}, "pending": [{"moves": 1}]},
            {"phase": "placement"},
        ),
        ("should have one of", {"pending": [{"fly": 1}]}, {"phase": "placement"}),
        ("does not show two symbols", {"pending": [{"symbol": "A01"}]}, {"phase": "placement"}),
        ("does not lie on", {"pending": [{"effects": ["tile"], "tile": "A01", "space": "a1"}]}, {"phase": "placement"}),
        ("comes last", {"pending": [{"cover": "A01"}, {"bonus": 1}]}, {"phase": "placement"}),
        ("is not waiting, but", {"drafted": "A01"}, {"phase": "placement", "waiting": [1]}),
        ("should be a table", 7, {}),
    ],
)
def test_other_impossible_positions(match: str, seat0: Any, fields: dict[str, Any]) -> None:
    other = {"drafted": "A70"} if fields.get("waiting") == [1] else {}
    bad(match, seat0, other, **fields)


def test_a_position_by_hand_needs_little() -> None:
    state = game().restore({})
    assert state.waiting == (0,)
    assert state.view(0)["draft"] == 1
    assert sum(found["at"] != "undiscovered" for found in state.position()["boards"][0]["figures"].values()) == 3


# Components.


def box_with(old: str, new: str, count: int = 1) -> zoobox.Game:
    text = game().components.text
    assert old in text
    return zoobox.game("night-at-the-zoo", components=zoobox.Components.parse(text.replace(old, new, count)))


def without(name: str) -> str:
    """The component file less its last entry of that name."""
    text = game().components.text
    start = text.rindex(f"[[{name}]]")
    end = text.find("[[", start + 2)
    return text[:start] + (text[end:] if end > 0 else "")


@pytest.mark.rule("natz.aim.components")
@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("action_tile", "75 action tiles, but the file has 74"),
        ("setup_tile", "9 setup tiles, but the file has 8"),
        ("animal", "6 animal tiles, but the file has 5"),
        ("solo_tile", "6 solo tiles, but the file has 5"),
        ("space", "24 spaces, but the file has 23"),
        ("entrance", "9 entrances, but the file has 8"),
        ("pair", "3 pairs of dark spaces, but the file has 2"),
    ],
)
def test_counts_are_checked(name: str, what: str) -> None:
    with pytest.raises(zoobox.BadComponents, match=what) as error:
        zoobox.game("night-at-the-zoo", components=zoobox.Components.parse(without(name)))
    assert error.value.line


@pytest.mark.rule("natz.aim.components")
@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("count = 14", "count = 13", "42 bonus tiles, but the file has 41"),
        ('id = "A02"', 'id = "A01"', "an id of its own"),
        ('symbols = ["discover"]', 'symbols = ["fly"]', "'fly' is no action"),
        ('symbols = ["discover"]', 'symbols = ["1 bonus", "2 bonus"]', "two different"),
        ('symbols = ["discover"]', "", "shows symbols or a food"),
        ('food = "meat"', 'food = "pizza"', "food should be one of"),
        ('terrain = "sand"', 'terrain = "water"', "terrain should be one of rocks, grass, sand"),
        ('letters = "BBACBCCAA"', 'letters = "BBACBCCAB"', "A, B and C three times each"),
        ('priority = ["left", "middle", "right"]', 'priority = ["left", "left", "right"]', "in some order"),
        ('inward = "s"', 'inward = "n"', "one does not enter a1 going n"),
        ('leads_to = "a1"', 'leads_to = "c3"', "is no space"),
        ('at = "b1"', 'at = "a1"', "stands here twice"),
        ('spaces = ["d1", "e1"]', 'spaces = ["a2", "e1"]', "one pair at most"),
        ("moons = 4", "moons = 0", "moons should be 1 to 9"),
        ("points = 0\n", "points = 1\n", "last rating should begin at 0"),
        ('id = "penguin"', 'id = "panda"', "penguin, cheetah"),
    ],
)
def test_entries_are_checked(old: str, new: str, what: str) -> None:
    with pytest.raises(zoobox.BadComponents, match=what) as error:
        box_with(old, new)
    assert error.value.line


def test_no_moons_for_any_triple_is_refused() -> None:
    text = game().components.text
    for number in (2, 3, 4):
        text = text.replace(f"moons = {number}", "moons = 1")
    with pytest.raises(zoobox.BadComponents, match="no three animals have 6 moons"):
        zoobox.game("night-at-the-zoo", components=zoobox.Components.parse(text))


def test_an_endless_chain_of_bonus_tiles_is_refused() -> None:
    text = game().components.text
    for space in ("a1", "c1", "b5", "e2", "a4", "e4"):
        text = text.replace(f'at = "{space}"\n', f'at = "{space}"\nactions = ["2 bonus", "1 movement"]\n')
    with pytest.raises(zoobox.BadComponents, match="too many spaces give bonus tiles"):
        zoobox.game("night-at-the-zoo", components=zoobox.Components.parse(text))


@pytest.mark.rule("natz.action.points")
def test_more_points_than_can_be_marked_are_refused() -> None:
    text = game().components.text.replace("2 points", "9 points")
    assert zoobox.game("night-at-the-zoo", components=zoobox.Components.parse(text))
    for space in ("a1", "c1", "b5", "e2", "a4", "e4"):
        text = text.replace(f'at = "{space}"\n', f'at = "{space}"\nactions = ["9 points"]\n')
    with pytest.raises(zoobox.BadComponents, match="points during play; at most 200"):
        zoobox.game("night-at-the-zoo", components=zoobox.Components.parse(text))


def test_tiles_of_ones_own_are_played() -> None:
    other = box_with('symbols = ["discover"]', 'symbols = ["9 points"]')
    assert other != game()
    state = other.restore(
        {"phase": "placement", "draft": 4, "boards": [board(drafted="A01", spaces={}), {"drafted": "A70"}]}
    )
    state.play(0, "place drafted")
    state.play(0, "a1")
    assert state.position()["boards"][0]["gained"] == 9
