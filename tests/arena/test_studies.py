"""Studies and datasets: small ones, as people would ask for them."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet
import pytest

import zoobox
from zoobox.arena import dataset, report, study
from zoobox.arena.entrants import parse
from zoobox.arena.results import count_interval, mean_interval
from zoobox.arena.study import Study
from zoobox.arena.traces import kinds
from zoobox.cli import main
from zoobox.kernel.text import Phrase

GAME = zoobox.game("zooloretto-dice", players=2)


def small(folder: Path, jobs: int = 1, games: int = 40) -> Study:
    return study.run(GAME, parse("keeper"), parse("visitor"), games, 3, processes=jobs, folder=folder)


def test_a_study_is_the_same_whatever_the_number_of_processes(tmp_path: Path) -> None:
    alone, together = small(tmp_path / "a"), small(tmp_path / "b", jobs=2)
    assert study.rows(alone) == study.rows(together)


def test_an_interrupted_study_continues(tmp_path: Path) -> None:
    small(tmp_path, games=10)
    kept = next(tmp_path.glob("*.traces*")).read_text(encoding="utf-8").splitlines()
    assert len(kept) == 20
    calls = []
    study.run(GAME, parse("keeper"), parse("visitor"), 20, 3, folder=tmp_path, progress=lambda: calls.append(1))
    assert len(calls) == 40  # progress counts the kept ones as well
    lines = next(tmp_path.glob("*.traces*")).read_text(encoding="utf-8").splitlines()
    assert lines[:20] == kept
    assert len(lines) == 40


def test_the_answers_of_a_study(tmp_path: Path) -> None:
    found = small(tmp_path)
    shares = study.seat_shares(found)
    assert sum(share.mean for share in shares) == pytest.approx(1)
    assert all(share.low < share.mean < share.high for share in shares)
    skill = study.skill(found)
    assert skill is not None
    assert skill.low > 0.5
    assert study.length(found).mean > 30
    assert len(study.leader_wins(found)) == 20
    assert study.leader_wins(found)[-1].mean > study.leader_wins(found)[2].mean - 0.2
    assert {habit.kind for habit in study.habits(found)} >= {"roll", "place: lion", "take: coin"}


def test_intervals_of_counts_are_not_negative() -> None:
    assert count_interval([0.0, 0.0, 0.0, 1.0]).low == 0
    assert mean_interval([-2.0, 0.0, 2.0, -4.0]).low < 0


def test_the_kinds_of_a_decision_are_what_its_label_names() -> None:
    zoo = zoobox.game("o-zoo-le-mio")
    place = Phrase(
        "label.place", tile="Z05", animal_a=Phrase("animal.ape"), square_a="1,2", animal_b=Phrase("animal.bird")
    )
    assert kinds(zoo, place) == {"place", "place: Z05", "place: ape", "place: bird"}
    assert kinds(zoo, Phrase("label.bid_nothing")) == {"bid nothing"}
    york = zoobox.game("new-york-zoo")
    tile = Phrase("piece.tile", look=Phrase("look.boat"), name="boat", size=7)
    slot = Phrase("place.slot", slot="1", tile=tile)
    assert kinds(york, Phrase("label.go", count=Phrase("spaces.one"), place=slot)) == {
        "go",
        "go: 1 space",
        "go: boat-shaped tile of 7",
    }


def test_the_page_and_its_data(tmp_path: Path) -> None:
    page = report.write([small(tmp_path)], tmp_path / "page").read_text(encoding="utf-8")
    for question in (
        "Does the seat matter?",
        "How long do games last?",
        "luck, how much is skill?",
        "go with winning?",
    ):
        assert question in page
    table = pyarrow.parquet.read_table(tmp_path / "page" / "games.parquet")
    assert table.num_rows == 160
    assert (tmp_path / "page" / "games.csv").read_text().startswith('"study","seed"')


def test_the_command_compares_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    asked = "study compare zooloretto-dice --games 8 --bots visitor --settings usual --settings first_player=random"
    with pytest.raises(SystemExit) as end:
        main([*asked.split(), "--out", str(tmp_path / "out")])
    assert end.value.code == 0
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "Side by side" in page
    assert "first_player=random" in page


@pytest.mark.parametrize(
    "arguments",
    [
        ["study", "balance", "no-such-game"],
        ["study", "compare", "zooloretto-dice"],
        ["study", "balance", "zooloretto-dice", "--bots", "keeper,visitor"],
        ["study", "balance", "zooloretto-dice", "--bots", "wizard"],
        ["study", "balance", "zooloretto-dice", "--games", "2", "--on", "the moon"],
        ["study", "balance", "zooloretto-dice", "--games", "100000", "--out", "/proc/nowhere"],
        ["study", "compare", "zooloretto-dice", "--settings", "usual", "--settings", "first_player=seat_0"],
        ["dataset", "zooloretto-dice", "--games", "100000", "--out", "/tmp"],
        ["dataset", "zooloretto-dice", "--games", "1", "--out", "/nowhere/file.parquet"],
        ["dataset", "zooloretto-dice", "--games", "1", "--out", "dice.csv"],
        ["dataset", "zooloretto-dice", "--games", "1", "--on", "the moon", "--out", "dice.parquet"],
    ],
)
def test_bad_input(
    arguments: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_dataset_has_a_row_for_each_decision(tmp_path: Path) -> None:
    one, two = tmp_path / "one.parquet", tmp_path / "two.parquet"
    rows = dataset.write(GAME, [parse("visitor")], 6, 1, one)
    assert dataset.write(GAME, [parse("visitor")], 6, 1, two, processes=2) == rows
    table = pyarrow.parquet.read_table(one)
    assert table.equals(pyarrow.parquet.read_table(two))
    assert table.num_rows == rows
    first = table.slice(0, 1).to_pylist()[0]
    assert (first["game_number"], first["decision"], first["choice"], sum(first["legal"])) == (0, 0, 0, 1)
    assert len(first["observation"]) == GAME.observation_spec().size
    for row in table.to_pylist():
        assert row["legal"][row["choice"]] == 1
        assert row["reward"] in (-1.0, 0.0, 1.0)


def test_an_interrupted_dataset_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "GROUP", 2)
    whole, broken = tmp_path / "whole.parquet", tmp_path / "broken.parquet"
    rows = dataset.write(GAME, [parse("visitor")], 5, 1, whole)
    calls: list[int] = []

    def interrupt() -> None:
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dataset.write(GAME, [parse("visitor")], 5, 1, broken, progress=interrupt)
    assert not broken.exists()
    part = next(tmp_path.glob(".broken.parquet.*/0-2"))
    finished = part.stat().st_mtime_ns
    monkeypatch.setattr(dataset.shutil, "rmtree", lambda folder: None)
    assert dataset.write(GAME, [parse("visitor")], 5, 1, broken) == rows
    assert part.stat().st_mtime_ns == finished  # its games were not played again
    assert pyarrow.parquet.read_table(broken).equals(pyarrow.parquet.read_table(whole))


def test_a_dataset_of_a_search(tmp_path: Path) -> None:
    """Visit counts and values where a bot searched; columns of fixed width; a card that tells what is in it."""
    path = tmp_path / "mixed.parquet"
    dataset.write(GAME, [parse("visitor"), parse("curator@30")], 4, 1, path)
    table = pyarrow.parquet.read_table(path)
    choices, size = GAME.choice_count, GAME.observation_spec().size
    for name, width in (("observation", size), ("legal", choices), ("visits", choices)):
        assert table.schema.field(name).type.list_size == width
    rows = table.to_pylist()
    assert {row["bot"] for row in rows} == {"visitor", "curator@30"}
    searched = [row for row in rows if row["bot"] != "visitor" and sum(row["legal"]) > 1]
    assert searched
    for row in rows:
        if row not in searched:
            assert not any(row["visits"])
            assert row["value"] is None
    for row in searched:
        assert sum(row["visits"]) > 0
        assert 0 <= row["value"] <= 1
        assert all(legal or not visits for legal, visits in zip(row["legal"], row["visits"], strict=True))
    told = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    assert json.loads(told["observation_table"]) == GAME.observation_table()
    assert told["learning_version"] == GAME.learning_version()
    card = (tmp_path / "mixed.parquet.md").read_text(encoding="utf-8")
    assert card.startswith("---")
    assert '--bots "visitor,curator@30"' in card


def test_pandas_and_hugging_face_open_a_dataset(tmp_path: Path) -> None:
    path = tmp_path / "dice.parquet"
    rows = dataset.write(GAME, [parse("visitor")], 2, 1, path)
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_parquet(path)
    assert len(frame) == rows
    assert len(frame["observation"][0]) == GAME.observation_spec().size
    datasets = pytest.importorskip("datasets")
    loaded = datasets.load_dataset("parquet", data_files=str(path), cache_dir=str(tmp_path / "cache"), split="train")
    assert len(loaded) == rows
    assert sum(loaded[0]["legal"]) == 1


@pytest.mark.long
def test_a_study_on_ray(tmp_path: Path) -> None:
    found = study.run(GAME, parse("keeper"), None, 12, 3, backend="ray", folder=tmp_path)
    assert len(found.equal) == 12
