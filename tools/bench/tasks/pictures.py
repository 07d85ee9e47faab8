"""The first picture of a large map, from its values to pixels: ours, and matplotlib's imshow with draw."""

from __future__ import annotations

import numpy as np

import attnviz
from attnviz.engine.arrays import Array

WIDTH, HEIGHT = 900, 760  # pixels of the picture
_SMALL = 128  # tokens of a map that is drawn before, so that fonts and libraries are loaded


def ours(tokens: int) -> dict[str, float]:
    """Pyramid, figure and painting of the weights of a trace: seconds."""
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QImage, QPainter

    from attnviz.engine.tracing import Trace
    from attnviz.figures.compose import figure_of
    from attnviz.figures.figure import paint_figure
    from attnviz.figures.theme import theme
    from attnviz.figures.view import Selection, View
    from tools.bench.tasks.applications import an_application
    from tools.bench.timing import middle

    an_application()
    look = theme("light", "normal")

    def draw(traced: Trace) -> None:
        image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
        image.fill(look.palette.panel)
        with QPainter(image) as painter:
            figure = figure_of("weights", traced, Selection(), View())
            paint_figure(painter, QRectF(8, 8, WIDTH - 16, HEIGHT - 16), figure, look)

    draw(attnviz.trace(given(_SMALL)))
    scenario = given(tokens)
    return {"seconds": middle(lambda _: draw(attnviz.trace(scenario)), warm_up=0)}  # a new trace has no picture


def matplotlibs(tokens: int) -> dict[str, float]:
    """A figure with imshow, drawn by Agg: seconds."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from tools.bench.timing import middle

    def draw(values: Array) -> None:
        figure = Figure(figsize=(WIDTH / 100, HEIGHT / 100), dpi=100)
        canvas = FigureCanvasAgg(figure)
        figure.subplots().imshow(values, vmin=0, cmap="Blues")
        canvas.draw()

    draw(_weights(_SMALL))
    values = _weights(tokens)
    return {"seconds": middle(lambda _: draw(values), warm_up=0)}


def given(tokens: int) -> attnviz.Scenario:
    return attnviz.Scenario(inputs=attnviz.GivenWeights(weights=_weights(tokens)[None]), heads=1, dtype="float32")


def _weights(tokens: int) -> Array:
    """Weights such as a softmax makes of normal scores: rows that sum to 1, float32."""
    scores = np.random.default_rng(7).standard_normal((tokens, tokens), dtype=np.float32)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=1, keepdims=True)
    return scores
