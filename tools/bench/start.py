"""From the start of a fresh process to its first painted window, against the shortest pyqtgraph window."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.bench.timing import Times, take_turns

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
OURS = "from attnviz.app.run import main; main('by-hand')"
SHORTEST = "import pyqtgraph; plot = pyqtgraph.plot([1, 3, 2]); pyqtgraph.exec()"


def start_against_pyqtgraph(turns: int) -> tuple[Times, Times]:
    """Times of our start and of pyqtgraph's, processes taking turns."""
    with tempfile.TemporaryDirectory() as folder:
        settings = str(Path(folder) / "attnviz.ini")  # a first start each time: no remembered window
        times = take_turns(
            {
                "attnviz": lambda _: _until_painted(OURS, settings),
                "pyqtgraph": lambda _: _until_painted(SHORTEST, settings),
            },
            turns,
        )
    return times["attnviz"], times["pyqtgraph"]


def _until_painted(code: str, settings: str) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "ATTNVIZ_SETTINGS": settings}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # both programs start from compiled files, as installed ones do
    process = subprocess.run(
        [sys.executable, "-c", FIRST_PAINT + code],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if "painted" not in process.stdout:
        raise RuntimeError(f"no window was painted: {process.stderr}")
