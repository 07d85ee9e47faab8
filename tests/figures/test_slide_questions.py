"""A question on a slide: in letters as large as there is room for, searched for once however often it is painted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from attnviz.content.lessons.course import course
from attnviz.content.lessons.model import Question
from attnviz.figures import slide_question
from attnviz.figures.slide_question import LARGEST, SMALLEST, paint_question
from attnviz.figures.theme import theme

PLACE = QRectF(40, 90, 1286, 600)
NARROW = QRectF(40, 90, 500, 400)
QUESTIONS = {
    f"{lesson.name} {number}": question
    for lesson in course()
    for number, question in enumerate(question for step in lesson.steps for question in step.questions)
}
WHITE = theme("light", "projector", 768)


def painted(question: Question, *, answered: bool = False) -> None:
    picture = QImage(1366, 768, QImage.Format.Format_RGB32)
    with QPainter(picture) as painter:
        paint_question(painter, PLACE, question, WHITE, answered=answered)


def ends_within(question: Question, size: int, place: QRectF, *, answered: bool) -> bool:
    last = tuple(slide_question._lines(question, size, place, WHITE, answered=answered))[-1]
    return last.top + last.words.size().height() <= place.bottom()


@pytest.mark.parametrize("answered", [False, True])
@pytest.mark.parametrize("place", [PLACE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("name", QUESTIONS)
def test_the_letters_fit_and_larger_ones_do_not(name: str, place: QRectF, answered: bool) -> None:
    question = QUESTIONS[name]
    size = slide_question._size(question, place.getRect(), WHITE, answered)
    largest, smallest = round(place.height() / LARGEST), max(11, round(place.height() / SMALLEST))
    assert smallest <= size <= largest
    assert size == smallest or ends_within(question, size, place, answered=answered)
    assert size == largest or not ends_within(question, size + 1, place, answered=answered)


def test_painted_again_it_is_laid_out_once_and_anew_once_it_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    question = next(iter(QUESTIONS.values()))
    sizes: list[int] = []
    lines_of = slide_question._lines

    def counted(question: Question, size: int, *rest: object, **named: object) -> object:
        sizes.append(size)
        return lines_of(question, size, *rest, **named)  # type: ignore[arg-type]

    slide_question._size.cache_clear()
    monkeypatch.setattr(slide_question, "_lines", counted)
    painted(question)
    assert 1 < len(sizes) <= 8
    sizes.clear()
    painted(question)
    assert len(sizes) == 1
    painted(question, answered=True)
    assert len(sizes) > 2
