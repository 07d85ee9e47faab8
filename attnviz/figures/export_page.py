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
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.restyle import restyled
from attnviz.figures.theme import SMALL_PX, Theme, theme

MARGIN = 8.0  # pixels around the figure
_THINNEST, _HIGHEST = 3.0, 1.5  # a board so many times as high as wide, and as it likes to be, is no board
_LETTERS_SIDE, _LETTERS = 1000.0, 3.0  # letters grow with a map of more pixels than these, to so many times their size


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
        shown, look = _with_cells(shown, options, look, zoom)
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


def _with_cells(figure: Figure, options: ExportOptions, look: Theme, zoom: float) -> tuple[Figure, Theme]:
    """A large map of which each cell has pixels of its own, and letters that can be read beside so many."""
    if not isinstance(figure, LargeMap) or options.cell is None:
        raise FieldError("Only a map of more than 64×64 cells has pixels for each cell. Leave it out.", Where("cell"))
    if options.format != "png":
        return replace(figure, each=True), look
    if options.width is not None:
        raise FieldError("A width and pixels for each cell do not go together. Leave one out.", Where("cell"))
    side = options.cell / zoom
    longest = side * max(figure.seen.rows, figure.seen.columns) * zoom
    grown = 1.0 if options.font_points is not None else min(max(longest / _LETTERS_SIDE, 1.0), _LETTERS)
    return replace(figure, cell=(side, side)), look.grown(grown)


def _lost_its_shape(narrow: Sheet, natural: Sheet) -> bool:
    """True if a board became a long strip in which no line of it is left."""
    size, likes = narrow.size, natural.size
    return size.height() > _THINNEST * size.width() and size.height() > _HIGHEST * likes.height()
