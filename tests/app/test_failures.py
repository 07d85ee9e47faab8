"""What nobody expected is logged, shown once, and the program goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from attnviz.app.failures import MOST_LOGGED, Failures
from attnviz.cli import main


def fail(failures: Failures, kind: type[BaseException] = ZeroDivisionError) -> None:
    try:
        raise kind("told by the test")
    except kind as error:
        failures.report(type(error), error, error.__traceback__)


@pytest.fixture
def failures(qtbot: QtBot, tmp_path: Path) -> Failures:
    return Failures(tmp_path / "logs" / "attnviz.log")


def test_a_fault_is_logged_with_its_traceback(failures: Failures) -> None:
    fail(failures)
    text = failures.log.read_text(encoding="utf-8")
    assert "ZeroDivisionError: told by the test" in text
    assert "in fail" in text


def test_a_fault_is_told_with_the_place_of_the_log(qtbot: QtBot, failures: Failures) -> None:
    with qtbot.waitSignal(failures.met) as met:
        fail(failures)
    assert met.args == ["ZeroDivisionError: told by the test", failures.log]


def test_the_same_fault_is_told_once(failures: Failures) -> None:
    told: list[str] = []
    failures.met.connect(lambda summary, _log: told.append(summary))
    for _ in range(3):
        fail(failures)
    assert len(told) == 1


def test_another_fault_is_told_too(failures: Failures) -> None:
    told: list[str] = []
    failures.met.connect(lambda summary, _log: told.append(summary))
    fail(failures)
    fail(failures, KeyError)
    assert len(told) == 2


def test_a_fault_that_comes_with_every_repaint_does_not_fill_the_disk(failures: Failures) -> None:
    for _ in range(50):
        fail(failures)
    text = failures.log.read_text(encoding="utf-8")
    assert text.count("Traceback") == MOST_LOGGED
    assert "not logged again" in text


def test_a_log_that_cannot_be_written_does_not_hide_the_fault(
    failures: Failures, capsys: pytest.CaptureFixture[str]
) -> None:
    failures.log.parent.write_text("a file where the folder should be", encoding="utf-8")
    fail(failures)
    assert "told by the test" in capsys.readouterr().err


def test_the_hook_is_given_back(failures: Failures) -> None:
    before = sys.excepthook
    failures.install()
    assert sys.excepthook != before
    failures.remove()
    assert sys.excepthook is before


def run(code: str, settings: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the program in a process of its own, as a person would."""
    unset = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"} - set(environment)
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**kept, "ATTNVIZ_SETTINGS": str(settings / "settings.ini"), **environment},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


STARTED = """
import sys
from PySide6.QtCore import QTimer
from attnviz.app.run import main
def started(window):
    QTimer.singleShot(0, lambda: {deed})
    QTimer.singleShot(0, window.close)
sys.exit(main({argument!r}, started=started))
"""


def test_the_program_opens_closes_and_ends_with_status_0(tmp_path: Path) -> None:
    done = run(STARTED.format(deed="None", argument="two-heads"), tmp_path, QT_QPA_PLATFORM="offscreen")
    assert (done.returncode, done.stdout) == (0, "")


def test_the_program_goes_on_after_a_fault(tmp_path: Path) -> None:
    told = "from attnviz.app.dialogs.questions import Questions\n"
    told += "Questions.fault = lambda self, *about: print('told', *about)\n"
    done = run(told + STARTED.format(deed="1 / 0", argument=None), tmp_path, QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 0
    assert "told ZeroDivisionError: division by zero" in done.stdout
    assert "ZeroDivisionError" in (tmp_path / "attnviz.log").read_text(encoding="utf-8")


def test_a_file_that_cannot_be_opened_is_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "nothing.attn")]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert "nothing.attn" in lines[0]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only X11 and Wayland need a display by name")
def test_without_a_display_it_says_what_to_do_and_ends_with_status_2(tmp_path: Path) -> None:
    done = run("import sys\nfrom attnviz.cli import main\nsys.exit(main([]))", tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "DISPLAY" in done.stderr
