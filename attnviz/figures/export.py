"""Figures as PNG, SVG and PDF, on the clipboard and on paper: the same paint as on the screen."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import ceil, floor, isfinite
from typing import Literal

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QMimeData, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtSvg import QSvgGenerator

from attnviz.content import carrying
from attnviz.engine.errors import AttentionError, FieldError, Where
from attnviz.figures.arrange import Sheet, natural_sheet, sheet_of_width
from attnviz.figures.board import Board
from attnviz.figures.colour_maps import colour_map
from attnviz.figures.figure import Figure
from attnviz.figures.headless import ensure_application
from attnviz.figures.labels import visible
from attnviz.figures.restyle import restyled
from attnviz.figures.svg import finished_svg
from attnviz.figures.theme import SMALL_PX, Theme, ThemeName, theme

Format = Literal["png", "svg", "pdf"]
INCH = 25.4  # millimetres
SCREEN_DPI = 96.0  # what a CSS pixel is: 1/96 inch
PRINT_DPI = 300.0
_THINNEST, _HIGHEST = 3.0, 1.5  # a board so many times as high as wide, and as it likes to be, is no board
MARGIN = 8.0  # pixels around the figure
MOST_PIXELS = 64_000_000  # 256 MB while it is painted
LONGEST = 20_000.0  # pixels of a side; image and page formats end soon after


@dataclass(frozen=True)
class ExportOptions:
    """How a figure is to leave the program.

    width: in `unit`; None: as wide as the figure likes. scale: a PNG has so many pixels for each of its own. dpi: dots
    per inch; None: 96, and 300 for a PNG whose width is in mm. font_points: the size of labels, numbers and titles
    keeping their proportion; None: they grow with the figure. transparent: no background. carry: the scenario goes with
    the picture, so that whoever has the picture can open it again.
    """

    format: Format = "png"
    width: float | None = None
    unit: Literal["px", "mm"] = "px"
    dpi: float | None = None
    scale: float = 1.0
    transparent: bool = False
    font_points: float | None = None
    colour_map: str = "auto"
    title: bool = True
    legend: bool = True
    numbers: bool = True
    theme: ThemeName = "light"
    carry: bool = True


@dataclass(frozen=True)
class _Page:
    """A sheet, the zoom at which it is painted, and the whole size with its margin in pixels of 1/96 inch."""

    sheet: Sheet
    zoom: float
    size: QSizeF
    theme: Theme

    def paint(self, painter: QPainter, background: bool) -> None:
        if background:
            painter.fillRect(QRectF(QPointF(0, 0), self.size), self.theme.palette.panel)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.scale(self.zoom, self.zoom)
        self.sheet.paint(painter, QPointF(MARGIN, MARGIN), self.theme)


def export_bytes(figure: Figure, options: ExportOptions, scenario: bytes | None = None) -> bytes:
    """The file. Raises FieldError for a size, resolution or font that cannot be had, saying what to change.

    scenario: the bytes of a scenario's file, which the picture is to carry; FieldError if they are too many.
    """
    ensure_application()
    page = _page(figure, options)
    if scenario is not None:
        carrying.check_carried(scenario)
    match options.format:
        case "png":
            picture = _png(page, options)
            return picture if scenario is None else carrying.into_png(picture, scenario)
        case "svg":
            picture = _svg(page, options)
            return picture if scenario is None else carrying.into_svg(picture, scenario)
        case "pdf":
            return _pdf(page, options, scenario)
    raise FieldError(f"There is no format {options.format!r}. Choose png, svg or pdf.", Where("format"))


def copy_to_clipboard(figure: Figure, options: ExportOptions) -> None:
    """Puts the figure on the clipboard as pixels and as vectors, so that each program takes what it can use."""
    ensure_application()
    page = _page(figure, options)
    data = QMimeData()
    data.setImageData(_image(page, options))
    data.setData("image/svg+xml", QByteArray(_svg(page, options)))
    QGuiApplication.clipboard().setMimeData(data)


def print_figure(figure: Figure, printer: QPrinter, options: ExportOptions) -> None:
    """Paints the figure on one page, as large as the paper allows, at the top in the middle."""
    page = _page(figure, replace(options, width=None))
    paper = printer.pageRect(QPrinter.Unit.DevicePixel)
    zoom = min(paper.width() / page.size.width(), paper.height() / page.size.height())
    painter = QPainter()
    if not painter.begin(printer):
        raise AttentionError("The printer does not answer. Choose another one, or export a PDF.", Where("printer"))
    painter.translate((paper.width() - page.size.width() * zoom) / 2, 0)
    painter.scale(zoom, zoom)
    page.paint(painter, not options.transparent)
    painter.end()


def _page(figure: Figure, options: ExportOptions) -> _Page:
    check_options(options)
    look = theme(options.theme)
    shown = restyled(figure, options)
    zoom = 1.0 if options.font_points is None else options.font_points / 72 * SCREEN_DPI / SMALL_PX
    sheet = natural_sheet(shown, look)
    if options.width is not None:
        wanted = options.width if options.unit == "px" else options.width / INCH * SCREEN_DPI
        room = wanted / zoom - 2 * MARGIN
        if options.font_points is None and sheet.size.width() <= room:
            zoom = wanted / (sheet.size.width() + 2 * MARGIN)
        elif abs(sheet.size.width() - room) > 0.5:
            narrow = sheet_of_width(shown, look, room) if room > 0 else None
            if narrow is None:
                raise FieldError(
                    f"A width of {options.width:g} {options.unit} leaves no room for the cells beside the labels. "
                    "Make it wider.",
                    Where("width"),
                )
            if isinstance(shown, Board) and _lost_its_shape(narrow, sheet):
                high = narrow.size.height() * zoom * (1.0 if options.unit == "px" else INCH / SCREEN_DPI)
                raise FieldError(
                    f"At a width of {options.width:g} {options.unit} the board would be a strip "
                    f"{high:.0f} {options.unit} high. Make it wider or the letters smaller.",
                    Where("width"),
                )
            sheet = narrow
    size = QSizeF(sheet.size.width() + 2 * MARGIN, sheet.size.height() + 2 * MARGIN) * zoom
    longest = max(size.width(), size.height())
    if longest > LONGEST:
        raise FieldError(
            f"The figure would be {size.width():.0f} × {size.height():.0f} pixels. "
            f"Keep both sides below {LONGEST:.0f}: make the width or the font smaller.",
            Where("width"),
        )
    return _Page(sheet, zoom, size, look)


def _lost_its_shape(narrow: Sheet, natural: Sheet) -> bool:
    """True if a board became a long strip in which no line of it is left."""
    size, likes = narrow.size, natural.size
    return size.height() > _THINNEST * size.width() and size.height() > _HIGHEST * likes.height()


def check_options(options: ExportOptions) -> None:
    """Raises FieldError for a width, scale, resolution, font or colour map that cannot be had."""
    colour_map(options.colour_map, options.theme, signed=True)
    widest = floor(LONGEST if options.unit == "px" else LONGEST / SCREEN_DPI * INCH)
    ranges: tuple[tuple[str, float | None, float, float, str], ...] = (
        ("width", options.width, 1e-6, widest, options.unit),
        ("dpi", options.dpi, 1.0, 9600.0, "dots per inch"),
        ("scale", options.scale, 0.1, 32.0, "times"),
        ("font", options.font_points, 1.0, 400.0, "points"),
    )
    for name, value, low, high, unit in ranges:
        if value is not None and (isinstance(value, bool) or not isfinite(value) or not low <= value <= high):
            bounds = f"above 0 and up to {high:g}" if name == "width" else f"from {low:g} to {high:g}"
            raise FieldError(f"{name} is {value:.10g} {unit}. Give a number {bounds}.", Where(name))


def _dpi(options: ExportOptions) -> float:
    return options.dpi or (PRINT_DPI if options.unit == "mm" and options.width is not None else SCREEN_DPI)


def _image(page: _Page, options: ExportOptions) -> QImage:
    in_mm = options.unit == "mm" and options.width is not None
    ratio = options.scale * (_dpi(options) / SCREEN_DPI if in_mm else 1.0)
    wide, high = round(page.size.width() * ratio), round(page.size.height() * ratio)
    if wide * high > MOST_PIXELS or max(wide, high) > 32_000:
        raise FieldError(
            f"The picture would have {wide} × {high} pixels. Make the width, the scale or the dpi smaller, "
            "or export SVG or PDF.",
            Where("width"),
        )
    image = QImage(max(wide, 1), max(high, 1), QImage.Format.Format_ARGB32_Premultiplied)
    if image.isNull():
        raise FieldError("There is not enough memory for this picture. Make the width smaller.", Where("width"))
    dots = round(_dpi(options) * (options.scale if in_mm else 1.0) / INCH * 1000)
    image.fill(Qt.GlobalColor.transparent if options.transparent else page.theme.palette.panel)
    with QPainter(image) as painter:  # ends also on an error: else Qt crashes
        painter.scale(ratio, ratio)
        page.paint(painter, background=False)
    image.setDotsPerMeterX(dots)
    image.setDotsPerMeterY(dots)
    return image if options.transparent else image.convertToFormat(QImage.Format.Format_RGB32)


def _png(page: _Page, options: ExportOptions) -> bytes:
    image = _image(page, options)
    image.setText("Software", "attnviz")
    buffer = _buffer()
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes, PySide wants text
    return bytes(buffer.data().data())


def _svg(page: _Page, options: ExportOptions) -> bytes:
    buffer = _buffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(round(SCREEN_DPI))
    generator.setSize(QSize(round(page.size.width()), round(page.size.height())))
    generator.setViewBox(QRectF(QPointF(0, 0), page.size))
    with QPainter(generator) as painter:
        page.paint(painter, not options.transparent)
    in_mm = options.unit == "mm" and options.width is not None
    unit, each = ("mm", INCH / SCREEN_DPI) if in_mm else ("px", 1.0)
    return finished_svg(
        bytes(buffer.data().data()), page.size, each, unit, visible(page.sheet.figure.title or "attnviz")
    )


def _pdf(page: _Page, options: ExportOptions, scenario: bytes | None = None) -> bytes:
    buffer = _buffer()
    writer = QPdfWriter(buffer)
    writer.setResolution(round(SCREEN_DPI))
    writer.setCreator("attnviz")
    if scenario is not None:
        kind = "application/zip" if scenario.startswith(b"PK") else "application/json"
        writer.addFileAttachment(carrying.ATTACHED, QByteArray(scenario), kind)
    size = page.size / SCREEN_DPI * 72
    whole = QSizeF(ceil(size.width()), ceil(size.height()))  # which is all that Qt writes
    exact = QPageSize.SizeMatchPolicy.ExactMatch
    writer.setPageSize(QPageSize(whole, QPageSize.Unit.Point, "figure", exact))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Point)
    with QPainter(writer) as painter:
        page.paint(painter, not options.transparent)
    return _with_exact_page(bytes(buffer.data().data()), size)


def _with_exact_page(data: bytes, size: QSizeF) -> bytes:
    """The PDF with the page cut to its size in points at the right and the bottom; not a byte of it moves."""
    page = re.search(rb"/MediaBox \[0 0 [0-9.]+ (?P<top>[0-9.]+)\]", data)
    if page is None:
        return data
    top = float(page["top"])
    exact = f"/MediaBox [0 {top - size.height():.4f} {size.width():.4f} {top:.0f}]".encode()
    return data[: page.start()] + exact.ljust(len(page[0])) + data[page.end() :]


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer
