"""Overviews for tests: random weights, and tokens that are hard to write."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from attnviz.content.contrast import Apart, Contrast, Side
from attnviz.content.sources.source import Place
from attnviz.engine.arrays import Array
from attnviz.figures.figure import paint_figure
from attnviz.figures.overview.contrast_sheet import ContrastSheet
from attnviz.figures.overview.head_grid import HeadGrid
from attnviz.figures.overview.overview import Overview
from attnviz.figures.overview.token_lines import LinesOfHead, TokenLines
from attnviz.figures.theme import theme

ROOM = QRectF(0, 0, 700, 500)
HARD = ("the", "the", "Ġcat", "▁sat", "هذا اختبار", "你好", "👨‍👩‍👧", "\ufffd", " ", "\n", "\u202eabc",
        "Donaudampfschifffahrtsgesellschaftskapitän", "<b>x</b>", "$x_1$")  # fmt: skip


def some_weights(heads: int, rows: int, columns: int, seed: int = 1) -> Array:
    """Random weights whose rows sum to 1, (heads, rows, columns)."""
    scores = np.random.default_rng(seed).normal(size=(heads, rows, columns)) * 2
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def grid(layers: int = 3, heads: int = 4, T: int = 6, S: int = 6, **changes: object) -> HeadGrid:
    """A grid of random maps."""
    weights = tuple(some_weights(heads, T, S, seed) for seed in range(layers))
    labels = (tuple(f"q{i}" for i in range(T)), tuple(f"k{i}" for i in range(S)))
    return HeadGrid(**({"title": "Random", "layers": weights, "heads": heads, "shape": (T, S),
                        "queries": labels[0], "keys": labels[1]} | changes))  # type: ignore[arg-type]  # fmt: skip


def lines(weights: Array | None = None, labels: tuple[str, ...] = HARD, **changes: object) -> TokenLines:
    """Lines of one head, or of those given as (heads, T, S)."""
    values = some_weights(1, len(labels), len(labels)) if weights is None else weights
    heads = tuple(LinesOfHead(number, own) for number, own in enumerate(values, start=1))
    return TokenLines(**({"title": "Head 1", "subtitle": "", "queries": labels, "keys": labels, "heads": heads}
                         | changes))  # type: ignore[arg-type]  # fmt: skip


def sheet() -> ContrastSheet:
    """A comparison with numbers of no meaning."""
    left = Side("She sat by the river bank.", ("river", "bank"), 1, np.array([0.7, 0.3]))
    right = Side("He took the money.", ("money", "bank", "."), 1, np.array([0.1, 0.85, 0.05]))
    rows = (Apart("entering layer 1", 0.6, 4.0), Apart("output of head 1", 0.2, 1.5))
    return ContrastSheet(Contrast(Place(0, 0), left, right, rows, rows), "layer 1, head 1")


def painted(figure: Overview, room: QRectF = ROOM) -> QImage:
    """The figure on white in the light theme."""
    image = QImage(room.size().toSize(), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    with QPainter(image) as painter:
        paint_figure(painter, room, figure, theme())
    return image
