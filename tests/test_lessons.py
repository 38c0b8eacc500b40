"""Lessons play through to their end; what they point at is in the picture; everything is said in both languages."""

from __future__ import annotations

import re

import pytest

import zoobox
from zoobox.kernel.lesson import ANYTHING, LEARNER, Lesson, Step, lesson, merged
from zoobox.kernel.text import LANGUAGES

FEWEST_STEPS = 12
FEWEST_EXERCISES = 6
LESSONS = [(name, told) for name in zoobox.names() if (told := lesson(zoobox.game_class(name)))]
STEPS = [pytest.param(told, step, id=f"{name}-{step.number}") for name, told in LESSONS for step in told.steps]


def test_every_game_has_a_lesson() -> None:
    assert [name for name, _ in LESSONS] == list(zoobox.names())


@pytest.mark.parametrize(("name", "told"), LESSONS)
def test_a_lesson_takes_five_to_eight_minutes(name: str, told: Lesson) -> None:
    assert 5 <= told.minutes <= 8
    assert len(told.steps) >= FEWEST_STEPS
    assert sum(step.is_exercise for step in told.steps) >= FEWEST_EXERCISES


@pytest.mark.parametrize(("told", "step"), STEPS)
@pytest.mark.parametrize("form", ["wide", "narrow"])
def test_what_a_step_points_at_is_in_the_picture(told: Lesson, step: Step, form: str) -> None:
    view = told.asked(step).view(LEARNER)
    ids = set(re.findall(r'\bid="([^"]+)"', told.game.svg(view, "en", form)))
    assert set(step.point) <= ids
    assert step.point


@pytest.mark.parametrize(("told", "step"), STEPS)
def test_a_step_can_be_solved_and_says_so_in_both_languages(told: Lesson, step: Step) -> None:
    for text in (step.text, step.wrong, step.right, told.scenes[step.scene].title):
        assert not text or set(text) == set(LANGUAGES)
    if not step.is_exercise:
        return
    state = told.asked(step)
    possible = {told.game.notation(state, LEARNER, choice): choice for choice in state.legal(LEARNER)}
    answers = possible if ANYTHING in step.answers else step.answers
    assert set(answers) <= set(possible)
    for answer in list(answers)[:20]:
        assert step.accepts(answer)
        assert told.answer(step, possible[answer]).lines
    if not step.last_of_scene:
        assert len(step.answers) == 1, "the picture goes on from one answer"
        assert step.answers[0] != ANYTHING
    if len(answers) < len(possible):
        assert step.wrong, "whoever answers otherwise is told what is wanted"


def test_positions_are_merged_entry_by_entry() -> None:
    assert merged({"a": [1, 2], "b": {"c": 1, "d": 2}}, {"b": {"c": 3}}) == {"a": [1, 2], "b": {"c": 3, "d": 2}}
    assert merged([{"a": 1}, {"a": 2}], [{}, {"a": 3}]) == [{"a": 1}, {"a": 3}]
    assert merged([1, 2], [3]) == [3]
