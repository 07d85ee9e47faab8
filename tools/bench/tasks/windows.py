"""Thousands of tokens in the window: from an edit to pixels, how long the window is held, and the memory it takes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_mask, toggle_padding
from tools.bench.tasks import heavy
from tools.bench.tasks.applications import an_application
from tools.bench.tasks.engine import one_head_parts
from tools.bench.tasks.large_window import Heartbeat, LargeWindow, layer
from tools.bench.tasks.memory import peak
from tools.bench.witness import Span, Witness

_EDITS = 7


def edits(tokens: int, width: int = 512, heads: int = 8, count: int = _EDITS) -> dict[str, float]:
    """From an edit of W_Q to the pixels of the visible head, and beside it the parts of one head in the same process.

    The parts are two matrix products and the exponentials between them, on one thread.
    """
    an_application()
    large = LargeWindow(layer(tokens, width, heads))
    begin = time.perf_counter()
    large.settle()
    opened = time.perf_counter() - begin
    large.edit_to_pixels(0)
    took = [large.edit_to_pixels(1 + number) for number in range(count)]
    large.settle()
    large.close()
    parts = one_head_parts(tokens)["seconds"]
    return {"seconds": statistics.median(took), "parts": parts, "opened": opened, "peak": peak()}


def held(tokens: int, width: int = 512, heads: int = 8) -> dict[str, float]:
    """The longest time in ms for which the window did not answer in each activity, and the peak of memory in MB.

    work: the most that the window's thread itself computed in one go, in ms, whatever else the machine was doing, and
    work halted: the same at moments when a process beside it saw the machine halt; 0 if there was none.
    """
    an_application()
    large, heart = LargeWindow(layer(tokens, width, heads)), Heartbeat()
    large.load()
    large.settle()
    large.edit_to_pixels(0)  # loads what only an edit needs
    found = {}
    with Witness() as witness:
        for name, activity in _ACTIVITIES.items():
            large.settle()
            heart.start()
            for pause in activity(large):
                large.wait(pause)
            large.settle()
            heart.stop()
            found[name] = 1e3 * heart.longest
    large.close()
    return {**found, **longest_works(heart.works, witness.halts), "peak": peak()}


def longest_works(works: Iterable[tuple[Span, float]], halts: Iterable[Span]) -> dict[str, float]:
    """The longest of the works in ms, apart from those that a halt of the machine falls into, and of those."""
    found = {"work": 0.0, "work halted": 0.0}
    for span, took in works:
        name = "work halted" if any(span.meets(halt) for halt in halts) else "work"
        found[name] = max(found[name], 1e3 * took)
    return found


def _editing(large: LargeWindow) -> Iterator[float]:
    """Numbers typed one after the other, faster than they can be computed; and each of them to its end."""
    for number in range(8):
        large.edit(number)
        yield 0.06
    for number in range(2):
        large.edit(10 + number)
        large.settle()


def _masking(large: LargeWindow) -> Iterator[float]:
    session = large.session
    for on in (True, False):
        session.edit("Causal", partial(set_mask, causal=on))
        yield 0.3
        large.settle()
    for key in (5, 77, session.state.scenario.sizes.S // 2):
        session.edit("Hide a key", partial(toggle_padding, key=key))
        yield 0.15


def _tempering(large: LargeWindow) -> Iterator[float]:
    """A slider that is dragged."""
    for step in range(20):
        large.session.edit("Temperature", partial(replace, temperature=1 + step / 20), gesture="drag")
        yield 0.03


def _resizing(large: LargeWindow) -> Iterator[float]:
    for step in range(12):
        large.window.resize(1366 - 20 * step, 768 - 6 * step)
        yield 0.03
    large.window.resize(1366, 768)
    yield 0.05


def _zooming(large: LargeWindow) -> Iterator[float]:
    """A wheel turned from the whole map to single numbers and back."""
    for direction in (1, -1):
        for _ in range(40):
            _turn_wheel(large, direction * 120)
            yield 0.016


def _scrolling(large: LargeWindow) -> Iterator[float]:
    """The map dragged along while it is near, and the table of X scrolled."""
    for _ in range(25):
        _turn_wheel(large, 120)
        yield 0.01
    for step in range(30):
        _turn_wheel(large, -120, Qt.KeyboardModifier.ShiftModifier if step % 2 else Qt.KeyboardModifier.ControlModifier)
        yield 0.016
    for _ in range(30):
        _turn_wheel(large, -120)
        yield 0.01


def _choosing(large: LargeWindow) -> Iterator[float]:
    """Cells, queries, heads, stages and tabs."""
    session = large.session
    last = session.state.trace.sizes.T - 1
    for row in (3, 1000, 2000):
        session.select(query=min(row, last), cell=Cell("weights", session.state.selection.head, min(row, last), 7))
        yield 0.2
    for head in (1, 2, 0):
        session.select(head=head)
        yield 0.4
        large.settle()
    for stage in ("scores", "masked", "weights"):
        session.look(focus=stage)
        yield 0.3
    for tab in ("heads", "concat", "head"):
        session.look(tab=tab)
        yield 0.5


def _undoing(large: LargeWindow) -> Iterator[float]:
    for _ in range(3):
        large.session.undo_stack.undo()
        yield 0.1
    large.settle()
    for _ in range(3):
        large.session.undo_stack.redo()
        yield 0.1


def _turn_wheel(large: LargeWindow, by: int, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    figure = large.figure
    place = QPointF(figure.width() / 2, figure.height() / 2)
    event = QWheelEvent(
        place, QPointF(figure.mapToGlobal(place.toPoint())), QPoint(), QPoint(0, by), Qt.MouseButton.NoButton,
        modifiers, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(figure, event)


_ACTIVITIES: dict[str, Callable[[LargeWindow], Iterator[float]]] = {
    "edit": _editing,
    "mask": _masking,
    "temperature": _tempering,
    "resize": _resizing,
    "zoom": _zooming,
    "scroll": _scrolling,
    "choose": _choosing,
    "undo": _undoing,
    **heavy.ACTIVITIES,
}
