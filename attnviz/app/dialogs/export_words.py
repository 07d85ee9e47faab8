"""What an export dialog says of the file before it is written: its size, what its points stand for, what it carries."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QSize

from attnviz.engine.scenario import Scenario
from attnviz.figures.export import INCH, SCREEN_DPI, ExportOptions
from attnviz.figures.export_page import page_of
from attnviz.figures.figure import Figure
from attnviz.figures.large.large_map import LargeMap

_MB = 1_000_000
_WORTH_SAYING = 1.0  # MB
_HAIR = 1e-6


def size_in_words(natural: QSize, options: ExportOptions) -> str:
    """How large the file's picture will be, from its size at 96 dots to the inch."""
    width, height = float(natural.width()), float(natural.height())
    if options.unit == "mm" and options.width is not None:
        width, height = (side / SCREEN_DPI * INCH for side in (width, height))
        return f"{width:.0f} × {height:.0f} mm"
    factor = options.scale if options.format == "png" and options.cell is None else 1.0
    return f"{width * factor:.0f} × {height * factor:.0f} pixels"


def pooled_in_words(figure: Figure, options: ExportOptions) -> str:
    """Of a large map as a PNG, what each pixel stands for; "" where that is a cell or less."""
    if not isinstance(figure, LargeMap) or options.format != "png":
        return ""
    page = page_of(figure, options)
    model = page.sheet.figure
    if not isinstance(model, LargeMap) or model.cell is None:
        return ""
    zoom = page.zoom * (1.0 if options.cell is not None else options.scale)
    if options.unit == "mm" and options.width is not None:
        from attnviz.figures.export_options import dots_per_inch

        zoom *= dots_per_inch(options) / SCREEN_DPI
    across, down = (max(1, ceil(1 / (side * zoom) - _HAIR)) for side in model.cell)
    return "" if across == down == 1 else f"Each pixel is the strongest of {down}×{across} cells."


def carried_in_words(scenario: Scenario) -> str:
    """How much the scenario adds that goes with a picture; "" where that is little."""
    mask = scenario.mask.custom
    size = (sum(values.nbytes for _, values in scenario.given()) + (0 if mask is None else mask.nbytes)) / _MB
    return f"The scenario that it carries takes up to {size:.0f} MB." if size >= _WORTH_SAYING else ""
