"""From blocks to pages of paper, and from pages to a PDF that is the same each time."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QBuffer, QHashSeed, QIODevice, QMarginsF, QPointF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from attnviz.engine.errors import AttentionError, Where
from attnviz.figures.export import INCH, SCREEN_DPI
from attnviz.figures.headless import ensure_application
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme
from attnviz.figures.worksheet_pieces import Piece

Paper = Literal["a4", "letter"]
MARGIN = 18 / INCH * SCREEN_DPI  # 18 mm on each side
FOOT = 24.0  # pixels for the page's number
_PAGE_SIZES = {"a4": QPageSize.PageSizeId.A4, "letter": QPageSize.PageSizeId.Letter}
_NO_DATE = b"D:20000101000000Z"  # the same sheet is the same file, whenever it is made

Block = Sequence[Piece]


@dataclass(frozen=True)
class PlacedPiece:
    """A piece and where it begins, below the top margin, with the height that it got."""

    piece: Piece
    top: float
    height: float


def page_room(paper: Paper) -> QSizeF:
    """The width and height between the margins in pixels of 1/96 inch, without the foot."""
    size = QPageSize(_PAGE_SIZES[paper]).size(QPageSize.Unit.Millimeter) / INCH * SCREEN_DPI
    return QSizeF(size.width() - 2 * MARGIN, size.height() - 2 * MARGIN - FOOT)


def paged(blocks: Sequence[Block], height: float) -> list[list[PlacedPiece]]:
    """The pieces of each page. A block stays whole where a page can hold it; room to compute takes a page's rest."""
    pages: list[list[Piece]] = [[]]
    used = 0.0
    for block in blocks:
        whole = sum(piece.height for piece in block)
        if pages[-1] and used + whole > height and (whole <= height or used > height / 2):
            pages.append([])
            used = 0.0
        for piece in block:
            if pages[-1] and used + piece.height > height:
                pages.append([])
                used = 0.0
            if piece.drops and not pages[-1]:
                continue
            pages[-1].append(piece)
            used += piece.height
    return [_spread(pieces, height) for pieces in pages]


def _spread(pieces: list[Piece], height: float) -> list[PlacedPiece]:
    """Shares what is left of the page among the pieces that can use it, up to half their height."""
    stretch = sum(piece.stretch for piece in pieces)
    left = max(height - sum(piece.height for piece in pieces), 0.0)
    placed, top = [], 0.0
    for piece in pieces:
        more = min(left * piece.stretch / stretch, 0.5 * piece.height) if piece.stretch else 0.0
        placed.append(PlacedPiece(piece, top, piece.height + more))
        top += piece.height + more
    return placed


def pdf_of(
    pages: Sequence[Sequence[PlacedPiece]], paper: Paper, title: str, foot: Callable[[int], str], theme: Theme
) -> bytes:
    """The pages as a file; foot: what stands under page n, counted from 1. The date in it is always the same."""
    ensure_application()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(round(SCREEN_DPI))
    writer.setCreator("attnviz")
    writer.setTitle(title)
    writer.setPageSize(QPageSize(_PAGE_SIZES[paper]))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Point)
    room = page_room(paper)
    QHashSeed.setDeterministicGlobalSeed()  # Qt 6.11 writes fonts in the order of a hash
    with QPainter(writer) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        for number, page in enumerate(pages, start=1):
            if number > 1 and not writer.newPage():
                raise AttentionError("The PDF cannot be written. Try again.", Where("output"))
            for placed in page:
                painter.save()
                placed.piece.paint(painter, QPointF(MARGIN, MARGIN + placed.top), placed.height)
                painter.restore()
            _paint_foot(painter, QPointF(MARGIN, MARGIN + room.height() + FOOT), room.width(), foot(number), theme)
    QHashSeed.resetRandomGlobalSeed()
    return undated(bytes(buffer.data().data()))


def undated(data: bytes) -> bytes:
    """The PDF without the moment and time zone of its making and without Qt's random identifiers."""
    data = re.sub(rb"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}[+-][0-9]{2}:[0-9]{2}", b"2000-01-01T00:00:00+00:00", data)
    data = re.sub(rb"uuid:[0-9a-fA-F-]{36}", b"uuid:" + b"0" * 8 + (b"-" + b"0" * 4) * 3 + b"-" + b"0" * 12, data)
    data = re.sub(rb"(/ID \[)([^\]]*)\]", lambda found: found[1] + re.sub(rb"[0-9a-fA-F]", b"0", found[2]) + b"]", data)
    for name in (b"CreationDate", b"ModDate"):
        date = re.search(rb"/" + name + rb" \((D:[^)]*)\)", data)
        if date is not None:
            data = _replaced(data, date.span(1), _NO_DATE)
    return data


def _replaced(data: bytes, span: tuple[int, int], text: bytes) -> bytes:
    """The file with other bytes at that place; the table of offsets at its end follows."""
    moved, cut = len(text) - (span[1] - span[0]), span[1]
    data = data[: span[0]] + text + data[span[1] :]
    table = data.rindex(b"\nxref\n")

    def follow(found: re.Match[bytes]) -> bytes:
        offset = int(found[1])
        return b"%010d%s" % (offset + moved if offset >= cut else offset, found[2])

    entries = re.sub(rb"([0-9]{10})( [0-9]{5} n)", follow, data[table:])
    entries = re.sub(rb"(startxref\n)([0-9]+)", lambda found: found[1] + b"%d" % (int(found[2]) + moved), entries)
    return data[:table] + entries


def _paint_foot(painter: QPainter, place: QPointF, width: float, text: str, theme: Theme) -> None:
    small = ruler(theme.small_font)
    painter.setFont(theme.small_font)
    painter.setPen(theme.palette.soft)
    painter.drawText(QPointF(place.x() + width - small.width(text), place.y()), text)
