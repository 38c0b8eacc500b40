"""One game between bots, and the same as a job for another process."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from zoobox.arena.entrants import parse
from zoobox.arena.matches import Match
from zoobox.games import game as make_game
from zoobox.kernel.components import Components
from zoobox.kernel.game import Game
from zoobox.kernel.player import Listener, Player, play_game
from zoobox.kernel.state import State

BOT_SEED_STEP = 1_000_003


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game."""

    FILE_SUFFIX: ClassVar[str] = ".jsonl"

    key: str
    seating: tuple[str, ...]
    seed: int
    payoffs: tuple[float, ...]
    points: tuple[int, ...]
    decisions: tuple[int, ...]
    """How many each seat made among several choices."""
    seconds: tuple[float, ...]
    """How long each seat thought about them."""
    longest: tuple[float, ...]
    """The longest time each seat thought about one."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Outcome:
        fields: dict[str, Any] = {}
        for name, value in given.items():
            fields[name] = tuple(value) if isinstance(value, list) else value
        return cls(**fields)


def seated(game: Game, match: Match) -> list[Player]:
    """The bots of a match, seat by seat."""
    return [entrant.make(game, match.seed * BOT_SEED_STEP + seat) for seat, entrant in enumerate(match.seating)]


def play_match(game: Game, match: Match, listener: Listener) -> State:
    """Plays a match to its end; the listener is called with every decision. Returns the final state."""
    state: State = game.start(match.seed)
    play_game(state, seated(game, match), listener)
    return state


def play(game: Game, match: Match) -> Outcome:
    """Plays a match and measures how long each seat thinks."""
    decisions = [0] * game.players
    seconds = [0.0] * game.players
    longest = [0.0] * game.players

    def measure(state: State, seat: int, choice: int, taken: float) -> None:
        if len(state.legal(seat)) > 1:
            decisions[seat] += 1
            seconds[seat] += taken
            longest[seat] = max(longest[seat], taken)

    state = play_match(game, match, measure)
    return Outcome(
        match.key,
        tuple(str(entrant) for entrant in match.seating),
        match.seed,
        tuple(state.payoff_of(seat) for seat in range(game.players)),
        tuple(state.points_of(seat) for seat in range(game.players)),
        tuple(decisions),
        tuple(round(spent, 6) for spent in seconds),
        tuple(round(spent, 6) for spent in longest),
    )


def play_job(job: dict[str, Any]) -> dict[str, Any]:
    """`play` for another process: plain values in, plain values out."""
    return play(game_of(job), match_of(job)).as_json()


def job_for(game: Game, match: Match) -> dict[str, Any]:
    """What another process needs to play a match."""
    return {
        "game": game.configuration(),
        "components": game.components.text if game.components.path != game.box().path else None,
        "seating": [str(entrant) for entrant in match.seating],
        "seed": match.seed,
    }


def game_of(job: dict[str, Any]) -> Game:
    """The game of a job."""
    configuration = dict(job["game"])
    components = job.get("components")
    return make_game(
        configuration.pop("game"),
        components=Components.parse(components) if components else None,
        **configuration,
    )


def match_of(job: dict[str, Any]) -> Match:
    """The match of a job."""
    return Match(tuple(parse(text) for text in job["seating"]), job["seed"])
