"""Scenarios that the figures are tested on, and the device that they are painted on."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from attnviz import GivenWeights, Mask, Projected, Scenario, Trace, trace
from attnviz.figures.figure import paint_figure
from attnviz.figures.theme import theme
from attnviz.figures.view import Selection, View

LIGHT = theme("light")
DARK = theme("dark")
VIEW = View()
ANSWERS = json.loads((Path(__file__).parents[1] / "golden" / "figures.json").read_text())
HARD_LABELS = (
    "the", "the", "Ġcat", "هذا اختبار", "你好", "👨‍👩‍👧", " ", "a\nb", "\u202eabc",
    "Donaudampfschifffahrtsgesellschaftskapitän", "<b>x</b>", "\ufdd0", "\x07\x00", "\ufffd\uffff", "", "$x_1$",
)  # fmt: skip


def by_hand(**settings: object) -> Scenario:
    """Unit 2 of the curriculum."""
    given = ANSWERS["by_hand"]
    inputs = Projected(given["X"], given["W_Q"], given["W_K"], given["W_V"])
    return Scenario(inputs, tokens=("a", "b", "c"), **settings)  # type: ignore[arg-type]


def causal() -> Trace:
    """The same under a causal mask: row 2 is 0.670, 0.330, 0."""
    return trace(by_hand(mask=Mask(causal=True)))


def traced(scenario: Scenario) -> Trace:
    """The trace of a scenario with all that is in it computed."""
    made = trace(scenario)
    made.compute()
    return made


def random_layer(tokens: int, width: int, heads: int = 1, labels: tuple[str, ...] | None = None) -> Trace:
    """A layer of seeded numbers."""
    numbers = np.random.default_rng(7)
    matrices = [numbers.normal(size=shape) for shape in ((tokens, width), *((width, width),) * 4)]
    return trace(Scenario(Projected(*matrices), heads=heads, tokens=labels))


def given(weights: list[list[float]], values: list[list[float]] | None = None) -> Trace:
    """One head of weights from elsewhere."""
    return trace(Scenario(GivenWeights(np.array([weights]), None if values is None else np.array(values))))


def selected(query: int = 0, head: int = 0, cell: object = None) -> Selection:
    """A selection of that query."""
    return Selection(head, query, cell)  # type: ignore[arg-type]


def painted(figure: object, width: int, height: int, look: object = LIGHT, margin: int = 4) -> QImage:
    """The figure on an image of the panel's colour."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(look.palette.panel)  # type: ignore[attr-defined]
    painter = QPainter(image)
    paint_figure(painter, QRectF(margin, margin, width - 2 * margin, height - 2 * margin), figure, look)  # type: ignore[arg-type]
    painter.end()
    return image
