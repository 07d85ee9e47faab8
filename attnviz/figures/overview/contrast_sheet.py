"""One token in two sentences as a figure: what it looks at as bars on one scale, how far its vectors moved apart."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from attnviz.content.contrast import Apart, Contrast, Side
from attnviz.content.numerals import format_result
from attnviz.figures.bars import Bars, bars_indent, bars_size
from attnviz.figures.bars_painter import paint_bars
from attnviz.figures.heatmap import Fit
from attnviz.figures.labels import isolated, quoted, ruler
from attnviz.figures.theme import Theme, font
from attnviz.figures.titles import paint_title

KEY = "contrast"
_BETWEEN, _ABOVE = 32.0, 22.0  # pixels between the two sides, and above the tables
_LEAST_SIDE = 170.0
_COLUMNS = ("cosine", "distance")
_BAR_LINES, _TABLE_LINES = (1.45, 1.9), (1.4, 1.75)  # the heights of lines in letters' heights, close and airy


@dataclass(frozen=True, eq=False)
class ContrastSheet:
    """Two rows of one head side by side, and a table below. place_words: such as "layer 4, head 2"."""

    contrast: Contrast
    place_words: str
    decimals: int = 3
    numbers: bool = True
    show_title: bool = True

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sentences."""
        return self.contrast.left, self.contrast.right

    @property
    def title(self) -> str:
        """Which token, and where."""
        return f"What {' and '.join(self._tokens)} look at"

    @property
    def _tokens(self) -> tuple[str, ...]:
        """Both tokens with their numbers."""
        return tuple(quoted(side.query + 1, side.tokens[side.query], 24) for side in self.sides)

    @property
    def subtitle(self) -> str:
        """Layer and head, and how long a bar can be."""
        return f"{self.place_words}; a full bar is {format_result(self.most, self.decimals)}"

    @property
    def verdict(self) -> str:
        """How far the two vectors moved apart, in one line; "" where there are none."""
        rows = self.contrast.path or self.contrast.apart
        if not rows:
            return ""
        one, other = (f"{format_result(row.cosine, self.decimals)} {_when(row.name)}" for row in (rows[0], rows[-1]))
        return f"Cosine of {' and '.join(self._tokens)}: {one}, {other}"

    @cached_property
    def most(self) -> float:
        """The largest weight of both sides, where their one scale ends."""
        return max([1e-9, *(float(side.weights.max()) for side in self.sides)])

    @cached_property
    def bars(self) -> tuple[Bars, Bars]:
        """The bars of both sides, on one scale from 0 to the largest weight of both."""
        left, right = (self._bars_of(side, self.most) for side in self.sides)
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
    """The geometry: the verdict, the sentences, the bars under them, the tables of one layer and of all below."""

    title: QRectF
    verdict: QRectF
    sentences: tuple[QRectF, QRectF]
    line: float
    bars: tuple[QRectF, QRectF]
    table: QRectF
    path: QRectF


def contrast_places(model: ContrastSheet, rect: QRectF, theme: Theme) -> ContrastPlaces:
    """The geometry in `rect`: lines as airy as its height allows; where even close ones do not fit, bars give way."""
    title = ruler(theme.title_font).height + 10 if model.show_title else 0.0
    half = max((rect.width() - _BETWEEN) / 2, 1.0)
    small = ruler(theme.small_font)
    lines = max(len(small.lines(_sentence(side), half)) for side in model.sides)
    said = lines * (small.height + 2) + 8
    told = _verdict_height(model, theme, rect.width())
    top = rect.top() + title + told
    room = rect.bottom() - top - said
    close, airy = (_heights(model, theme, air) for air in (0.0, 1.0))
    air = min(max((room - sum(close)) / max(sum(airy) - sum(close), 1.0), 0.0), 1.0)
    high, below = _heights(model, theme, air)
    high = min(high, max(room - below - 2, 40.0))
    below = max(below - _ABOVE, 0.0)
    sentences, bars = [], []
    indents = [bars_indent(own, theme, Fit(theme.number_px, 0.0, 0.0, False)) for own in model.bars]
    widest = min(max(indents), 0.5 * half)
    for number in range(2):
        x = rect.left() + number * (half + _BETWEEN)
        sentences.append(QRectF(x, top, half, said))
        aside = max(widest - indents[number], 0.0)  # so that the tracks of both sides are as long
        bars.append(QRectF(x + aside, top + said, half - aside, high))
    table_top = top + said + high + _ABOVE
    beside = _path_beside(model, rect.width(), theme)
    table_width = half if beside else rect.width()
    table = QRectF(rect.left(), table_top, table_width, below)
    path = QRectF(rect.left() + half + _BETWEEN, table_top, half, below) if beside else QRectF()
    return ContrastPlaces(
        QRectF(rect.left(), rect.top(), rect.width(), title),
        QRectF(rect.left(), rect.top() + title, rect.width(), told), (sentences[0], sentences[1]),
        _between(_TABLE_LINES, air),
        (bars[0], bars[1]), table, path,
    )  # fmt: skip


def contrast_size(model: ContrastSheet, theme: Theme, width: float | None = None, *, airy: bool = True) -> QSizeF:
    """The size it likes, or with that width: every bar on a line of its own, close to each other or airy."""
    wide = 700.0 * theme.factor if width is None else width
    places = contrast_places(model, QRectF(0, 0, wide, 1e5), theme)
    if not airy:
        return QSizeF(wide, places.bars[0].top() + sum(_heights(model, theme, 0.0)) + 4)
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
        paint_title(painter, places.title, theme, model.title, "queries", model.subtitle, model.place_words)
    _paint_verdict(painter, places.verdict, model, theme)
    for side, place, bars, room in zip(model.sides, places.sentences, model.bars, places.bars, strict=True):
        _paint_sentence(painter, place, side, theme)
        paint_bars(painter, room, replace(bars, fit=bar_fit(places, model, theme)), theme)
    if model.contrast.apart:
        _paint_numbers(painter, places.table, "In this layer", model.contrast.apart, places.line, model.decimals, theme)
    if not places.path.isEmpty():
        _paint_numbers(painter, places.path, "Through the model", model.contrast.path, places.line, model.decimals,
                       theme)  # fmt: skip
    painter.restore()


def side_at(places: ContrastPlaces, point: QPointF) -> int | None:
    """Which side's bars are under a point, from 0."""
    return next((number for number, room in enumerate(places.bars) if room.contains(point)), None)


def _sentence(side: Side) -> str:
    return isolated(side.text or "the sentence")


def _when(name: str) -> str:
    return f"at the {name}" if name == "embedding" else name


def _verdict_height(model: ContrastSheet, theme: Theme, width: float) -> float:
    lines = _verdict_lines(model, theme, width)
    return len(lines) * (ruler(font(theme.title_px)).height + 2) + 8 if lines else 0.0


def _verdict_lines(model: ContrastSheet, theme: Theme, width: float) -> list[str]:
    return ruler(font(theme.title_px)).lines(model.verdict, width)


def _paint_verdict(painter: QPainter, place: QRectF, model: ContrastSheet, theme: Theme) -> None:
    letters = ruler(font(theme.title_px))
    painter.setFont(letters.font)
    painter.setPen(theme.palette.text)
    y = place.top() + letters.ascent
    for line in _verdict_lines(model, theme, place.width()):
        painter.drawText(QPointF(place.left(), y), line)
        y += letters.height + 2


def _paint_sentence(painter: QPainter, place: QRectF, side: Side, theme: Theme) -> None:
    small = ruler(theme.small_font)
    painter.setFont(theme.small_font)
    painter.setPen(theme.palette.text)
    y = place.top() + small.ascent
    for line in small.lines(_sentence(side), place.width()):
        painter.drawText(QPointF(place.left(), y), line)
        y += small.height + 2


def _heights(model: ContrastSheet, theme: Theme, air: float) -> tuple[float, float]:
    """What the bars and the tables below them need, these with the gap above. air: 0 close, 1 airy."""
    fit = Fit(theme.number_px, 0.0, _between(_BAR_LINES, air) * theme.number_px, False)
    bars = max(bars_size(own, theme, fit).height() for own in model.bars)
    rows = max(len(model.contrast.apart), len(model.contrast.path))
    line = _between(_TABLE_LINES, air) * theme.number_px
    return bars, (rows + 1) * line + ruler(theme.title_font).height + 8 + _ABOVE if rows else 0.0


def _between(ends: tuple[float, float], part: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * part


def _path_beside(model: ContrastSheet, width: float, theme: Theme) -> bool:
    return bool(model.contrast.path) and width >= least_contrast_width(theme)


def bar_fit(places: ContrastPlaces, model: ContrastSheet, theme: Theme) -> Fit:
    """Lines as high on both sides, whose sentences are not as long."""
    count = max(len(bars.labels) for bars in model.bars)
    return Fit(theme.number_px, 0.0, (places.bars[0].height() - 2) / max(count, 1), False)


def _paint_numbers(
    painter: QPainter, place: QRectF, title: str, rows: tuple[Apart, ...], line: float, decimals: int, theme: Theme
) -> None:
    """A table of names, cosines and distances, a line over it."""
    bold, small, letters = ruler(theme.title_font), ruler(theme.small_font), ruler(font(theme.number_px))
    painter.setPen(theme.pen(theme.palette.border))
    painter.drawLine(QLineF(place.left(), place.top() - _ABOVE / 3, place.right(), place.top() - _ABOVE / 3))
    painter.setFont(bold.font)
    painter.setPen(theme.palette.text)
    painter.drawText(QPointF(place.left(), place.top() + bold.ascent), bold.shortened(title, place.width()))
    step = line * theme.number_px
    y = place.top() + bold.height + 8 + small.ascent
    texts = [
        [format_result(round(number, 12) + 0.0, decimals) for number in (row.cosine, row.distance)] for row in rows
    ]
    right = place.left() + min(place.width(), 34.0 * theme.number_px)
    wide = [
        max(small.width(word), letters.widest(tuple(column)))
        for word, column in zip(_COLUMNS, zip(*texts, strict=True), strict=True)
    ]
    ends = [right - wide[1] - theme.number_px, right]
    painter.setFont(small.font)
    painter.setPen(theme.palette.soft)
    for word, end in zip(_COLUMNS, ends, strict=True):
        painter.drawText(QPointF(end - small.width(word), y), word)
    for row, numbers in zip(rows, texts, strict=True):
        y += step
        painter.setFont(small.font)
        painter.setPen(theme.palette.soft)
        painter.drawText(QPointF(place.left(), y), small.shortened(row.name, ends[0] - wide[0] - 6 - place.left()))
        painter.setFont(letters.font)
        painter.setPen(theme.palette.text)
        for text, end in zip(numbers, ends, strict=True):
            painter.drawText(QPointF(end - letters.width(text), y), text)


def values_of(model: ContrastSheet) -> np.ndarray:
    """Cosine and distance of each row, (rows, 2)."""
    return np.array([[row.cosine, row.distance] for row in (*model.contrast.apart, *model.contrast.path)])
