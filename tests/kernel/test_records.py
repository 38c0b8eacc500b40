"""Records: what is read, what is refused and why. A record dropped into tests/records is a test of its own."""

from pathlib import Path

import pytest

import zoobox
from zoobox.kernel.components import Components
from zoobox.kernel.luck import Luck

KEPT = sorted((Path(__file__).parents[1] / "records").glob("*.txt"))


def finished(seed: int = 5, names: tuple[str, ...] = ()) -> str:
    game = zoobox.game("zooloretto-dice", players=2)
    state = game.start(seed)
    luck = Luck(seed)
    while not state.over:
        seat = state.waiting[0]
        legal = state.legal(seat)
        state.apply(seat, legal[luck.below(len(legal))])
    return game.record(state, names)


def refused(record: str) -> zoobox.BadRecord:
    with pytest.raises(zoobox.BadRecord) as error:
        zoobox.replay(record)
    return error.value


def line_of(record: str, beginning: str) -> int:
    return next(number for number, line in enumerate(record.splitlines(), 1) if line.startswith(beginning))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept_records_still_play(path: Path) -> None:
    replay = zoobox.replay(path.read_text(encoding="utf-8"))
    assert replay.complete


def test_a_record_is_read_by_people() -> None:
    record = finished(names=("Ann", "Jörg"))
    assert record.splitlines()[:8] == [
        "zoobox record 1",
        "game: zooloretto-dice",
        "variant: standard",
        "players: 2",
        "seed: 5",
        'names: ["Ann", "Jörg"]',
        "rules: 1",
        f"components: {zoobox.game('zooloretto-dice').components.fingerprint}",
    ]
    assert "1. 0 roll" in record
    assert zoobox.replay(record).names == ["Ann", "Jörg"]


def test_replaying_gives_the_same_record_again() -> None:
    record = finished()
    replay = zoobox.replay(record)
    assert replay.complete
    assert replay.game.record(replay.state) == record


def test_comments_and_empty_lines_are_ignored() -> None:
    record = finished().replace("1. 0 roll", "# a quiet start\n\n1. 0 roll  ", 1)
    assert zoobox.replay(record).complete


def test_a_record_cut_short_replays_as_far_as_it_goes() -> None:
    lines = finished().splitlines()
    for end in range(line_of("\n".join(lines), "1. "), len(lines)):
        replay = zoobox.replay("\n".join(lines[:end]))
        assert not replay.complete
        assert len(replay.state.past) == sum(line[:1].isdigit() for line in lines[:end])


def test_a_moment_of_a_record_can_be_seen() -> None:
    replay = zoobox.replay(finished())
    assert replay.at(0).past == []
    assert len(replay.at(3).past) == 3
    assert replay.at(len(replay.state.past)) == replay.state
    with pytest.raises(zoobox.BadRecord, match="no moment 9999"):
        replay.at(9999)
    with pytest.raises(zoobox.BadRecord):
        replay.at(-1)


def test_an_impossible_decision_is_refused_at_its_line_with_the_rule() -> None:
    record = finished()
    error = refused(record.replace("1. 0 roll", "1. 0 take 1", 1))
    assert error.line == line_of(record, "1. 0 roll")
    assert "Truck 1 has no die on it" in str(error)
    assert "zld.take.not-empty" in str(error)


def test_a_decision_of_the_wrong_seat_is_refused() -> None:
    error = refused(finished().replace("1. 0 roll", "1. 1 roll", 1))
    assert "Zoo 2 has nothing to decide now" in str(error)


def test_a_changed_but_legal_decision_is_found_by_the_hash() -> None:
    lines = finished().splitlines()
    last = next(line for line in reversed(lines) if line[:1].isdigit())
    shorter = "\n".join(line for line in lines if line != last and not line.startswith("result"))
    error = refused(shorter)
    assert "the final hash should be" in str(error)
    assert error.line == line_of(shorter, "hash")


def test_decisions_out_of_order_are_refused() -> None:
    error = refused(finished().replace("\n2. ", "\n3. ", 1))
    assert "decision 2 is expected here, not 3" in str(error)


def test_a_wrong_result_is_refused() -> None:
    record = finished()
    changed = record.replace("wins with", "wins with 1", 1)
    error = refused(changed)
    assert "the result is wrong" in str(error)
    assert error.line == line_of(changed, "result")
    running = "\n".join(record.splitlines()[:12]) + "\nresult: 0 wins with 3, 1 has 2\n"
    assert "the game is not over" in str(refused(running))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("zoobox record 1", "chess record 1", "a record begins with 'zoobox record 1'"),
        ("game: zooloretto-dice", "game: checkers", "there is no game 'checkers'"),
        ("players: 2", "players: 9", "is for 2, 3, 4 players, not 9"),
        ("players: 2", "players: two", "players should be a whole number"),
        ("variant: standard", "variant: wild", "no variant 'wild'"),
        ("variant: standard\n", "", "no line 'variant'"),
        ("seed: 5", "seed: -5", "seed should be a whole number"),
        ("seed: 5", "seed: ²", "seed should be a whole number"),
        ("seed: 5", f"seed: {'1' * 5000}", "seed should be a whole number"),
        ("seed: 5", f"position: {'[' * 50_000}", "the position of the header cannot be read"),
        ("1. 0 roll", f"{'1' * 5000}. 0 roll", "is neither a header line nor a decision"),
        ("1. 0 roll", f"1. {'1' * 5000} roll", "is neither a header line nor a decision"),
        ("1. 0 roll", "1. 99 roll", "There is no seat 99"),
        ("1. 0 roll", f"1. 0 take {'1' * 5000}", "is no choice here"),
        ("seed: 5\n", "", "either a seed or a position"),
        ("rules: 1", "rules: 77", "made with version 77 of the rules"),
        ("components: ", "components: x", "made with other components"),
        ("seed: 5", "seed: 5\nsettings: {", "the settings of the header cannot be read"),
        ("seed: 5", 'seed: 5\nsettings: {"no_such": 1}', "no setting 'no_such'"),
        ("seed: 5", 'seed: 5\nnames: "Ann"', "the names of the header cannot be read"),
        ("seed: 5", "seed: 5\nnonsense", "'nonsense' is neither a header line nor a decision"),
    ],
)
def test_a_bad_header_is_refused(old: str, new: str, reason: str) -> None:
    record = finished()
    assert old in record
    assert reason in str(refused(record.replace(old, new, 1)))


@pytest.mark.parametrize("text", ["", "\n", "\x00", "zoobox record 1", "zoobox record 1\n" * 3, "1. 0 roll"])
def test_nonsense_is_refused(text: str) -> None:
    refused(text)


def test_a_record_from_a_position_replays() -> None:
    game = zoobox.game("zooloretto-dice", players=2)
    state = game.restore({"trucks": [["lion", "lion"], [], []], "supply": 4})
    state.play(0, "take 1")
    replay = zoobox.replay(game.record(state))
    assert replay.complete
    assert replay.state == state


def test_settings_are_part_of_the_record() -> None:
    game = zoobox.game("zooloretto-dice", players=3, coin_group_use="player_chooses")
    replay = zoobox.replay(game.record(game.start(1)))
    assert replay.game == game


def test_replaced_components_must_be_given_again() -> None:
    box = zoobox.game("zooloretto-dice").components
    other = Components.parse(box.text.replace("size = 5", "size = 6"))
    game = zoobox.game("zooloretto-dice", components=other)
    record = game.record(game.start(1))
    assert "made with other components" in str(refused(record))
    assert zoobox.replay(record, components=other).game == game


def test_a_state_without_a_history_has_no_record() -> None:
    game = zoobox.game("zooloretto-dice")
    with pytest.raises(zoobox.BadRecord, match="no history"):
        game.record(game.start(1).redeal(0, Luck(1)))
