"""docs/hosting.md says what the server does: its settings and their defaults, its metrics, its commands."""

from __future__ import annotations

import re
from pathlib import Path

from zoobox.cli.admin import admin
from zoobox.service.http.metrics import Metrics
from zoobox.service.server import Server
from zoobox.service.settings import PREFIX, Settings

PAGE = (Path(__file__).parents[1] / "docs" / "hosting.md").read_text()
SAID_OTHERWISE = {"database": "a file of yours", "secret": "generated, kept in the database"}
SAID_OTHERWISE["push_services"] = "those of the browsers"


def told_defaults() -> dict[str, str]:
    """The first table of the page: each variable with its default as it is written there."""
    told = {}
    for row in re.findall(r"^\| (`ZOOBOX_[^|]+) \|([^|]*)\|", PAGE, re.MULTILINE):
        names = re.findall(r"`ZOOBOX_(\w+)`", row[0])
        values = (
            [value.strip().strip("`") for value in row[1].split(",")] if len(names) > 1 else [row[1].strip().strip("`")]
        )
        for name, value in zip(names, values, strict=True):
            told[name.lower()] = value
    return told


def written(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)


def test_every_setting_is_on_the_page_with_its_default() -> None:
    fields = {name: field.default for name, field in Settings.model_fields.items()}
    expected = {name: SAID_OTHERWISE.get(name, written(default)) for name, default in fields.items()}
    assert told_defaults() == expected
    assert PREFIX == "ZOOBOX_"


def test_every_metric_and_probe_is_on_the_page(tmp_path: Path) -> None:
    server = Server(Settings(database=f"sqlite:///{tmp_path / 'zoobox.db'}"))
    for family in Metrics(server).registry._names_to_collectors:
        if family.endswith(("_created", "_bucket", "_sum", "_count", "_total")) or family == "zoobox_requests":
            continue
        if family not in (
            "zoobox_watchers",
            "zoobox_events",
            "zoobox_commits",
        ):  # for curiosity, nothing to worry about
            assert family in PAGE, family
    assert "/live" in PAGE
    assert "/health" in PAGE


def test_every_command_of_the_host_is_on_the_page() -> None:
    for command in admin.registered_commands:
        assert command.callback is not None
        assert re.search(rf"(zoobox admin|;) {command.name or command.callback.__name__}\b", PAGE)
