"""Names of arrows as they are set: the token that a query, key or value belongs to stands lowered after its letter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QPainter

from attnviz.figures.labels import ruler
from attnviz.figures.theme import SMALL_PX, font

_LOWERED = 0.82  # of a letter's size, that lowered letters have
_BELOW = 0.22  # of a letter's size, that they stand below the line
_PREFIXES = ("v_", "k_", "q_")


@dataclass(frozen=True)
class Piece:
    """Letters on the line, or lowered ones."""

    text: str
    low: bool = False


def pieces_of(name: str) -> tuple[Piece, ...]:
    """The name of one arrow: "v_b" as v with a lowered b, "v1" and "output" as they are."""
    if name[:2] in _PREFIXES and len(name) > 2:
        return Piece(name[0]), Piece(name[2:], low=True)
    return (Piece(name),)


def joined(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The pieces with neighbours on the line made one, so that they stay one text in a file."""
    found: list[Piece] = []
    for piece in pieces:
        if found and not piece.low and not found[-1].low:
            found[-1] = Piece(found[-1].text + piece.text)
        else:
            found.append(piece)
    return tuple(found)


def plain(pieces: tuple[Piece, ...]) -> str:
    """The pieces as one text: v_b."""
    return "".join(f"_{piece.text}" if piece.low else piece.text for piece in pieces)


def width_of(pieces: tuple[Piece, ...], letters: QFont) -> float:
    """How wide they are together."""
    return sum(ruler(_font_of(piece, letters)).width(piece.text) for piece in pieces)


def shortened(pieces: tuple[Piece, ...], letters: QFont, room: float) -> tuple[Piece, ...]:
    """The pieces with their longest ones cut so that all fit, as far as lowered ones can give way."""
    over = width_of(pieces, letters) - room
    if over <= 0:
        return pieces
    low = [piece for piece in pieces if piece.low]
    if not low:
        return tuple(Piece(ruler(letters).shortened(piece.text, room / len(pieces))) for piece in pieces)
    least = ruler(letters).width("…")

    def cut(piece: Piece) -> Piece:
        measure = ruler(_font_of(piece, letters))
        own = max(measure.width(piece.text) - over / len(low), least)
        return Piece(measure.shortened(piece.text, own), low=True) if piece.low else piece

    return tuple(map(cut, pieces))


def paint_pieces(painter: QPainter, start: QPointF, pieces: tuple[Piece, ...], letters: QFont) -> None:
    """Draws them from the left end of the line on which they stand."""
    x = start.x()
    for piece in pieces:
        own = _font_of(piece, letters)
        painter.setFont(own)
        painter.drawText(QPointF(x, start.y() + (_BELOW * letters.pixelSize() if piece.low else 0.0)), piece.text)
        x += ruler(own).width(piece.text)


def _font_of(piece: Piece, letters: QFont) -> QFont:
    if not piece.low:
        return letters
    return font(max(SMALL_PX, round(_LOWERED * letters.pixelSize())), bold=letters.bold())
