"""One token in two sentences as a figure: what it looks at as bars on one scale, how far its vectors moved apart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from attnviz.content.contrast import Apart, Contrast, Side
from attnviz.content.numerals import format_result
from attnviz.figures.bars import Bars, bars_size
from attnviz.figures.bars_painter import paint_bars
from attnviz.figures.heatmap import Fit
from attnviz.figures.labels import isolated, ruler
from attnviz.figures.theme import Theme, font
from attnviz.figures.titles import paint_title, wrapped

KEY = "contrast"
_BETWEEN = 32.0  # pixels between the two sides, and above the table
_LEAST_SIDE = 170.0
_LINE = 1.75  # the height of a line of the table in letters' heights


@dataclass(frozen=True, eq=False)
class ContrastSheet:
    """Two rows of one head side by side, and a table below. place_words: such as "layer 4, head 2"."""

    contrast: Contrast
    place_words: str
    decimals: int = 3
    numbers: bool = True
    show_title: bool = True

    @property
    def title(self) -> str:
        """Which token, and where."""
        left, right = (side.tokens[side.query] for side in (self.contrast.left, self.contrast.right))
        words = f"“{isolated(left)}”" if left == right else f"“{isolated(left)}” and “{isolated(right)}”"
        return f"{words} in two sentences"

    @property
    def subtitle(self) -> str:
        """Layer and head."""
        return self.place_words

    @cached_property
    def bars(self) -> tuple[Bars, Bars]:
        """The bars of both sides, on one scale from 0 to the largest weight of both."""
        sides = self.contrast.left, self.contrast.right
        most = max([1e-9, *(float(side.weights.max()) for side in sides)])
        left, right = (self._bars_of(side, most) for side in sides)
        return left, right

    def _bars_of(self, side: Side, most: float) -> Bars:
        tokens = side.tokens or tuple(str(index + 1) for index in range(len(side.weights)))
        return Bars(
            key=KEY, head=None, row=side.query, title="", role="weights", values=side.weights, labels=tokens,
            hidden=(False,) * len(tokens), limits=(0.0, most), decimals=self.decimals, numbers=self.numbers,
            show_title=False,
        )  # fmt: skip


@dataclass(frozen=True)
class ContrastPlaces:
    """The geometry: the sentences, the bars under them, the table and the path through the layers below."""

    title: QRectF
    sentences: tuple[QRectF, QRectF]
    bars: tuple[QRectF, QRectF]
    table: QRectF
    path: QRectF


def contrast_places(model: ContrastSheet, rect: QRectF, theme: Theme) -> ContrastPlaces:
    """The geometry in `rect`."""
    title = ruler(theme.title_font).height + 10 if model.show_title else 0.0
    half = max((rect.width() - _BETWEEN) / 2, 1.0)
    small = ruler(theme.small_font)
    lines = max(len(wrapped(_sentence(side), theme, half)) for side in (model.contrast.left, model.contrast.right))
    said = lines * (small.height + 2) + 8
    below = _table_height(model, theme)
    top = rect.top() + title
    high = max(rect.bottom() - top - said - below - (_BETWEEN if below else 0.0), 1.0)
    needed = max(_bars_height(bars, theme, high) for bars in model.bars)
    high = min(high, needed)
    sentences, bars = [], []
    for number in range(2):
        x = rect.left() + number * (half + _BETWEEN)
        sentences.append(QRectF(x, top, half, said))
        bars.append(QRectF(x, top + said, half, high))
    table_top = top + said + high + _BETWEEN
    beside = _path_beside(model, rect.width(), theme)
    table_width = half if beside else rect.width()
    table = QRectF(rect.left(), table_top, table_width, below)
    path = QRectF(rect.left() + half + _BETWEEN, table_top, half, below) if beside else QRectF()
    return ContrastPlaces(
        QRectF(rect.left(), rect.top(), rect.width(), title), (sentences[0], sentences[1]), (bars[0], bars[1]), table,
        path,
    )  # fmt: skip


def contrast_size(model: ContrastSheet, theme: Theme, width: float | None = None) -> QSizeF:
    """The size it likes, or with that width: every bar on a line of its own."""
    wide = 700.0 * theme.factor if width is None else width
    places = contrast_places(model, QRectF(0, 0, wide, 1e5), theme)
    bottom = max(places.table.bottom(), places.bars[0].bottom())
    return QSizeF(wide, bottom + 2)


def least_contrast_width(theme: Theme) -> float:
    """The width below which bars say nothing."""
    return 2 * _LEAST_SIDE * theme.factor + _BETWEEN


def paint_contrast(painter: QPainter, rect: QRectF, model: ContrastSheet, theme: Theme) -> None:
    """Draws the figure in `rect`."""
    painter.save()
    places = contrast_places(model, rect, theme)
    if model.show_title:
        paint_title(painter, places.title, theme, model.title, "queries", model.subtitle)
    for side, place, bars, room in zip(
        (model.contrast.left, model.contrast.right), places.sentences, model.bars, places.bars, strict=True
    ):
        _paint_sentence(painter, place, side, theme)
        paint_bars(painter, room, bars, theme)
    _paint_table(painter, places.table, model, theme)
    _paint_path(painter, places.path, model, theme)
    painter.restore()


def side_at(places: ContrastPlaces, point: QPointF) -> int | None:
    """Which side's bars are under a point, from 0."""
    return next((number for number, room in enumerate(places.bars) if room.contains(point)), None)


def _sentence(side: Side) -> str:
    text = side.text or "the sentence"
    return f"{isolated(text)}  —  {side.query + 1} “{isolated(side.tokens[side.query])}” looks at"


def _paint_sentence(painter: QPainter, place: QRectF, side: Side, theme: Theme) -> None:
    small = ruler(theme.small_font)
    painter.setFont(theme.small_font)
    painter.setPen(theme.palette.text)
    y = place.top() + small.ascent
    for line in wrapped(_sentence(side), theme, place.width()):
        painter.drawText(QPointF(place.left(), y), line)
        y += small.height + 2


def _bars_height(bars: Bars, theme: Theme, most: float) -> float:
    return bars_size(bars, theme, Fit(theme.number_px, 0.0, 1.8 * theme.number_px, False), most).height()


def _table_height(model: ContrastSheet, theme: Theme) -> float:
    rows = max(len(model.contrast.apart), len(model.contrast.path))
    return (rows + 1) * _LINE * theme.number_px + ruler(theme.title_font).height + 8 if rows else 0.0


def _path_beside(model: ContrastSheet, width: float, theme: Theme) -> bool:
    return bool(model.contrast.path) and width >= least_contrast_width(theme)


def _paint_table(painter: QPainter, place: QRectF, model: ContrastSheet, theme: Theme) -> None:
    if model.contrast.apart:
        _paint_numbers(painter, place, "In this layer", model.contrast.apart, model.decimals, theme)


def _paint_path(painter: QPainter, place: QRectF, model: ContrastSheet, theme: Theme) -> None:
    if not place.isEmpty():
        _paint_numbers(painter, place, "Through the model", model.contrast.path, model.decimals, theme)


def _paint_numbers(
    painter: QPainter, place: QRectF, title: str, rows: tuple[Apart, ...], decimals: int, theme: Theme
) -> None:
    """A table of names, cosines and distances, a line over it."""
    bold, small, letters = ruler(theme.title_font), ruler(theme.small_font), ruler(font(theme.number_px))
    painter.setPen(theme.pen(theme.palette.border))
    painter.drawLine(QLineF(place.left(), place.top() - _BETWEEN / 3, place.right(), place.top() - _BETWEEN / 3))
    painter.setFont(bold.font)
    painter.setPen(theme.palette.text)
    painter.drawText(QPointF(place.left(), place.top() + bold.ascent), bold.shortened(title, place.width()))
    step = _LINE * theme.number_px
    y = place.top() + bold.height + 8 + small.ascent
    ends = [place.left() + part * min(place.width(), 34.0 * theme.number_px) for part in (0.72, 1.0)]
    painter.setFont(small.font)
    painter.setPen(theme.palette.soft)
    for word, end in zip(("cosine", "distance"), ends, strict=True):
        painter.drawText(QPointF(end - small.width(word), y), word)
    for row in rows:
        y += step
        painter.setFont(small.font)
        painter.setPen(theme.palette.soft)
        painter.drawText(QPointF(place.left(), y), row.name)
        painter.setFont(letters.font)
        painter.setPen(theme.palette.text)
        for number, end in zip((row.cosine, row.distance), ends, strict=True):
            text = format_result(round(number, 12) + 0.0, decimals)
            painter.drawText(QPointF(end - letters.width(text), y), text)


def values_of(model: ContrastSheet) -> np.ndarray:
    """Cosine and distance of each row, (rows, 2)."""
    return np.array([[row.cosine, row.distance] for row in (*model.contrast.apart, *model.contrast.path)])
