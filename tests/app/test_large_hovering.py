"""What is said under a pointer that rests on a map of thousands of tokens."""

from __future__ import annotations

from large_maps import LONG, large, point_of, settled, shown_large
from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from attnviz.app.pipeline.figure_view import FigureView


def test_a_number_that_was_still_being_computed_is_told_where_the_pointer_rests(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, large(LONG, heads=4))
    panel.session.limit_memory(9)  # one head's weights take 5.8 MB, with its picture 7.7
    panel.session.look(tab="heads")
    settled(qtbot, panel)
    view = panel.findChild(FigureView, "figure.heads.1")
    here = point_of(view, 700, 100).toPoint()
    QApplication.sendEvent(view, QHelpEvent(QEvent.Type.ToolTip, here, view.mapToGlobal(here)))
    assert QToolTip.text().endswith("being computed. Wait a moment.")
    settled(qtbot, panel)
    qtbot.waitUntil(lambda: "looks at key" in QToolTip.text(), timeout=20_000)
    QToolTip.hideText()


def test_results_that_come_leave_the_words_of_another_view_alone(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, large(LONG, heads=4))
    panel.session.limit_memory(9)
    panel.session.look(tab="heads")
    settled(qtbot, panel)
    view = panel.findChild(FigureView, "figure.heads.1")
    here = point_of(view, 700, 100).toPoint()
    QApplication.sendEvent(view, QHelpEvent(QEvent.Type.ToolTip, here, view.mapToGlobal(here)))
    QToolTip.showText(view.mapToGlobal(here), "another's words", panel)
    settled(qtbot, panel)
    assert QToolTip.text() == "another's words"
    QToolTip.hideText()
