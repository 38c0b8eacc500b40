"""The command line, used as people use it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from typing import NamedTuple

import pytest

import zoobox
from zoobox.arena.entrants import parse
from zoobox.cli import COMMANDS, main, unfinished
from zoobox.cli.simulate import Plan, run
from zoobox.cli.terminal import numbered
from zoobox.kernel import state as state_module
from zoobox.kernel.state import play_out

DICE = "zooloretto-dice"
KEYS = {
    "variant",
    "settings",
    "components",
    "rules_version",
    "zoobox",
    "seed",
    "bots",
    "budgets",
    "win_share_95",
    "mean_points_95",
    "game",
    "players",
    "games",
    "decisions",
    "seconds",
    "decisions_per_second",
    "wins",
    "shared",
    "mean_points",
    "mean_decisions",
}


class Said(NamedTuple):
    code: int
    out: str
    err: str


Command = Callable[..., Said]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Callable[..., Said]:
    """Runs `zoobox` with these arguments and these typed lines."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def call(*arguments: str | Path, typed: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Said(int(left.value.code or 0), said.out, said.err)

    return call


def refused(said: Said) -> str:
    """The one line of a refusal."""
    assert said.code == 2
    assert said.err.startswith("zoobox: ")
    assert said.err.count("\n") == 1
    return said.err


def answers_of(seed: int, players: int = 2) -> list[str]:
    """Notations that play a game to its end."""
    state = zoobox.game(DICE, players=players).start(seed)
    luck = zoobox.Luck(seed)
    typed = []
    while not state.over:
        choices = state.choices(state.waiting[0])
        choice = choices[luck.below(len(choices))]
        typed.append(choice.notation)
        state.play(state.waiting[0], choice)
    return typed


# All commands.


def test_the_overview_names_every_command(command: Command) -> None:
    said = command("--help")
    assert said.code == 0
    for name, summary in COMMANDS.items():
        assert name in said.out
        assert summary.split()[0] in said.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(command: Command, name: str) -> None:
    said = command(name, "--help")
    assert said.code == 0
    assert "Usage: zoobox" in said.out
    assert len(said.out.splitlines()) > 8


def test_the_overview_imports_no_command() -> None:
    code = (
        "import sys\n"
        "from zoobox.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if name.startswith('zoobox.cli.')], file=sys.stderr)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_version(command: Command) -> None:
    assert command("--version").out == f"zoobox {zoobox.__version__} ({zoobox.speed.mode()})\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["fly"], "there is no command 'fly'; there is: games, play, simulate"),
        (["games", "--fly"], "No such option: --fly"),
        (["play", "checkers"], "there is no game 'checkers'; there is: "),
        (["play", DICE, "--players", "7"], "is for 2, 3, 4 players, not 7"),
        (["play", DICE, "--players", "two"], "--players"),
        (["play", DICE, "--variant", "wild"], "has no variant 'wild'; there is: standard"),
        (["play", DICE, "--set", "luck=good"], "has no setting 'luck'; its settings: coin_group_use"),
        (["play", DICE, "--set", "round_cap=7"], "setting round_cap of Zooloretto: The Dice Game can be 100, None"),
        (["play", DICE, "--set", "round_cap"], "NAME=VALUE, not 'round_cap'"),
        (["play", DICE, "--bots", "wizard"], "there is no level 'wizard'; there is: visitor"),
        (["play", DICE, "--bots", "visitor,visitor,visitor"], "3 bots are too many: this game has 2 seats"),
        (["play", DICE, "--names", "Ann,Bob,Cay"], "there is no seat left for 'Cay'"),
        (["play", DICE, "--seed", "-1"], "--seed"),
        (["play", DICE, "--resume"], "no game of zooloretto-dice was left unfinished"),
        (["play", "--resume"], "no game was left unfinished"),
        (["play", "--resume", "--players", "3"], "--players cannot be combined with a saved game"),
        (["play", "--load", "no-such-file"], "cannot read no-such-file: No such file"),
        (["play", DICE, "--components", "no-such-file"], "cannot read no-such-file: No such file"),
        (["play", DICE, "--components", "/dev/null"], "/dev/null: the entries [[enclosure]] are missing"),
        (["simulate"], "GAME"),
        (["simulate", DICE, "--games", "0"], "--games"),
        (["simulate", DICE, "--games", "many"], "--games"),
        (["simulate", DICE, "--jobs", "0"], "--jobs"),
        (["simulate", DICE, "--players", "3", "--bots", "visitor,keeper"], "3 seats need 3 bots or one level for all"),
        (["simulate", DICE, "--bots", ""], "'' is not a bot"),
        (["simulate", DICE, "--records", "/dev/null/x"], "cannot make the folder"),
        (["replay"], "FILE"),
        (["replay", "/"], "cannot read /: Is a directory"),
        (["rules", "checkers"], "there is no game 'checkers'"),
        (["rules", DICE, "zld.roll.two-dicee"], "did you mean zld.roll.two-dice"),
        (["rules", DICE, "qqqqqqq"], "there is no rule 'qqqqqqq'"),
        (["components", "checkers"], "there is no game 'checkers'"),
        (["components", DICE, "--check", "no-such-file"], "cannot read no-such-file: No such file"),
        (["components", DICE, "--check", "/dev/null"], "/dev/null: the entries [[enclosure]] are missing"),
        (["components", DICE, "--export", "/dev/null/x"], "cannot write"),
        (["components", DICE, "--check", "a", "--export", "b"], "do not go together"),
        (["arena"], "which game? There is: "),
        (["arena", DICE, "--bots", "keeper"], "needs at least two bots"),
        (
            ["arena", DICE, "--bots", "keeper[heuristics.denial=x],visitor"],
            "heuristics.denial should be a number, not 'x'",
        ),
        (["arena", DICE, "--bots", "keeper[cut=1],visitor"], "keeper does not search, so it has no cut"),
        (["arena", DICE, "--bots", "curator[cut=inf],visitor"], "cut should be a number, not 'inf'"),
        (["arena", DICE, "--bots", "curator[breadth=0],visitor"], "breadth of a search is at least 1, not 0"),
        (["arena", DICE, "--bots", "curator[margin=2],visitor"], "margin of a search is a share from 0 to 1, not 2.0"),
        (["arena", DICE, "--bots", "curator[mixed=maybe],visitor"], "mixed should be yes or no"),
        (["arena", DICE, "--sprt", "nan"], "a strength of more than 0 Elo, not nan"),
        (["arena", DICE, "--ladder", "no-such-file", "--players", "7"], "no game of the ladder has that many players"),
        (["dataset", DICE, "--out", "x.parquet", "--seed", "9" * 30], "--seed"),
        (["serve", "--host", "no.such.host.invalid"], "cannot listen on no.such.host.invalid, port 8000"),
        (["serve", "--log-level", "loud"], "ZOOBOX_LOG_LEVEL should be 'debug', 'info', 'warning' or 'error'"),
        (["admin", "list", "--status", "asleep"], "--status"),
        (["solve", "checkers"], "there is no game 'checkers'"),
        (["solve", "new-york-zoo"], "new-york-zoo cannot be solved; what can is: zooloretto-dice."),
        (["solve", DICE, "--up-to", "3"], "--up-to can be 8 to 52, not 3"),
        (["solve", DICE, "--measure", "visitor", "--numbers", "/dev/null"], "/dev/null holds no numbers"),
        (["solve", DICE, "--page", "p.md", "--numbers", "no-such-file"], "cannot be read from no-such-file"),
        (["bench", "checkers"], "there is no game 'checkers'"),
        (["bench", "--seconds", "0"], "--seconds"),
    ],
    ids=lambda value: " ".join(value)[:50] if isinstance(value, list) else "",
)
def test_bad_input_is_one_clear_line(command: Command, arguments: list[str], reason: str) -> None:
    assert reason in refused(command(*arguments))


def test_a_port_that_is_taken_is_reported(command: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"port {port} is taken" in refused(command("serve", "--port", port))


def test_a_command_names_the_package_that_is_missing(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    for module in ("zoobox.cli.serve", "zoobox.service.run"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    assert "`zoobox serve` needs uvicorn" in refused(command("serve"))


def test_without_its_extras_the_command_line_names_what_it_needs() -> None:
    code = "import runpy, sys; sys.modules['typer'] = None; runpy.run_module('zoobox', run_name='__main__')"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "zoobox: the command line needs typer: pip install 'zoobox[play]'\n"


# games, rules, components


def test_games_lists_them_all(command: Command) -> None:
    said = command("games")
    listed = json.loads(command("games", "--json").out)
    assert [game["name"] for game in listed] == zoobox.names()
    for game in listed:
        assert game["name"] in said.out
        assert game["title"] in said.out


def test_rules_are_listed_and_looked_up(command: Command) -> None:
    listed = command("rules", DICE).out
    assert all(rule in listed for rule in zoobox.game_class(DICE).ledger())
    rule = zoobox.game_class(DICE).ledger()["zld.roll.two-dice"]
    printed = " ".join(command("rules", DICE, "zld.roll.two-dice").out.split())
    assert " ".join(rule.text.split()) in printed
    assert rule.source in printed
    some = command("rules", DICE, "zld.roll").out
    assert "zld.roll.supply" in some
    assert "zld.take.all" not in some
    in_german = " ".join(command("rules", DICE, "zld.roll.two-dice", "--language", "de").out.split())
    assert "Nimm zwei Würfel aus dem Vorrat und wirf sie." in in_german
    assert "Quelle: Regelheft" in in_german


@pytest.mark.parametrize("name", zoobox.names())
def test_a_component_file_is_exported_checked_and_played(command: Command, tmp_path: Path, name: str) -> None:
    path = tmp_path / "mine.toml"
    assert name != DICE or "lion" in command("components", name).out
    assert command("components", name, "--export", path).code == 0
    assert "it plays like the one that comes with Zoobox" in command("components", name, "--check", path).out
    assert "it is not overwritten" in refused(command("components", name, "--export", path))
    assert command("simulate", name, "--components", path, "--games", "2").code == 0
    assert command("components", name, "--export", "-").out == path.read_text(encoding="utf-8")


def test_a_component_file_that_does_not_fit_is_refused_with_its_line(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(zoobox.game_class(DICE).box().text.replace("4 = 10", "4 = 11"), encoding="utf-8")
    line = path.read_text(encoding="utf-8").splitlines().index("4 = 11") + 1
    reason = refused(command("components", DICE, "--check", path))
    assert f"{path}: line {line}: dice are rolled in twos" in reason


# simulate


def test_simulate_prints_these_keys(command: Command) -> None:
    said = command("simulate", DICE, "--players", "3", "--games", "50", "--seed", "1", "--json")
    result = json.loads(said.out)
    assert set(result) == KEYS
    assert (result["game"], result["players"], result["games"]) == (DICE, 3, 50)
    assert sum(result["wins"]) + result["shared"] == 50
    assert result["mean_decisions"] == result["decisions"] / 50
    assert len(result["mean_points"]) == 3


def test_simulate_prints_a_table(command: Command) -> None:
    said = command("simulate", DICE, "--games", "20", "--bots", "random,keeper", "--simulations", "2")
    assert "keeper" in said.out
    assert "decisions a second" in said.out


@pytest.mark.parametrize("levels", [("visitor", "visitor"), ("keeper", "visitor")])
def test_the_number_of_processes_changes_nothing(levels: tuple[str, ...]) -> None:
    bots = tuple(parse(f"{level}@3" if level != "visitor" else level) for level in levels)
    plan = Plan(zoobox.game(DICE), bots, 9, None)
    assert run(plan, 30, jobs=1) == run(plan, 30, jobs=2)
    assert run(plan, 30) != run(Plan(zoobox.game(DICE), bots, 10, None), 30)


def test_records_are_of_the_same_games(command: Command, tmp_path: Path) -> None:
    arguments = ["simulate", DICE, "--players", "2", "--games", "12", "--seed", "4", "--json"]
    counted = json.loads(command(*arguments).out)
    kept = json.loads(command(*arguments, "--records", tmp_path / "new" / "folder", "--jobs", "2").out)
    timing = {"seconds", "decisions_per_second"}
    assert {key: counted[key] for key in KEYS - timing} == {key: kept[key] for key in KEYS - timing}
    replays = [zoobox.replay(path.read_text()) for path in sorted((tmp_path / "new" / "folder").iterdir())]
    assert len(replays) == 12
    assert all(replay.complete for replay in replays)
    assert sum(len(replay.state.past) for replay in replays) == kept["decisions"]


@pytest.mark.skipif(
    bool(os.environ.get(zoobox.speed.ASKED)) or not zoobox.speed.is_built(), reason="the rules are not to run compiled"
)
def test_random_games_run_compiled(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them is one call of a compiled function, and all that is counted comes from there."""
    lengths: list[int] = []

    def counted(state: zoobox.State, luck: zoobox.Luck, limit: int) -> int:
        lengths.append(play_out(state, luck, limit))
        return lengths[-1]

    monkeypatch.setattr("zoobox.cli.simulate.play_out", counted)
    result = json.loads(command("simulate", DICE, "--games", "2000", "--seed", "1", "--json").out)
    assert isinstance(state_module.__loader__, ExtensionFileLoader)
    assert play_out.__module__ == state_module.__name__
    assert len(lengths) == result["games"] == 2000
    assert sum(lengths) == result["decisions"]
    assert sum(result["wins"]) + result["shared"] == 2000
    assert min(result["wins"]) > 800


# replay


@pytest.fixture
def record(command: Command, tmp_path: Path) -> Path:
    command("simulate", DICE, "--games", "1", "--seed", "6", "--records", tmp_path)
    return next(tmp_path.glob("*.txt"))


def test_replay_verifies_and_shows(command: Command, record: Path) -> None:
    said = command("replay", record)
    assert "all verified" in said.out
    assert "truck 1" in said.out
    assert "coin groups" in said.out
    early = command("replay", record, "--at", "1", "--log")
    assert "shown after 1" in early.out
    assert "1. visitor (zoo 1) rolls" in early.out
    assert "2. " not in early.out


def test_replay_reads_a_pipe(command: Command, record: Path) -> None:
    assert "all verified" in command("replay", "-", typed=record.read_text()).out


def test_replay_refuses_a_wrong_record(command: Command, record: Path) -> None:
    assert "no moment 99999" in refused(command("replay", record, "--at", "99999"))
    record.write_text(record.read_text().replace("1. 0 roll", "1. 0 take 2", 1))
    assert f"{record}: line 10: Truck 2 has no die on it. (zld.take.not-empty)" in refused(command("replay", record))
    record.write_bytes(b"\xff\xfe\x00\x01")
    assert "is not a text file" in refused(command("replay", record))


def test_replay_reports_a_record_cut_short(command: Command, record: Path) -> None:
    record.write_text("\n".join(record.read_text().splitlines()[:15]))
    assert "cut short" in command("replay", record).out


def test_brackets_are_printed_as_they_are(command: Command, record: Path, tmp_path: Path) -> None:
    bots = "curator@4[contest=2],visitor"
    assert "curator@4[contest=2]" in command("arena", DICE, "--bots", bots, "--games", "2", "--keep", tmp_path).out
    record.write_text(record.read_text().replace('"visitor", "visitor"', '"[/Ann]", "[bold]Bob :smile:"'))
    for asked in ([], ["--log"], ["--review"]):
        said = command("replay", record, *asked)
        assert "[/Ann] (zoo 1)" in said.out
        assert "[bold]Bob :smile: (zoo 2)" in said.out
    assert command("play", "--load", record, "--bots", "visitor").code == 0


# play


def test_a_whole_game_of_two_people(command: Command, tmp_path: Path) -> None:
    typed = "\n".join([*answers_of(3), f"save {tmp_path / 'kept.txt'}", "", ""])
    said = command("play", DICE, "--seed", "3", "--names", "Ann,Bob", typed=typed)
    assert said.code == 0
    assert "The game is over." in said.out
    assert "Ann (zoo 1)" in said.out
    replay = zoobox.replay((tmp_path / "kept.txt").read_text())
    assert replay.complete
    assert replay.state.over
    assert replay.names == ["Ann", "Bob"]
    assert unfinished.all_files() == []


def test_a_whole_game_against_bots_by_number(command: Command) -> None:
    said = command(
        "play", DICE, "--players", "4", "--bots", "visitor,random,visitor", "--seed", "3", typed="1\n2\n3\n4\n" * 200
    )
    assert said.code == 0
    assert "The game is over." in said.out
    assert said.err == ""


def test_a_finished_game_is_not_saved(command: Command) -> None:
    said = command("play", DICE, "--seed", "3", typed="\n".join([*answers_of(3), "fly", "hint", "board"]))
    assert said.code == 0
    assert unfinished.all_files() == []


def test_the_last_decision_against_bots_can_be_taken_back(command: Command) -> None:
    said = command("play", DICE, "--bots", "visitor", "--seed", "3", typed="1\n2\n3\n" * 200 + "undo\nquit\n")
    assert "The game is over." in said.out
    assert "Taken back." in said.out
    assert len(unfinished.all_files()) == 1


def test_bots_alone_play_to_the_end(command: Command) -> None:
    said = command("play", DICE, "--bots", "visitor,visitor", "--seed", "3")
    assert said.code == 0
    assert "The game is over." in said.out


def test_without_a_game_you_are_asked(command: Command) -> None:
    number = zoobox.names().index(DICE) + 1
    said = command("play", typed=f"99\n{number}\n3\nvisitor\nquit\n")
    assert "Please answer with a number" in said.out
    assert "Zoo 1, visitor (zoo 2), visitor (zoo 3)" in said.out


def test_nonsense_changes_nothing_and_is_answered(command: Command) -> None:
    said = command("play", DICE, "--seed", "3", typed="fly\ntake 1\n99\n0\n-1\n\n   \nundo\n\x00\nsave\nload\nquit\n")
    assert said.code == 0
    assert "'fly' is no choice here; possible: roll." in said.out
    assert "Truck 1 has no die on it. (zld.take.not-empty)" in said.out
    assert "There is no decision of yours to take back." in said.out
    assert "Name a file: save FILE." in said.out
    assert unfinished.all_files() == []


def test_help_rules_hints_and_the_log(command: Command) -> None:
    typed = "?\n? 1\n? zld.turn.order\n? qqqq\nroll\nhint\nlog\nboard\nall\nquit\n"
    said = command("play", DICE, "--bots", "visitor", "--seed", "3", typed=typed)
    assert "take your last decision back" in said.out
    assert "zld.roll.two-dice" in said.out
    assert zoobox.game_class(DICE).ledger()["zld.turn.order"].text.split(".")[0] in said.out
    assert "there is no rule 'qqqq'" in said.out
    assert "%  place" in said.out
    assert "1. Zoo 1 rolls" in said.out


def test_a_number_that_ends_every_notation_is_the_number_to_type() -> None:
    def numbers(*notations: str) -> list[int]:
        return list(numbered([zoobox.Choice(id, notation, "", "") for id, notation in enumerate(notations)]))

    assert numbers("bid 0", "bid 1", "bid 5") == [0, 1, 5]
    assert numbers("take 3") == [3]
    assert numbers("roll", "take 2", "take 3") == [1, 2, 3]
    assert numbers("take 2", "leave 3") == [1, 2]
    assert numbers("E1", "E2") == [1, 2]


def test_part_of_a_notation_narrows_the_list(command: Command) -> None:
    said = command("play", DICE, "--seed", "3", typed="roll\nelephant\nquit\n")
    assert said.out.count("place elephant 2") == 2


def test_undo_among_people_stops_at_chance(command: Command) -> None:
    said = command("play", DICE, "--seed", "3", typed="roll\nplace elephant 1\nundo\nundo\nplace elephant 2\nquit\n")
    assert "Taken back." in said.out
    assert "Luck has been drawn or something hidden has been shown since; your decision stands." in said.out
    state = zoobox.replay(unfinished.all_files()[0].read_text()).state
    assert state.view(0)["trucks"] == [[], ["elephant"], []]


def test_undo_against_bots_stops_at_luck_too(command: Command) -> None:
    typed = "roll\nplace elephant 1\nundo\nundo\nquit\n"
    said = command("play", DICE, "--bots", "visitor", "--seed", "3", typed=typed)
    assert said.out.count("Taken back.") == 1
    assert "Luck has been drawn or something hidden has been shown since" in said.out


def test_a_game_that_was_left_can_be_resumed(command: Command) -> None:
    left = command("play", DICE, "--bots", "keeper", "--seed", "3", typed="roll\nplace elephant 1\nquit\n")
    assert "zoobox play zooloretto-dice --resume" in left.out
    again = command("play", DICE, "--resume", typed="log\n1\n")
    assert "Zoo 1, keeper (zoo 2)" in again.out
    assert "2. Zoo 1 puts the elephant on truck 1." in again.out
    assert len(unfinished.all_files()) == 1
    assert "2. 0 place elephant 1" in unfinished.all_files()[0].read_text()


def test_a_game_is_saved_and_loaded(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    command("play", DICE, "--seed", "3", typed=f"roll\nsave {path}\nquit\n")
    again = command("play", "--load", path, typed="log\nquit\n")
    assert "1. Zoo 1 rolls elephant and monkey." in again.out
    from_another = command("play", DICE, "--players", "3", typed=f"load {path}\nlog\nload {tmp_path}\nquit\n")
    assert "1. Zoo 1 rolls elephant and monkey." in from_another.out
    assert "cannot read" in from_another.out


def test_only_a_record_is_overwritten(command: Command, tmp_path: Path) -> None:
    precious = tmp_path / "letter.txt"
    precious.write_text("Dear Ann")
    said = command("play", DICE, typed=f"roll\nsave {precious}\nsave {tmp_path}\nsave {tmp_path}/no/file\nquit\n")
    assert "exists and is no record" in said.out
    assert "is a folder" in said.out
    assert "cannot write" in said.out
    assert precious.read_text() == "Dear Ann"
    assert {path.name for path in tmp_path.iterdir()} == {"letter.txt", "state"}


def test_the_game_continues_where_it_cannot_be_saved(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    said = command("play", DICE, "--seed", "3", typed="roll\nplace elephant 1\nquit\n")
    assert said.code == 0
    assert said.out.count("cannot be saved for --resume") == 1


@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_closed_terminal_loses_nothing(tmp_path: Path, blow: signal.Signals) -> None:
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    game = subprocess.Popen(
        [sys.executable, "-m", "zoobox", "play", DICE, "--seed", "3"],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert game.stdin is not None
    game.stdin.write("roll\n")
    game.stdin.flush()
    for _ in range(100):
        if list(tmp_path.rglob("*.txt")):
            break
        time.sleep(0.05)
    game.send_signal(blow)
    _, complaints = game.communicate(timeout=20)
    assert "Traceback" not in complaints
    assert "1. 0 roll" in next(tmp_path.rglob("*.txt")).read_text()


# bench


def test_bench_measures_both_modes(command: Command) -> None:
    rows = json.loads(command("bench", DICE, "--seconds", "0.02", "--json").out)
    modes = ["compiled", "interpreted"] if zoobox.speed.is_built() else ["interpreted"]
    assert [row["mode"] for row in rows] == modes
    for row in rows:
        assert row["decisions_per_second"] > row["playouts_per_second"] > 0
        assert row["copies_per_second"] > 0
        assert row["state_bytes"] < 1024
    if len(rows) == 2:
        assert rows[0]["times_as_fast"]["decisions_per_second"] > 1
    assert "interpreted" in command("bench", DICE, "--seconds", "0.02").out


def test_bench_compares_with_another_checkout(command: Command) -> None:
    checkout = Path(zoobox.__file__).parents[2]
    rows = json.loads(command("bench", DICE, "--seconds", "0.1", "--against", checkout, "--json").out)
    assert [row["mode"] for row in rows][-2:] == ["interpreted", "interpreted"]
    assert "times_as_fast" not in rows[-1]
    assert 0.5 < rows[-2]["times_as_fast"]["decisions_per_second"] < 2  # the same code


def test_bench_refuses_a_folder_without_a_checkout(command: Command, tmp_path: Path) -> None:
    assert "there is no zoobox in" in refused(command("bench", DICE, "--against", tmp_path))


LONG_WORK = [
    ["study", "balance", DICE, "--games", "5000", "--out", "study"],
    pytest.param(["dataset", DICE, "--games", "50000", "--out", "dice.parquet"], marks=pytest.mark.long),
    pytest.param(["arena", DICE, "--bots", "visitor,keeper", "--games", "50000"], marks=pytest.mark.long),
    ["arena", DICE, "--bots", "visitor,keeper", "--games", "50000", "--jobs", "2"],
]


def listen_to_interrupts() -> None:
    """Tests that were started in the background ignore interrupts, and so would what they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("work", LONG_WORK, ids=lambda work: f"{work[0]}-{len(work)}")
def test_interrupted_work_says_that_it_can_be_continued(work: list[str], tmp_path: Path) -> None:
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "zoobox", *work]
    running = subprocess.Popen(
        command, env=environment, cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=listen_to_interrupts,
    )  # fmt: skip
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and not any(path.is_file() for path in tmp_path.rglob("*")):
            time.sleep(0.05)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does
        _, said = running.communicate(timeout=60)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    assert running.returncode == 130
    assert said == "Stopped. What is finished is kept; repeat the command to continue.\n"


# Files and numbers that are meant to hang or to crash.


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
        ("a = " + "9" * 5001, "a number has too many digits"),
        ("[" + ".".join(["a"] * 3000) + "]", "nested more than 20 deep"),
        ("a = " + "{b = " * 400 + "1" + "}" * 400, "nested"),
        ("a = " + "9" * 4000, "a number has 4000 digits"),
    ],
)
@pytest.mark.parametrize("arguments", [["play", DICE, "--components"], ["components", DICE, "--check"]])
def test_a_component_file_that_is_too_deep_or_too_large(
    command: Command, tmp_path: Path, arguments: list[str], text: str, reason: str
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text)
    began = time.monotonic()
    assert reason in refused(command(*arguments, file))
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("names: []", 'names: ["half \\ud800"]', "hold half a character"),
        ("names: []", "names: " + "[" * 100_000, "names of the header cannot be read"),
        ("seed: 7", "seed: " + "7" * 5001, "seed should be a whole number"),
        ("seed: 7", 'position: {"round": ' + "9" * 5001 + "}", "position of the header cannot be read"),
        ("seed: 7", 'position: {"round": ' + "[" * 50_000 + "}", "position of the header cannot be read"),
        ("players: 2", "players: " + "2" * 5001, "players should be a whole number"),
    ],
)
def test_a_record_that_is_meant_to_crash(command: Command, tmp_path: Path, old: str, new: str, reason: str) -> None:
    game = zoobox.game(DICE, players=2)
    text = game.record(game.start(7)).replace("rules: ", "names: []\nrules: ", 1)
    assert old in text
    file = tmp_path / "record.txt"
    file.write_text(text.replace(old, new))
    assert reason in refused(command("replay", file))


@pytest.mark.parametrize(
    "arguments",
    [
        ["simulate", DICE, "--games"],
        ["arena", DICE, "--bots", "visitor,keeper", "--games"],
        ["study", "balance", DICE, "--games"],
        ["dataset", DICE, "--games"],
        ["puzzles", DICE, "--count"],
        ["bench", DICE, "--seconds"],
        ["admin", "inspect", "table", "--last"],
        ["simulate", DICE, "--jobs"],
    ],
    ids=lambda arguments: "-".join([arguments[0], arguments[-1]]),
)
def test_a_number_of_23_digits_is_refused_at_once(command: Command, arguments: list[str]) -> None:
    began = time.monotonic()
    assert "1000000000" in refused(command(*arguments, "9" * 23))
    assert time.monotonic() - began < 5
