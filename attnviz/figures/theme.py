"""Colours by role and fonts by use, in two palettes and three text sizes; figures and window share them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPen

from attnviz.content.colours import PALETTE_COLOURS, ROLE_COLOURS
from attnviz.figures.per_thread import kept_per_thread

ThemeName = Literal["light", "dark"]
TextSize = Literal["normal", "large", "projector"]

FAMILIES = ("DejaVu Sans", "Verdana", "Noto Sans", "Segoe UI", "Helvetica Neue", "Arial", "sans-serif")
MONOSPACED = ("DejaVu Sans Mono", "Noto Sans Mono", "Consolas", "Menlo", "monospace")
TITLE_PX, SMALL_PX, NUMBER_PX = 13, 11, 12
FACTORS: dict[str, float] = {"normal": 1.0, "large": 1.3, "projector": 2.0}
LAST_ROW = 40  # in projector size a number is at least this part of the window's height, to be read from the last row


@dataclass(frozen=True, eq=False)
class Palette:
    """The colours of the window and of every figure. Roles mean the same wherever they appear."""

    name: ThemeName
    background: QColor  # behind the panels
    panel: QColor  # what figures stand on; the middle of the diverging map
    border: QColor
    text: QColor
    soft: QColor  # subtitles and labels; 4.5:1 on the panel
    accent: QColor
    accent_text: QColor  # on the accent
    error: QColor
    hover: QColor
    grid: QColor  # thin lines inside figures, and empty tracks
    hatch: QColor  # lines over hidden cells; 3:1 on the panel
    roles: dict[str, QColor]


def _palette(name: ThemeName, colours: str, roles: dict[str, str]) -> Palette:
    names = (entry.name for entry in fields(Palette) if entry.name not in ("name", "roles"))
    plain = dict(zip(names, (QColor(f"#{colour}") for colour in colours.split()), strict=True))
    return Palette(name, roles={role: QColor(f"#{colour}") for role, colour in roles.items()}, **plain)


PALETTES: dict[str, Palette] = {
    "light": _palette("light", PALETTE_COLOURS["light"], ROLE_COLOURS["light"]),
    "dark": _palette("dark", PALETTE_COLOURS["dark"], ROLE_COLOURS["dark"]),
}


@dataclass(frozen=True)
class Theme:
    """A palette and a text size. `factor` multiplies every font; `grown(f)` is the same theme for a larger figure.

    least_number: pixels below which a number is not drawn at all. least_small: those below which no label falls.
    """

    name: ThemeName
    text_size: TextSize
    factor: float
    least_number: float
    palette: Palette = field(repr=False, compare=False)
    least_small: int = SMALL_PX

    def role(self, role: str) -> QColor:
        """The colour of queries, keys, values, output, scores, weights or input; text for any other word."""
        return self.palette.roles.get(role, self.palette.text)

    def grown(self, factor: float) -> Theme:
        """The same theme with fonts `factor` times as large; the same object for the same factor."""
        return _grown(self, round(factor, 3), 1.0)

    def nearer(self, factor: float) -> Theme:
        """The same theme with all letters and the least number `factor` times as large: for those who sit nearer."""
        return _grown(self, round(factor, 3), round(factor, 3))

    def labelled(self, pixels: int) -> Theme:
        """The same theme with labels of so many pixels at least; the same object for the same number."""
        return _labelled(self, pixels)

    @cached_property
    def title_font(self) -> QFont:
        """Figure titles: bold."""
        return font(self.title_px, bold=True)

    @cached_property
    def small_font(self) -> QFont:
        """Subtitles, labels and legends."""
        return font(self.small_px)

    @cached_property
    def title_px(self) -> int:
        """13 at normal size."""
        return max(TITLE_PX, round(TITLE_PX * self.factor))

    @cached_property
    def small_px(self) -> int:
        """11 at normal size, and never less."""
        return max(self.least_small, round(SMALL_PX * self.factor))

    @cached_property
    def number_px(self) -> int:
        """The size at which numbers in cells are drawn by preference."""
        return max(round(NUMBER_PX * self.factor), math.ceil(self.least_number))

    def pen(self, colour: QColor, width: float = 1.0, *, dashed: bool = False) -> QPen:
        """A cached pen with flat caps."""
        return _pen(colour.rgba(), width, dashed)


@kept_per_thread(32)
def theme(name: ThemeName = "light", text_size: TextSize = "normal", window_height: int = 0) -> Theme:
    """The theme for a palette and text size; the same object each time in a thread, for it holds fonts.

    window_height: the height in pixels of the window or picture that projector numbers are measured against.
    """
    factor = FACTORS[text_size]
    least = 11.0 * factor if text_size != "projector" else 18.0
    if text_size == "projector" and window_height:
        least = max(least, window_height / LAST_ROW)
        factor = max(factor, 1.05 * least / NUMBER_PX)
    return Theme(name, text_size, factor, least, PALETTES[name])


@kept_per_thread(512)
def font(pixels: int, *, bold: bool = False, monospaced: bool = False) -> QFont:
    """A font in that pixel size, without hinting so that a picture is the same at every scale."""
    made = QFont()
    made.setFamilies(list(MONOSPACED if monospaced else FAMILIES))
    made.setPixelSize(max(1, pixels))
    made.setBold(bold)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setFeature(QFont.Tag("liga"), 0)  # a ligature such as fi would be one sign in files that people search
    made.setStyleHint(QFont.StyleHint.Monospace if monospaced else QFont.StyleHint.SansSerif)
    return made


@kept_per_thread(512)
def _grown(base: Theme, factor: float, least: float) -> Theme:
    return replace(base, factor=base.factor * factor, least_number=base.least_number * least)


@kept_per_thread(64)
def _labelled(base: Theme, pixels: int) -> Theme:
    return replace(base, least_small=pixels)


@lru_cache(maxsize=256)
def _pen(rgba: int, width: float, dashed: bool) -> QPen:
    pen = QPen(QColor.fromRgba(rgba), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if dashed:
        pen.setDashPattern([4.0, 2.5])
    return pen
