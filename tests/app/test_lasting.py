"""The window lives on: faults in painting and in slots, windows opened again and again, panes that come and go."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from scripted import find, flush, opened, trigger

from attnviz.app.session import Session
from attnviz.app.window import MainWindow
from attnviz.content.presets import preset

# A painter that a failed paint function leaves open must not outlive the paint event, or Qt ends the program.
BROKEN = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication
from attnviz.app.{room} import {module}
from attnviz.app.dialogs.questions import Questions
from attnviz.app.run import main
Questions.fault = lambda self, *about: print('told', *about, flush=True)
def broken(self, *_):
    painter = {device}
    raise ZeroDivisionError('told by the test')
def started(window):
    {module}.{view}.{method} = broken
    window.resize(900, 640)
    for _ in range(5):
        window.resize(window.width() + 1, window.height())
        window.update()
        QApplication.processEvents()
    QTimer.singleShot(50, window.close)
sys.exit(main("by-hand", started=started))
"""


@pytest.mark.parametrize(
    ("room", "module", "view", "method", "device"),
    [
        ("pipeline", "figure_view", "FigureView", "paintEvent", "QPainter(self)"),
        ("pipeline", "pipeline_panel", "PipelinePanel", "paintEvent", "QPainter(self)"),
        ("panes", "numbers_view", "NumbersView", "paintEvent", "QPainter(self.viewport())"),
        ("pipeline", "middle", "Middle", "paintEvent", "QPainter(self)"),
    ],
)
def test_a_view_that_fails_is_told_of_once_and_the_window_goes_on(
    tmp_path: Path, room: str, module: str, view: str, method: str, device: str
) -> None:
    code = BROKEN.format(room=room, module=module, view=view, method=method, device=device)
    environment = {"ATTNVIZ_SETTINGS": str(tmp_path / "settings.ini"), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("told by the test") == 1
    assert "ZeroDivisionError" in (tmp_path / "attnviz.log").read_text(encoding="utf-8")


def test_windows_can_be_opened_and_closed_twenty_times(qtbot: QtBot) -> None:
    before = {id(widget) for widget in QApplication.topLevelWidgets()}
    for number in range(20):
        window = MainWindow(Session(preset(("by-hand", "mixture", "two-heads")[number % 3])))
        window.show()
        QApplication.processEvents()
        window.close()
        window.deleteLater()
        del window
        flush()
    assert [widget for widget in QApplication.topLevelWidgets() if id(widget) not in before] == []


def test_undo_and_redo_outlive_panes_that_come_and_go(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    for _ in range(10):
        trigger(window, "W_O")
        trigger(window, "undo")
        flush()
    assert window.menus.commands["undo"] is find(window, "action.undo", QAction)
    assert window.menus.commands["redo"].text() == "&Redo Remove W_O"
    assert window.menus.commands["undo"].toolTip() == "Nothing to undo"


def test_a_pane_has_one_menu_to_fill_it_however_often_it_was_opened(qtbot: QtBot) -> None:
    window = opened(qtbot)
    menu = find(window, "pane.W_Q.menu").menu()
    for _ in range(5):
        menu.aboutToShow.emit()
        flush()
    assert len(menu.findChildren(QMenu)) == 1
    assert len(window.findChildren(QAction, "action.pane.W_Q.fill_zeros")) == 1


def test_the_keyboard_stays_in_the_inputs_when_its_pane_goes(qtbot: QtBot) -> None:
    window = opened(qtbot)
    view = find(window, "pane.W_Q")
    view.setCurrentIndex(view.model().index(0, 0))
    view.setFocus()
    window.document.open_preset("one-query")
    assert QApplication.focusWidget() is find(window, "pane.Q")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    assert find(window, "pane.Q").currentIndex().isValid()
