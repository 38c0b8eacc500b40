"""Component files: every entry with its provenance, and what does not fit refused with its line."""

from pathlib import Path

import pytest

import zoobox
from zoobox.kernel.components import PROVENANCES, Components

BOX = zoobox.game_class("zooloretto-dice").box()


def refusal(text: str, players: int = 2) -> zoobox.BadComponents:
    with pytest.raises(zoobox.BadComponents) as error:
        zoobox.game("zooloretto-dice", players=players, components=Components.parse(text))
    return error.value


def line_of(text: str, part: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if part in line)


@pytest.mark.parametrize("name", zoobox.names())
def test_every_entry_says_where_it_comes_from(name: str) -> None:
    counts = zoobox.game_class(name).box().provenance_counts()
    assert sum(counts.values()) > 0
    assert set(counts) == set(PROVENANCES)


def test_an_own_file_replaces_the_box(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(BOX.text.replace("size = 5", "size = 6"), encoding="utf-8")
    game = zoobox.game("zooloretto-dice", components=path)
    assert game.start(1).view(0)["sizes"]["lion"] == 6
    assert game != zoobox.game("zooloretto-dice")


def test_comments_and_sources_do_not_change_the_fingerprint() -> None:
    changed = BOX.text.replace('provenance = "public"', 'provenance = "rulebook"').replace("# ", "# well, ")
    assert Components.parse(changed).fingerprint == BOX.fingerprint
    assert Components.parse(BOX.text.replace("bonus = 2", "bonus = 3")).fingerprint != BOX.fingerprint


def test_an_entry_without_provenance_is_refused() -> None:
    text = BOX.text.replace('provenance = "rulebook"\n', "", 1)
    with pytest.raises(zoobox.BadComponents, match="faces has no provenance") as error:
        Components.parse(text)
    assert error.value.line == line_of(text, "[faces]")


def test_an_unknown_provenance_is_refused_with_its_line() -> None:
    text = BOX.text.replace('provenance = "public"', 'provenance = "hearsay"', 1)
    with pytest.raises(zoobox.BadComponents, match="unknown provenance 'hearsay'; possible: rulebook") as error:
        Components.parse(text)
    assert error.value.line == line_of(text, "hearsay")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("size = 5", "size = 0", "the size of the lion enclosure"),
        ("size = 5", 'size = "five"', "the size of the lion enclosure"),
        ("bonus = 2", "bonus = -1", "the bonus of the lion enclosure"),
        ("groups = [3, 2, 1]", "groups = [30]", "room for 15 coins"),
        ("2 = 6", "2 = 7", "dice are rolled in twos"),
        ("2 = 6", "2 = 40", "the number of dice for 2 players"),
    ],
)
def test_a_number_that_does_not_fit_is_refused_with_its_line(old: str, new: str, reason: str) -> None:
    text = BOX.text.replace(old, new, 1)
    assert text != BOX.text
    error = refusal(text)
    assert reason in str(error)
    assert error.line == line_of(text, new)
    assert str(error).startswith(f"line {error.line}: ")


def test_a_missing_table_is_refused() -> None:
    assert "[dice] is missing" in str(refusal(BOX.text.replace("[dice]", "[cubes]")))


def test_bad_toml_is_refused_with_its_line() -> None:
    with pytest.raises(zoobox.BadComponents) as error:
        Components.parse("[a]\nprovenance = rulebook\n")
    assert error.value.line == 2


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.toml", tmp_path):
        with pytest.raises(zoobox.BadComponents, match="cannot read"):
            zoobox.game("zooloretto-dice", components=path)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(zoobox.BadComponents, match="cannot read"):
        zoobox.game("zooloretto-dice", components=tmp_path / "binary.toml")
