"""Paints the grid of heads: one picture of all maps, and over it numbers, frames and marks."""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import replace
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from attnviz.content.colours import ENTRIES, entries_of
from attnviz.content.sources.source import Place
from attnviz.figures.colour_maps import ColourMap, colour_map
from attnviz.figures.grid import labelled
from attnviz.figures.hatch import pixels_per_unit
from attnviz.figures.labels import ruler
from attnviz.figures.legend import paint_scale
from attnviz.figures.overview.head_grid import NOTCH, GridPlaces, HeadGrid, grid_places
from attnviz.figures.overview.head_grid_marks import paint_lit, paint_marks
from attnviz.figures.overview.pooling import blocks_of, fitted, thumbs
from attnviz.figures.theme import Theme
from attnviz.figures.titles import paint_title, paint_upward

_MOST_PICTURES = 6
_RAISED = 0.6  # the power that lifts weak weights
_MOST_PIXELS = 24_000_000  # of the picture of all maps
SCALE_WIDTH = 90.0
WARNING = "!"


def paint_grid(painter: QPainter, rect: QRectF, model: HeadGrid, theme: Theme) -> None:
    """Draws the figure in `rect`."""
    painter.save()
    places = grid_places(model, rect, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    if model.show_title:
        paint_title(
            painter,
            places.title,
            theme,
            model.title,
            "weights",
            f"{model.subtitle}, {model.map_words}",
            model.map_words if model.hidden_keys else "",
            model.subtitle,
        )
    colours = colours_of(model, theme)
    sharpness = _sharpness(places, pixels_per_unit(painter))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.drawImage(places.all_tiles, picture(model, places, colours, sharpness))
    _paint_numbers(painter, model, places)  # over the picture, whose gaps are not empty
    _paint_edges(painter, model, places)
    paint_marks(painter, model, places)
    if model.legend:
        _paint_legend(painter, model, places, colours, sharpness)
    painter.restore()


# One picture serves until something that is seen in it changes: hovering and walking along repaint no map.
_pictures: OrderedDict[tuple[object, ...], tuple[tuple[object, ...], QImage]] = OrderedDict()


def picture(model: HeadGrid, places: GridPlaces, colours: ColourMap, sharpness: float) -> QImage:
    """All maps and the gaps between them as one image; layers that are on their way are as empty as the gaps.

    sharpness: pixels of the device for one unit of the figure.
    """
    hidden = model.hidden_queries, model.hidden_keys
    look = (
        places.tile.toTuple(),
        places.columns,
        places.down,
        places.gap,
        model.ends,
        colours.name,
        places.theme.palette.name,
        sharpness,
        hidden,
    )
    key = (*(id(layer) for layer in model.layers), look)
    known = _pictures.get(key)
    if known is not None and all(one is other for one, other in zip(known[0], model.layers, strict=True)):
        _pictures.move_to_end(key)
        return known[1]
    made = _composed(model, places, colours, sharpness)
    _pictures[key] = model.layers, made
    while len(_pictures) > _MOST_PICTURES:
        _pictures.popitem(last=False)
    return made


def _composed(model: HeadGrid, places: GridPlaces, colours: ColourMap, sharpness: float) -> QImage:
    whole, tile = places.all_tiles, places.tile
    wide, high = max(round(whole.width() * sharpness), 1), max(round(whole.height() * sharpness), 1)
    across, down = max(round(tile.width() * sharpness), 1), max(round(tile.height() * sharpness), 1)
    pixels = np.full((high, wide), places.theme.palette.panel.rgb(), dtype=np.uint32)
    empty = np.uint32(places.theme.palette.background.rgb())
    for layer, weights in enumerate(model.layers):
        if weights is not None:
            entries = entries_of(thumbs(model.shown(weights)), model.ends, diverging=False)
            shown = colours.argb[fitted(entries, down, across)]  # the largest entry is that of the largest weight
        for head in range(model.heads):
            line, column = places.line_of(Place(layer, head))
            top, left = round(line * places.down * sharpness), round(column * (tile.width() + places.gap) * sharpness)
            area = pixels[top : top + down, left : left + across]
            area[:] = empty if weights is None else shown[head, : area.shape[0], : area.shape[1]]
    image = QImage(pixels.data, wide, high, pixels.strides[0], QImage.Format.Format_RGB32)
    return image.copy()  # the array goes away with this function


def colours_of(model: HeadGrid, theme: Theme) -> ColourMap:
    """The colours of the maps. On dark, weak weights are raised above the ground, in the legend as in the maps."""
    colours = colour_map(model.colour_map, theme.name, signed=False)
    return _raised(colours) if theme.name == "dark" else colours


@lru_cache(maxsize=8)
def _raised(colours: ColourMap) -> ColourMap:
    share = np.linspace(0.0, 1.0, ENTRIES)
    entries = np.rint(share**_RAISED * (ENTRIES - 1)).astype(int)
    return replace(
        colours, name=f"{colours.name} raised", argb=colours.argb[entries],
        colours=tuple(colours.colours[entry] for entry in entries),
        light_text=tuple(colours.light_text[entry] for entry in entries),
    )  # fmt: skip


def _sharpness(places: GridPlaces, wanted: float) -> float:
    """As fine as the device, but never a picture that would not fit in memory."""
    whole = places.all_tiles
    most = math.sqrt(_MOST_PIXELS / max(whole.width() * whole.height(), 1.0))
    return round(max(min(wanted, most), 0.1), 3)


def _paint_numbers(painter: QPainter, model: HeadGrid, places: GridPlaces) -> None:
    """The numbers of heads over their columns and of layers beside their rows, from 1, with what they count.

    A layer whose rows do not sum to 1 has a warning in place of its number's colour, and an exclamation mark.
    """
    theme = places.theme
    small = ruler(theme.small_font)
    painter.setFont(theme.small_font)
    painter.setPen(theme.palette.soft)
    corner, first = places.corner, places.tile
    baseline = corner.y() - NOTCH - 3 - (small.height - small.ascent)
    over = baseline - corner.y()
    for head in range(places.heads) if places.wrapped else labelled(places.heads, places.column_step, counted=True):
        text, tile = str(head + 1), places.tile_rect(Place(0, head))
        painter.drawText(QPointF(tile.center().x() - small.width(text) / 2, tile.top() + over), text)
    painter.drawText(QPointF(corner.x(), baseline - small.height), "heads")
    for layer in labelled(places.layers, places.row_step, counted=True):
        text, middle = str(layer + 1), places.tile_rect(Place(layer, 0)).center().y()
        right = corner.x() - NOTCH - 4
        warned = layer in model.warned
        painter.setPen(theme.palette.error if warned else theme.palette.soft)
        painter.drawText(QPointF(right - small.width(text), middle + small.figure_height / 2), text)
        if warned:
            bottom = middle + small.figure_height / 2 + small.height
            painter.drawText(QPointF(right - small.width(WARNING), bottom), WARNING)
    painter.setPen(theme.palette.soft)
    left = corner.x() - NOTCH - 8 - small.width(str(places.layers)) - (small.height - small.ascent)
    room = max(places.all_tiles.height(), first.height())
    paint_upward(painter, QPointF(left, corner.y() + min(room, small.width("layers"))), "layers")


def _paint_edges(painter: QPainter, model: HeadGrid, places: GridPlaces) -> None:
    """A thin line around each map, which shows where a map of weak weights ends."""
    if places.gap < 2:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(places.theme.pen(places.theme.palette.border))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRects([
        places.tile_rect(Place(layer, head)).adjusted(-0.5, -0.5, 0.5, 0.5)
        for layer in range(len(model.layers)) for head in range(model.heads)
    ])  # fmt: skip
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def _paint_legend(painter: QPainter, model: HeadGrid, places: GridPlaces, colours: ColourMap, sharpness: float) -> None:
    """The one scale with its true ends, and what one pixel stands for."""
    theme, place = places.theme, places.legend
    small = ruler(theme.small_font)
    low, high = model.end_texts
    wide = round(SCALE_WIDTH * theme.small_px / 11)
    bar = QRectF(place.left() + small.width(low) + 5, place.top() + 2, wide, round(0.7 * small.height))
    paint_scale(painter, bar, model.ends, model.ends, colours, theme)
    painter.setFont(theme.small_font)
    painter.setPen(theme.palette.soft)
    baseline = bar.center().y() + small.figure_height / 2
    painter.drawText(QPointF(place.left(), baseline), low)
    painter.drawText(QPointF(bar.right() + 5, baseline), high)
    left = bar.right() + 5 + small.width(high) + 12
    words = small.shortened("one scale for all maps", max(place.right() - left, 0.0))
    painter.drawText(QPointF(left, baseline), words)
    text = small.shortened(pixel_words(places, sharpness), place.width())
    painter.drawText(QPointF(place.left(), baseline + small.height + 2), text)
    paint_lit(painter, model, places, QPointF(place.left() + small.width(text) + 16, baseline + small.height + 2))


def pixel_words(places: GridPlaces, sharpness: float) -> str:
    """What one pixel of a map shows, and which way queries and keys lie."""
    rows, columns = places.shape
    down, across = (
        max(blocks_of(count), math.ceil(count / max(side * sharpness, 1.0)))
        for count, side in ((rows, places.tile.height()), (columns, places.tile.width()))
    )
    ways = "queries downward, keys across"
    return ways if down == across == 1 else f"{ways}; a pixel is the largest of {down}×{across} weights"
