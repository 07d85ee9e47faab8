"""How large cells and numbers can be: as large as fit, and where no number fits, colours only."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, floor

from PySide6.QtCore import QRectF, QSizeF

from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.lettering import is_for_near
from attnviz.figures.margins import margins, title_room
from attnviz.figures.theme import NUMBER_PX, Theme, font

LARGEST_NUMBER = 4.5  # times the theme's size: numbers grow with the window so far
GROWTH = 0.6  # titles and labels grow more slowly than numbers: with this power
_MOST_GROWTH_FAR = 1.1  # the same in projector size, whose letters are large already: as large as the tabs over them
LARGEST_COLOUR = 2.6  # times the theme's number size: cells without numbers grow so far
AIR, LEAST_AIR = 7.0, 4.0  # pixels beside a number, both sides and the line between cells together
_TIGHT_AIR = 0.4  # the same in number sizes, for large numbers
_WIDER, _HIGHER = 1.2, 1.5  # times the comfortable size: so far cells fill what is left
_BROADEST, _BROADEST_NUMBERED = 4.0, 2.5  # times their height: so far cells fill the width
_MANY = 16  # rows and columns
SNAP = 3.0  # cells at least so large begin on whole pixels


def natural_size(model: Heatmap, theme: Theme, fit: Fit, *, title_width: bool = True) -> QSizeF:
    """The size of the figure at those cell sizes; nothing in it is shortened if it gets that size.

    title_width: False lets formula and shape go, but never the title.
    """
    grown = figure_theme(theme, fit.number_px, fit.letters)
    around = margins(model, grown, fit, None)
    width = fit.cell_width * model.shape[1] + around.right
    if model.show_title:
        width = max(width, title_room(model, grown) if title_width else ruler(grown.title_font).width(model.title))
    return QSizeF(around.left + width, around.top + fit.cell_height * model.shape[0] + around.bottom)


def comfortable(model: Heatmap, number_px: int, *, narrow: bool = False) -> Fit:
    """Cell sizes that give numbers of that size air to breathe; narrow: short ones get no wider than high."""
    height = round(2.2 * number_px)
    if narrow:
        width = ceil(max(_widest(model, number_px) + max(0.8 * number_px, AIR), height))
        return Fit(number_px, float(width), float(height), model.legend)
    # A usual number with much air, or the widest with less: a minus sign that appears moves nothing.
    usual = ruler(font(number_px)).width(model.cell_text) + 1.2 * number_px
    widest = _widest(model, number_px) + max(0.55 * number_px, AIR)
    width = max(ceil(max(usual, widest)), round(1.6 * height))
    return Fit(number_px, float(width), float(height), model.legend)


def comfortable_area(number_px: int) -> float:
    """What such a cell takes at least, whatever numbers are in it."""
    return float(round(2.2 * number_px)) ** 2


def tight(model: Heatmap, number_px: int, air: float = AIR) -> Fit:
    """The smallest cells in which numbers of that size neither touch nor are cut: `air` is what both sides get."""
    beside = max(air, _TIGHT_AIR * number_px) if air >= AIR else air
    width = ceil(max(_widest(model, number_px) + beside, 2.2 * number_px))
    return Fit(number_px, float(width), float(ceil(1.45 * number_px + 1)), model.legend)


def least_tight(number_px: int) -> Fit:
    """No cells for numbers of that size are smaller, whatever they are."""
    return Fit(number_px, 2.2 * number_px, float(ceil(1.45 * number_px + 1)), False)


def figure_theme(theme: Theme, number_px: int, letters: float = 1.0) -> Theme:
    """The theme for a figure whose numbers have that size: its titles and labels grow along, more slowly.

    letters: so many times the theme's they are in the first place; where numbers are not for the last row, what is
    legible is for those who sit nearer.
    """
    if letters != 1.0:
        theme = theme.nearer(letters) if is_for_near(theme, number_px, letters) else theme.grown(letters)
    if number_px <= theme.number_px:
        return theme
    growth = (number_px / theme.number_px) ** GROWTH
    if theme.text_size == "projector":  # but never below what those of normal size have beside such numbers
        usual = min(number_px / NUMBER_PX, LARGEST_NUMBER) ** GROWTH / theme.factor
        growth = min(growth, max(_MOST_GROWTH_FAR, usual))
    return theme.grown(growth)


def titled_theme(theme: Theme, number_px: int, title: str, width: float) -> Theme:
    """The theme for a figure whose numbers have that size; letters grow no further than its title fits in `width`."""
    for size in range(number_px, theme.number_px, -1):
        grown = figure_theme(theme, size)
        if ruler(grown.title_font).width(title) <= width:
            return grown
    return theme if number_px > theme.number_px else figure_theme(theme, number_px)


def best_fit(model: Heatmap, rect: QRectF, theme: Theme) -> Fit:
    """The cells that use `rect` best: the largest comfortable numbers, else the smallest legible ones, else colours."""
    rows, columns = model.shape
    least = max(1, round(theme.least_number))
    wants_numbers = model.numbers and model.face is not None
    if not wants_numbers or rect.width() < 0.9 * least * columns or rect.height() < least * rows:
        return colours_only(model, rect, theme)
    low, high = least, round(LARGEST_NUMBER * theme.number_px)
    if _fits(model, rect, theme, comfortable(model, low)):
        while low < high:  # the largest size that fits
            middle = (low + high + 1) // 2
            fits = _fits(model, rect, theme, comfortable(model, middle))
            low, high = (middle, high) if fits else (low, middle - 1)
        return _stretched(model, rect, theme, comfortable(model, low))
    for air in (AIR, LEAST_AIR):
        fit = tight(model, least, air)
        for each in (_broad(model, rect, theme, fit), fit):
            if _fits(model, rect, theme, each):
                return _stretched(model, rect, theme, each)
    return colours_only(model, rect, theme)


def colours_only(model: Heatmap, rect: QRectF, theme: Theme, *, far: bool = False) -> Fit:
    """Cells without numbers that fill the rectangle: no broader than so many times their height, nor much higher.

    Those of a projection with very many are square: it has no names that would need higher rows. far: names are read
    from the last row, or every second or third one is.
    """
    rows, columns = model.shape
    largest = LARGEST_COLOUR * theme.number_px
    width, height = largest, largest
    square = model.key.startswith("W_") and min(model.shape) > _MANY
    for _ in range(3):  # labels depend on cell sizes and cells on the room that labels leave: this settles at once
        around = margins(model, theme, Fit(0, width, height, model.legend, far=far), rect)
        across = max(rect.width() - around.left - around.right, 1.0) / columns
        down = max(rect.height() - around.top - 2, 1.0) / rows
        side = min(across, down, largest)
        readable = max(side, theme.small_px * 1.3, min(_HIGHER * across, largest))
        height = min(down, readable)
        width, height = whole(min(across, max(readable, _BROADEST * height))), whole(height)
        if square:
            width = height = whole(side)
    return Fit(0, width, height, model.legend, far=far)


_STRIP, _STRIP_SHARE = 12.0, 0.03  # a single row is so high, or such a part of its room


def coloured(model: Heatmap, theme: Theme, side: float, room: QSizeF, *, legend: bool) -> Fit:
    """Square colour cells, smaller where the map would outgrow most of `room`.

    A matrix of few rows or columns is stretched so that it does not become a thread.
    """
    rows, columns = model.shape
    across = min(side, 0.8 * room.width() / columns)
    down = min(side, 0.6 * room.height() / rows)
    readable = min(theme.small_px * 1.1, 2.0 * side)
    if rows == 1:
        readable = max(readable, min(_STRIP, _STRIP_SHARE * room.height()))
    height = max(down, min(readable, 0.25 * across * columns / rows)) if across * columns > 4 * down * rows else down
    width = max(across, min(readable, 0.25 * down * rows / columns)) if down * rows > 4 * across * columns else across
    return Fit(0, whole(width), whole(height), legend and model.legend)


def whole(size: float) -> float:
    """Whole pixels where that loses little."""
    return float(floor(size)) if size >= SNAP else size


def _broad(model: Heatmap, rect: QRectF, theme: Theme, fit: Fit) -> Fit:
    """The cells as broad as the room: names over them lie flat and leave the rows more height."""
    around = margins(model, figure_theme(theme, fit.number_px, fit.letters), fit, rect)
    across = floor((rect.width() - around.left - around.right) / model.shape[1])
    return replace(fit, cell_width=max(fit.cell_width, min(float(across), _BROADEST * fit.cell_height)))


def _stretched(model: Heatmap, rect: QRectF, theme: Theme, fit: Fit) -> Fit:
    """The cells with what room is left: somewhat higher than comfortable ones, and as broad as the room."""
    rows, columns = model.shape
    around = margins(model, figure_theme(theme, fit.number_px), fit, rect)
    wanted = comfortable(model, fit.number_px)
    across = floor((rect.width() - around.left - around.right) / columns)
    down = floor((rect.height() - around.top - around.bottom) / rows)
    height = max(fit.cell_height, min(down, _HIGHER * wanted.cell_height))
    width = max(fit.cell_width, min(across, max(_WIDER * wanted.cell_width, _BROADEST_NUMBERED * height)))
    return Fit(fit.number_px, float(floor(width)), float(floor(height)), fit.legend)


def _fits(model: Heatmap, rect: QRectF, theme: Theme, fit: Fit) -> bool:
    around = margins(model, figure_theme(theme, fit.number_px, fit.letters), fit, rect)
    width = around.left + fit.cell_width * model.shape[1] + around.right
    height = around.top + fit.cell_height * model.shape[0] + around.bottom
    return width <= rect.width() and height <= rect.height()


def _widest(model: Heatmap, number_px: int) -> float:
    return ruler(font(number_px)).widest(model.widths)
