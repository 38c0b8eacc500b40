"""The State that every game derives from.

Everything that changes in a game is in one flat buffer, so that the kernel alone copies, compares and hashes states.
`d` is that buffer byte by byte, `w` the same buffer in 64-bit words; words 0 and 1 are the luck. Compiled, both are
plain pointers. Beyond `size` the buffer has scratch space that is neither copied nor compared.

A game supplies `seats_waiting`, `count_legal`, `nth_legal`, `enact` and `points`, and overrides others where it knows
better. Compiled, they use `d`, `w` and integers only, so that they run without the interpreter's lock. A game that is
not compiled may do anything in them; it calls `draw_number`, `shuffle_bytes` and `turn_up_byte` for luck.

Luck is drawn by `below`, `roll_dice` and `shuffle`, and a piece that lay face down is turned up by `turn_up`. Where
`exact` is set, these ask the state's `draws` instead of the generator: see chance.py.
"""

from __future__ import annotations

import hashlib
import json
from operator import index as index_of
from typing import TYPE_CHECKING, Any

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.kernel.integers import whole_seed
from zoobox.kernel.layout import *
from zoobox.kernel.luck import Luck
from zoobox.kernel.overrides import methods_in_python, raise_failure

if not cython.compiled:  # compiled, these come from the .pxd
    from zoobox.kernel.luck import MASK64, draw, scramble

    def writable_view(buffer: memoryview[int], size: int) -> memoryview[int]:
        return buffer[:size]


if TYPE_CHECKING:
    from collections.abc import Sequence

    from zoobox.kernel.chance import Draws, Result
    from zoobox.kernel.choice import Choice, LogLine, Standing
    from zoobox.kernel.game import Game


class State:
    """One game in progress."""

    def __init__(self, game: Game, size: int, scratch: int) -> None:
        self.game = game
        self.players = game.players
        self.choice_count = game.choice_count
        self.size = size
        self.data = bytearray((size + scratch + 7) // 8 * 8)
        self.reveals = 0
        self.origin: Any = None
        self.history: Any = None
        self.tables: Any = game.tables
        self.in_python = 0
        self.exact = False
        self.draws: Draws | None = None
        if cython.compiled and hasattr(self, "__dict__"):  # no compiled class has one
            self.in_python = methods_in_python(type(self), ASKED_OF_STATE)
        self.point()
        self.use_tables()

    def point(self) -> None:
        """Points `d` and `w` at the buffer."""
        self.d: bytearray | memoryview[int] = self.data
        if cython.compiled:
            self.w = cython.cast(cython.pointer(cython.ulonglong), self.d)
            if self.in_python:
                self.show(self.data)
                vars(self)["failure"] = None
        else:
            self.w = memoryview(self.data).cast("Q")

    def show(self, buffer: bytearray | memoryview[int]) -> None:
        """Compiled: makes `d` and `w` known to methods in Python, which cannot see pointers."""
        vars(self).update(d=buffer, w=memoryview(buffer).cast("Q"))

    def ask(self, question: int, first: int, second: int) -> int:
        """Compiled: asks a method in Python."""
        if not cython.compiled:
            raise NotImplementedError(f"{type(self).__name__} needs a method {ASKED_OF_STATE[question]}")
        answer = 0
        with cython.gil:
            asked: Any = self
            if asked.failure is None:
                try:
                    if question < ASK_COUNT_LEGAL:
                        answer = asked.python_methods[question](self)
                    elif question < ASK_NTH_LEGAL:
                        answer = asked.python_methods[question](self, first)
                    else:
                        answer = asked.python_methods[question](self, first, second)
                    self.check_answer(question, answer)
                except BaseException as error:
                    answer = 0
                    asked.failure = error
        return answer

    def check_answer(self, question: int, answer: int) -> int:
        """Refuses what compiled code could not use as an index."""
        if question == ASK_SEATS_WAITING:
            limit = 1 << self.players
        elif question == ASK_COUNT_LEGAL:
            limit = self.game.choice_count + 1
        elif question == ASK_NTH_LEGAL:
            limit = self.game.choice_count
        else:
            return 0
        if not 0 <= answer < limit:
            raise ValueError(f"{ASKED_OF_STATE[question]} of {self.game.name} cannot be {answer}")
        return 0

    def ask_share(self, question: int, seat: int) -> float:
        """Compiled: asks a method in Python whose answer is no whole number."""
        answer = 0.0
        with cython.gil:
            asked: Any = self
            if asked.failure is None:
                try:
                    answer = asked.python_methods[question](self, seat)
                except BaseException as error:
                    asked.failure = error
        return answer

    def tell(self, question: int, seat: int, choice: int) -> None:
        """Compiled: calls a method in Python that answers nothing."""
        if not cython.compiled:
            raise NotImplementedError(f"{type(self).__name__} needs a method {ASKED_OF_STATE[question]}")
        with cython.gil:
            asked: Any = self
            if asked.failure is None:
                try:
                    if question == ASK_USE_TABLES:
                        asked.python_methods[question](self)
                    else:
                        asked.python_methods[question](self, seat, choice)
                except BaseException as error:
                    asked.failure = error

    def complain(self) -> int:
        """Raises what methods in Python raised while compiled code could not."""
        if self.in_python:
            raise_failure(self)
        return 0

    # What a game supplies.

    def seats_waiting(self) -> int:
        """The seats that owe a decision, as a bit mask; 0 when the game is over."""
        return self.ask(ASK_SEATS_WAITING, 0, 0)

    def count_legal(self, seat: int) -> int:
        """How many choices the seat has now."""
        return self.ask(ASK_COUNT_LEGAL, seat, 0)

    def nth_legal(self, seat: int, index: int) -> int:
        """The choice at that index, in ascending order of ids; called after `count_legal` on the same position."""
        return self.ask(ASK_NTH_LEGAL, seat, index)

    def enact(self, seat: int, choice: int) -> None:
        """Carries out a choice that is known to be legal."""
        self.tell(ASK_ENACT, seat, choice)

    def points(self, seat: int) -> int:
        """The points the score sheet would show now."""
        return self.ask(ASK_POINTS, seat, 0)

    # What a game may know better.

    def is_legal(self, seat: int, choice: int) -> bool:
        """Whether the seat may choose that now. A game with many choices has a quicker way."""
        if self.in_python >> ASK_IS_LEGAL & 1:
            return self.ask(ASK_IS_LEGAL, seat, choice) != 0
        for index in range(self.count_legal(seat)):
            if self.nth_legal(seat, index) == choice:
                return True
        return False

    def mark_legal(self, seat: int, mask: memoryview) -> None:
        """Sets the byte of every legal choice to 1 in a mask of zeros. A game with many choices has a quicker way."""
        for index in range(self.count_legal(seat)):
            mask[self.nth_legal(seat, index)] = 1

    def score(self, seat: int) -> int:
        """Points and tie-breaks in one number: more is better, equal numbers share."""
        return self.ask(ASK_SCORE, seat, 0) if self.in_python >> ASK_SCORE & 1 else self.points(seat)

    def seen_at(self, observer: int, seat: int) -> int:
        """Offset from a seat's block to the version of it that the observer may see (an earlier copy, for instance)."""
        return self.ask(ASK_SEEN_AT, observer, seat) if self.in_python >> ASK_SEEN_AT & 1 else 0

    def points_seen(self, observer: int, seat: int) -> int:
        """The seat's points as far as the observer may know them."""
        return self.ask(ASK_POINTS_SEEN, observer, seat) if self.in_python >> ASK_POINTS_SEEN & 1 else self.points(seat)

    def turned_up(self) -> int:
        """How many tiles of a face-down stack everyone has seen, for the observation of a game that has one."""
        return self.ask(ASK_TURNED_UP, 0, 0) if self.in_python >> ASK_TURNED_UP & 1 else 0

    def payoff(self, seat: int) -> float:
        """What the finished game is worth to the seat: its share of the win, 0 to 1. Solo games override it."""
        if self.in_python >> ASK_PAYOFF & 1:
            return self.ask_share(ASK_PAYOFF, seat)
        mine = self.score(seat)
        sharing = 0
        for other in range(self.players):
            theirs = self.score(other)
            if theirs > mine:
                return 0.0
            if theirs == mine:
                sharing += 1
        return 1.0 / sharing

    def reward(self, seat: int) -> float:
        """The payoff for learners: a sole winner gets 1, the others together -1; solo, the payoff from 0 to 1."""
        if self.in_python >> ASK_REWARD & 1:
            return self.ask_share(ASK_REWARD, seat)
        if self.players == 1:
            return self.payoff(seat)
        return (self.payoff(seat) * self.players - 1.0) / (self.players - 1.0)

    # Luck.

    def seed_luck(self, seed: int) -> None:
        """Seeds the luck."""
        seed = whole_seed(seed)
        self.w[0] = scramble(seed & MASK64)
        self.w[1] = scramble((seed >> 64 & MASK64) ^ self.w[0]) | 1

    def below(self, n: int) -> int:
        """A number from 0 to n-1, drawn from the game's own luck."""
        self.reveals += 1
        if self.exact:
            return self.drawn_number(NOWHERE, n)
        return draw(self.w, n)

    def draw_number(self, n: int) -> int:
        """`below` for callers from Python."""
        if n < 1:
            raise ValueError(f"a number is drawn from 1 or more, not from {n}")
        return self.below(n)

    def roll_dice(self, place: int, count: int, faces: int) -> None:
        """Rolls dice and writes their faces, from 0, into the buffer: one draw, however many dice there are."""
        if self.exact:
            self.reveals += 1
            rolled = self.drawn_number(place, faces**count)
            for last in range(place + count - 1, place - 1, -1):
                self.d[last] = rolled % faces
                rolled //= faces
            return
        for die in range(place, place + count):
            self.d[die] = self.below(faces)

    def shuffle(self, start: int, count: int) -> None:
        """Shuffles `count` bytes of the buffer from `start` on: pieces that lie face down until `turn_up`."""
        if self.exact:
            return  # they are drawn when they are turned up
        for last in range(count - 1, 0, -1):
            other = self.below(last + 1)
            kept = self.d[start + last]
            self.d[start + last] = self.d[start + other]
            self.d[start + other] = kept

    def shuffle_bytes(self, start: int, count: int) -> None:
        """`shuffle` for callers from Python."""
        if not 0 <= start <= start + count <= len(self.data):
            raise IndexError(f"bytes {start} to {start + count} are not all in a buffer of {len(self.data)}")
        self.shuffle(start, count)

    def turn_up(self, place: int, end: int) -> None:
        """The piece at `place` is turned up; face down with it, and equally likely, are those up to `end`."""
        if self.exact:
            with cython.gil:
                self.turn_up_among(place, range(place, end))

    def turn_up_byte(self, place: int, end: int) -> None:
        """`turn_up` for callers from Python."""
        self.turn_up_among(place, range(place, end))

    def turn_up_among(self, place: int, places: Sequence[int]) -> None:
        """The piece at `place` is turned up; face down, and equally likely to lie there, are those at `places`."""
        if self.exact:
            assert self.draws is not None
            here = places[self.draws.piece(place, [self.data[other] for other in places])]
            self.data[place], self.data[here] = self.data[here], self.data[place]

    def next_piece(self, place: int, pieces: Sequence[int]) -> int:
        """Which of these shuffled pieces is next, to come to that place: the last."""
        return self.draws.piece(place, pieces) if self.draws is not None else len(pieces) - 1

    def drawn_number(self, place: int, n: int) -> int:
        """A number from 0 to n-1 where chance is exact."""
        with cython.gil:
            assert self.draws is not None
            return self.draws.number(place, n)

    def ask_chance(self, draws: Draws | None) -> None:
        """From now on chance is exact and asks `draws`; with None, luck comes from the generator again."""
        self.draws = draws
        self.exact = draws is not None

    def outcomes(self, seat: int, choice: int | str | Choice) -> list[Result]:
        """All that a choice can lead to, each with its probability: one result where no luck is drawn."""
        return self.game.outcomes(self, seat, choice)

    # The fast layer.

    @property
    def over(self) -> bool:
        mask = self.seats_waiting()
        self.complain()
        return mask == 0

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision now."""
        mask = self.seats_waiting()
        self.complain()
        return tuple([seat for seat in range(self.players) if mask >> seat & 1])

    def first_waiting(self) -> int:
        """The lowest of them, or -1 when the game is over."""
        mask = self.seats_waiting()
        self.complain()
        return lowest_seat(mask) if mask else -1

    def legal(self, seat: int) -> list[int]:
        """The ids of what the seat may choose now, ascending; empty when it owes no decision."""
        if not 0 <= seat < self.players or not self.seats_waiting() >> seat & 1:
            self.complain()
            return []
        found = [self.nth_legal(seat, index) for index in range(self.count_legal(seat))]
        self.complain()
        return found

    def is_legal_choice(self, seat: int, choice: int) -> bool:
        """Whether the seat owes a decision and this id is one of its choices."""
        if not 0 <= seat < self.players or not 0 <= choice < self.choice_count:
            return False
        legal = bool(self.seats_waiting() >> seat & 1 and self.is_legal(seat, choice))
        self.complain()
        return legal

    def check_seat(self, seat: int) -> None:
        """Raises IndexError for a seat that does not exist, since compiled rules do not check it."""
        if not 0 <= seat < self.players:
            raise IndexError(f"there is no seat {seat}: the seats are 0 to {self.players - 1}")

    def check_index(self, name: str, index: int, limit: int) -> None:
        """Raises IndexError for a number of something that does not exist."""
        if not 0 <= index < limit:
            raise IndexError(f"there is no {name} {index}: they are 0 to {limit - 1}")

    def points_of(self, seat: int) -> int:
        """`points` for callers from Python."""
        self.check_seat(seat)
        found = self.points(seat)
        self.complain()
        return found

    def score_of(self, seat: int) -> int:
        """`score` for callers from Python."""
        self.check_seat(seat)
        found = self.score(seat)
        self.complain()
        return found

    def payoff_of(self, seat: int) -> float:
        """`payoff` for callers from Python."""
        self.check_seat(seat)
        found = self.payoff(seat)
        self.complain()
        return found

    def reward_of(self, seat: int) -> float:
        """`reward` for callers from Python."""
        self.check_seat(seat)
        found = self.reward(seat)
        self.complain()
        return found

    def apply(self, seat: int, choice: int) -> None:
        """Plays one choice by id."""
        if not cython.compiled:  # NumPy's integers overflow where Python's do not
            seat, choice = index_of(seat), index_of(choice)
        if (
            not 0 <= seat < self.players
            or not 0 <= choice < self.choice_count
            or not self.seats_waiting() >> seat & 1
            or not self.is_legal(seat, choice)
        ):
            self.complain()
            raise self.game.refusal(self, seat, choice)
        self.enact(seat, choice)
        self.complain()
        self.history = (self.history, seat, choice)

    def copy(self) -> State:
        """An independent copy."""
        copied = self.__class__.__new__(self.__class__)
        copied.game = self.game
        copied.players = self.players
        copied.choice_count = self.choice_count
        copied.size = self.size
        copied.data = self.data[:]
        copied.reveals = self.reveals
        copied.origin = self.origin
        copied.history = self.history
        copied.tables = self.tables
        copied.in_python = self.in_python
        copied.exact = False
        copied.draws = None
        copied.point()
        copied.use_tables()
        return copied

    def use_tables(self) -> None:
        """Gives `tables` its own type, and shortcuts to what is read most, where a game wants them."""
        if self.in_python >> ASK_USE_TABLES & 1:
            self.tell(ASK_USE_TABLES, 0, 0)
            self.complain()

    def copy_from(self, other: State) -> None:
        """Takes the other's position without allocating memory. Both are of the same game."""
        if cython.compiled:
            for index in range(self.size):
                self.d[index] = other.d[index]
        else:
            self.data[:] = other.data
        self.reveals = other.reveals

    def bind(self, row: memoryview[int]) -> None:
        """Continues in another buffer of the same shape, such as one row of a table of many games."""
        self.d = row
        if cython.compiled:
            self.w = cython.cast(cython.pointer(cython.ulonglong), self.d)
            if self.in_python:
                with cython.gil:
                    self.show(writable_view(self.d, len(self.data)))
        else:
            self.w = row.cast("Q")

    def snapshot(self) -> bytes:
        """The buffer as bytes: equal snapshots, equal positions."""
        return bytes(self.data[: self.size])

    def load(self, snapshot: bytes) -> None:
        """Restores a snapshot."""
        if len(snapshot) != self.size:
            raise ValueError(f"a snapshot of this game has {self.size} bytes, not {len(snapshot)}")
        self.data[: self.size] = snapshot

    def word(self, index: int) -> int:
        """A 64-bit word of the buffer."""
        self.check_word(index)
        return int(self.w[index])

    def set_word(self, index: int, value: int) -> None:
        self.check_word(index)
        self.w[index] = value

    def check_word(self, index: int) -> None:
        if not 0 <= index < self.size // WORD_BYTES:
            raise IndexError(f"there is no word {index} in a buffer of {self.size} bytes")

    # The layer for people.

    def choices(self, seat: int, language: str = "en") -> list[Choice]:
        """What the seat may choose now, in words; empty when it owes no decision."""
        return self.game.choices(self, seat, language)

    def play(self, seat: int, choice: int | str | Choice) -> list[LogLine]:
        """Plays by notation, Choice or id and returns what happened, as the seat itself sees it."""
        return self.game.play(self, seat, choice)

    def prompt(self, seat: int | None, language: str = "en") -> str:
        """What is asked of the seat now, in one sentence."""
        return self.game.prompt(self, seat, language)

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that the seat may know; `None` is a spectator."""
        return self.game.view(self, seat)

    def position(self) -> dict[str, Any]:
        """Everything, hidden things included; `game.restore` is the inverse."""
        return self.game.position(self)

    def encode(self, seat: int, encoding: str = "raw") -> dict[str, Any]:
        """What the seat observes, for a network: `raw`, `onehot` or `planes`; buffers by name."""
        return self.game.encoding(encoding).encode(self, seat)

    def hash(self) -> str:
        """A short fingerprint of the position."""
        text = json.dumps(self.position(), sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    @property
    def standings(self) -> list[Standing]:
        """Per seat: rank, points and the breakdown that the score sheet would show."""
        return self.game.standings(self)

    def redeal(self, seat: int | None, luck: Luck) -> State:
        """A copy in which everything the seat cannot know has been re-randomised; it has no history."""
        copied = self.copy()
        copied.w[0] = scramble(luck.below(1 << 30) << 30 ^ luck.below(1 << 30))
        copied.w[1] = scramble(luck.below(1 << 30) << 30 ^ luck.below(1 << 30)) | 1
        copied.origin = None
        copied.history = None
        self.game.redeal(copied, seat, luck)
        return copied

    def undo(self, seat: int, bots: Sequence[int] = ()) -> State:
        """The position before the seat's last decision, if it may still be taken back."""
        return self.game.undo(self, seat, bots)

    @property
    def past(self) -> list[tuple[int, int]]:
        """Every decision so far: seat and choice id."""
        steps = []
        node = self.history
        while node is not None:
            steps.append((node[1], node[2]))
            node = node[0]
        steps.reverse()
        return steps

    def svg(self, seat: int | None = None, language: str = "en") -> str:
        """The picture of `view(seat)`."""
        return self.game.svg(self.view(seat), language)

    def text(self, seat: int | None = None, language: str = "en") -> str:
        """The same picture for a terminal."""
        return self.game.text(self.view(seat), language)

    def _repr_svg_(self) -> str:
        return self.svg(None)

    def __repr__(self) -> str:
        return f"<{self.game.name}, {self.players} players, {'over' if self.over else f'waiting for {self.waiting}'}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game == other.game and self.snapshot() == other.snapshot()

    def __hash__(self) -> int:
        return hash(self.snapshot())

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.game, self.snapshot(), self.origin, self.past)


def _restore(game: Game, snapshot: bytes, origin: Any, past: list[tuple[int, int]]) -> State:
    state = game.blank()
    state.load(snapshot)
    state.origin = origin
    for seat, choice in past:
        state.history = (state.history, seat, choice)
    return state


def lowest_seat(mask: int) -> int:
    """The first seat of a mask; 0 when there is none."""
    seat = 0
    while mask and not mask >> seat & 1:
        seat += 1
    return seat


def play_out(state: State, luck: Luck, limit: int) -> int:
    """Plays random decisions to the end, at most `limit`, and returns how many; a forced one draws no random number."""
    if state is None or luck is None:  # compiled, None passes for any type
        raise TypeError("play_out needs a state and a Luck")
    with cython.nogil:
        words = luck.w
        decisions = 0
        mask = state.seats_waiting()
        while mask != 0 and decisions < limit:
            seat = 0 if mask & 1 else lowest_seat(mask)
            count = state.count_legal(seat)
            state.enact(seat, state.nth_legal(seat, draw(words, count) if count > 1 else 0))
            decisions += 1
            mask = state.seats_waiting()
    state.complain()
    return decisions
