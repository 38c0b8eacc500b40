"""The end of the game, and the game against Leo."""

from __future__ import annotations

from typing import Any

import pytest

import zoobox
from zoobox.testing import notations, play

from .night import board, figure, game

FOODS = ["A19", "A20", "A21", "A22", "A23", "A24", "A25"]
"""The seven foods on rocks, meat first."""


ALL_HOME = board(
    {f"E{number}": figure(("sloth", "wolf", "snake")[(number - 1) // 3], "home") for number in range(1, 10)},
    spaces={"c2": "A12"},
    gained=4,
)


def finished(seat0: dict[str, Any], seat1: dict[str, Any] | None = None, **fields: Any) -> Any:
    on = game()
    empty = board({"E1": figure(fields.get("animals", ["wolf"])[0], "undiscovered")})
    return on.restore({"phase": "over", "boards": [seat0, seat1 or empty], **fields})


def home(animal: str, count: int, **more: Any) -> dict[str, Any]:
    return {f"E{number + 1}": figure(animal, "home", **more) for number in range(count)}


@pytest.mark.rule("natz.score.animals", "natz.penguin.score", "natz.cheetah.score", "natz.wolf.score")
@pytest.mark.rule("natz.snake.score", "natz.sloth.score")
@pytest.mark.parametrize(
    ("animal", "worth"),
    [
        ("penguin", [0, 5, 10, 15]),
        ("cheetah", [0, 6, 12, 18]),
        ("wolf", [0, 7, 16, 27]),
        ("snake", [0, 10, 20, 30]),
        ("sloth", [0, 15, 30, 45]),
    ],
)
def test_animals_at_home(animal: str, worth: list[int]) -> None:
    """Wolves as a group."""
    rest = [name for name in ("sloth", "butterfly", "wolf") if name != animal][:2]
    for count, points in enumerate(worth):
        figures = home(animal, count) or {"E1": figure(animal, "undiscovered")}
        state = finished(board(figures), animals=[animal, *rest])
        assert state.standings[0].breakdown[animal] == points
        assert state.points_of(0) == points


@pytest.mark.rule("natz.butterfly.score")
@pytest.mark.parametrize(("pollen", "points"), list(enumerate([0, 5, 7, 9, 11])))
def test_butterflies_by_pollen(pollen: int, points: int) -> None:
    """Without pollen nothing, less than staying outside."""
    animals = ["butterfly", "wolf", "sloth"]
    state = finished(board(home("butterfly", 2, pollen=pollen)), animals=animals)
    assert state.points_of(0) == 2 * points
    outside = finished(board({"E1": figure("butterfly", "a1", pollen=pollen)}, spaces={"a1": "sand"}), animals=animals)
    assert outside.points_of(0) == 1


@pytest.mark.rule("natz.score.outside")
def test_discovered_animals_outside() -> None:
    """Entrances included, undiscovered nothing."""
    figures = {"E1": figure("wolf", "E1"), "E2": figure("wolf", "b2"), "E3": figure("wolf", "undiscovered")}
    state = finished(board(figures, spaces={"b2": "sand"}))
    assert state.standings[0].breakdown["outside"] == 2


@pytest.mark.rule("natz.score.food")
@pytest.mark.parametrize(("count", "points"), list(enumerate([0, 0, 6, 8, 11, 16, 22, 30])))
def test_a_set_of_different_foods(count: int, points: int) -> None:
    spaces = dict(zip(["a1", "b1", "c1", "d1", "e1", "a2", "b2"], FOODS[:count], strict=False))
    state = finished(board({"E1": figure("wolf", "undiscovered")}, spaces=spaces))
    assert state.points_of(0) == points


@pytest.mark.rule("natz.score.food", "natz.score.food-warehouse")
def test_duplicates_and_the_warehouse_count_nothing() -> None:
    """A44 and A69 are meat again."""
    spaces = {"a1": "A19", "b1": "A44", "c1": "A69", "d1": "A20"}
    seat0 = board({"E1": figure("wolf", "undiscovered")}, spaces=spaces, warehouse=["A21", "A22"])
    assert finished(seat0).points_of(0) == 6


@pytest.mark.rule("natz.score.total")
def test_charles_scores_54_points() -> None:
    """The rulebook's example: 43 for animals at home, 3 outside, 8 for meat, carrot and apple."""
    figures = {
        **{f"E{number}": figure("wolf", "home") for number in (1, 2, 3)},
        "E4": figure("snake", "E4"),
        "E5": figure("cheetah", "home"),
        "E6": figure("cheetah", "home"),
        "E7": figure("snake", "E7"),
        "E8": figure("snake", "E8"),
        "E9": figure("cheetah", "undiscovered"),
    }
    spaces = {"a1": "A19", "b1": "A20", "c1": "A21", "c2": "A12"}
    state = finished(board(figures, spaces=spaces, gained=4), animals=["wolf", "snake", "cheetah"])
    breakdown = state.standings[0].breakdown
    assert breakdown == {"wolf": 27, "snake": 0, "cheetah": 12, "outside": 3, "food": 8, "play": 4}
    assert state.points_of(0) == 43 + 3 + 8


@pytest.mark.rule("natz.score.total", "natz.action.points")
def test_points_in_play_count_and_have_no_limit() -> None:
    """The track only displays."""
    state = finished(ALL_HOME)
    assert state.points_of(0) == 45 + 27 + 30 + 4


@pytest.mark.rule("natz.end.tie", "natz.aim.goal")
def test_ties() -> None:
    """More points, then more animals at home, then shared."""
    one_home = board(home("wolf", 1))
    tiles = {"c2": "A12", "c5": "rocks", "d5": "rocks"}
    seven_points = board({"E1": figure("wolf", "undiscovered")}, spaces=tiles, gained=7)
    more = finished(one_home, board({"E1": figure("wolf", "undiscovered")}, spaces=tiles, gained=8))
    assert [standing.rank for standing in more.standings] == [2, 1]
    tied = finished(one_home, seven_points)
    assert [standing.rank for standing in tied.standings] == [1, 2]
    assert [tied.payoff_of(seat) for seat in (0, 1)] == [1.0, 0.0]
    shared = finished(one_home, one_home)
    assert [standing.rank for standing in shared.standings] == [1, 1]
    assert shared.payoff_of(0) == 0.5


# Alone.


def solo(**fields: Any) -> Any:
    return game(1).restore(fields)


@pytest.mark.rule("natz.solo.setup")
def test_setup_for_one() -> None:
    on = zoobox.game("night-at-the-zoo", players=1)
    assert on.variant == "solo"
    view = on.start(1).view(0)
    assert len(view["boards"]) == 1
    assert len(view["market"]) == 3
    piles = {tuple(on.start(seed).position()["leo"]["pile"]) for seed in range(20)}
    assert len(piles) > 15
    assert all(sorted(pile) == [f"L{number}" for number in range(1, 7)] for pile in piles)


@pytest.mark.rule("natz.solo.token")
def test_leo_begins_and_the_token_alternates() -> None:
    """Leo is first in drafts 1, 3, 5, ..., 15."""
    state = game(1).start(4)
    first: dict[int, Any] = {}
    while not state.over:
        view = state.view(0)
        if view["phase"] == "draft":
            first.setdefault(view["draft"], view["first"])
            gaps = view["market"].count(None)
            assert gaps == (1 if view["first"] == "leo" else 0)
        state.apply(0, state.legal(0)[0])
    assert first == {draft: "leo" if draft % 2 else 0 for draft in range(1, 16)}


@pytest.mark.rule("natz.solo.leo-drafts", "natz.solo.leo-removes")
@pytest.mark.parametrize(
    ("tile", "mine", "leo"),
    [("L1", 1, 1), ("L1", 2, 0), ("L3", 2, 0), ("L4", 2, 2), ("L5", 3, 0), ("L6", 3, 1), ("L6", 1, 2)],
)
def test_leo_takes_the_first_tile_in_his_order(tile: str, mine: int, leo: int) -> None:
    """After a player who went first; his tile is no leftover and out of the game."""
    pile = [tile, *(name for name in ("L1", "L2", "L3", "L4", "L5", "L6") if name != tile)]
    state = solo(draft=2, market=["A01", "A26", "A51"], leo={"pile": pile})
    assert state.view(0)["leo"]["last"] is None
    play(state, f"draft {mine}")
    names = ["A01", "A26", "A51"]
    rest = [name for slot, name in enumerate(names) if slot not in (mine - 1, leo)]
    assert state.position()["leftover"][1:] == rest
    assert names[leo] in state.view(0)["gone"]
    assert state.view(0)["leo"]["last"]["id"] == tile


@pytest.mark.rule("natz.solo.leo-drafts", "natz.draft.leftover")
def test_leo_plays_first_as_in_the_example() -> None:
    """He takes the leftmost tile, Ann the rightmost; the middle one goes to the leftover row."""
    seat0 = board({"E1": figure("wolf", "undiscovered")}, drafted="A19", spaces={})
    state = game(1).restore(
        {
            "phase": "placement",
            "draft": 2,
            "first": 0,
            "boards": [seat0],
            "deck": None,
            "leo": {"pile": ["L1", "L2", "L3", "L4", "L5", "L6"]},
        }
    )
    market = state.position()["deck"][:3]
    play(state, "place drafted", "a1")
    assert state.position()["market"] == [None, *market[1:]]
    play(state, "draft 3")
    assert state.position()["leftover"][-1] == market[1]
    assert market[0] in state.view(0)["gone"]


@pytest.mark.rule("natz.solo.reshuffle")
def test_the_shuffle_symbol_brings_all_six_back() -> None:
    piles = set()
    for luck in range(1, 20):
        state = solo(
            draft=2,
            market=["A01", "A26", "A51"],
            leo={"pile": ["L1", "L2", "L3", "L4", "L5", "L6"], "shown": 1},
            luck=[luck * 0x9E3779B97F4A7C15 % 2**64, 12345678901234567890],
        )
        play(state, "draft 3")
        assert state.position()["leo"]["last"] == "L2"
        assert state.view(0)["leo"]["face_down"] == 6
        piles.add(tuple(state.position()["leo"]["pile"]))
    assert len(piles) > 10


@pytest.mark.rule("natz.solo.pile-empty")
def test_a_pile_that_runs_out_is_shuffled() -> None:
    """Possible with a data set without shuffle symbols."""
    text = game(1).components.text.replace("shuffle = true", "shuffle = false")
    on = zoobox.game("night-at-the-zoo", players=1, components=zoobox.Components.parse(text))
    state = on.start(3)
    shown = []
    while not state.over:
        view = state.view(0)
        if view["phase"] == "placement" and (not shown or shown[-1][0] != view["draft"]):
            shown.append((view["draft"], view["leo"]["last"]["id"]))
        state.apply(0, state.legal(0)[0])
    names = [name for _, name in shown]
    assert len(names) == 15
    assert len(set(names[:6])) == len(set(names[6:12])) == 6


@pytest.mark.rule("natz.solo.leo-drafts")
def test_leos_next_tile_is_hidden() -> None:
    """Whoever drafts before him cannot know it."""
    state = solo(draft=2, market=["A01", "A26", "A51"])
    seen = {repr(state.redeal(0, zoobox.Luck(seed)).view(0)) for seed in range(10)}
    assert seen == {repr(state.view(0))}
    outcomes = set()
    for seed in range(10):
        twin = state.redeal(0, zoobox.Luck(seed))
        play(twin, "draft 1")
        outcomes.add(twin.view(0)["leo"]["last"]["id"])
    assert len(outcomes) > 2


@pytest.mark.rule("natz.solo.rating")
@pytest.mark.parametrize(
    ("points", "title"),
    [
        (0, "Lost Lemur"),
        (49, "Lost Lemur"),
        (50, "Sneaky Weasel"),
        (64, "Sneaky Weasel"),
        (65, "Clever Chimp"),
        (79, "Clever Chimp"),
        (80, "Runaway Tiger"),
        (89, "Runaway Tiger"),
        (90, "Zoo Ghost"),
        (140, "Zoo Ghost"),
    ],
)
def test_the_rating(points: int, title: str) -> None:
    result = game(1).tables.contents.solo_result(points)
    assert result["title"] == title
    assert (result["next"] is None) == (title == "Zoo Ghost")
    assert game(1).tables.contents.rating(points + result["missing"]) == (result["next"] or title)


@pytest.mark.rule("natz.solo.rating")
def test_a_solo_game_has_a_title() -> None:
    state = solo(phase="over", boards=[ALL_HOME])
    assert state.view(0)["rating"] == "Zoo Ghost"
    assert "Zoo Ghost" in state.text(0)
    assert state.payoff_of(0) == pytest.approx(106 / 120)


@pytest.mark.rule("natz.solo.rating")
def test_the_log_tells_the_rating() -> None:
    figures = {"E3": figure("wolf", "c2"), **{f"E{number}": figure("sloth", "home") for number in (4, 5, 6)}}
    row = ["A51", "A52", "A53", "A54", "A55"]
    seat0 = board(figures, spaces={"c2": "sand"}, drafted="A69")
    state = solo(phase="placement", draft=15, boards=[seat0], leftover=row)
    play(state, "store drafted", "finish")
    assert notations(state) == ["wolf E3 c3", "stop"]
    lines = [line.text for line in state.play(0, "wolf E3 c3")]
    assert lines[-1] == "52 points: Sneaky Weasel; 13 more for Clever Chimp."
