"""Loads beside the window what is needed later: in the midst of a click, loading would hold it for 200 milliseconds."""

from __future__ import annotations

from importlib import import_module
from warnings import catch_warnings, simplefilter

from PySide6.QtCore import QObject, QTimer

from attnviz.app.worker import Line, Report
from attnviz.engine.errors import Stopped

SOON = 1500  # milliseconds after the window is shown, so that its start is as short as before
# Explanations, formulas, laboratories, lessons, import and export: all that of them has no part in Qt, which is loaded
# in the window's own thread.
MODULES = (
    "attnviz.content.explanation",
    "attnviz.content.explanation_text",
    "latex2mathml.exceptions",
    "ziamath.zmath",
    "ziamath.tex",
    "attnviz.labs.catalogue",
    "attnviz.content.lessons.course",
    "attnviz.content.documents.export",
    "attnviz.content.importing.reading",
    "attnviz.content.practice.judging",
)


class LoadingAhead(QObject):
    """Begins once, a little after it is made; whatever is urgent goes before each module."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.line = Line(self)
        QTimer.singleShot(SOON, self, self.begin)

    def begin(self) -> None:
        """Has the worker load them."""
        self.line.start(load)


def load(report: Report) -> None:
    """Loads one after the other. Raises Stopped where nobody waits for it any more."""
    for number, module in enumerate(MODULES):
        with catch_warnings():
            simplefilter("ignore", DeprecationWarning)  # ziafont 0.11 finds its fonts in a way that Python calls old
            import_module(module)
        if not report((number + 1) / len(MODULES)):
            raise Stopped
