"""The yardstick: matplotlib (Agg) drawing annotated heatmaps, as its own gallery does it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.text import Text

from attnviz.engine.arrays import Array

DPI = 100


class AnnotatedMaps:
    """Heatmaps side by side with a number in each cell, built once; `redraw` changes them in place."""

    def __init__(self, maps: Sequence[Array], labels: Sequence[str], width: int, height: int) -> None:
        figure = Figure(figsize=(width / DPI, height / DPI), dpi=DPI)
        self.canvas = FigureCanvasAgg(figure)
        self._images: list[AxesImage] = []
        self._texts: list[list[Text]] = []
        ticks = range(len(labels))
        for place, (axes, values) in enumerate(zip(_flat(figure, len(maps)), maps, strict=True), start=1):
            self._images.append(axes.imshow(values, vmin=0, vmax=1, cmap="Blues"))
            axes.set_xticks(ticks, labels)
            axes.set_yticks(ticks, labels)
            axes.set_title(f"Head {place}")
            self._texts.append(
                [
                    axes.text(column, row, _number(float(value)), ha="center", va="center", fontsize=6)
                    for (row, column), value in np.ndenumerate(values)
                ]
            )

    def redraw(self, maps: Sequence[Array]) -> None:
        """Puts other numbers into the same maps and draws the canvas."""
        for image, texts, values in zip(self._images, self._texts, maps, strict=True):
            image.set_data(values)
            for text, value in zip(texts, values.flat, strict=True):
                text.set_text(_number(float(value)))
        self.canvas.draw()

    def png(self) -> bytes:
        """The figure as a PNG file, by savefig."""
        file = io.BytesIO()
        self.canvas.figure.savefig(file, format="png", dpi=DPI)
        return file.getvalue()


def _flat(figure: Figure, count: int) -> list[Any]:
    columns = 1 if count == 1 else 2
    grid = figure.subplots(-(-count // columns), columns, squeeze=False)
    return list(grid.flat)[:count]


def _number(value: float) -> str:
    return f"{value:.3f}"
