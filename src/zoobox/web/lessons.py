"""Learning by playing: the page of a lesson, and what it asks for step by step."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse

from zoobox import games
from zoobox.drawing.palette import SEATS
from zoobox.kernel.lesson import LEARNER, Lesson, Moment, Step, lesson
from zoobox.kernel.state import State
from zoobox.service.tables.messages import (
    ViewOptions,
    choices_message,
    consequence_lines,
    line_message,
    standings_message,
)
from zoobox.web.descriptions import game_card, is_installed
from zoobox.web.language import language_of, say
from zoobox.web.pages import not_found, page

router = APIRouter(include_in_schema=False)
Form = Annotated[str, Query(pattern="^(wide|narrow)$")]


def lesson_of(game: str) -> Lesson | None:
    return lesson(games.game_class(game)) if is_installed(game) else None


@router.get("/learn/{game}/lesson")
def lesson_page(request: Request, game: str) -> HTMLResponse:
    """The scripted first game."""
    if lesson_of(game) is None:
        return not_found(request)
    return page(request, "lesson.html", game=game_card(game, language_of(request)))


@router.get("/learn/{game}/steps/{number}")
def get_step(request: Request, game: str, number: int, form: Form = "wide") -> JSONResponse:
    """One step: what is played in it, what is said about which pieces, and what may be answered."""
    found = _find(game, number)
    if found is None:
        return _nothing()
    told, step = found
    language = language_of(request)
    options = ViewOptions(seat=LEARNER, language=language, form=form)
    before, state = told.before(step), told.asked(step)
    exercise = step.is_exercise
    return JSONResponse(
        {
            "number": number,
            "count": len(told.steps),
            "scene": told.scenes[step.scene].title[language],
            "first": number == 0 or told.steps[number - 1].scene != step.scene,
            "text": step.text[language],
            "point": step.point,
            "svg": told.game.svg(before.view(LEARNER), language, form),
            "played": [_moment(told, one, language, form) for one in told.played(step)],
            "exercise": exercise,
            "prompt": state.prompt(LEARNER, language) if exercise else "",
            "choices": choices_message(state, LEARNER, options) if exercise else [],
            "now": _now(told, state, options),
            "colours": SEATS,
        }
    )


@router.get("/learn/{game}/steps/{number}/answers/{choice}")
def try_answer(request: Request, game: str, number: int, choice: int, form: Form = "wide") -> JSONResponse:
    """What becomes of an answer: right, with what it led to, or wrong, with a word of help."""
    found = _find(game, number)
    if found is None:
        return _nothing()
    told, step = found
    language = language_of(request)
    state = told.asked(step)
    if not step.is_exercise or not state.is_legal_choice(LEARNER, choice):
        return _nothing()
    if not step.accepts(told.game.notation(state, LEARNER, choice)):
        return JSONResponse({"right": False, "text": step.wrong.get(language) or say(language, "learn.not_yet")})
    moment = _moment(told, told.answer(step, choice), language, form)
    return JSONResponse({"right": True, "text": step.right.get(language) or say(language, "learn.well_done"), **moment})


@router.get("/learn/{game}/steps/{number}/consequences/{choice}")
def consequences(request: Request, game: str, number: int, choice: int) -> JSONResponse:
    """What an answer would lead to."""
    found = _find(game, number)
    if found is None:
        return _nothing()
    told, step = found
    state = told.asked(step)
    if not step.is_exercise or not state.is_legal_choice(LEARNER, choice):
        return _nothing()
    language = language_of(request)
    return JSONResponse({"lines": consequence_lines(state, LEARNER, choice, names(language), language)})


def names(language: str) -> list[str]:
    """What the seats of a lesson are called."""
    return [say(language, "learn.learner"), *(say(language, "learn.other", number=seat) for seat in range(1, 5))]


def _find(game: str, number: int) -> tuple[Lesson, Step] | None:
    told = lesson_of(game)
    if told is None or not 0 <= number < len(told.steps):
        return None
    return told, told.steps[number]


def _moment(told: Lesson, moment: Moment, language: str, form: str) -> dict[str, Any]:
    """The picture after a decision, and the lines that tell of it."""
    said = [line_message(told.game, line, names(language), language) for line in moment.lines]
    return {"svg": told.game.svg(moment.state.view(LEARNER), language, form), "lines": said}


def _now(told: Lesson, state: State, options: ViewOptions) -> dict[str, Any]:
    """What the lines above the boards say."""
    seats = [
        {"seat": seat, "kind": "person", "name": name, "level": None, "you": seat == LEARNER, "present": True}
        for seat, name in enumerate(names(options.language)[: told.game.players])
    ]
    return {"seats": seats, "waiting": list(state.waiting), "standings": standings_message(state, options)}


def _nothing() -> JSONResponse:
    return JSONResponse({"error": {"code": "not-found", "reason": "There is no such step."}}, 404)
