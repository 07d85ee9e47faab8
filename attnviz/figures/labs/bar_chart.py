"""Named numbers of a laboratory as the house's bars."""

from __future__ import annotations

from functools import lru_cache
from math import inf

import numpy as np
from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainter

from attnviz.content.facts_in_words import bytes_text
from attnviz.figures.bars import Bars as HouseBars
from attnviz.figures.bars import bars_layout, bars_size
from attnviz.figures.bars_grid import BarGrid
from attnviz.figures.bars_painter import paint_bars
from attnviz.figures.heatmap import Fit
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import body_of, heading_height, paint_heading
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import Bars

_FAR = 1.7  # times the usual size, to be seen from afar
_AIRY, _DENSE = 2.2, 1.4  # the height of a line in number sizes
_GROWTH = 1.35  # times the theme's numbers: its title and the table beside it do not grow along


@lru_cache(maxsize=64)
def bars_of(drawing: Drawing) -> HouseBars:
    """The bars without their title; their scale holds 0 and every number."""
    bars = drawing.exhibit
    assert isinstance(bars, Bars)
    finite = bars.values[np.isfinite(bars.values)]
    low = min(0.0, bars.low, *(finite.tolist() or [0.0]))
    high = max(0.0, bars.high, *(finite.tolist() or [1.0]))
    return HouseBars(
        key=drawing.key,
        head=None,
        row=0,
        title=drawing.title,
        role=bars.role,
        values=np.asarray(bars.values, dtype=np.float64),
        labels=bars.labels,
        hidden=(False,) * len(bars.labels),
        limits=(low, high if high > low else low + 1.0),
        decimals=drawing.decimals,
        share=False,
        cursor=drawing.cursor[1] if drawing.cursor is not None else None,
        numbers=drawing.numbers,
        show_title=False,
        fit=drawing.most,
        longest=drawing.most.cell_width if drawing.most is not None else inf,
        growth=_FAR if bars.large else _GROWTH,
        written=tuple(map(bytes_text, bars.values.tolist())) if bars.unit == "bytes" else (),
    )


def paint_bar_chart(painter: QPainter, rect: QRectF, drawing: Drawing, theme: Theme) -> None:
    """Draws heading and bars."""
    paint_heading(painter, rect, drawing, theme)
    paint_bars(painter, body_of(drawing, rect, theme), bars_of(drawing), theme)


def bar_grid(drawing: Drawing, rect: QRectF, theme: Theme) -> BarGrid:
    """The geometry of the bars in `rect`."""
    return bars_layout(bars_of(drawing), body_of(drawing, rect, theme), theme)


def bar_chart_size(drawing: Drawing, theme: Theme) -> QSizeF:
    """Lines with air between them."""
    px = round(theme.number_px * (_FAR if _is_large(drawing) else 1.0))
    size = bars_size(bars_of(drawing), theme, Fit(px, 0.0, _AIRY * px, False))
    return QSizeF(size.width(), size.height() + heading_height(drawing, theme, size.width()))


def bar_chart_least(drawing: Drawing, theme: Theme, width: float) -> QSizeF:
    """The smallest bars whose numbers can be read."""
    least = 15.0 * theme.small_px
    dense = _DENSE * (_FAR if _is_large(drawing) else 1.0)
    lines = len(bars_of(drawing).labels) * dense * max(theme.least_number, theme.small_px)
    return QSizeF(least, lines + 4 + heading_height(drawing, theme, max(width, least)))


def _is_large(drawing: Drawing) -> bool:
    return bool(getattr(drawing.exhibit, "large", False))
