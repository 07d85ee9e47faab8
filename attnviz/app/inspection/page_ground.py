"""What the inspector's page stands on, and in which theme it is written."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from attnviz.app.inspection.page_formulas import LINE_PX
from attnviz.app.panes.pane_theme import PROJECTED_NAMES, growth_of
from attnviz.app.session import State
from attnviz.figures.theme import FACTORS, LAST_ROW, Theme, theme

STEP = 20  # pixels of the window's height: dragging its edge dresses nothing at each pixel


class PageGround(QWidget):
    """What scrolls."""

    def __init__(self, look: Theme) -> None:
        super().__init__()
        self._theme = look
        self.setObjectName("inspector.page")

    def show_look(self, look: Theme) -> None:
        """Takes on a theme."""
        self._theme = look
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The panel."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.palette.panel)


def page_theme(widget: QWidget, state: State) -> Theme:
    """The view's theme, which grows with the window.

    For a projector it is just large enough to be read from the last row, since the page is narrow.
    """
    view, window = state.view, widget.window()
    if view.text_size != "projector":
        growth, plain = growth_of(window), theme(view.theme, view.text_size)
        return plain.grown(growth) if growth > 1 else plain
    height = -(-window.height() // STEP) * STEP
    look = theme(view.theme, "projector", height)
    wanted = max(FACTORS["large"], height / LAST_ROW / LINE_PX)
    return look.grown(min(1.0, wanted / look.factor)).labelled(PROJECTED_NAMES)
