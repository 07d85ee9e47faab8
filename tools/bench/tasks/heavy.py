"""What people do with a large document that takes more than an edit of one number: looks, files, blocks, strokes."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from PySide6.QtGui import QGuiApplication

from attnviz.app.panes.matrix_pane import MatrixPane
from attnviz.app.panes.pane_edits import Rectangle
from attnviz.app.pipeline.mask_painting import MaskStroke
from attnviz.content.attn_file import save
from attnviz.engine.cells import Cell
from tools.bench.tasks.large_window import LargeWindow

_PASTED = 200, 500  # rows and columns


def dressing(large: LargeWindow) -> Iterator[float]:
    """Both themes and all sizes of text, from the menu."""
    for name in ("dark", "large", "projector", "normal", "light"):
        large.window.menus.commands[name].trigger()
        yield 0.3


def opening(large: LargeWindow) -> Iterator[float]:
    """A file of the same size in place of the document."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.attn"
        save(large.session.state.scenario, path)
        before = large.session.state.scenario
        large.session.undo_stack.setClean()  # else it would be asked about
        yield 0.05
        large.window.document.open(path)
        large.until(lambda: large.session.state.scenario is not before)
        large.session.look(layout="focus", focus="weights")


def pasting(large: LargeWindow) -> Iterator[float]:
    """A hundred thousand numbers from the clipboard into X, and back."""
    rows, columns = _PASTED
    row = [str(number) for number in np.random.default_rng(5).normal(size=columns).round(3).tolist()]
    # Each row begins one further on: written so, for the time that many numbers take would count as the window's.
    QGuiApplication.clipboard().setText("\n".join("\t".join(row[place:] + row[:place]) for place in range(rows)))
    yield 0.05
    yield from _done_and_undone(large, lambda pane: pane.commands.paste(Rectangle(0, 0), lambda _: None))


def filling(large: LargeWindow) -> Iterator[float]:
    """Every number of X cleared, and back."""
    size = large.session.state.scenario.sizes
    whole = Rectangle(0, 0, size.T, size.d_model or 1)
    yield from _done_and_undone(large, lambda pane: pane.commands.clear(whole))


def painting(large: LargeWindow) -> Iterator[float]:
    """A stroke over the map that hides keys, as fast as a hand moves, and back."""
    stroke = MaskStroke(large.session)
    for step in range(20):
        stroke.touch(*(Cell("weights", 0, 2000 + 8 * step + own, 100 + 3 * step) for own in range(8)))
        yield 0.016
    large.session.undo_stack.undo()
    yield 0.1


def copying(large: LargeWindow) -> Iterator[float]:
    """The explanation of a weight among thousands, as LaTeX."""
    large.session.select(query=2000, cell=Cell("weights", large.session.state.selection.head, 2000, 7))
    yield 0.2
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("")
    large.window.menus.commands["copy_explanation_latex"].trigger()
    large.until(lambda: bool(clipboard.text()))


def _done_and_undone(large: LargeWindow, deed: Callable[[MatrixPane], object]) -> Iterator[float]:
    stack = large.session.undo_stack
    pane = next(pane for pane in large.window.findChildren(MatrixPane) if pane.name == "X")
    index = stack.index()
    deed(pane)
    large.until(lambda: stack.index() != index)
    yield 0.1
    large.settle()
    stack.undo()
    yield 0.1


ACTIVITIES: dict[str, Callable[[LargeWindow], Iterator[float]]] = {
    "theme and size": dressing,
    "open": opening,
    "paste": pasting,
    "fill": filling,
    "paint": painting,
    "copy": copying,
}
