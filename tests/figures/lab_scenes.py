"""One exhibit of every kind with numbers that a test can recognise."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage, QPainter

from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.painting import paint_drawing
from attnviz.figures.theme import Theme, theme
from attnviz.labs.exhibits import (
    DONE,
    LATER,
    NEVER,
    NOW,
    Arrow,
    Axis,
    Bars,
    Box,
    Boxes,
    Code,
    Exhibit,
    Mark,
    Matrix,
    Plane,
    Plot,
    Series,
    Sweep,
    Table,
)

X = np.array([1.0, 10.0, 100.0])


def every_kind() -> dict[str, Exhibit]:
    """By name; each title and number occurs once."""
    return {
        "plot": Plot(
            "plot", "A plot", Axis("length", log=True), Axis("cost"),
            (Series("scores", X, X**2, "scores"), Series("cache", X, X, "keys", dashed=True)),
            (Mark("x", 10.0, "now", "T"),),
        ),
        "matrix": Matrix(
            "matrix", "A matrix", np.array([[0.25, 0.5], [np.nan, np.inf]]), ("one", "two"), ("left", "right"),
            kind="weights", broken=((1, 0),), row_sums=True, column_sums=True,
        ),
        "plane": Plane(
            "plane", "A plane",
            (Arrow("v₁", (0, 0), (1, 0), "values", "values", 0), Arrow("output", (0, 0), (0.75, 0.5), "output")),
            hull=((0, 0), (1, 0), (1, 1)),
        ),
        "bars": Bars("bars", "Some bars", ("first", "second"), np.array([0.125, 0.875])),
        "boxes": Boxes(
            "boxes", "A walk",
            (Box("X", (("B", 2), ("T", 4), ("d_model", 512))),
             Box("Q", (("B", 2), ("T", 4), ("h", 8), ("d_k", 64)), "reshape", role="queries"),
             Box("small", (("T", 2), ("d_k", 2)), "by hand", np.array([[7.0, 8.5], [9.0, 6.0]]), wrong=True)),
        ),
        "code": Code("code", "A program", ("scores = Q @ K.T", "weights = softmax(scores)"), (1,)),
        "sweep": Sweep(
            "sweep", "Half a matrix", np.array([[NOW, NEVER], [DONE, LATER]]), ("never", "later", "done", "now"),
            ("one", "two"), ("left", "right"), values=np.array([[0.625, np.nan], [np.nan, np.nan]]),
            row_edges=(0, 1), column_edges=(0, 1), kept_rows=(0, 1), kept_columns=(0, 1), kept=("rows", "columns"),
            parameter="step", steps=np.array([[2, 0], [1, 3]]),
        ),
        "table": Table("table", "A table", ("what", "count"), (("scores", 16777216.0), ("share", 0.284))),
    }  # fmt: skip


def drawings() -> dict[str, Drawing]:
    """Each kind as it can be painted."""
    return {name: Drawing(exhibit) for name, exhibit in every_kind().items()}


def painted(drawing: Drawing, width: int, height: int, look: Theme | None = None) -> QImage:
    """The drawing on its panel."""
    from PySide6.QtCore import QRectF

    look = look or theme()
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(look.palette.panel)
    painter = QPainter(image)
    paint_drawing(painter, QRectF(0, 0, width, height), drawing, look)
    painter.end()
    return image
