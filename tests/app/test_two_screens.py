"""With two screens the class sees the stage and the teacher the notes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache

import pytest

SCREENS = [
    {"name": "laptop", "x": 0, "y": 0, "width": 1366, "height": 768, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1},
    {
        "name": "beamer",
        "x": 1366,
        "y": 0,
        "width": 1920,
        "height": 1080,
        "logicalDpi": 96,
        "logicalBaseDpi": 96,
        "dpr": 1,
    },
]
PROGRAM = """
import json, sys
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from attnviz import load
from attnviz.app.session import Session
from attnviz.app.window import MainWindow

app = QApplication([])
window = MainWindow(Session(load("by-hand")), origin="by-hand")
window.show()
window.settings.presenting_screen = sys.argv[1]
window.present()
presenter = window.presenting.presenter
stage, notes = presenter.stage, presenter.notes
told = {"stage": stage.screen().name(), "notes": notes and notes.screen().name(), "size": stage.size().toTuple()}
if notes is not None:
    QTest.keyClick(notes, Qt.Key.Key_PageDown)
    told["place"] = presenter.presentation.place
    told["next"] = notes.next.slide.title
    told["clock"] = notes.clock.text()
    QTest.keyClick(notes, Qt.Key.Key_Escape)
else:
    QTest.keyClick(stage, Qt.Key.Key_Escape)
told["running"] = presenter.running
window.close()
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def present_on(tmp_path_factory):
    """What a window in a process of its own tells that presented on a screen; nobody's settings stand in its way."""
    folder = tmp_path_factory.mktemp("screens")
    config = folder / "screens.json"
    config.write_text(json.dumps({"screens": SCREENS}), encoding="utf-8")

    @cache
    def run(screen):
        settings = str(folder / f"{screen}.ini")
        own = {"QT_QPA_PLATFORM": f"offscreen:configfile={config}", "ATTNVIZ_SETTINGS": settings}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, screen],
            capture_output=True,
            text=True,
            env={**os.environ, **own},
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def test_the_stage_takes_the_other_screen_and_the_notes_the_windows_own(present_on):
    told = present_on("")
    assert (told["stage"], told["notes"], told["size"]) == ("beamer", "laptop", [1920, 1080])


def test_the_clicker_works_while_the_notes_have_the_keyboard(present_on):
    told = present_on("")
    assert (told["place"], told["running"]) == (1, False)


def test_the_notes_foresee_the_next_step_and_tell_the_time(present_on):
    told = present_on("")
    assert told["next"] == "Queries"
    assert "since the start" in told["clock"]


def test_the_chosen_screen_is_used_and_without_another_there_are_no_notes(present_on):
    told = present_on("laptop")
    assert (told["stage"], told["notes"]) == ("laptop", None)
