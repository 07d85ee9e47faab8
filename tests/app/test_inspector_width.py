"""The inspector's words keep their width while the scroll bar comes and goes.

Letters that shrink in a narrower page make it shorter, and then it needs no bar: were the width to follow the bar, Qt
would lay both out in turn until the stack is full.
"""

from __future__ import annotations

import pytest
from explain_gestures import WEIGHT, explain
from figure_scenarios import by_hand, shown_inspector
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnviz.figures.theme import theme


class Widths(QObject):
    """Every width that a widget was given."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[int] = set()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.seen.add(watched.width())  # type: ignore[attr-defined]
        return False


@pytest.mark.parametrize("depth", ["words", "numbers", "formula"])
def test_the_words_have_one_width_also_in_passing(qtbot: QtBot, depth: str) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT, depth=depth)
    QApplication.processEvents()
    widths, bars = Widths(), set()
    inspector.text.installEventFilter(widths)
    for height in (1600, 300, 1600, 500, 1600):
        inspector.resize(inspector.width(), height)
        QApplication.processEvents()
        bars.add(inspector.verticalScrollBar().isVisible())
    assert bars == {True, False}
    assert widths.seen <= {inspector.text.width()}


def test_the_words_follow_the_width_of_the_column(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT)
    wide = inspector.text.width()
    inspector.resize(inspector.width() - 60, inspector.height())
    assert inspector.text.width() == wide - 60
    inspector.resize(inspector.width() + 60, inspector.height())
    assert inspector.text.width() == wide


def test_the_place_of_the_hidden_bar_is_a_part_of_the_panel(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    inspector.resize(inspector.width(), 1600)
    QApplication.processEvents()
    assert not inspector.verticalScrollBar().isVisible()
    picture = inspector.grab().toImage()
    look = theme(inspector.session.state.view.theme, inspector.session.state.view.text_size)
    assert QColor(picture.pixel(picture.width() - 3, picture.height() // 2)) == look.palette.panel


def test_a_width_that_breaks_no_line_elsewhere_keeps_what_is_chosen(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT, depth="numbers")
    inspector.text.setFocus()
    qtbot.keyClick(inspector.text, Qt.Key.Key_Right)
    chosen = inspector.text.textCursor().selectedText()
    assert chosen
    inspector.resize(inspector.width() - 1, inspector.height())
    QApplication.processEvents()
    assert inspector.text.textCursor().selectedText() == chosen
