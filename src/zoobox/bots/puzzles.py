"""Puzzles: positions from games of bots in which one choice is clearly better than all others.

A quick look finds candidates. A long search with other random numbers, or the solution of a solved game, has to confirm
the choice and its margin. Which levels find it says how hard it is. Every game ships some in `puzzles.jsonl.gz`.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from zoobox import games
from zoobox.bots.judging import Judge, Judgement
from zoobox.bots.levels import player
from zoobox.bots.tuning import tuning_of
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.kernel.player import Budget, Player
from zoobox.kernel.state import State

FILE = "puzzles.jsonl.gz"
MARGIN = 0.045
"""How much better than every other choice the solution is, at least: in winning chance, alone in payoff."""
SOLVED_MARGIN = 0.03
"""The same where values are exact or nearly so."""
ALIKE = 1e-6
"""In a solved game, choices whose values differ by less are the same for the solver, such as two empty trucks."""
SURE = 2.5
"""Standard errors that the margin is away from nothing."""
QUICK, LONG, LONGEST = 300, 4_000, 16_000
"""Simulations of the look that finds candidates, of the search that confirms them, and of one that checks again."""
BOTS = 100
"""Simulations for each decision of the bots whose games are looked at."""
CLOSE = 0.04
DECIDED = 4
"""A game is left when so many decisions in a row were made with a chance to win below `CLOSE` or as near to 1."""
RIVALS = 2
"""Other choices that the solution is compared with one by one."""
TRIES = {"visitor": 0, "trainee": 8, "keeper": 4, "curator": 3, "director": 1}
"""How often each level tries a puzzle; a visitor draws from the list, which needs no trying."""
SIMULATIONS = {"curator": 600, "director": 3_000}
WEAKEST = 0.5
"""A puzzle that a trainee solves more often than this is none."""
THEME = "theme."
FEWEST_CHOICES = 3
HARDEST = 5


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One position to solve."""

    id: str
    game: dict[str, Any]
    """The configuration."""
    position: dict[str, Any]
    seat: int
    solutions: tuple[str, ...]
    """In notation; several only where they are the same thing, such as two empty trucks."""
    value: float
    margin: float
    """By how much the best other choice is worse."""
    exact: bool
    theme: str
    difficulty: int
    """1 to 5: a keeper solves it; a curator; a curator now and then; a director; none of them."""
    solved_by: dict[str, float]
    """How often each level chose the solution."""

    def start(self) -> State:
        """The position on the board."""
        return _restored(self)

    def is_solved_by(self, notation: str) -> bool:
        return notation in self.solutions


def _restored(puzzle: Puzzle) -> State:
    given = puzzle.game
    game = games.game(given["game"], given["players"], given["variant"], given["settings"])
    state: State = game.restore(puzzle.position)
    return state


# Making them.


def make_puzzles(game: Game, seed: int, budget: int = LONG) -> Iterator[Puzzle]:
    """The puzzles of one game of bots."""
    bots = [player("curator", game, simulations=BOTS, seed=seed + seat) for seat in range(game.players)]
    quick, long = Judge(game, Budget(simulations=QUICK)), Judge(game, Budget(simulations=budget))
    state: State = game.start(seed)
    decided = 0
    while not state.over and decided < DECIDED:
        seat = state.first_waiting()
        if _can_be_asked(state, seat) and (quick.solver is not None or _stands_out(bots[seat], state, seat)):
            first = _quick_look(state, seat, quick, seed)
            decided = 0 if CLOSE < first.best_value < 1 - CLOSE else decided + 1
            made = _puzzle_at(state, seat, first, long, seed)
            if made is not None:
                yield made
        state.apply(seat, bots[seat].choose(state, seat))


def _stands_out(bot: Player, state: State, seat: int) -> bool:
    """Whether a bot that thinks a moment tries one choice more than all others together."""
    tries = sorted((thought.visits for thought in bot.think(state, seat)), reverse=True)
    return 2 * tries[0] > sum(tries)


def _quick_look(state: State, seat: int, quick: Judge, seed: int) -> Judgement:
    quick.seed = seed
    return quick.judge(state, seat)


def _can_be_asked(state: State, seat: int) -> bool:
    """Where decisions are secret bids, no single one is best."""
    if len(state.legal(seat)) < FEWEST_CHOICES:
        return False
    return len(state.waiting) == 1 or not tuning_of(state.game, "director").mixed


def _puzzle_at(state: State, seat: int, first: Judgement, long: Judge, seed: int) -> Puzzle | None:
    long.seed = seed + 1
    if _margin(first) < _least(first):
        return None
    found = first if long.solver is not None else confirmed(state, seat, first.best, long)
    if found is None:
        return None
    solutions = _alike(found)
    solved_by = _tries(state, seat, solutions, seed)
    if solved_by["trainee"] > WEAKEST:
        return None
    game = state.game
    position = state.position()
    names = tuple(game.notation(state, seat, choice) for choice in solutions)
    mark = json.dumps([game.configuration(), position, seat], sort_keys=True)
    return Puzzle(
        id=hashlib.blake2b(mark.encode(), digest_size=5).hexdigest(),
        game=game.configuration(),
        position=position,
        seat=seat,
        solutions=names,
        value=round(found.best_value, 4),
        margin=round(_margin(found), 4),
        exact=found.exact,
        theme=theme_of(state, seat, solutions[0], found.exact),
        difficulty=_difficulty(solved_by),
        solved_by=solved_by,
    )


def confirmed(state: State, seat: int, solution: int, judge: Judge) -> Judgement | None:
    """The judgement that finds the solution again, clearly better than each of its best rivals, or None."""
    found = judge.judge(state, seat)
    if found.best != solution or not _clear(found):
        return None
    worst = found
    for rival in [option.choice for option in found.options if option.choice != solution][:RIVALS]:
        compared = judge.judge(state, seat, rival)
        if compared.best != solution or not _clear(compared):
            return None
        if _margin(compared) < _margin(worst):
            worst = compared
    return worst


def _clear(found: Judgement) -> bool:
    return _margin(found) >= max(_least(found), SURE * found.error)


def _least(found: Judgement) -> float:
    return SOLVED_MARGIN if found.exact or found.error <= 0.001 else MARGIN


def _margin(found: Judgement) -> float:
    """How much worse the best choice is that is not as good as the solution itself."""
    if found.error > 0.001:
        return found.best_value - found.value
    others = [option.value for option in found.options if found.best_value - option.value > ALIKE]
    return found.best_value - max(others) if others else 0.0


def _alike(found: Judgement) -> list[int]:
    if found.error > 0.001:
        return [found.best]
    return [option.choice for option in found.options if found.best_value - option.value <= ALIKE]


def _tries(state: State, seat: int, solutions: list[int], seed: int) -> dict[str, float]:
    """How often each level chooses a solution."""
    legal = state.legal(seat)
    shares = {"visitor": len(solutions) / len(legal)}
    for level, tries in TRIES.items():
        if tries:
            found = 0
            for number in range(tries):
                bot = player(level, state.game, simulations=SIMULATIONS.get(level), seed=seed + number)
                found += bot.choose(state, seat) in solutions
            shares[level] = round(found / tries, 3)
    return shares


def _difficulty(solved_by: dict[str, float]) -> int:
    if solved_by["keeper"] > 0.5:
        return 1
    if solved_by["curator"] > 0.9:
        return 2
    if solved_by["curator"] > 0:
        return 3
    return 4 if solved_by["director"] > 0.5 else HARDEST


def theme_of(state: State, seat: int, choice: int, exact: bool) -> str:
    """What the solution is about: what it means, or of what it brings, the first for which the game has a theme."""
    game = state.game
    own = getattr(game.fact_module, "theme", None)
    found: str | None = own(state, seat, choice) if own is not None else None
    if found is not None:
        return found
    kinds = {event.kind for event in game.consequences(state, seat, choice) if event.seat in (seat, None)}
    kinds.add(game.choice(state, seat, choice).kind)
    for key in game.texts.texts:
        if key.startswith(THEME) and key.removeprefix(THEME) in kinds:
            return key.removeprefix(THEME)
    return "ending" if exact and game.solver is None else "quiet"


# Keeping them.


def read(path: Path) -> list[Puzzle]:
    """The puzzles of a file; raises ZooboxError for another file."""
    try:
        lines = gzip.decompress(path.read_bytes()).decode().splitlines()
        return [Puzzle(**{**given, "solutions": tuple(given["solutions"])}) for given in map(json.loads, lines)]
    except (OSError, EOFError, ValueError, TypeError, KeyError):
        raise ZooboxError(f"{path} holds no puzzles; `zoobox puzzles GAME --out FILE` makes some.") from None


def write(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Writes puzzles, one on each line, compressed."""
    lines = [json.dumps(asdict(puzzle), sort_keys=True, separators=(",", ":")) for puzzle in puzzles]
    try:
        path.write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))
    except OSError as error:
        raise ZooboxError(f"cannot write {path}: {error.strerror}.") from None


@cache
def shipped(name: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game, easy ones first."""
    if not any_shipped(name):
        return ()
    return tuple(sorted(read(_file_of(name)), key=lambda puzzle: (puzzle.difficulty, puzzle.id)))


def any_shipped(name: str) -> bool:
    """Whether puzzles come with a game."""
    return _file_of(name).exists()


def _file_of(name: str) -> Path:
    return games.game_class(name).folder / FILE


@cache
def all_shipped() -> dict[str, Puzzle]:
    """Every puzzle that comes with Zoobox, by its id."""
    return {puzzle.id: puzzle for name in games.names() for puzzle in shipped(name)}


def daily(day: int, name: str | None = None) -> Puzzle | None:
    """The puzzle of a day (counted from any fixed day), of one game or of all games in turn."""
    with_some = [one for one in ([name] if name else games.names()) if shipped(one)]
    if not with_some:
        return None
    own = shipped(with_some[day % len(with_some)])
    return own[Luck(day // len(with_some)).below(len(own))]


def verify(puzzle: Puzzle, simulations: int = LONGEST, seed: int = 99) -> str | None:
    """Why a puzzle is wrong, in a sentence; None if its solution is found again with a margin."""
    state = puzzle.start()
    legal = {state.game.notation(state, puzzle.seat, choice): choice for choice in state.legal(puzzle.seat)}
    if not set(puzzle.solutions) <= set(legal):
        return f"puzzle {puzzle.id}: the solution is not legal."
    judge = Judge(state.game, Budget(simulations=simulations), seed)
    if judge.solver is not None:
        found = judge.judge(state, puzzle.seat)
        names = {state.game.notation(state, puzzle.seat, choice) for choice in _alike(found)}
        if names != set(puzzle.solutions) or _margin(found) < SOLVED_MARGIN:
            return f"puzzle {puzzle.id}: the solver says {', '.join(sorted(names))}, {_margin(found):.3f} ahead."
        return None
    if confirmed_again(state, puzzle, legal[puzzle.solutions[0]], judge):
        return None
    return f"puzzle {puzzle.id}: a longer search does not find {puzzle.solutions[0]} clearly better."


def confirmed_again(state: State, puzzle: Puzzle, solution: int, judge: Judge) -> bool:
    """Whether the solution is the best choice again, better than the next by more than the search is unsure."""
    found = judge.judge(state, puzzle.seat)
    return found.best == solution and found.lost > SURE * found.error
