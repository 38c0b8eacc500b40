"""A game in the terminal: shows the board, asks the person to move, lets bots play."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.text import Text

from zoobox.bots import Player, advise, aloud, hints
from zoobox.bots.own import make_bot
from zoobox.cli import files, unfinished
from zoobox.cli.options import display_names
from zoobox.cli.replay import log_lines, verified
from zoobox.cli.rules import find_rules, print_list, print_rule
from zoobox.cli.standings import print_standings
from zoobox.kernel.choice import Choice
from zoobox.kernel.errors import CannotUndo, ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.origin import decide
from zoobox.kernel.state import State

MOST_SHOWN = 24
HINT_SECONDS = hints.SECONDS
COUNTED = re.compile(r"(.+) (\d+)")
HELP = """\
  3, or a notation   play that choice
  part of a notation show the choices that contain it; `all` shows every one
  ? 3                the rule behind choice 3
  ? RULE             a rule by its id, or all rules with that word
  hint               the best choices, as a strong bot sees them
  undo               take your last decision back
  log                what has happened so far
  board              show the board again
  save FILE          write the record of the game
  load FILE          continue a saved game instead
  quit               leave; `zoobox play --resume` continues"""


def numbered(choices: Sequence[Choice]) -> dict[int, Choice]:
    """What a person may type for each choice: 1, 2, 3, or, where they are `bid 0`, `bid 1` and so on, that number."""
    ends = [COUNTED.fullmatch(choice.notation) for choice in choices]
    if len({end and end[1] for end in ends}) == 1 and ends[0]:
        return {int(end[2]): choice for end, choice in zip(ends, choices, strict=True) if end}
    return dict(enumerate(choices, 1))


class Left(Exception):
    """The person leaves the game."""


class TerminalTable:
    """One game in progress at a terminal."""

    def __init__(
        self,
        console: Console,
        game: Game,
        state: State,
        seats: Sequence[str | None],
        names: Sequence[str],
        seed: int | None = None,
        resumed_from: Path | None = None,
    ) -> None:
        self.console = console
        self.thoughts: aloud.Thoughts | None = None
        self.set_up(game, state, seats, names, seed)
        mine = resumed_from is not None and resumed_from.parent == unfinished.folder()
        self.saved_in = resumed_from if mine and resumed_from else unfinished.new_file(game)
        self.can_save = True

    def set_up(
        self, game: Game, state: State, seats: Sequence[str | None], names: Sequence[str], seed: int | None = None
    ) -> None:
        """Sets up a game with people (None) and bots (their level) in its seats."""
        self.game = game
        self.state = state
        self.seats = list(seats)
        self.names = list(names)
        self.displayed_names = display_names(names, game.players)
        self.bots: dict[int, Player] = {
            seat: make_bot(level, game, seed=None if seed is None else seed + seat)
            for seat, level in enumerate(seats)
            if level is not None
        }
        self.people = [seat for seat, level in enumerate(seats) if level is None]
        viewers: list[int | None] = [*self.people] or [None]
        self.unread: dict[int | None, list[str]] = {viewer: [] for viewer in viewers}
        self.shown_to: int | None = None
        if self.thoughts is not None:
            self.think_aloud()

    def think_aloud(self) -> None:
        """From now on bots say what their decisions mean."""
        self.thoughts = aloud.Thoughts(self.game)

    # Playing.

    def run(self) -> None:
        """Plays until the game is over or the people leave."""
        self._say(f"{self.game.title}: {', '.join(self.displayed_names)}. Type ? for help.", style="bold")
        try:
            while not (self.state.over and self._close()):
                seat = self.state.waiting[0]
                if seat in self.bots:
                    self._bot_turn(seat)
                else:
                    self._save_progress()
                    self._turn(seat)
        except (Left, EOFError, KeyboardInterrupt):
            self.console.print()
        self._leave()

    def _bot_turn(self, seat: int) -> None:
        with self.console.status(Text(f"{self.displayed_names[seat]} is thinking")):
            choice = self.bots[seat].choose(self.state, seat)
        self._apply(seat, choice)
        if not self.people:
            self._print_log(None)

    def _turn(self, seat: int) -> None:
        """Shows a person the position and carries out one answer."""
        self._hand_over(seat)
        self._print_log(seat)
        self._board(seat)
        choices = self.state.choices(seat)
        self._offer(choices[:MOST_SHOWN], choices)
        while not self._answer(seat, choices):
            pass

    def _close(self) -> bool:
        """Prints the result; true unless the last decision is taken back."""
        viewer = self.people[0] if self.people else None
        self._print_log(viewer)
        self.console.print(self.state.text(viewer), soft_wrap=True)
        print_standings(self.console, self.game, self.state, self.names)
        finished = self.state
        while self.people and self.state is finished:
            line = self._read("Enter to leave, `save FILE` to keep the record, `undo`, `log`: ")
            if not line:
                break
            if not self._command(line, self.people[0], []):
                self._say("The game is over.", style="yellow")
        return self.state is finished

    def _apply(self, seat: int, choice: int) -> None:
        before = self.state.copy()
        decide(self.state, seat, choice)
        for viewer, lines in self.unread.items():
            seen = self.game.log(before, seat, choice, self.state, viewer, names=self.displayed_names)
            lines += [line.text for line in seen]
        if self.thoughts is not None:
            self._think_aloud(self.thoughts.hear(before, seat, choice, self.state))

    def _think_aloud(self, thoughts: list[aloud.Thought]) -> None:
        """What bots have to say of their decisions."""
        say = self.game.texts.say
        for thought in thoughts:
            if thought.seat in self.bots:
                said = [say(one, names=self.displayed_names) for one in aloud.spoken(self.game, thought)]
                for lines in self.unread.values():
                    lines += said

    # Output.

    def _hand_over(self, seat: int) -> None:
        """Hides the screen between two people where one may see what the other may not."""
        last, self.shown_to = self.shown_to, seat
        if len(self.people) > 1 and last != seat and self._has_secrets(seat):
            self.console.clear()
            self._read(f"{self.displayed_names[seat]}: take the keyboard and press Enter. ")

    def _has_secrets(self, seat: int) -> bool:
        own, public = self.state.view(seat), self.state.view(None)
        return {key: own[key] for key in own if key != "seat"} != {key: public[key] for key in public if key != "seat"}

    def _print_log(self, viewer: int | None) -> None:
        self.console.print()
        for line in self.unread[viewer]:
            self._say(line)
        self.unread[viewer].clear()

    def _board(self, seat: int) -> None:
        self.console.print()
        self.console.print(self.state.text(seat), soft_wrap=True)
        self.console.print()
        self._say(f"{self.displayed_names[seat]}: {self.state.prompt(seat)}", style="bold")

    def _offer(self, shown: Sequence[Choice], choices: Sequence[Choice]) -> None:
        """Choices with the numbers they have in the whole list."""
        number_of = {choice.id: number for number, choice in numbered(choices).items()}
        width = max((len(choice.notation) for choice in shown), default=0)
        for choice in shown:
            self._say(f"  {number_of[choice.id]:>3}  {choice.notation:<{width}}  {choice.label}")
        if len(shown) < len(choices):
            self._say(f"       {len(shown)} of {len(choices)}; type part of a notation to see others, or `all`.")

    def _say(self, text: str, style: str | None = None) -> None:
        self.console.print(text, style=style)

    # Input.

    def _read(self, prompt: str) -> str:
        return input(prompt).strip()

    def _answer(self, seat: int, choices: Sequence[Choice]) -> bool:
        """Carries out one line; true when the position has changed."""
        before = self.state
        line = self._read("> ")
        if not line:
            return False
        typed = " ".join(line.lower().split())
        exact = [choice for choice in choices if choice.notation.lower() == typed]
        if exact:
            self._apply(seat, exact[0].id)
            return True
        if typed.isdecimal() and int(typed) in numbered(choices):
            self._apply(seat, numbered(choices)[int(typed)].id)
            return True
        if self._command(line, seat, choices):
            return self.state is not before
        try:
            self._apply(seat, self.game.find(self.state, seat, line))
        except ZooboxError as refusal:
            narrowed = [choice for choice in choices if typed in choice.notation.lower()]
            if narrowed:
                self._offer(narrowed, choices)
            else:
                self._say(str(refusal), style="yellow")
            return False
        return True

    def _command(self, line: str, seat: int, choices: Sequence[Choice]) -> bool:
        """Carries out a line if it is a command; false when it is not."""
        word, _, rest = line.partition(" ")
        if line.startswith("?"):
            word, rest = "?", line[1:]
        commands: dict[str, Callable[[], None]] = {
            "?": lambda: self._explain(rest.strip(), choices),
            "help": lambda: self._say(HELP),
            "all": lambda: self._offer(choices, choices),
            "hint": lambda: self._hint(seat),
            "undo": self._undo,
            "log": self._log,
            "board": lambda: self._board(seat),
            "save": lambda: self._save(rest.strip()),
            "load": lambda: self._load(rest.strip()),
            "quit": self._quit,
            "exit": self._quit,
        }
        command = commands.get(word.lower())
        if command is None:
            return False
        try:
            command()
        except ZooboxError as error:
            self._say(str(error), style="yellow")
        return True

    def _explain(self, text: str, choices: Sequence[Choice]) -> None:
        if not text:
            self._say(HELP)
            return
        if text.isdecimal() and int(text) in numbered(choices):
            text = numbered(choices)[int(text)].rule
        found = find_rules(self.game.name, text.removeprefix("rule ").strip())
        if len(found) == 1:
            print_rule(self.console, found[0])
        else:
            print_list(self.console, found)

    def _hint(self, seat: int) -> None:
        with self.console.status("thinking"):
            advice = advise(self.state, seat, seconds=HINT_SECONDS, names=self.displayed_names)
        for thought in advice:
            worth = self.game.spoken_value(thought.value)
            self._say(f"  {worth:>5}  {thought.choice.notation:<20} {thought.sentence}")

    def _undo(self) -> None:
        """Takes back the last decision that a person made."""
        mine = [seat for seat, _ in self.state.past if seat in self.people]
        if not mine:
            raise CannotUndo("There is no decision of yours to take back.")
        self.state = self.state.undo(mine[-1], list(self.bots))
        for lines in self.unread.values():
            lines.clear()
        self._say("Taken back.")

    def _log(self) -> None:
        viewer = self.people[0] if len(self.people) == 1 else None
        for line in log_lines(self.game, self.state, self.displayed_names, viewer):
            self._say(line)

    def _save(self, name: str) -> None:
        if not name:
            raise ZooboxError("Name a file: save FILE.")
        path = Path(name).expanduser()
        files.write_record(path, self._record())
        self._say(f"Saved in {path}.")

    def _load(self, name: str) -> None:
        if not name:
            raise ZooboxError("Name a file: load FILE.")
        path = Path(name).expanduser()
        again = verified(path)
        self._save_progress()
        self.set_up(again.game, again.state, unfinished.seats(path, again.game), again.names)
        self.saved_in = unfinished.new_file(again.game)
        self._say(f"{again.game.title}: {', '.join(self.displayed_names)}.", style="bold")

    def _quit(self) -> None:
        raise Left

    # Saving the game.

    def _record(self) -> str:
        return unfinished.with_seats(self.game.record(self.state, self.names if any(self.names) else ()), self.seats)

    def _save_progress(self) -> None:
        """Saves the running game where --resume finds it, so that closing the terminal loses nothing."""
        if not self.state.past or not self.can_save:
            return
        try:
            self.saved_in.parent.mkdir(parents=True, exist_ok=True)
            files.write(self.saved_in, self._record())
        except (OSError, ZooboxError):
            self.can_save = False
            self._say("This game cannot be saved for --resume here; `save FILE` still works.", style="yellow")

    def _leave(self) -> None:
        """Deletes the saved game if it is over; otherwise saves it."""
        if self.state.over:
            with suppress(OSError):
                self.saved_in.unlink(missing_ok=True)
        elif self.state.past:
            self._save_progress()
            if self.can_save:
                self._say(f"The game is saved. Continue with: zoobox play {self.game.name} --resume")
