"""An error within what Qt calls from within what Qt called is told, on every Python: it ends nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from attnviz.app.whole_errors import keep_errors_whole

keep_errors_whole()
from attnviz.app.pipeline.painted_view import PaintedView
from attnviz.figures.theme import theme

sys.excepthook = lambda kind, error, where: print("told:", kind.__name__, error)


class Failing(PaintedView):
    def __init__(self):
        super().__init__("failing", theme())

    def paint_all(self, _at, _painter):
        pass

    def mousePressEvent(self, event):
        [][13]


application = QApplication([])
widget = Failing()
at = QPointF(1, 1)
button = Qt.MouseButton.LeftButton
press = QMouseEvent(QEvent.Type.MouseButtonPress, at, at, button, button, Qt.KeyboardModifier.NoModifier)
QApplication.postEvent(widget, press)
application.processEvents()
print("alive")
"""


@pytest.fixture(scope="module")
def done() -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=False)


def test_the_program_goes_on(done: subprocess.CompletedProcess[str]) -> None:
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["alive"]), done.stderr


def test_the_error_is_told(done: subprocess.CompletedProcess[str]) -> None:
    assert "told: IndexError" in done.stdout
    assert "list index out of range" in done.stdout
