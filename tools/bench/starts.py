"""From the start of a fresh process to its first painted window, against the shortest pyqtgraph window."""

from __future__ import annotations

from tools.bench.fresh import Start

# Both programs run below this. It says "painted" once the event loop has come round after the first paint event,
# when the whole window has been painted, and ends the process there.
FIRST_PAINT = """
import os
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

class FirstPaint(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget) and watched.window().isVisible():
            QApplication.instance().removeEventFilter(self)
            QTimer.singleShot(0, self.report)
        return False

    def report(self):
        print("painted", flush=True)
        os._exit(0)

first_paint = FirstPaint()
run_loop = QApplication.exec

def exec_watched(*_):
    QApplication.instance().installEventFilter(first_paint)
    return run_loop()

QApplication.exec = exec_watched
"""
_OURS = "from attnviz.app.run import main; main('by-hand')"
_SHORTEST = "import pyqtgraph; plot = pyqtgraph.plot([1, 3, 2]); pyqtgraph.exec()"

OURS = Start("attnviz, start to first picture", FIRST_PAINT + _OURS)
SHORTEST = Start("pyqtgraph, start to first picture", FIRST_PAINT + _SHORTEST)
