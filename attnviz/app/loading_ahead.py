"""Loads beside the window what is needed later: in the midst of a click, loading would hold it for 200 milliseconds."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from warnings import catch_warnings, simplefilter

from PySide6.QtCore import QObject, QTimer, Signal

from attnviz.app.worker import Line, Told
from attnviz.engine.errors import Stopped

SOON = 1500  # milliseconds after the window is shown, so that its start takes no longer for it
_BETWEEN = 20  # milliseconds for what else there is to be done
# Explanations, formulas, laboratories, lessons, practice, slides, models, programs, import and export: all that has no
# part in Qt.
MODULES = (
    "attnviz.content.explanation",
    "numpy.ma",  # which the first median loads
    "attnviz.content.explanation_text",
    "latex2mathml.exceptions",
    "ziamath.zmath",
    "ziamath.tex",
    "attnviz.figures.formula_rows",
    "attnviz.labs.catalogue",
    "attnviz.content.lessons.course",
    "attnviz.content.documents.export",
    "attnviz.content.importing.reading",
    "attnviz.content.practice.judging",
    "attnviz.content.practice.kinds",
    "attnviz.content.lessons.claims",
    "attnviz.content.lessons.glossary",
    "attnviz.content.lessons.mistakes",
    "attnviz.content.lessons.unseen",
    "attnviz.content.walks",
    "attnviz.content.contrast",
    "attnviz.content.sources.checkpoint",
    "attnviz.content.sources.opening",
    "attnviz.content.sources.minilm",
    "attnviz.content.sources.strongest",
    "attnviz.content.sources.saved",
    "attnviz.content.code.program",
    "attnviz.content.importing.looking",
    "attnviz.content.importing.suggesting",
    "attnviz.content.importing.assembling",
    "attnviz.content.importing.layered",
)
# What has widgets in it, in an order in which each brings few others with it: a few milliseconds in one go.
WINDOW_MODULES = (
    "attnviz.figures.labs.heading",
    "attnviz.figures.labs.matrix",
    "attnviz.figures.labs.sweep_painter",
    "attnviz.figures.labs.plot_painter",
    "attnviz.figures.labs.boxes_painter",
    "attnviz.figures.labs.painting",
    "attnviz.figures.labs.banded_page",
    "attnviz.app.labs.lab_controls",
    "attnviz.app.labs.lab_column",
    "attnviz.app.labs.exhibit_view",
    "attnviz.app.labs.lab_middle",
    "attnviz.app.labs.lab_room",
    "attnviz.app.labs.lab_in_window",
    "attnviz.app.lessons.checks",
    "attnviz.app.lessons.page",
    "attnviz.app.lessons.player",
    "attnviz.app.lessons.work",
    "attnviz.app.lessons.lesson_room",
    "attnviz.app.practice.player",
    "attnviz.app.practice.header",
    "attnviz.app.practice.panel",
    "attnviz.figures.large.numbers",
    "attnviz.figures.large.raster",
    "attnviz.figures.large.painter",
    "attnviz.figures.overview.overview",
    "attnviz.figures.overview.head_grid_painter",
    "attnviz.figures.overview.painting",
    "attnviz.app.sources.looks",
    "attnviz.app.sources.grid_view",
    "attnviz.app.sources.sentence_bar",
    "attnviz.app.sources.find_bar",
    "attnviz.app.sources.matrices_panel",
    "attnviz.app.sources.room_layout",
    "attnviz.app.sources.source_room",
    "attnviz.app.sources.room_in_window",
    "attnviz.app.coding.listing",
    "attnviz.app.coding.code_panel",
    "attnviz.app.importing.draft",
    "attnviz.app.importing.preview_table",
    "attnviz.app.importing.parts_side",
    "attnviz.app.importing.import_dialog",
    "attnviz.app.welcome.welcome",
    "attnviz.app.dialogs.gallery",
    "attnviz.figures.export_page",
    "attnviz.figures.export",
    "attnviz.app.dialogs.export_dialog",
    "attnviz.app.dialogs.document_dialog",
    "attnviz.app.practice.worksheet_dialog",
    "attnviz.figures.slide",
    "attnviz.app.presenting.notes_window",
    "attnviz.app.presenting.lab_place",
    "attnviz.app.presenting.stage",
    "attnviz.app.presenting.presenter",
)


class LoadingAhead(QObject):
    """Begins once, a little after it is made; whatever is urgent goes before each module.

    What has a part in Qt comes after that in the window's own thread, a little at a time. `loaded` fires after the
    worker's part, and after each module of the window's.
    """

    loaded = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.line = Line(self)
        self.line.told.connect(self._hear)
        self._left = iter(WINDOW_MODULES)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.begin)
        self._soon.start(SOON)

    def begin(self) -> None:
        """Has the worker load them, now rather than soon."""
        self._soon.stop()
        self.line.start(load)

    def _hear(self, told: Told) -> None:
        """The worker has done its part: the rest is the window's own."""
        if told.ended and told.error is None:
            self.loaded.emit()
            self._load_next()

    def _load_next(self) -> None:
        module = next(self._left, None)
        if module is not None:
            import_module(module)
            self.loaded.emit()
            QTimer.singleShot(_BETWEEN, self, self._load_next)


def load(report: Callable[[float], bool]) -> None:
    """Loads one after the other, then reads the lessons, telling the part done.

    Raises Stopped where nobody waits for it any more.
    """
    for number, module in enumerate(MODULES):
        with catch_warnings():
            simplefilter("ignore", DeprecationWarning)  # ziafont 0.11 finds its fonts in a way that Python calls old
            import_module(module)
        if not report((number + 1) / (len(MODULES) + 1)):
            raise Stopped
    from attnviz.content.lessons.course import LESSONS, lesson

    for one in LESSONS:
        lesson(one.name)  # which is kept
        if not report(1.0):
            raise Stopped
