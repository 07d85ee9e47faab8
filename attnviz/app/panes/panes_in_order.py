"""How panes come and go in the inputs' column: at their place, in the order of the Tab key."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping

from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from attnviz.app.panes.matrix_pane import MatrixPane
from attnviz.app.panes.matrix_words import PAPER_ORDER


def put_in(column: QVBoxLayout, pane: MatrixPane, name: str, panes: Mapping[str, MatrixPane]) -> None:
    """Puts a pane at the place of that matrix among the others, whichever was made first."""
    column.insertWidget(sum(other in panes for other in PAPER_ORDER[: PAPER_ORDER.index(name)]), pane)
    pane.show()


def take_away(column: QVBoxLayout, panes: Iterable[MatrixPane], panel: QWidget) -> bool:
    """Takes panes away whose matrices have gone; True if the keyboard was in one of them."""
    had_keyboard = False
    for pane in panes:
        had_keyboard = had_keyboard or pane.isAncestorOf(QApplication.focusWidget() or panel)
        pane.view.dismiss()
        focus = pane.focusWidget()
        if focus is not None:
            focus.clearFocus()  # else hiding would hand the keyboard to the next pane, as if by Tab
        column.removeWidget(pane)
        pane.hide()
        pane.deleteLater()  # where it is: without a parent it would be dressed anew with all that is in it
    return had_keyboard


def order_tabs(first: QWidget | None, panes: Iterable[MatrixPane]) -> None:
    """Tab goes from pane to pane as they are given, whichever was made first, and to the first of them from `first`."""
    stops: list[QWidget] = [] if first is None else [first]
    stops += [stop for pane in panes for stop in (pane.view, pane.title.button)]
    for before, after in itertools.pairwise(stops):
        QWidget.setTabOrder(before, after)
