"""Copying the explanation of a number that is still being computed says so, and works once it is there."""

from __future__ import annotations

from large_maps import LONG, large, settled, shown_large
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from attnviz.app.explaining.copying import copy_explanation
from attnviz.engine.cells import Cell


def test_what_is_not_there_yet_is_said_and_copied_once_it_is(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, large(LONG))
    session = panel.session
    session.select(head=1, query=900, cell=Cell("scores", 1, 900, 7))
    QGuiApplication.clipboard().setText("before")
    assert copy_explanation(session, "text").endswith("Wait a moment.")
    assert QGuiApplication.clipboard().text() == "before"
    settled(qtbot, panel)
    assert copy_explanation(session, "text").startswith("Copied as plain text")
    assert QGuiApplication.clipboard().text() != "before"
