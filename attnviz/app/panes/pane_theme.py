"""How large the inputs are drawn: they grow with the window, and for a projector they leave the board the room."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from attnviz.app.panes.cell_sizes import ALL_ROWS_UP_TO
from attnviz.app.panes.matrix_words import plane
from attnviz.app.session import State
from attnviz.figures.theme import Theme, theme

DRAWN_FOR = 1366, 768  # the window in which the text has its own size
MOST_GROWTH = 1.6
LARGEST = 1.7  # times normal letters; larger ones would outgrow those of the board
LINE = 24  # pixels: a row of cells at normal size
_STEP = 20  # twentieths of growth, pixels of height: dragging the window's edge dresses nothing at each pixel
_PROJECTED = 0.7  # of the figures' letters; the numbers stay as large as the last row needs them
PROJECTED_NAMES = 17  # pixels of names beside the numbers, in projector size the smallest letters there are


def pane_theme(widget: QWidget, state: State) -> Theme:
    """The view's theme in the size that suits the widget's window."""
    view, window = state.view, widget.window()
    if view.text_size == "projector":
        height = -(-window.height() // _STEP) * _STEP
        return theme(view.theme, "projector", height).grown(_PROJECTED).labelled(PROJECTED_NAMES)
    growth = growth_of(window)
    plain = theme(view.theme, view.text_size)
    if growth > 1 and _lines(state) * LINE * plain.factor * growth**2 < window.height():
        growth **= 1.5
    growth = min(growth, max(1.0, LARGEST / plain.factor))
    return plain if growth == 1 else plain.grown(growth)


def _lines(state: State) -> int:
    """About how many lines the inputs are high: their rows, and two for each title."""
    shapes = (plane(values, 0).shape for _, values in state.scenario.given())
    return sum(min(rows, ALL_ROWS_UP_TO) + 2 for rows, _ in shapes)


def growth_of(window: QWidget) -> float:
    """How many times as large as in the window that it was drawn for: 1 up to that size, then more."""
    width, height = DRAWN_FOR
    growth = min(window.width() / width, window.height() / height, MOST_GROWTH)
    return max(1.0, int(growth * _STEP) / _STEP)
