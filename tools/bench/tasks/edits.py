"""One edit, from the new number to the last painted widget, against matplotlib redrawing the same maps."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from attnviz.app.pipeline.figure_area import FigureArea
from attnviz.app.session import Session
from attnviz.app.window import MainWindow
from attnviz.engine.edits import set_cell
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace
from tools.bench.tasks.applications import an_application
from tools.bench.tasks.matplotlib_maps import AnnotatedMaps
from tools.bench.tasks.scenarios import grown
from tools.bench.timing import middle

PATIENCE = 10.0  # seconds
BURST = 3  # edits in a row
_ALIKE = 0.05  # part of the pixels by which the two may differ
ROOM = (709, 631)  # pixels that the maps of all heads have in the window, and matplotlib for its canvas


class PaintWatch(QObject):
    """Sees every paint event; `missing` shrinks as the awaited widgets paint."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[QObject, int] = {}
        self.missing: set[QObject] = set()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notes a paint event and lets it pass."""
        if event.type() == QEvent.Type.Paint:
            self.seen[watched] = self.seen.get(watched, 0) + 1
            self.missing.discard(watched)
        return False


class WindowUnderTest:
    """The program's own window on "All heads", and edits of X[1,1] followed to the last paint."""

    def __init__(self, scenario: Scenario) -> None:
        self.session = Session(scenario)
        self.window = MainWindow(self.session)
        self.window.resize(1366, 768)
        self.window.show()
        self.session.look(tab="heads")
        self._settle()
        self._watch = PaintWatch()
        self._awaited = self._what_paints()

    @property
    def awaited(self) -> list[str]:
        """The names of the widgets that an edit paints again."""
        return sorted(widget.objectName() or type(widget).__name__ for widget in self._awaited)

    @property
    def room(self) -> tuple[int, int]:
        """Width and height of the room in which the maps of all heads stand."""
        area = self.window.findChild(FigureArea)
        assert area is not None
        return area.width(), area.height()

    def edit(self, number: int) -> None:
        """Puts another number into X[1,1] and returns when every widget that shows it has painted."""
        self._watch.missing = set(self._awaited)
        self._change(number)
        end = time.perf_counter() + PATIENCE
        while self._watch.missing:
            QApplication.processEvents()
            if time.perf_counter() > end:
                raise TimeoutError(f"not painted after {PATIENCE:g} s: {self._watch.missing}")

    def close(self) -> None:
        """Closes the window without a question: nothing here is worth saving."""
        self.session.undo_stack.setClean()
        self.window.close()
        self.window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def _change(self, number: int) -> None:
        self.session.edit("Edit X[1,1]", lambda scenario: set_cell(scenario, "X", 0, 0, 0.5 + 0.01 * (number % 50)))

    def _what_paints(self) -> list[QWidget]:
        """The visible widgets that paint after each of three edits; a blinking cursor does not come every time."""
        always: set[QObject] | None = None
        QApplication.instance().installEventFilter(self._watch)  # type: ignore[union-attr]
        for number in (101, 102, 103):
            self._watch.seen.clear()
            self._change(number)
            self._settle()
            always = set(self._watch.seen) if always is None else always & set(self._watch.seen)
        QApplication.instance().removeEventFilter(self._watch)  # type: ignore[union-attr]
        widgets = [widget for widget in always or () if isinstance(widget, QWidget) and widget.isVisible()]
        for widget in widgets:  # from here on only these are watched, so that watching costs next to nothing
            widget.installEventFilter(self._watch)
        return widgets

    def _settle(self) -> None:
        end = time.perf_counter() + 0.4
        while time.perf_counter() < end:
            QApplication.processEvents()
            time.sleep(0.005)


def ours(tokens: int, width: int, heads: int) -> dict[str, float]:
    """One edit in the window: seconds until the last widget has painted, and how many widgets that are."""
    application = an_application()
    subject = WindowUnderTest(grown(tokens, width, heads))
    seconds = _each(subject.edit)
    across, down = subject.room
    if abs(across * down / (ROOM[0] * ROOM[1]) - 1) > _ALIKE:
        raise RuntimeError(f"the maps have {across}×{down} pixels in the window. Give matplotlib as many in ROOM.")
    widgets = len(subject.awaited)
    subject.close()
    application.processEvents()
    return {"seconds": seconds, "widgets": widgets}


def matplotlibs(tokens: int, width: int, heads: int) -> dict[str, float]:
    """The same edit, and matplotlib drawing the same maps again in a canvas as large as the room that ours have."""
    scenario = grown(tokens, width, heads)
    weights = trace(scenario).at
    maps = AnnotatedMaps([weights("weights", head) for head in range(heads)], scenario.query_labels, *ROOM)

    def redraw(number: int) -> None:
        changed = trace(set_cell(scenario, "X", 0, 0, _value(number))).at
        maps.redraw([changed("weights", head) for head in range(heads)])

    return {"seconds": _each(redraw)}


def _each(call: Callable[[int], object]) -> float:
    """Seconds of one of several in a row, as when a number of three signs is typed."""

    def burst(number: int) -> None:
        for step in range(BURST):
            call(number * BURST + step)

    return middle(burst, seconds=1.2, warm_up=2) / BURST


def _value(number: int) -> float:
    return 0.5 + 0.01 * (number % 50)
