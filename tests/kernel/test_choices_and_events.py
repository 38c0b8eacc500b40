"""Kinds of choices and their ids; who is told of an event."""

from __future__ import annotations

import pytest

from zoobox.kernel.choice import ChoiceKind, ChoiceTable
from zoobox.kernel.event import Event, visible

GATES = ("E1", "E2")
WAYS = ("n", "e", "s")


def test_kinds_whose_ids_alternate() -> None:
    """For each gate three ways to go, then one id to wait there."""
    table = ChoiceTable(
        ChoiceKind("pass", 0, "pass", "x.y.z"),
        ChoiceKind("go", 1, "{gate} {way}", "x.y.z", {"gate": GATES, "way": WAYS}, step=4),
        ChoiceKind("wait", 4, "wait {gate}", "x.y.z", {"gate": GATES}, step=4),
    )
    assert len(table) == 9
    assert [table.decode(choice)[0].name for choice in range(9)] == ["pass", *(["go"] * 3 + ["wait"]) * 2]
    assert table.decode(7)[1] == {"gate": "E2", "way": "s"}
    for choice in range(9):
        kind, parts = table.decode(choice)
        assert kind.encode(**parts) == choice
        assert table.read(kind.write(parts)) == choice


@pytest.mark.parametrize("first", [0, 2])
def test_an_id_of_two_kinds_or_of_none_is_refused(first: int) -> None:
    with pytest.raises(ValueError, match="one kind"):
        ChoiceTable(ChoiceKind("pass", 0, "pass", "x.y.z"), ChoiceKind("stop", first, "stop", "x.y.z"))


def test_who_is_told() -> None:
    open_to_all = Event("roll", rule="x.y.z")
    own = Event("peek", rule="x.y.z", only=0, instead=Event("look", rule="x.y.z"))
    shown_later = Event("show", rule="x.y.z", unless=0)
    seen = {who: [event.kind for event in visible([open_to_all, own, shown_later], who)] for who in (0, 1, None)}
    assert seen == {0: ["roll", "peek"], 1: ["roll", "look", "show"], None: ["roll", "look", "show"]}
