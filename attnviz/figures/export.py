"""Figures as PNG, SVG and PDF, on the clipboard and on paper: the same paint as on the screen."""

from __future__ import annotations

import re
from dataclasses import replace
from math import ceil

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QMimeData, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtSvg import QSvgGenerator

from attnviz.content import carrying
from attnviz.engine.errors import AttentionError, FieldError, Where
from attnviz.figures.export_options import INCH, SCREEN_DPI, ExportOptions, check_options, dots_per_inch
from attnviz.figures.export_page import Page, page_of
from attnviz.figures.figure import Figure
from attnviz.figures.headless import ensure_application
from attnviz.figures.labels import visible
from attnviz.figures.png_strips import png_in_strips
from attnviz.figures.stand_ins import put_into_pdf, put_into_svg, standing_in
from attnviz.figures.svg import finished_svg

__all__ = [
    "INCH", "SCREEN_DPI", "ExportOptions", "check_options", "clipboard_parts", "copy_to_clipboard", "export_bytes",
    "print_figure", "put_on_clipboard", "size_of",
]  # fmt: skip

MOST_PIXELS = 64_000_000  # 256 MB while it is painted at once
MOST_IN_STRIPS = 400_000_000  # pixels of a PNG that is written strip by strip
_AT_ONCE = 6_000_000  # pixels of a PNG that is painted at once


def export_bytes(figure: Figure, options: ExportOptions, scenario: bytes | None = None) -> bytes:
    """The file. Raises FieldError for a size, resolution or font that cannot be had, saying what to change.

    scenario: the bytes of a scenario's file, which the picture is to carry; FieldError if they are too many.
    """
    ensure_application()
    page = page_of(figure, options)
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
            picture = _pdf(page, options)
            return picture if scenario is None else carrying.into_pdf(picture, scenario)
    raise FieldError(f"There is no format {options.format!r}. Choose png, svg or pdf.", Where("format"))


def size_of(figure: Figure, options: ExportOptions) -> QSize:
    """How many pixels a PNG of it will have. Raises FieldError for a size that cannot be had."""
    ensure_application()
    _, wide, high, _ = _pixels(page_of(figure, options), options, MOST_IN_STRIPS)
    return QSize(wide, high)


def copy_to_clipboard(figure: Figure, options: ExportOptions) -> None:
    """Puts the figure on the clipboard as pixels and as vectors, so that each program takes what it can use."""
    put_on_clipboard(*clipboard_parts(figure, options))


def clipboard_parts(figure: Figure, options: ExportOptions) -> tuple[QImage, bytes]:
    """The figure as pixels and as SVG, painted in whatever thread."""
    ensure_application()
    page = page_of(figure, options)
    return _image(page, options), _svg(page, options)


def put_on_clipboard(image: QImage, svg: bytes) -> None:
    """Offers both to whoever pastes."""
    data = QMimeData()
    data.setImageData(image)
    data.setData("image/svg+xml", QByteArray(svg))
    QGuiApplication.clipboard().setMimeData(data)


def print_figure(figure: Figure, printer: QPrinter, options: ExportOptions) -> None:
    """Paints the figure on one page, as large as the paper allows, at the top in the middle."""
    page = page_of(figure, replace(options, width=None))
    paper = printer.pageRect(QPrinter.Unit.DevicePixel)
    zoom = min(paper.width() / page.size.width(), paper.height() / page.size.height())
    painter = QPainter()
    if not painter.begin(printer):
        raise AttentionError("The printer does not answer. Choose another one, or export a PDF.", Where("printer"))
    painter.translate((paper.width() - page.size.width() * zoom) / 2, 0)
    painter.scale(zoom, zoom)
    page.paint(painter, not options.transparent)
    painter.end()


def _pixels(page: Page, options: ExportOptions, most: int) -> tuple[float, int, int, int]:
    """Pixels of a unit, width and height in pixels, and dots per metre. Raises FieldError for too many pixels."""
    in_mm = options.unit == "mm" and options.width is not None
    scale = 1.0 if options.cell is not None else options.scale  # the cells have said how many pixels there are
    ratio = scale * (dots_per_inch(options) / SCREEN_DPI if in_mm else 1.0)
    wide, high = max(round(page.size.width() * ratio), 1), max(round(page.size.height() * ratio), 1)
    if wide * high > most or max(wide, high) > 32_000:
        raise FieldError(
            f"The picture would have {wide} × {high} pixels. Make the width, the scale or the dpi smaller, "
            "or export SVG or PDF.",
            Where("width"),
        )
    return ratio, wide, high, round(dots_per_inch(options) * (scale if in_mm else 1.0) / INCH * 1000)


def _image(page: Page, options: ExportOptions) -> QImage:
    ratio, wide, high, dots = _pixels(page, options, MOST_PIXELS)
    image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    if image.isNull():
        raise FieldError("There is not enough memory for this picture. Make the width smaller.", Where("width"))
    image.fill(Qt.GlobalColor.transparent if options.transparent else page.theme.palette.panel)
    with QPainter(image) as painter:  # ends also on an error: else Qt crashes
        painter.scale(ratio, ratio)
        page.paint(painter, background=False)
    image.setDotsPerMeterX(dots)
    image.setDotsPerMeterY(dots)
    return image if options.transparent else image.convertToFormat(QImage.Format.Format_RGB32)


def _png(page: Page, options: ExportOptions) -> bytes:
    ratio, wide, high, dots = _pixels(page, options, MOST_IN_STRIPS)
    if wide * high > _AT_ONCE:

        def paint(painter: QPainter) -> None:
            painter.scale(ratio, ratio)
            page.paint(painter, background=False)

        return png_in_strips((wide, high), paint, None if options.transparent else page.theme.palette.panel, dots)
    image = _image(page, options)
    image.setText("Software", "attnviz")
    buffer = _buffer()
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes, PySide wants text
    return bytes(buffer.data().data())


def _svg(page: Page, options: ExportOptions) -> bytes:
    with standing_in() as images:
        whole = put_into_svg(_written_svg(page, options), images)
    return _written_svg(page, options) if whole is None else whole


def _written_svg(page: Page, options: ExportOptions) -> bytes:
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
    title = visible(page.sheet.figure.title or "attnviz")
    return finished_svg(bytes(buffer.data().data()), page.size, each, unit, title)


def _pdf(page: Page, options: ExportOptions) -> bytes:
    with standing_in() as images:
        whole = put_into_pdf(_written_pdf(page, options), images)
    return _written_pdf(page, options) if whole is None else whole


def _written_pdf(page: Page, options: ExportOptions) -> bytes:
    buffer = _buffer()
    writer = QPdfWriter(buffer)
    writer.setResolution(round(SCREEN_DPI))
    writer.setCreator("attnviz")
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
