"""Routes of the coach: reviews of finished games, exercises from them, puzzles."""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, Field

from zoobox.bots import puzzles
from zoobox.bots.hints import reason_for
from zoobox.bots.review import Review
from zoobox.bots.review_words import summary, turning_point
from zoobox.drawing.palette import SEATS
from zoobox.kernel.state import State
from zoobox.kernel.text import Phrase
from zoobox.service.errors import Refused
from zoobox.service.http.auth import CurrentRequester, CurrentServer
from zoobox.service.http.tables import TableId, installed_games
from zoobox.service.tables.messages import ViewOptions, choices_message

router = APIRouter(prefix="/api", tags=["coach"])
DAY_SECONDS = 24 * 3600
LEAST_HEIGHT = 0.05
"""Of a chart of payoffs."""
Language = Literal["en", "de"]
PuzzleId = Annotated[str, Path(max_length=16)]


class ExerciseAnswer(BaseModel):
    """A choice that somebody tries."""

    choice: Annotated[int, Field(ge=0, le=2**31 - 1)]
    language: Language = "en"


def exercise(state: State, seat: int, language: str) -> dict[str, Any]:
    """A position to decide in, as the seat sees it: the picture, the question, the choices."""
    options = ViewOptions(seat, language, True, True, False, (seat,))
    return {
        "game": state.game.name,
        "players": state.players,
        "seat": seat,
        "svg": state.svg(seat, language),
        "prompt": state.prompt(seat, language),
        "choices": choices_message(state, seat, options),
        "points": [state.game.spoken_points(one, language) for one in state.standings],
        "colours": SEATS,
    }


def _must_be_legal(state: State, seat: int, choice: int) -> None:
    if not state.is_legal_choice(seat, choice):
        refusal = state.game.refusal(state, seat, choice)
        raise Refused("illegal", refusal.reason, refusal.rule)


# Reviews.


@router.get("/tables/{table}/review")
async def get_review(
    table: TableId, requester: CurrentRequester, server: CurrentServer, language: Language = "en"
) -> Response:
    """The review of a finished game as far as it is; asking for it begins it."""
    shown = (await server.live_table(table)).table
    kept = await server.coach.review(shown)
    names = shown.names_in(language)
    review = kept.review
    points = [
        {"number": one.number, "seat": one.seat, "text": turning_point(review, kept.again, one, language, names)}
        for one in (review.turning_points() if review.complete else [])
    ]
    mistakes = [[one.number for one in review.mistakes(seat)] for seat in range(review.game.players)]
    shown_as = review.as_json()
    for one in shown_as["all"]:
        one["worth"] = review.game.spoken_value(one["value"], language)
        one["best_worth"] = review.game.spoken_value(one["best_value"], language)
    return requester.reply(
        {
            **shown_as,
            "axis": _axis(review, language),
            "names": names,
            "summary": summary(review, kept.again, language, names),
            "moments": points,
            "mistakes": mistakes,
            "yours": list(requester.seats(shown)),
        }
    )


def _axis(review: Review, language: str) -> list[dict[str, Any]]:
    """The values at which the chart has a line, with words: chances, alone results in the game's own terms."""
    values = [0.0, 0.5, 1.0]
    if review.game.players == 1:
        known = [chances[0] for chances in review.chances() if chances is not None] or [0.0, 1.0]
        low, high = min(known), max(max(known), min(known) + LEAST_HEIGHT)
        values = [low, (low + high) / 2, high]
    return [{"value": value, "words": review.game.spoken_value(value, language)} for value in values]


@router.get("/tables/{table}/review/{number}")
async def get_exercise(
    table: TableId,
    number: Annotated[int, Path(ge=0, le=2**31 - 1)],
    requester: CurrentRequester,
    server: CurrentServer,
    language: Language = "en",
) -> Response:
    """The position before a decision of a finished game, to try again."""
    state, seat, _ = await _before(server, table, number)
    return requester.reply({"number": number, **exercise(state, seat, language)})


@router.post("/tables/{table}/review/{number}")
async def try_again(
    table: TableId,
    number: Annotated[int, Path(ge=0, le=2**31 - 1)],
    body: ExerciseAnswer,
    requester: CurrentRequester,
    server: CurrentServer,
) -> Response:
    """What another choice would have been worth there."""
    state, seat, judged = await _before(server, table, number)
    game, language = state.game, body.language
    _must_be_legal(state, seat, body.choice)
    found = await server.coach.worth(state, seat, body.choice)
    best = judged.best if judged is not None else found["best"]
    value = min(found["value"], judged.best_value) if judged is not None else found["value"]
    best_value = judged.best_value if judged is not None else found["best_value"]
    if body.choice == best:
        value = best_value
    return requester.reply(
        {
            "value": value,
            "best_value": best_value,
            "worth": game.spoken_value(value, language),
            "best_worth": game.spoken_value(best_value, language),
            "right": body.choice == best or best_value - value <= max(0.01, found["error"]),
            "best": best,
            "best_label": game.choice(state, seat, best, language).label,
            "reason": reason_for(state, seat, best, language),
        }
    )


async def _before(server: CurrentServer, table: str, number: int) -> tuple[State, int, Any]:
    shown = (await server.live_table(table)).table
    kept = await server.coach.review(shown)
    past = kept.again.state.past
    if number >= len(past):
        raise Refused("not-found", f"This game has {len(past)} decisions; there is none with the number {number + 1}.")
    judged = {one.number: one for one in kept.review.in_order()}.get(number)
    return kept.again.at(number), past[number][0], judged


# Puzzles.


def _short(puzzle: puzzles.Puzzle, language: str) -> dict[str, Any]:
    texts = next(game for game in installed_games() if game.name == puzzle.game["game"]).texts
    return {
        "id": puzzle.id,
        "game": puzzle.game["game"],
        "difficulty": puzzle.difficulty,
        "theme": texts.say(Phrase(f"theme.{puzzle.theme}"), language),
    }


@router.get("/puzzles")
async def get_puzzles(
    requester: CurrentRequester,
    server: CurrentServer,
    game: Annotated[str | None, Query(max_length=40)] = None,
    language: Language = "en",
) -> Response:
    """The puzzles of one game or of all, the daily one, what I have solved, and my rating."""
    names = [one.name for one in installed_games() if game in (None, one.name)]
    today = puzzles.daily(int(time.time()) // DAY_SECONDS, game if names and game else None)
    return requester.reply(
        {
            "puzzles": [_short(one, language) for name in names for one in puzzles.shipped(name)],
            "daily": today.id if today else None,
            "me": await server.coach.progress(requester.person_id),
        }
    )


def _found(puzzle: str) -> puzzles.Puzzle:
    known = puzzles.all_shipped()
    if puzzle not in known:
        raise Refused("not-found", "There is no such puzzle.")
    return known[puzzle]


@router.get("/puzzles/{puzzle}")
async def get_puzzle(puzzle: PuzzleId, requester: CurrentRequester, language: Language = "en") -> Response:
    """One puzzle as the seat to move sees it."""
    found = _found(puzzle)
    return requester.reply({**_short(found, language), **exercise(found.start(), found.seat, language)})


@router.post("/puzzles/{puzzle}")
async def answer_puzzle(
    puzzle: PuzzleId, body: ExerciseAnswer, requester: CurrentRequester, server: CurrentServer
) -> Response:
    """Whether a choice solves the puzzle, why the solution is better, and my rating; the first answer counts."""
    found = _found(puzzle)
    state, language = found.start(), body.language
    game = state.game
    _must_be_legal(state, found.seat, body.choice)
    solved = found.is_solved_by(game.notation(state, found.seat, body.choice))
    solution = next(
        choice for choice in state.legal(found.seat) if found.is_solved_by(game.notation(state, found.seat, choice))
    )
    person = await requester.become_person()
    return requester.reply(
        {
            "solved": solved,
            "solution": solution,
            "solution_label": game.choice(state, found.seat, solution, language).label,
            "margin": found.margin,
            "worth": game.spoken_value(found.value, language),
            "exact": found.exact,
            "solved_by": found.solved_by,
            "reason": reason_for(state, found.seat, solution, language),
            "me": await server.coach.answer(person.id, found, solved),
        }
    )
