"""Deeds for the worker that go on until they may end, and somebody who listens to what is told."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, QThread

from attnviz.app.worker import Line, Report, Told
from attnviz.engine.errors import FieldError, Stopped, Where


class Gate:
    """A deed that goes on, telling its progress, until it is opened or nobody wants it any more."""

    def __init__(self, result: object = None) -> None:
        self.entered, self.opened, self.stopped = threading.Event(), threading.Event(), threading.Event()
        self.result = result

    def __call__(self, report: Report) -> object:
        """What the gate was made with."""
        self.entered.set()
        while not self.opened.wait(0.001):
            if not report(0.5):
                self.stopped.set()
                raise Stopped
        return self.result


class Ear(QObject):
    """Whoever listens to a line, and in which thread."""

    def __init__(self, line: Line) -> None:
        super().__init__()
        self.told: list[Told] = []
        self.threads: set[QThread] = set()
        line.told.connect(self.hear)

    def hear(self, told: Told) -> None:
        """Keeps it."""
        self.told.append(told)
        self.threads.add(QThread.currentThread())

    @property
    def ends(self) -> list[Told]:
        """What ended."""
        return [told for told in self.told if told.ended]

    @property
    def results(self) -> list[object]:
        """What came of the runs that ended."""
        return [told.result for told in self.ends]


def threads() -> list[threading.Thread]:
    """Those of the worker that have not ended."""
    return [thread for thread in threading.enumerate() if thread.name == "attnviz"]


def entered(gate: Gate) -> None:
    """Waits until the deed is under way."""
    assert gate.entered.wait(5)


def refused(_report: Report) -> None:
    """Has no answer."""
    raise FieldError("Nine is too many.", Where("number"))


def broken(_report: Report) -> None:
    """Has a fault."""
    raise ZeroDivisionError("a fault")
