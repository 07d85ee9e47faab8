"""What a preview says of the points of a large map: as in the file that it stands for, which has other points."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from attnviz.figures.export_options import SCREEN_DPI, ExportOptions, dots_per_inch


@dataclass(frozen=True)
class Meant:
    """A file that a preview stands for. vector: it can be enlarged. each: each cell has a pixel or more.

    larger: the pixels of a PNG for each of the preview; for other files the preview's for each unit of the page.
    """

    vector: bool
    each: bool
    larger: float


class _Previewing(threading.local):
    """The file whose preview this thread paints; None while it paints none."""

    def __init__(self) -> None:
        self.file: Meant | None = None


_previewing = _Previewing()


@contextmanager
def meant_for(options: ExportOptions, shown: float) -> Iterator[None]:
    """Has what is painted meanwhile count the points of a file of those options. shown: the scale of the preview."""
    before = _previewing.file
    vector = options.format != "png"
    in_mm = options.unit == "mm" and options.width is not None
    ratio = options.scale * (dots_per_inch(options) / SCREEN_DPI if in_mm else 1.0)
    _previewing.file = Meant(vector, options.cell is not None, shown if vector else ratio / shown)
    try:
        yield
    finally:
        _previewing.file = before


def meant() -> Meant | None:
    """The file whose preview this thread paints."""
    return _previewing.file
