"""A server that is never idle collects garbage, too."""

from __future__ import annotations

import gc

import pytest

from zoobox.service.jobs import MAX_GARBAGE_EVENTS, GarbageCollector


def test_garbage_is_collected_when_idle_and_after_many_events(monkeypatch: pytest.MonkeyPatch) -> None:
    collected: list[int] = []
    thresholds = gc.get_threshold()
    monkeypatch.setattr(gc, "freeze", lambda: None)
    garbage = GarbageCollector()
    gc.set_threshold(*thresholds)
    monkeypatch.setattr(gc, "collect", lambda: collected.append(1))
    garbage.collect_if_idle(0)
    assert not collected, "nothing has happened"
    garbage.collect_if_idle(5)
    assert not collected, "the server is busy"
    garbage.collect_if_idle(5)
    assert len(collected) == 1
    garbage.collect_if_idle(MAX_GARBAGE_EVENTS)
    assert len(collected) == 1
    garbage.collect_if_idle(MAX_GARBAGE_EVENTS + 6)
    assert len(collected) == 2
