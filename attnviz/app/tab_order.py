"""The Tab key goes through the window as it stands: from the toolbar to the left column, and on to the right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from attnviz.app.focus_chain import chain_after
from attnviz.app.session import State


def order_tabs(areas: Iterable[QWidget]) -> None:
    """Lets Tab visit the areas in that order; inside each of them things keep the order that they have."""
    areas = tuple(areas)
    found: dict[QWidget, list[QWidget]] = {area: [] for area in areas}
    for stop in _chain(areas[0].window()):
        home = next((area for area in areas if area is stop or area.isAncestorOf(stop)), None)
        if home is not None:
            found[home].append(stop)
    stops = [stop for area in areas for stop in found[area]]
    for before, after in pairwise(stops):
        QWidget.setTabOrder(before, after)


def stops_of(state: State) -> tuple[object, ...]:
    """What decides which things there are that take the keyboard."""
    names = tuple(name for name, _ in state.scenario.given())
    return names, state.trace.stages, state.view.tab, state.view.layout, state.view.focus


def _chain(window: QWidget) -> Iterator[QWidget]:
    """Everything in a window that Tab reaches, in the order of the moment."""
    return (widget for widget in chain_after(window) if widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
