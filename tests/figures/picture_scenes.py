"""The few pictures that are kept and how each is painted; `python tests/figures/picture_scenes.py` stores them anew."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QImage

from attnviz.engine.cells import Cell
from attnviz.figures.compose import figure_of
from attnviz.figures.theme import theme

FOLDER = Path(__file__).parent / "pictures"


def _weights() -> QImage:
    from figure_scenes import LIGHT, VIEW, causal, painted, selected

    choice = selected(1, cell=Cell("weights", 0, 1, 0))
    return painted(figure_of("weights", causal(), choice, VIEW), 320, 220, LIGHT)


def _board() -> QImage:
    from figure_scenes import VIEW, causal, painted, selected

    choice = selected(1, cell=Cell("scores", 0, 1, 0))
    return painted(figure_of("board", causal(), choice, VIEW), 750, 550, theme("dark"))


def _vectors() -> QImage:
    from figure_scenes import LIGHT, VIEW, causal, painted, selected

    return painted(figure_of("vectors", causal(), selected(1), VIEW), 340, 260, LIGHT)


def _colours() -> QImage:
    from figure_scenes import LIGHT, VIEW, painted, random_layer, selected

    layer = random_layer(16, 4, labels=tuple(f"token {number}" for number in range(16)))
    return painted(figure_of("scores", layer, selected(3), VIEW), 320, 260, LIGHT)


PICTURES: dict[str, Callable[[], QImage]] = {
    "weights": _weights, "board-dark": _board, "vectors": _vectors, "colours": _colours,
}  # fmt: skip

if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication(sys.argv[:1])
    FOLDER.mkdir(exist_ok=True)
    for name, paint in PICTURES.items():
        paint().save(str(FOLDER / f"{name}.png"), "PNG", 0)  # the smallest file
