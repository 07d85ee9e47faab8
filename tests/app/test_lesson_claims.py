"""What a step states: folded under what there is to do, counted in its heading, waiting for a laboratory."""

from __future__ import annotations

from pathlib import Path

import pytest
from lesson_files import player, playing, set_number, written
from pytestqt.qtbot import QtBot
from scripted import click, find

from attnviz.app.lessons.claims_view import verdict_of
from attnviz.content.lessons.choice_order import shown_order
from attnviz.content.lessons.course import lesson

ASKS = """
attnviz_lesson = 1
title = "Asks"
summary = "For tests."
scenario = "by-hand"

[[steps]]
title = "One"
figure = "weights"
text = "Words."
[[steps.questions]]
ask = "Which key wins?"
choices = [
    { text = "key 1", why = "Its score is 2." },
    { text = "key 2", why = "Its score is 1." },
    { text = "key 3", right = true, why = "Its score is 3." },
]
[[steps.claims]]
text = "It is 0.576."
of = "weights[2,3]"
is = 0.576
[[steps.claims]]
text = "The row sums to 1."
of = "sum(weights[2,*])"
is = 1
within = 1e-9
"""
LAB = """
attnviz_lesson = 1
title = "Laboratory"
summary = "For tests."
scenario = "by-hand"

[[steps]]
title = "One"
lab = "mixture"
[[steps.claims]]
text = "Three weights."
of = "lab.weights[1] > 0"
is = true
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path, ASKS)


def test_claims_are_folded_under_a_question_and_counted(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    assert find(window, "lesson.claims.fold").accessibleName() == "True with these numbers: 2 of 2"
    assert not find(window, "lesson.claim.1").isVisible()
    click(qtbot, window, "lesson.claims.fold")
    assert find(window, "lesson.claim.1").isVisible()


def test_the_count_follows_the_numbers(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    set_number(window.session, "X", 1, 0, 4.0)
    assert find(window, "lesson.claims.fold").accessibleName() == "Still true after your change: 1 of 2"
    click(qtbot, window, "lesson.again")
    assert find(window, "lesson.claims.fold").accessibleName() == "True with these numbers: 2 of 2"


def test_a_claim_waits_until_the_laboratory_has_numbers() -> None:
    playing_alone = player(LAB)
    claim = playing_alone.step.claims[0]
    assert verdict_of(claim, playing_alone) is None
    playing_alone.take_lab_numbers({"weights": [0.2, 0.3, 0.5]})
    verdict = verdict_of(claim, playing_alone)
    assert verdict is not None
    assert verdict.true


def test_a_claim_without_a_value_shows_no_message_for_authors(qtbot: QtBot, tmp_path: Path) -> None:
    window = playing(qtbot, written(tmp_path, ASKS))
    set_number(window.session, "X", 1, 0, 4.0)
    words = find(window, "lesson.claim.1").words.accessibleName()
    assert "character" not in words
    assert "Not with your numbers" in words


def test_choices_stand_in_their_shown_order_and_count_by_their_place_in_the_file(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    question = window.rooms.lesson.player.step.questions[0]  # type: ignore[union-attr]
    tops = {place: find(window, f"lesson.question.1.choice.{place + 1}").y() for place in range(3)}
    assert tuple(sorted(tops, key=tops.__getitem__)) == shown_order(question)
    click(qtbot, window, "lesson.question.1.choice.3")
    assert window.rooms.lesson.player.note.answers == (2,)  # type: ignore[union-attr]
    assert find(window, "lesson.question.1.choice.3").accessibleDescription() == "right"


def test_the_right_answer_stands_at_every_place_of_the_course() -> None:
    places = [
        [question.choices[place].right for place in shown_order(question)].index(True)
        for unit in range(1, 13)
        for step in lesson(unit).steps
        for question in step.questions
    ]
    assert {0, 1, 2, 3} <= set(places)
    assert max(map(places.count, set(places))) < len(places) / 2
