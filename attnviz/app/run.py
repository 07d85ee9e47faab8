"""Opens the window on the first screen, a file, an example or a lesson, and stays until it is closed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from attnviz.app.display import check_display
from attnviz.app.importing import DATA_SUFFIXES
from attnviz.content.attn_file import load
from attnviz.content.presets import OPENING, PRESETS

if TYPE_CHECKING:
    from PySide6.QtCore import QCoreApplication

    from attnviz.app.collecting import Collector
    from attnviz.app.session import Session
    from attnviz.app.settings import Settings
    from attnviz.app.window import MainWindow

LESSON_SUFFIX = ".toml"
SKIPPED = "welcome"  # among the hints that were put away for good
SMALL_SCREEN = 1440  # up to this width the window takes all of the screen at the first start


def main(
    argument: str | None = None,
    *,
    lesson: str | None = None,
    present: bool = False,
    started: Callable[[MainWindow], object] | None = None,
) -> int:
    """The exit status once the window was closed.

    argument: a scenario file, the name of an example, a lesson file, or numbers to be imported; with neither this nor a
    lesson the first screen is shown. lesson: the name, unit or path of one to be played. present: fills the screen with
    it. started: called with the window once it is shown.
    Raises AttentionError if that cannot be read, or if no display answers.
    """
    if argument is not None and lesson is None and Path(argument).suffix.lower() == LESSON_SUFFIX:
        argument, lesson = None, argument
    greets = argument is None and lesson is None and not present
    data = _data_in(OPENING if argument is None else argument)
    argument = OPENING if argument is None or data is not None else argument
    scenario = load(argument)
    if lesson is not None:
        _check_lesson(lesson)
    check_display()

    from attnviz.app.whole_errors import keep_errors_whole

    keep_errors_whole()  # before any class of the window is defined

    from PySide6.QtCore import Qt, QTimer

    app, collector = _application()  # before the window is loaded: what that makes is no garbage

    from attnviz.app.failures import Failures
    from attnviz.app.loading_ahead import LoadingAhead
    from attnviz.app.session import Session
    from attnviz.app.settings import Settings, log_folder
    from attnviz.app.window import MainWindow

    collector.pass_over()
    _let_be_interrupted()
    failures = Failures(log_folder() / "attnviz.log")
    failures.install()
    settings = Settings()
    session = Session(scenario, view=settings.view)
    window = MainWindow(session, origin=_origin(argument), settings=settings)
    queued = Qt.ConnectionType.QueuedConnection  # so that no dialog opens in the middle of a paint event
    failures.met.connect(window.questions.fault, queued)
    _show(window, settings, lesson, greets=greets)
    if present:
        window.presenting.start(from_the_beginning=lesson is not None)  # a rehearsal may have left it anywhere
    LoadingAhead(window).loaded.connect(collector.pass_over)  # else each full collection looks through all of it
    if started is not None:
        started(window)
    if data is not None:
        QTimer.singleShot(0, partial(window.imports.open, data))  # its dialog waits for the window
    status = app.exec()
    failures.remove()
    _close_down(window, session)
    return int(status)


def _application() -> tuple[QCoreApplication, Collector]:
    """The application, and what collects its garbage.

    Only `main` keeps them: Qt objects that outlive it crash some interpreters at exit.
    """
    from PySide6.QtWidgets import QApplication

    from attnviz.app.collecting import collector_of
    from attnviz.app.filling import fill_alone
    from attnviz.figures.headless import prefer_utf8

    prefer_utf8()
    fill_alone()
    app = QApplication.instance() or QApplication([sys.argv[0]])
    app.setApplicationName("attnviz")
    return app, collector_of(app)


def _let_be_interrupted() -> None:
    """Ctrl+C in the terminal ends the program, unless whoever started it has it ignored."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _close_down(window: MainWindow, session: Session) -> None:
    """Deletes what Qt holds while Python still runs."""
    from PySide6.QtCore import QEvent
    from PySide6.QtWidgets import QApplication

    from attnviz.app.collecting import collector_of
    from attnviz.app.worker import worker

    if QApplication.platformName() == "offscreen":
        QApplication.clipboard().clear()  # Qt's own one (6.11) would delete it after Python has ended, and crash
    window.close()
    window.deleteLater()
    session.deleteLater()
    worker().end()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()
    app = QApplication.instance()
    assert app is not None
    collector_of(app).stop()


def _data_in(argument: str) -> Path | None:
    """The path if it holds numbers or a model rather than a scenario. Raises AttentionError if nobody can read it."""
    path = Path(argument)
    if os.path.isdir(argument) and all(preset.name != argument for preset in PRESETS):  # noqa: PTH112 - as in `load`
        return path
    if path.suffix.lower() not in DATA_SUFFIXES or not os.path.isfile(argument):  # noqa: PTH113 - as in `load`
        return None
    from attnviz.content.importing import read_path

    return path if read_path(path).scenario is None else None


def _show(window: MainWindow, settings: Settings, lesson: str | None, *, greets: bool) -> None:
    """As large as it was left, at the first start filling a small screen, with what is wanted in it."""
    first_time = settings.layout("window") is None
    if first_time and window.screen().availableSize().width() <= SMALL_SCREEN:
        window.showMaximized()
    else:
        window.show()
    if lesson is not None:
        window.start_lesson(_which(lesson))
    elif greets and SKIPPED not in settings.dismissed:
        window.show_welcome()


def _check_lesson(which: str) -> None:
    """Raises AttentionError if there is no such lesson. One with mistakes opens: the window lists them."""
    from attnviz.content.lessons.course import lesson
    from attnviz.content.lessons.mistakes import BadLesson

    try:
        lesson(_which(which))
    except BadLesson:
        if not Path(which).is_file():
            raise


def _which(which: str) -> str | Path:
    """The path of a lesson file, else the name or unit of a lesson; a file comes first only if its ending says so."""
    return Path(which) if Path(which).suffix.lower() == LESSON_SUFFIX else which


def _origin(argument: str) -> Path | str:
    """The path of the file, else the name of the example; a file of that name comes first, as for `load`."""
    return Path(argument) if Path(argument).is_file() else argument
