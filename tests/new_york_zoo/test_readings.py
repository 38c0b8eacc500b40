"""Readings that players know from elsewhere: settings whose default is the rulebook's reading."""

from __future__ import annotations

import json
from typing import Any

import pytest

import zoobox
from new_york_zoo.conftest import Zoo, phase, place_first, seat
from zoobox.testing import notations, play, refused

ONLINE = {
    "animal_limit": "each_animal",
    "exact_landing": "no_breeding",
    "attractions": "optional",
    "passing_start": "last_action",
    "solo_points": "current_lap",
}


def full_enclosure(zoo: Zoo, **fields: Any) -> Any:
    """Enclosure a has just been completed by a fox."""
    state = zoo.at("acquire", seat(("T4", "fox", 3), houses=["meerkat"]), elephant="A1", **fields)
    return play(state, "take fox", "put a", "no keep")


@pytest.mark.rule("nyz.complete.attraction")
def test_an_attraction_can_be_declined_only_where_the_setting_says_so(two: Zoo) -> None:
    state = full_enclosure(two)
    assert "no attraction" not in notations(state)
    refusal = refused(state, "no attraction")
    assert refusal.rule == "nyz.complete.attraction"
    assert refusal.reason == "The attraction cannot be declined: one of a single space always fits."
    state = full_enclosure(Zoo(2, attractions="optional"))
    assert notations(state)[-1] == "no attraction"
    assert state.prompt(0) == "Choose an attraction, or do without one."
    free = state.points_of(0)
    lines = [line.text for line in state.play(0, "no attraction")]
    assert lines == ["Zoo 1 declines the attraction."]
    assert state.points_of(0) == free
    assert phase(state) == "acquire_other"
    assert refused(state, "no attraction").rule == "nyz.acquire.two-or-one"


@pytest.mark.rule("nyz.complete.attraction")
def test_declined_attractions_are_left_for_others() -> None:
    state = full_enclosure(Zoo(2, attractions="optional"))
    before = state.view(0)["attractions"]
    play(state, "no attraction", "no other")
    assert state.view(0)["attractions"] == before
    assert state.waiting == (1,)


@pytest.mark.rule("nyz.solo.passing")
def test_a_last_main_action_past_the_start() -> None:
    zoo = Zoo(1, passing_start="last_action")
    board = seat(("P", "fox", 3), houses=["fox"])
    state = zoo.at("move", board, elephant="S15", arrivals=1)
    label = next(choice.label for choice in state.choices(0) if choice.notation == "E2")
    assert label.endswith("past the start: the last main action")
    lines = [line.text for line in state.play(0, "E2")]
    assert lines[-1] == "The elephant passes the start for the last time: only the main action is left."
    assert phase(state) == "tile"
    assert state.view(0)["spaces_to_go"] == 0
    place_first(state)
    lines = [line.text for line in state.play(0, "fox from house")]
    if not state.over:
        lines = [line.text for line in state.play(0, "no second")]
    assert state.over
    assert lines[-3] == "The last turn is over."
    assert lines[-2].startswith("The game is lost")
    assert state.payoff_of(0) < 0.5


@pytest.mark.rule("nyz.solo.passing")
def test_nothing_breeds_after_the_last_main_action() -> None:
    """Not even where lines on the way to an exact landing breed."""
    board = seat(("T4", "penguin", 3), ("P", "fox", 3), houses=["fox"])
    state = Zoo(1, passing_start="last_action").at("move", board, elephant="S14", arrivals=1)
    lines = [line.text for line in state.play(0, "E3")]
    assert "The elephant crosses the breeding line of the penguins, but nothing breeds in the last turn." in lines
    assert state.view(0)["lines"] == []
    with pytest.raises(zoobox.BadPosition, match="no line breeds"):
        state.game.restore({**state.position(), "lines": ["penguin"]})
    assert state.game.restore(state.position()).hash() == state.hash()


@pytest.mark.rule("nyz.solo.passing")
def test_a_board_filled_in_the_last_main_action_wins_with_nothing() -> None:
    """Case 25: the public implementation counts nearly a lap."""
    zoo = Zoo(1, passing_start="last_action", solo_points="current_lap")
    state = zoo.at("move", seat(("T4", "fox", 3), leave=1), elephant="S15", arrivals=1)
    play(state, "E3", "take fox", "put a", "no keep", "attraction att1")
    place_first(state)
    assert state.over
    assert state.points_of(0) == 0
    assert state.payoff_of(0) == 0.5


@pytest.mark.rule("nyz.solo.winning")
@pytest.mark.parametrize("arrivals", [0, 1])
def test_only_the_current_lap_counts(arrivals: int) -> None:
    zoo = Zoo(1, solo_points="current_lap")
    state = zoo.at("acquire", seat(("T4", "fox", 3), leave=1), elephant="A3", arrivals=arrivals)
    play(state, "take fox", "put a", "no keep", "attraction att1")
    place_first(state)
    assert state.over
    assert state.points_of(0) == 20
    assert state.view(0)["spaces_to_go"] == (45 if arrivals == 0 else 20)


@pytest.mark.rule("nyz.readings.online")
def test_one_name_selects_all_readings() -> None:
    game = zoobox.game("new-york-zoo", players=1, settings={"readings": "online"})
    assert game.configuration()["settings"] == ONLINE
    assert game == zoobox.game("new-york-zoo", players=1, settings=ONLINE)
    assert "readings" not in game.settings
    assert zoobox.game("new-york-zoo", settings={"readings": "rulebook"}) == zoobox.game("new-york-zoo")


@pytest.mark.rule("nyz.readings.online")
def test_a_setting_changed_by_hand_stays() -> None:
    """Settings at their default give way, since a form sends all of them."""
    sent = {setting.name: setting.default for setting in zoobox.game_class("new-york-zoo").offered_settings}
    game = zoobox.game("new-york-zoo", settings={**sent, "readings": "online", "bonus_breeding": "by_phase"})
    assert game.configuration()["settings"] == {"bonus_breeding": "by_phase", **ONLINE}


@pytest.mark.rule("nyz.readings.online")
def test_a_record_holds_the_settings_themselves() -> None:
    game = zoobox.game("new-york-zoo", players=1, settings={"readings": "online"})
    state = game.start(5)
    play(state, "free", "take fox", "put house")
    record = game.record(state)
    settings = next(line for line in record.splitlines() if line.startswith("settings: "))
    assert json.loads(settings.removeprefix("settings: ")) == ONLINE
    assert zoobox.replay(record).game == game
