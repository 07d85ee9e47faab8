"""Large maps as pages of a file, and what can be read in an SVG."""

from __future__ import annotations

import base64
import re
from dataclasses import replace

import numpy as np
from large_scenes import large_map, pixels_of
from PySide6.QtGui import QImage

from attnviz.figures.board import Board
from attnviz.figures.export import ExportOptions
from attnviz.figures.large.large_map import LargeMap

PAGE = ExportOptions(format="svg", width=160, unit="mm")


def random(side: int, **others: object) -> LargeMap:
    return large_map(np.random.default_rng(1).random((side, side), dtype=np.float32), signed=False, **others)


def heads(side: int, count: int) -> Board:
    """So many heads side by side, drawn from their thumbs."""
    model = random(side, compact=True, legend=False)
    assert model.picture is not None
    thumb = replace(model, picture=model.picture.thumb, values=None)
    return Board("heads", (thumb,) * count, (0,) * count, title="Weights of all heads")


def images_in(svg: str) -> list[np.ndarray]:
    """The pixels of each image in an SVG, (height, width, 3)."""
    found = re.findall(r'xlink:href="data:image/png;base64,([^"]+)"', svg)
    return [pixels_of(QImage.fromData(base64.b64decode(each))) for each in found]


def texts_in(svg: str) -> list[str]:
    return [text.strip() for text in re.findall(r"<text[^>]*>([^<]+)</text>", svg)]


def shared_heads(side: int, count: int) -> Board:
    """Heads on one scale by powers of ten, whose one legend is that of all."""
    board = heads(side, count)
    panels = (replace(panel, limits=(1e-5, 1.0), powers=True, scale_ends=(0.0, 1.0)) for panel in board.panels)
    return replace(board, panels=tuple(panels), shared=True)
