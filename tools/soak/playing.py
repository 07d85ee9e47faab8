"""One window used for a while: faults, memory, threads and what is left once it is closed."""

from __future__ import annotations

import ctypes
import gc
import sys
import tempfile
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any

from PySide6.QtCore import QEvent, QEventLoop, QMessageLogContext, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from attnviz.app.collecting import collector_of
from attnviz.app.session import Session
from attnviz.app.settings import Settings
from attnviz.app.window import MainWindow
from attnviz.app.worker import worker
from attnviz.content.presets import preset
from tools.bench.tasks.memory import now as resident
from tools.soak.answers import Answers
from tools.soak.deeds import Player
from tools.soak.first_uses import everything

CHECKS = 9  # times at which memory is looked at, evenly over all that is done
TOLERANCE = 32.0  # MB by which the last third of these may lie above the first
REMEMBERED = 12  # deeds that are told when something fails
_OFFSCREEN = "This plugin does not support"  # as the offscreen plugin says whenever a window is shown
_PAUSE = 0.03  # seconds between two deeds, at most


@dataclass(frozen=True)
class Length:
    """How long a window is used: so many seconds, or so many deeds, which is the same on any machine."""

    amount: float
    unit: str  # "seconds" or "deeds"

    def part(self, seconds: float, deeds: int) -> float:
        """Which part of it is over after so many of them."""
        return (deeds if self.unit == "deeds" else seconds) / self.amount


@dataclass
class Played:
    """What came of it. memory: MB at each check, on a small example with nothing to do."""

    deeds: int = 0
    memory: list[float] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)

    @property
    def growth(self) -> float:
        """By how many MB the median of the last third of the checks lies above that of the first third."""
        third = max(1, len(self.memory) // 3)
        return _middle(self.memory[-third:]) - _middle(self.memory[:third]) if self.memory else 0.0


def play(length: Length, seed: int, largest: int, tell: Callable[[str], object], *, told: bool = False) -> Played:
    """Uses a window at random for so long. tell: is given a line now and then; told: and each deed."""
    played, last = Played(), deque[str](maxlen=REMEMBERED)
    application = QApplication.instance() or QApplication(["attnviz"])
    before = set(threading.enumerate())

    def fault(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        text = "".join(traceback.format_exception(kind, error, where))
        played.trouble.append(f"after {played.deeds} deeds, the last of them {list(last)}:\n{text}")

    def said(kind: QtMsgType, _where: QMessageLogContext, text: str) -> None:
        if kind != QtMsgType.QtDebugMsg and not text.startswith(_OFFSCREEN):
            played.trouble.append(f"Qt says after {played.deeds} deeds, the last of them {list(last)}: {text}")

    sys.excepthook, hook = fault, sys.excepthook
    handler = qInstallMessageHandler(said)
    try:
        with tempfile.TemporaryDirectory() as folder:
            random = Random(seed)
            answers: Any = Answers(random, Path(folder))
            session = Session(preset("by-hand"))
            window = MainWindow(session, settings=Settings(), questions=answers)
            window.show()
            player = Player(window, random, largest)
            _use(player, played, last, length, tell, told=told)
            window.close()
            window.deleteLater()
            session.deleteLater()
            del player, window, session, answers
        _let_go()
    finally:
        sys.excepthook = hook
        qInstallMessageHandler(handler)
    left = [thread.name for thread in threading.enumerate() if thread not in before]
    if left:
        played.trouble.append(f"threads are left: {left}")
    widgets = [widget.objectName() or type(widget).__name__ for widget in QApplication.topLevelWidgets()]
    if widgets:
        played.trouble.append(f"widgets are left: {widgets}")
    if played.growth > TOLERANCE:
        played.trouble.append(f"memory grew by {played.growth:.0f} MB: {[round(one) for one in played.memory]}")
    del application
    return played


def _use(
    player: Player, played: Played, last: deque[str], length: Length, tell: Callable[[str], object], *, told: bool
) -> None:
    """Everything once, then deed by deed until that is done or something failed."""
    for deed in everything(player):
        _do(deed, played, last, tell if told else None)
        _until_computed(player)
    first = played.deeds
    tell(f"everything once, {first} deeds: {_at_rest(player):.0f} MB")
    begin = time.monotonic()
    checks = [number / CHECKS for number in range(CHECKS + 1)]
    while not played.trouble:
        part = length.part(time.monotonic() - begin, played.deeds - first)
        if checks and part >= checks[0]:
            checks.pop(0)
            played.memory.append(_at_rest(player))
            tell(f"{part:4.0%}: {played.deeds} deeds, {played.memory[-1]:.0f} MB")
        if part >= 1:
            return
        _do(player.act, played, last, tell if told else None)
        _run_events(player.random.uniform(0, _PAUSE))


def _do(deed: Callable[[], str], played: Played, last: deque[str], tell: Callable[[str], object] | None) -> None:
    """One deed from the event loop, as all that a person does."""
    QTimer.singleShot(0, lambda: last.append(deed()))
    _run_events(0.0)
    played.deeds += 1
    if tell is not None and last:
        tell(last[-1])


def _at_rest(player: Player) -> float:
    """The memory on a small example once nothing is computed and all garbage is gone."""
    player.rest()
    QApplication.clipboard().clear()  # millions of numbers may have been copied, and would be kept rightly
    _until_computed(player)
    _run_events(0.05)
    gc.collect()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    _give_back()
    return resident()


def _give_back() -> None:
    """What C's library holds free goes to the system: it would hide what leaks until it is full (glibc has it)."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _until_computed(player: Player) -> None:
    """Waits while anything is computed, for some seconds at most: much may be, at random."""
    end = time.monotonic() + 10
    while time.monotonic() < end and (player.session.busy or _worker_runs()):
        _run_events(0.01)


def _worker_runs() -> bool:
    return any(thread.name == "attnviz" for thread in threading.enumerate())


def _run_events(seconds: float) -> None:
    end = time.monotonic() + seconds
    while True:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 10)
        if time.monotonic() >= end:
            return
        time.sleep(0.001)


def _let_go() -> None:
    """As the program ends (app/run.py): what Qt holds goes while Python still runs."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    worker().end()
    application.clipboard().clear()  # Qt's offscreen one (6.11) would delete it after Python has ended, and crash
    for _ in range(3):
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QApplication.processEvents()
        gc.collect()
    collector_of(application).stop()


def _middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]
