"""Puts the colours of a large map where the device has pixels: made once for a view, none lost, none between two."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from weakref import ref

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QImage, QPainter, QTransform

from attnviz.figures.colour_maps import ColourMap
from attnviz.figures.export_options import SCREEN_DPI
from attnviz.figures.hatch import is_raster
from attnviz.figures.large.colouring import colour_table, image_of
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.meant import meant
from attnviz.figures.large.picture import Picture
from attnviz.figures.large.powers import Scale
from attnviz.figures.large.raster import HATCH_STEP, Window, raster
from attnviz.figures.stand_ins import draw_in_file
from attnviz.figures.theme import Theme
from attnviz.figures.viewport import Viewport

FINE = 300 / 96  # pixels for each unit in files that can be enlarged: 300 dots an inch at the size they have
MOST_PIXELS = 24_000_000  # of an image in such a file
_FINE_PIXELS = 1_000_000  # of a map on the screen: larger ones are drawn for every frame of a zoom and must be quick
_LEAST_ZOOM = 0.01
_HAIR = 1e-6  # of a pixel
_HATCHES, _LEAST_HATCH = 48.0, 3.0  # lines across a map in a file, and units between them, at least
_KEPT = 12  # images of the last views
_LARGEST_KEPT = 1_000_000  # pixels: 4 MB


@dataclass(frozen=True)
class _Look:
    """All that an image depends on beside its picture."""

    viewport: Viewport
    window: Window
    scale: Scale
    colours: str
    palette: str
    screen: bool


_images: dict[tuple[int, _Look], tuple[ref[Picture], QImage]] = {}


def paint_pixels(
    painter: QPainter, area: QRectF, model: LargeMap, viewport: Viewport, colours: ColourMap, theme: Theme
) -> None:
    """Draws the part of the picture that is seen in `area`: pixel by pixel on a screen, as one image in a file."""
    if model.picture is None:
        return
    smooth = QPainter.RenderHint.SmoothPixmapTransform
    painter.setRenderHint(smooth, False)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    if is_raster(painter):
        _paint_on_screen(painter, area, model.picture, viewport, model.scale, colours, theme)
    else:
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering, True)
        window = _in_file(area, model, viewport, _zoom_of(painter))
        image = _image(model.picture, viewport, window, model.scale, colours, theme)
        draw_in_file(painter, area, image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def is_fine(width: int, height: int) -> bool:
    """True if each pixel of a map so large shows the strongest of just its own cells on the screen too."""
    return width * height <= _FINE_PIXELS


def all_pixels(painter: QPainter, area: QRectF, model: LargeMap) -> Window:
    """All pixels of a map that is painted in `area`, as `paint_pixels` counts them."""
    file = meant()
    if file is not None and file.each:
        rows, columns = ceil(model.seen.rows), ceil(model.seen.columns)
        return Window(rows, columns, (0, rows), (0, columns))
    if file is not None and file.vector:
        return _in_file(area, model, model.seen, _zoom_of(painter) / file.larger)
    if not is_raster(painter):
        return _in_file(area, model, model.seen, _zoom_of(painter))
    larger = 1.0 if file is None else file.larger
    whole = _snapped(QTransform.fromScale(larger, larger).mapRect(painter.deviceTransform().mapRect(area)))
    fine = is_fine(whole.width(), whole.height()) or isinstance(painter.device(), QImage)
    return Window(whole.height(), whole.width(), (0, whole.height()), (0, whole.width()), fine=fine)


def _paint_on_screen(
    painter: QPainter,
    area: QRectF,
    picture: Picture,
    viewport: Viewport,
    scale: Scale,
    colours: ColourMap,
    theme: Theme,
) -> None:
    """The pixels of the device that lie in `area`, as far as the device and the clip reach."""
    to_device = painter.deviceTransform()
    whole = _snapped(to_device.mapRect(area))
    shown = whole.intersected(_device_pixels(painter, to_device))
    if painter.hasClipping():
        shown = shown.intersected(to_device.mapRect(painter.clipBoundingRect()).toAlignedRect())
    if shown.isEmpty():
        return
    in_file = isinstance(painter.device(), QImage)
    window = Window(
        whole.height(), whole.width(),
        (shown.top() - whole.top(), shown.bottom() + 1 - whole.top()),
        (shown.left() - whole.left(), shown.right() + 1 - whole.left()),
        abs(to_device.m11()),
        fine=is_fine(whole.width(), whole.height()) or in_file,
        hatch=_hatch_step(area) if in_file else HATCH_STEP,
    )  # fmt: skip
    image = _image(picture, viewport, window, scale, colours, theme, screen=True)
    back, invertible = to_device.inverted()
    if invertible:
        painter.drawImage(back.mapRect(QRectF(shown)), image)


def pixels_of(painter: QPainter, area: QRectF) -> QRectF:
    """Where `paint_pixels` puts the picture in `area`: on a device of pixels at the nearest whole ones."""
    if not is_raster(painter):
        return area
    to_device = painter.deviceTransform()
    back, invertible = to_device.inverted()
    return back.mapRect(QRectF(_snapped(to_device.mapRect(area)))) if invertible else area


def _image(
    picture: Picture,
    viewport: Viewport,
    window: Window,
    scale: Scale,
    colours: ColourMap,
    theme: Theme,
    *,
    screen: bool = False,
) -> QImage:
    """screen: with the colour of each pixel, which is drawn twenty times faster than one with a table of colours."""
    key = (id(picture), _Look(viewport, window, scale, colours.name, theme.palette.name, screen))
    known = _images.get(key)
    if known is not None and known[0]() is picture:
        _images.pop(key, None)
        _images[key] = known  # the latest: while one map gets ever other sizes, those beside it keep theirs
        return known[1]
    codes = raster(picture, viewport, window)
    image = image_of(codes, colour_table(picture, scale, colours, theme.palette))
    if screen:
        image = image.convertToFormat(QImage.Format.Format_RGB32)
    if codes.size <= _LARGEST_KEPT:
        _images[key] = ref(picture), image
        for old in list(_images)[:-_KEPT]:  # files are painted on another thread, which may have been quicker
            _images.pop(old, None)
    return image


def _snapped(area: QRectF) -> QRect:
    """The whole pixels that an area stands for: its edges go to the nearest, halves always the same way."""
    edges = area.left(), area.top(), area.right(), area.bottom()
    left, top, right, bottom = (floor(edge + 0.5) for edge in edges)
    return QRect(left, top, max(right - left, 1), max(bottom - top, 1))


def _device_pixels(painter: QPainter, to_device: QTransform) -> QRect:
    """The pixels that there are. A widget's are a part of its window's, and begin where it lies there."""
    device = painter.device()
    ratio = device.devicePixelRatioF() if isinstance(device, QImage) else 1.0
    size = QRectF(0, 0, device.width() / ratio, device.height() / ratio)
    back, invertible = painter.worldTransform().inverted()
    return (back * to_device).mapRect(size).toAlignedRect() if invertible else QRect()


def _zoom_of(painter: QPainter) -> float:
    """How many 96ths of an inch a unit is in a file or on paper; how many pixels in an image."""
    fineness = 1.0 if is_raster(painter) else painter.device().logicalDpiX() / SCREEN_DPI
    return max(abs(painter.worldTransform().m11()) / fineness, _LEAST_ZOOM)


def _in_file(area: QRectF, model: LargeMap, viewport: Viewport, zoom: float) -> Window:
    """Pixels enough for paper, and a whole number of them for each cell where cells are large or all are asked for.

    So of the blocks of a thumb, which is no finer: a picture of which every other column is doubled looks torn.
    zoom: 96ths of an inch that a unit has.
    """
    fine = FINE * zoom
    while area.width() * area.height() * fine * fine > MOST_PIXELS:
        fine *= 0.8
    height, width = area.height() * fine, area.width() * fine
    down, across = height / viewport.rows, width / viewport.columns
    block = (1, 1) if model.picture is None else model.picture.block(0)
    down, across = down * block[0], across * block[1]
    if model.each or min(down, across) >= 1:
        sides = viewport.rows / block[0], viewport.columns / block[1]
        down, across = (max(round(own) if model.each else ceil(own - _HAIR), 1) for own in (down, across))
        if down * sides[0] * across * sides[1] > MOST_PIXELS:
            down, across = max(down - 1, 1), max(across - 1, 1)
        height, width = down * sides[0], across * sides[1]
    high, wide = max(round(height), 1), max(round(width), 1)
    return Window(high, wide, (0, high), (0, wide), wide / area.width(), hatch=_hatch_step(area))


def _hatch_step(area: QRectF) -> float:
    """Units between the lines over what is masked, in a file: closer in a small map, of which they would be cracks."""
    return min(HATCH_STEP, max(min(area.width(), area.height()) / _HATCHES, _LEAST_HATCH))
