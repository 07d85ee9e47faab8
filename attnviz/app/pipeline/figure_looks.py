"""What of a figure is painted on the screen, in which theme, and whether two of them look the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from attnviz.app.panes.pane_theme import growth_of
from attnviz.app.pipeline.map_moving import has_map
from attnviz.app.session import State
from attnviz.figures.backdrop import fill_beside, on_screen
from attnviz.figures.bars import Bars
from attnviz.figures.changes import brief_titles
from attnviz.figures.figure import Figure
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.theme import Theme, theme
from attnviz.figures.vectors import Vectors

Themed = Callable[[QWidget, State], Theme]


def titled(figure: Figure, briefs: tuple[str, ...], width: float, look: Theme) -> Figure:
    """Bars and vectors under the first brief title with room in `width`, else the last, where their own has none."""
    if not briefs or not isinstance(figure, Bars | Vectors):
        return figure
    shorter = brief_titles(figure, briefs) if isinstance(figure, Bars) else briefs
    measure = ruler(look.title_font)
    title = next((text for text in (figure.title, *shorter) if measure.width(text) <= width - 1), shorter[-1])
    return figure if title == figure.title else replace(figure, title=title)


def quiet(figure: Figure) -> Figure:
    """The figure without the reason why it is dimmed, which the message bar gives once for all figures.

    A plane without any arrow says itself why it is empty.
    """
    if isinstance(figure, Vectors) and not figure.arrows:
        return figure
    if isinstance(figure, Heatmap | Bars | Vectors) and figure.dim_reason:
        return replace(figure, dim_reason="")
    return figure


def same(one: Figure, other: Figure) -> bool:
    """True if both figures look the same: equal settings and numbers, of large maps the very same array."""
    if type(one) is not type(other):
        return False
    for name in _compared(one):
        left, right = getattr(one, name), getattr(other, name)
        if left is right:
            continue
        if isinstance(left, np.ndarray) or isinstance(right, np.ndarray):
            if isinstance(one, LargeMap) or not np.array_equal(left, right):
                return False
        elif left != right:
            return False
    return True


def paint_ground(painter: QPainter, whole: QRect, place: QRectF, figure: Figure | None, look: Theme) -> None:
    """The panel's colour in a widget, but where a map in full strength fills its place itself. figure: in `place`."""
    if isinstance(figure, Heatmap) and figure.face is not None and on_screen(painter):
        fill_beside(painter, whole, place, look.palette.panel)
    else:
        painter.fillRect(whole, look.palette.panel)


def _compared(figure: Figure) -> tuple[str, ...]:
    """The names of a figure's fields, without what is kept beside it and no part of it."""
    kind: type[Any] = type(figure)
    known = _names.get(kind)
    if known is None:
        known = _names[kind] = tuple(field.name for field in fields(kind) if field.compare)
    return known


_names: dict[type[Any], tuple[str, ...]] = {}


def theme_for(widget: QWidget, state: State) -> Theme:
    """The theme of the view; in projector size numbers are measured against the height of the widget's window."""
    return theme(state.view.theme, state.view.text_size, widget.window().height())


def area_theme(widget: QWidget, state: State) -> Theme:
    """The theme of the middle: figures, tabs and strip. Where it shows maps, letters grow with the window, as in panes.

    Numbers in the cells of small ones grow with their room anyway, and their names with them.
    """
    look, growth = theme_for(widget, state), growth_of(widget.window())
    return look if look.text_size == "projector" or growth == 1 or not has_map(state) else look.grown(growth)
