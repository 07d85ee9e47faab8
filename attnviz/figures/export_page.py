"""A figure laid out for a file: its sheet, how large it is painted, and the margin around it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from attnviz.engine.errors import FieldError, Where
from attnviz.figures.arrange import Sheet, natural_sheet, sheet_of_width
from attnviz.figures.board import Board
from attnviz.figures.export_options import INCH, LONGEST, SCREEN_DPI, ExportOptions, check_options
from attnviz.figures.figure import Figure
from attnviz.figures.large.digits import digits_of
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.restyle import restyled
from attnviz.figures.theme import SMALL_PX, Theme, theme

MARGIN = 8.0  # pixels around the figure
_THINNEST, _HIGHEST = 3.0, 1.5  # a board so many times as high as wide, and as it likes to be, is no board
_LETTERS = 40.0  # small letters in the height of a map with pixels for each cell: a 45th of the picture, as on screens
_SLIDE = 9 / 16  # the height of a slide over its width, which a wide map fills


@dataclass(frozen=True)
class Page:
    """A sheet, the zoom at which it is painted, and the whole size with its margin in pixels of 1/96 inch."""

    sheet: Sheet
    zoom: float
    size: QSizeF
    theme: Theme

    def paint(self, painter: QPainter, background: bool) -> None:
        """Draws it with its margin; background: on the colour of the panel."""
        if background:
            painter.fillRect(QRectF(QPointF(0, 0), self.size), self.theme.palette.panel)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.scale(self.zoom, self.zoom)
        self.sheet.paint(painter, QPointF(MARGIN, MARGIN), self.theme)


def page_of(figure: Figure, options: ExportOptions) -> Page:
    """The figure at the size that the options ask for. Raises FieldError for one that cannot be had."""
    check_options(options)
    look = theme(options.theme)
    shown = restyled(figure, options)
    zoom = 1.0 if options.font_points is None else options.font_points / 72 * SCREEN_DPI / SMALL_PX
    if options.cell is not None:
        shown, zoom = _with_cells(shown, options, look, zoom)
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
        remedy = "make the width or the font smaller" if options.cell is None else "give each cell fewer pixels"
        raise FieldError(
            f"The figure would be {size.width():.0f} × {size.height():.0f} pixels. "
            f"Keep both sides below {LONGEST:.0f}: {remedy}.",
            Where("width" if options.cell is None else "cell"),
        )
    return Page(sheet, zoom, size, look)


def _with_cells(figure: Figure, options: ExportOptions, look: Theme, zoom: float) -> tuple[Figure, float]:
    """A large map of which each cell has pixels of its own, and how large all else is painted.

    Unless the letters have a size, they, lines and hatches grow with the map: on a slide it is shrunk, and they with
    it. But not so far that it becomes too large for a file, or that its cells lose their numbers.
    """
    if not isinstance(figure, LargeMap) or options.cell is None:
        words = "Only a map of more than 64×64 cells, or 256 rows or columns, has pixels for each cell. Leave it out."
        raise FieldError(words, Where("cell"))
    if options.format != "png":
        return replace(figure, each=True), zoom
    if options.width is not None:
        raise FieldError("A width and pixels for each cell do not go together. Leave one out.", Where("cell"))
    if options.font_points is not None:
        return _celled(figure, options.cell, zoom), zoom
    numbered = digits_of(figure, look, options.cell, options.cell).pixels > 0
    high = options.cell * max(figure.seen.rows, figure.seen.columns * _SLIDE)
    for grown in range(round(high / (_LETTERS * SMALL_PX)), 1, -1):
        celled, side = _celled(figure, options.cell, grown), options.cell / grown
        size = natural_sheet(celled, look).size
        fits = (max(size.width(), size.height()) + 2 * MARGIN) * grown <= LONGEST
        if fits and (not numbered or digits_of(figure, look, side, side).pixels):
            return celled, float(grown)
    return _celled(figure, options.cell, 1.0), 1.0


def _celled(figure: LargeMap, pixels: int, zoom: float) -> LargeMap:
    """The map with so many pixels for a side of each cell, where all is painted that much larger."""
    return replace(figure, cell=(pixels / zoom, pixels / zoom))


def _lost_its_shape(narrow: Sheet, natural: Sheet) -> bool:
    """True if a board became a long strip in which no line of it is left."""
    size, likes = narrow.size, natural.size
    return size.height() > _THINNEST * size.width() and size.height() > _HIGHEST * likes.height()
