"""A table of texts and numbers: thin lines, numbers ending in one line."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF
from PySide6.QtGui import QFont, QPainter

from attnviz.content.facts_in_words import bytes_text
from attnviz.content.numerals import amount, format_result
from attnviz.figures.labels import ruler
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import heading_height, paint_heading
from attnviz.figures.labs.measuring import once
from attnviz.figures.theme import Theme, font
from attnviz.labs.exhibits import Table

_AIR, _LESS_AIR = 16.0, 8.0  # pixels between columns at normal size, and between those of large letters
_LEADING = 1.65
_MOST_SPREAD = 1.6  # columns get so many times the room that they need, and no more
_LARGER, _LIKED = (2.6, 2.3, 2.0, 1.8, 1.6, 1.45, 1.3, 1.15), 1.25  # times the usual letters, where a table asks for it
_LEAST_TEXT = 9.0  # letter sizes that a column of words keeps when there is little room


@dataclass(frozen=True)
class TableGrid:
    """Where rows and columns are: edges in pixels, texts broken into lines, and which columns hold numbers.

    theme: that of the rows, whose letters are larger where the table asks for it.
    """

    xs: tuple[tuple[float, float], ...]
    ys: tuple[float, ...]  # the tops of the titles, then of each row, then the end
    titles: tuple[tuple[str, ...], ...]
    cells: tuple[tuple[tuple[str, ...], ...], ...]
    numeric: tuple[bool, ...]
    theme: Theme

    def row_at(self, point: QPointF) -> int | None:
        """The row under a point."""
        tops = self.ys[1:]
        return next((row for row in range(len(tops) - 1) if tops[row] <= point.y() < tops[row + 1]), None)


def paint_table(painter: QPainter, rect: QRectF, drawing: Drawing, theme: Theme) -> None:
    """Draws heading, column titles and rows."""
    painter.save()
    paint_heading(painter, rect, drawing, theme)
    grid = table_layout(drawing, rect, theme)
    palette, strong = theme.palette, set(_table(drawing).strong)
    painter.setPen(palette.soft)
    for column, lines in enumerate(grid.titles):
        _write(painter, grid, column, grid.ys[0], lines, theme.small_font)
    bold = font(grid.theme.small_px, bold=True)
    for row, cells in enumerate(grid.cells):
        painter.setPen(theme.pen(palette.soft if row == 0 else palette.grid))
        painter.drawLine(QLineF(grid.xs[0][0], grid.ys[row + 1], grid.xs[-1][1], grid.ys[row + 1]))
        for column, lines in enumerate(cells):
            happens = (row, column) in strong
            painter.setPen(palette.text)
            _write(painter, grid, column, grid.ys[row + 1], lines, bold if happens else grid.theme.small_font)
    painter.restore()


def table_layout(drawing: Drawing, rect: QRectF, theme: Theme) -> TableGrid:
    """Columns as wide as they need, with what is left shared among them; words are broken where there is little."""
    top = rect.top() + heading_height(drawing, theme, rect.width())
    if _table(drawing).large:
        for factor in _factors(drawing, theme):
            grid = _laid(drawing, QRectF(rect.left(), top, rect.width(), 0), theme, theme.grown(factor))
            if grid.xs[-1][1] <= rect.right() + 0.5 and grid.ys[-1] + 4 <= rect.bottom() + 0.5:
                return grid
    return _laid(drawing, QRectF(rect.left(), top, rect.width(), 0), theme, theme)


def _factors(drawing: Drawing, theme: Theme) -> tuple[float, ...]:
    """How many times the usual letters are tried: up to those of the numbers beside it, where these set a limit."""
    if drawing.most is None:
        return _LARGER
    limit = drawing.most.number_px / theme.small_px
    return tuple(factor for factor in (limit, *(own for own in _LARGER if own < limit)) if factor > 1.0)


def _laid(drawing: Drawing, rect: QRectF, theme: Theme, look: Theme) -> TableGrid:
    """The table from the top of `rect` on, titles in one theme and rows in another."""
    table = _table(drawing)
    texts = _texts(drawing)
    count = len(table.columns)
    numeric = tuple(
        any(not isinstance(row[column], str) for row in table.rows if column < len(row)) for column in range(count)
    )
    widths = _shared(drawing, theme, look, rect.width())
    air = _air(table, theme)
    xs, x = [], rect.left()
    for width in widths:
        xs.append((x, x + width))
        x += width + air
    titles = tuple(
        tuple(ruler(theme.small_font).lines(title, widths[column] + 1)) for column, title in enumerate(table.columns)
    )
    cells = tuple(
        tuple(
            (text,) if numeric[column] else tuple(ruler(look.small_font).lines(text, widths[column] + 1))
            for column, text in enumerate(row)
        )
        for row in texts
    )
    ys = [rect.top()]
    for group, own in ((titles, theme), *((row, look) for row in cells)):
        line, pad = ruler(own.small_font).height, (_LEADING - 1) * own.small_px
        ys.append(ys[-1] + max((len(lines) for lines in group), default=1) * line + pad)
    return TableGrid(tuple(xs), tuple(ys), titles, cells, numeric, look)


def table_size(drawing: Drawing, theme: Theme) -> QSizeF:
    """Every cell and title in one line; of a table that asks for it, in larger letters."""
    look = theme.grown(_LIKED) if _table(drawing).large else theme
    widths = _own_widths(drawing, theme, look)[1]
    return _measured(drawing, theme, widths, look, None)


def table_least(drawing: Drawing, theme: Theme, width: float) -> QSizeF:
    """Numbers whole, titles and words broken."""
    widths = _own_widths(drawing, theme, theme)[0]
    return _measured(drawing, theme, widths, theme, width)


def _measured(drawing: Drawing, theme: Theme, widths: list[float], look: Theme, at: float | None) -> QSizeF:
    across = sum(widths) + _air(_table(drawing), theme) * (len(widths) - 1) + 2
    room = across if at is None else max(at, across)
    top = heading_height(drawing, theme, room)
    return QSizeF(across, _laid(drawing, QRectF(0, top, room, 0), theme, look).ys[-1] + 4)


def _shared(drawing: Drawing, theme: Theme, look: Theme, room: float) -> list[float]:
    """What each column gets: all it likes and somewhat more, else between that and the least in equal measure."""
    least, likes = _kept_widths(drawing, theme, look)
    room -= _air(_table(drawing), theme) * (len(likes) - 1)
    if sum(likes) <= room:
        return [width * min(room / (sum(likes) or 1.0), _MOST_SPREAD) for width in likes]
    part = (room - sum(least)) / ((sum(likes) - sum(least)) or 1.0)
    return [low + (want - low) * max(part, 0.0) for low, want in zip(least, likes, strict=True)]


@once
def _own_widths(drawing: Drawing, theme: Theme, look: Theme) -> tuple[list[float], list[float]]:
    """The widths that its own rows ask for, with titles in one theme and rows in another."""
    return _widths(_table(drawing), drawing.decimals, (theme, look))


@once
def _kept_widths(drawing: Drawing, theme: Theme, look: Theme) -> tuple[list[float], list[float]]:
    """The widths with the rows of its stand-in, so that numbers that come and go move nothing."""
    if _measured_by(drawing) is _table(drawing):
        return _own_widths(drawing, theme, look)
    return _widths(_measured_by(drawing), drawing.decimals, (theme, look))


@once
def _texts(drawing: Drawing) -> list[list[str]]:
    """Every cell as it is written."""
    table = _table(drawing)
    return [[_text(table, place, cell, drawing.decimals) for place, cell in enumerate(row)] for row in table.rows]


def _widths(table: Table, decimals: int, looks: tuple[Theme, Theme]) -> tuple[list[float], list[float]]:
    """The least width of each column, with titles and words broken, and the one that it likes.

    looks: the themes of titles and of rows.
    """
    over, small = ruler(looks[0].small_font), ruler(looks[1].small_font)
    if table.strong or table.large:  # one column or another will be bold
        small = ruler(font(looks[1].small_px, bold=True))
    least, likes = [], []
    for column, title in enumerate(table.columns):
        cells = [row[column] for row in table.rows]
        widest = small.widest(tuple(_text(table, column, cell, decimals) for cell in cells))
        word = over.widest(tuple(title.split(" ")))
        broken = all(isinstance(cell, str) for cell in cells)
        least.append(max(min(widest, _LEAST_TEXT * looks[1].small_px) if broken else widest, word))
        likes.append(max(widest, over.width(title)))
    return least, likes


def _text(table: Table, column: int, cell: str | float, decimals: int) -> str:
    if isinstance(cell, str):
        return cell
    unit = table.units[column] if column < len(table.units) else ""
    if unit == "bytes":
        return bytes_text(cell)
    if unit == "rough":
        return amount(float(cell), 1)
    return (format_result if table.as_cells else amount)(float(cell), decimals)


def _write(painter: QPainter, grid: TableGrid, column: int, top: float, lines: tuple[str, ...], letters: QFont) -> None:
    small = ruler(letters)
    painter.setFont(letters)
    left, right = grid.xs[column]
    y = top + (_LEADING - 1) * letters.pixelSize() / 2 + small.ascent
    for line in lines:
        x = right - small.width(line) if grid.numeric[column] else left
        painter.drawText(QPointF(x, y), line)
        y += small.height


def _air(table: Table, theme: Theme) -> float:
    return (_LESS_AIR if table.large else _AIR) * theme.small_px / 11


def _measured_by(drawing: Drawing) -> Table:
    """The table with the rows of its stand-in, so that numbers that come and go move nothing."""
    own, other = _table(drawing), drawing.stand_in
    if not isinstance(other, Table) or other.columns != own.columns:
        return own
    return replace(own, rows=(*own.rows, *other.rows))


def _table(drawing: Drawing) -> Table:
    assert isinstance(drawing.exhibit, Table)
    return drawing.exhibit
