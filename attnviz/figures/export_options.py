"""How a figure is to leave the program: size, resolution, letters and what goes with it, and what cannot be had."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, isfinite
from typing import Literal

from attnviz.engine.errors import FieldError, Where
from attnviz.figures.colour_maps import colour_map
from attnviz.figures.theme import ThemeName

Format = Literal["png", "svg", "pdf"]
INCH = 25.4  # millimetres
SCREEN_DPI = 96.0  # what a CSS pixel is: 1/96 inch
PRINT_DPI = 300.0
LONGEST = 20_000.0  # pixels of a side; image and page formats end soon after


@dataclass(frozen=True)
class ExportOptions:
    """How a figure is to leave the program.

    width: in `unit`; None: as wide as the figure likes. scale: a PNG has so many pixels for each of its own, unless
    `cell` says how many there are. dpi: dots per inch; None: 96, and 300 for a PNG whose width is in mm. cell: each
    cell of a large map has so many pixels in a PNG, and at least one in an SVG or PDF; None: as many as the size has
    room for. font_points: the size of labels, numbers and titles keeping their proportion; None: they grow with the
    figure. transparent: no background. carry: the scenario goes with the picture, so that whoever has the picture can
    open it again.
    """

    format: Format = "png"
    width: float | None = None
    unit: Literal["px", "mm"] = "px"
    dpi: float | None = None
    scale: float = 1.0
    cell: int | None = None
    transparent: bool = False
    font_points: float | None = None
    colour_map: str = "auto"
    title: bool = True
    legend: bool = True
    numbers: bool = True
    theme: ThemeName = "light"
    carry: bool = True


def check_options(options: ExportOptions) -> None:
    """Raises FieldError for a width, scale, resolution, font or colour map that cannot be had."""
    colour_map(options.colour_map, options.theme, signed=True)
    widest = floor(LONGEST if options.unit == "px" else LONGEST / SCREEN_DPI * INCH)
    ranges: tuple[tuple[str, float | None, float, float, str], ...] = (
        ("width", options.width, 1e-6, widest, options.unit),
        ("dpi", options.dpi, 1.0, 9600.0, "dots per inch"),
        ("scale", options.scale, 0.1, 32.0, "times"),
        ("font", options.font_points, 1.0, 400.0, "points"),
        ("cell", options.cell, 1.0, 64.0, "pixels"),
    )
    for name, value, low, high, unit in ranges:
        if value is not None and (isinstance(value, bool) or not isfinite(value) or not low <= value <= high):
            bounds = f"above 0 and up to {high:g}" if name == "width" else f"from {low:g} to {high:g}"
            raise FieldError(f"{name} is {value:.10g} {unit}. Give a number {bounds}.", Where(name))


def dots_per_inch(options: ExportOptions) -> float:
    """The resolution of a PNG."""
    return options.dpi or (PRINT_DPI if options.unit == "mm" and options.width is not None else SCREEN_DPI)
