"""What only a process of its own can show: which libraries a command loads, and that Qt's signals leak nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import attnviz

# Runs the command line in this process and prints which of the named modules it loaded, after its own output.
REPORT = """
import sys
from attnviz.__main__ import main
try:
    status = main(sys.argv[1:])
except SystemExit as end:
    status = end.code
print("loaded:", *sorted({"PySide6", "pyqtgraph", "matplotlib"} & set(sys.modules)))
sys.exit(status)
"""
# What only some need, each of which makes the start of all slower.
LATE = {
    "ziamath",
    "latex2mathml",
    "PIL",
    "pyqtgraph",
    "matplotlib",
    "numpy.ma",
    "attnviz.labs.catalogue",
    "attnviz.labs.exhibits",
    "attnviz.app.presenting.stage",
    "attnviz.app.pipeline.map_gestures",
    "attnviz.content.blocks",
    "attnviz.content.importing.found",
    "attnviz.content.practice.judging",
    "attnviz.figures.further",
    "attnviz.figures.large.painter",
    "attnviz.figures.overview.composing",
    "difflib",
    "secrets",
    "socket",
}
WINDOW = f"""
import sys
from PySide6.QtCore import QTimer
from attnviz.app import run
run.main("by-hand", started=lambda window: QTimer.singleShot(0, window.close))
print("loaded:", *sorted({LATE} & set(sys.modules)))
"""

# Closes the window while the figures of a large scenario are computed beside it.
CLOSED_EARLY = """
import sys
import threading
from PySide6.QtCore import QTimer
from attnviz.app import run
pending = []
def started(window):
    pending.append(window.session.state.pending)
    QTimer.singleShot(20, window.close)
status = run.main(sys.argv[1], started=started)
print(status, pending[0] is not None, threading.active_count())
"""
# Ends while a deed goes on that only ends when it is asked to.
ENDED_EARLY = """
import threading
from PySide6.QtWidgets import QApplication
from attnviz.app.worker import Line
application = QApplication([])
line, begun = Line(), threading.Event()
def deed(report):
    begun.set()
    while report(0.5):
        pass
    print("stopped")
line.start(deed)
begun.wait()
"""


def _run(code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        env={**inherited, **environment},
        check=False,
    )


def test_importing_attnviz_loads_no_qt() -> None:
    done = _run("import sys, attnviz; print({'PySide6', 'pyqtgraph'} & set(sys.modules))")
    assert (done.stdout, done.stderr) == ("set()\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["presets"],
        ["check", "by-hand"],
        ["trace", "by-hand", "--stage", "weights", "--format", "json"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_commands_without_pictures_load_no_qt(arguments: list[str]) -> None:
    done = _run(REPORT, *arguments)
    assert done.stdout.splitlines()[-1] == "loaded:", done.stderr
    assert done.returncode == 0


@pytest.mark.parametrize("figure", ["board", "weights", "heads", "bars", "vectors"])
def test_rendering_loads_qt_and_no_pyqtgraph(figure: str, tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    done = _run(REPORT, "render", "by-hand", "--figure", figure, "-o", str(picture))
    assert done.stdout.splitlines()[-1] == "loaded: PySide6", done.stderr
    assert picture.read_bytes().lstrip().startswith(b"<?xml")


@pytest.mark.parametrize(
    "arguments", [["--help"], ["presets"], ["lessons"], ["labs"], ["walk", "--help"]], ids=" ".join
)
def test_help_and_lists_load_no_numpy(arguments: list[str]) -> None:
    done = _run(REPORT.replace('"PySide6", ', '"PySide6", "numpy", '), *arguments)
    assert done.stdout.splitlines()[-1] == "loaded:", done.stderr


def test_the_window_opens_without_what_only_some_need(tmp_path: Path) -> None:
    settings = str(tmp_path / "attnviz.ini")
    done = _run(WINDOW, QT_QPA_PLATFORM="offscreen", ATTNVIZ_SETTINGS=settings)
    assert done.stdout.splitlines()[-1] == "loaded:", done.stderr


def test_a_window_closed_while_it_computes_ends_well(tmp_path: Path) -> None:
    numbers = np.random.default_rng(1).standard_normal((3, 2048, 32)).astype(np.float32)
    path = tmp_path / "large.attn"
    attnviz.save(attnviz.Scenario(attnviz.Direct(*numbers)), path)
    done = _run(CLOSED_EARLY, str(path), QT_QPA_PLATFORM="offscreen", ATTNVIZ_SETTINGS=str(tmp_path / "attnviz.ini"))
    assert done.stdout == "0 True 1\n", done.stderr
    assert done.returncode == 0, done.stderr


def test_a_process_that_ends_stops_what_goes_on_beside_the_window() -> None:
    done = _run(ENDED_EARLY, QT_QPA_PLATFORM="offscreen")
    assert (done.returncode, done.stdout, done.stderr) == (0, "stopped\n", "")


def test_signals_do_not_eat_references_to_true() -> None:
    """PySide6 6.12.0 loses one at each emit under Python 3.10 and 3.11, and dies within about 570 emits."""
    from PySide6.QtCore import QObject, Signal

    class Bell(QObject):
        rang = Signal(object, object)

    bell = Bell()
    bell.rang.connect(lambda old, new: None)
    before = sys.getrefcount(True)
    for _ in range(200):
        bell.rang.emit(None, None)
    assert abs(sys.getrefcount(True) - before) < 20
