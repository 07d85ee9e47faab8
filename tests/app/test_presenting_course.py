"""Every lesson of the course can be presented from its first press to its last, and back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from attnviz.app.presenting.notes_window import NotesWindow
from attnviz.app.presenting.presentation import present_lesson
from attnviz.app.presenting.stage import Stage
from attnviz.content.lessons.course import course
from attnviz.figures.view import View


@pytest.mark.parametrize("name", [lesson.name for lesson in course()])
def test_a_lesson_is_presented_forward_and_back_by_the_clicker_alone(qtbot, name):
    lesson = next(lesson for lesson in course() if lesson.name == name)
    stage = Stage(present_lesson(lesson, View()), motion=False)
    qtbot.addWidget(stage)
    stage.resize(1366, 768)
    stage.show()
    show = stage.presentation
    while not show.at_end:
        QTest.keyClick(stage, Qt.Key.Key_PageDown)
        assert stage.slide.title
    assert show.beat.step is lesson.steps[-1]
    while show.place > 0:
        QTest.keyClick(stage, Qt.Key.Key_PageUp)
    assert show.beat.step is lesson.steps[0]
    stage.close()


def test_the_notes_of_every_press_of_a_lesson_can_be_read(qtbot):
    presentation = present_lesson(course()[1], View())
    notes = NotesWindow(presentation)
    qtbot.addWidget(notes)
    notes.show()
    while not presentation.at_end:
        presentation.next()
        assert notes.text.toPlainText()
        assert "{" not in notes.text.toPlainText()
    notes.close()
