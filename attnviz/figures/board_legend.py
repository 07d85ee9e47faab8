"""The one legend of several maps: beside the title of their board, or on a narrow page below them all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from attnviz.figures.colour_maps import colour_map
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.legend import paint_scale, paint_steps
from attnviz.figures.theme import Theme

if TYPE_CHECKING:
    from attnviz.figures.board import Board

_EVEN = (10.0, 7.0, 4.5)  # small letters: the length of a wide bar of even colours, whichever has room
_BEFORE = 16.0  # from a title's words to a wide bar
_STEPS = 8  # between letters as large as those of the figures and the theme's own
_POOLED = "strongest of about 88×88"
_OF_ALL = " of all heads"
SIDES = ("Pinned", "Now")  # what the sides of a comparison are called
_SIGNS = (("less now", "more now"), ("less", "more"))  # what the ends of the colours of differences mean
_SIGNS_LENGTH, _SIGNS_STEPS = 5.0, 32  # small letters, and steps of colour between them


def title_beside(board: Board, pooled: str, model: LargeMap, width: float, theme: Theme) -> tuple[str, float]:
    """A title that leaves room for the words that are needed after it and for the legend, and that of the legend.

    pooled: what a point stands for, for which even the title goes: its tab says what it is, and of which heads.
    """
    briefly, needed = board.title.replace(_OF_ALL, ""), ruler(theme.small_font).width(pooled or board.brief)
    for title in (board.title, briefly, "") if pooled else (board.title, briefly):
        words = needed + (_title_width(title, theme) + 8 if title else 0.0)
        if width - words >= _least_legend(model, theme):
            break
    return title, width - words


def room_beside(board: Board, model: Heatmap, width: float, theme: Theme) -> float:
    """What the title with its words, or fewer, leaves for the legend of small maps, all where both have no room."""
    ways = (board, replace(board, subtitle=board.brief)) if board.brief else (board,)
    rooms = (width - _words_width(way, theme) for way in ways)
    return next((room for room in rooms if room >= _least_even(model, theme)), width)


def title_with_words(board: Board, theme: Theme, largest: float, width: float) -> Theme:
    """The theme with letters up to so many times as large for a title with its words and the legend beside it."""
    model = next((panel for panel in board.panels if isinstance(panel, Heatmap) and panel.limits is not None), None)
    for step in range(_STEPS if largest > 1 else 0):
        grown = theme.grown(largest - (largest - 1) * step / _STEPS)
        legend = _least_even(model, grown) if board.shared and model is not None else 0.0
        legend = _signs_width(_SIGNS[-1], grown) if board.signs else legend
        if _words_width(board, grown) + legend <= width:
            return grown
    return theme


def _words_width(board: Board, theme: Theme) -> float:
    title = _title_width(board.title, theme)
    return title + (ruler(theme.small_font).width(board.subtitle) + 8 if board.subtitle else 0.0)


def _title_width(title: str, theme: Theme) -> float:
    """The width of a title; of one side of a comparison that of the wider one, so that both legends are as long."""
    return ruler(theme.title_font).widest(SIDES if title in SIDES else (title,))


def _least_even(model: Heatmap, theme: Theme) -> float:
    return _even_width(model, theme, _EVEN[-1]) + _BEFORE if len(model.legend_texts) > 1 else 0.0


def paint_beside(painter: QPainter, place: QRectF, model: Heatmap | LargeMap, theme: Theme, room: float) -> float:
    """The one legend, a wide bar between its ends after the title's words; comes back with the width it takes."""
    if isinstance(model, LargeMap) and model.powers:
        from attnviz.figures.large.large_legend import paint_wide_legend

        return paint_wide_legend(painter, place, model, theme, room)
    small, texts = ruler(theme.small_font), model.legend_texts
    if model.limits is None or model.legend_ends is None or len(texts) < 2:
        return 0.0
    thick = max(5.0, round(0.55 * theme.small_px))
    lengths = [own for own in _EVEN if _even_width(model, theme, own) <= min(place.width() / 2, room - _BEFORE)]
    if not lengths:
        return 0.0
    length, width = lengths[0] * theme.small_px, _even_width(model, theme, lengths[0])
    baseline = place.top() + ruler(theme.title_font).ascent
    left = round(place.right() - width)
    painter.save()
    painter.setFont(theme.small_font)
    painter.setPen(theme.palette.soft)
    painter.drawText(left, round(baseline), texts[0])
    start = round(left + small.width(texts[0]) + 5)
    bar = QRectF(start, round(baseline - small.figure_height / 2 - thick / 2), round(length), thick)
    painter.drawText(round(bar.right() + 5), round(baseline), texts[1])
    colours = colour_map(model.colour_map, theme.name, signed=model.signed)
    paint_scale(painter, bar, model.legend_ends, model.limits, colours, theme)
    painter.restore()
    return width + _BEFORE


def paint_signs(painter: QPainter, place: QRectF, board: Board, theme: Theme) -> float:
    """What the colours of differences mean where each map has a scale of its own; comes back with the width it takes.

    Where only the title has room beside it, the words after that are briefer or go.
    """
    room = place.width() - ruler(theme.title_font).width(board.title)
    words = next((words for words in _SIGNS if _signs_width(words, theme) <= room), None)
    model = next((panel for panel in board.panels if isinstance(panel, Heatmap | LargeMap)), None)
    if words is None or model is None:
        return 0.0
    small, baseline = ruler(theme.small_font), place.top() + ruler(theme.title_font).ascent
    left = round(place.right() - _signs_width(words, theme) + _BEFORE)
    thick = max(5.0, round(0.55 * theme.small_px))
    colours = colour_map(model.colour_map, theme.name, signed=True).colours
    bar = QRectF(left + round(small.width(words[0])) + 5, round(baseline - small.figure_height / 2 - thick / 2),
                 round(_SIGNS_LENGTH * theme.small_px), thick)  # fmt: skip
    painter.setFont(theme.small_font)
    painter.setPen(theme.palette.soft)
    painter.drawText(left, round(baseline), words[0])
    painter.drawText(round(bar.right() + 5), round(baseline), words[1])
    last = len(colours) - 1
    paint_steps(painter, bar, [colours[last * step // _SIGNS_STEPS] for step in range(_SIGNS_STEPS + 1)], theme)
    return _signs_width(words, theme)


def _signs_width(words: tuple[str, str], theme: Theme) -> float:
    small = ruler(theme.small_font)
    return _BEFORE + small.width(words[0]) + small.width(words[1]) + _SIGNS_LENGTH * theme.small_px + 10


def legend_under(board: Board, theme: Theme, width: float) -> Board:
    """The board on a page: with its legend below all maps, where that has no room beside the title and the words.

    In the window the tab says what it is, and the title may go.
    """
    model = next((panel for panel in board.panels if isinstance(panel, LargeMap)), None)
    if board.name != "heads" or not board.shared or model is None:
        return board
    words = ruler(theme.title_font).width(board.title) + ruler(theme.small_font).width(_POOLED) + 16
    return replace(board, under=width - words < _least_legend(model, theme))


def height_below(board: Board, theme: Theme) -> float:
    """Room for the legend below all maps."""
    model = next((panel for panel in board.panels if isinstance(panel, LargeMap)), None)
    if not board.under or model is None:
        return 0.0
    from attnviz.figures.large.large_legend import height_under

    return height_under(replace(model, legend=True), theme)


def paint_below(painter: QPainter, rect: QRectF, model: LargeMap, theme: Theme) -> None:
    """Draws it at the bottom of a board in `rect`."""
    from attnviz.figures.large.large_legend import height_under, paint_legend_under

    model = replace(model, legend=True)  # which none has, since it is that of all
    bar = QRectF(rect.left(), rect.bottom() - height_under(model, theme), rect.width(), 0)
    colours = colour_map(model.colour_map, theme.name, signed=model.signed)
    paint_legend_under(painter, bar, model, colours, theme, rect)


def _least_legend(model: LargeMap, theme: Theme) -> float:
    if not model.powers:
        return _even_width(model, theme, _EVEN[-1]) + _BEFORE
    from attnviz.figures.large.large_legend import wide_legend_widths

    return wide_legend_widths(model, theme)[-1]


def _even_width(model: Heatmap | LargeMap, theme: Theme, letters: float) -> float:
    """The width of a wide bar of even colours, so many letters long, between its two ends in words."""
    return sum(ruler(theme.small_font).width(text) for text in model.legend_texts) + letters * theme.small_px + 10
