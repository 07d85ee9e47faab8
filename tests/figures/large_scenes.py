"""Large matrices whose strong cells are known by construction, as figures."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from attnviz.content.colours import scale_for
from attnviz.figures.figure import Figure, paint_figure
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.picture import picture
from attnviz.figures.matrix_figure import Frame
from attnviz.figures.theme import Theme, theme
from attnviz.figures.viewport import Viewport

LIGHT = theme("light")
SIZE = (700, 600)


def numbered(count: int) -> tuple[str, ...]:
    """Labels that are merely the numbers from 1."""
    return tuple(map(str, range(1, count + 1)))


def large_map(values: np.ndarray, *, signed: bool, hidden: np.ndarray | None = None, **others: object) -> LargeMap:
    """A matrix as a large map, without frames unless they are given."""
    rows, columns = values.shape
    made = picture(values, hidden, signed=signed)
    given: dict[str, object] = {
        "key": "scores" if signed else "weights", "head": 0, "title": "Title", "formula": "", "shape": values.shape,
        "role": "scores", "picture": made, "values": values, "row_labels": numbered(rows),
        "column_labels": numbered(columns), "row_word": "query", "column_word": "key", "row_words": "queries",
        "column_words": "keys", "signed": signed,
        "limits": scale_for(made.ends, signed=signed, fixed=None, choice="auto"),
    }  # fmt: skip
    return LargeMap(**{**given, **others})  # type: ignore[arg-type]


def with_sink(side: int, column: int) -> np.ndarray:
    """Weights that all lie on one column."""
    values = np.zeros((side, side), dtype=np.float32)
    values[:, column] = 1.0
    return values


def with_diagonal(side: int) -> np.ndarray:
    """Weights that all lie on the diagonal."""
    return np.eye(side, dtype=np.float32)


def painted(model: LargeMap, size: tuple[int, int] = SIZE, look: Theme = LIGHT, ratio: float = 1.0) -> np.ndarray:
    """The pixels of a map, (height, width, 3) red, green and blue; the figure fills them edge to edge."""
    image = QImage(round(size[0] * ratio), round(size[1] * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(look.palette.panel)
    with QPainter(image) as painter:
        paint_figure(painter, room(size), model, look)
    return pixels_of(image)


def pixels_of(image: QImage) -> np.ndarray:
    """The colours of an image, (height, width, 3)."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    raw = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return raw[:, : image.width(), 2::-1].copy()


def room(size: tuple[int, int] = SIZE) -> QRectF:
    """The rectangle that a picture of that size is painted in."""
    return QRectF(0, 0, *size)


def query_frame(row: int, columns: int) -> tuple[Frame, ...]:
    """The frame around a query's row."""
    return (Frame((row, row + 1), (0, columns), "queries"),)


def part(top: float, left: float, rows: float, columns: float) -> Viewport:
    """A viewport."""
    return Viewport(top, left, rows, columns)


class Listening(QPainter):
    """Remembers the texts that are painted, and of those that lie flat where they begin, end and stand."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.texts: list[str] = []
        self.flat: list[tuple[float, float, float]] = []
        self.ends: dict[str, float] = {}

    def drawText(self, *where_and_text: Any) -> None:  # type: ignore[override]
        at, text = where_and_text[0], where_and_text[-1]
        self.texts.append(text)
        if isinstance(at, QPointF) and self.worldTransform().m12() == 0:
            self.flat.append((at.x(), at.x() + self.fontMetrics().horizontalAdvance(text), at.y()))
            self.ends[text] = self.flat[-1][1]
        super().drawText(*where_and_text)


def listened(figure: Figure, size: tuple[float, float], look: Theme = LIGHT) -> Listening:
    """A painter that has painted a figure of that size."""
    image = QImage(round(size[0]), round(size[1]), QImage.Format.Format_RGB32)
    image.fill(look.palette.panel)
    painter = Listening(image)
    paint_figure(painter, QRectF(0, 0, *size), figure, look)
    painter.end()
    return painter
