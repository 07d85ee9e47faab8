"""Formulas inside the text of a QTextDocument: each stands on the line of the words around it."""

from __future__ import annotations

from functools import cache
from math import ceil
from typing import Any

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF
from PySide6.QtGui import (
    QFontMetricsF,
    QPainter,
    QPyTextObject,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from attnviz.figures.formula_picture import FormulaPicture
from attnviz.figures.theme import font

KIND = QTextFormat.ObjectTypes.UserObject.value + 1
PICTURE = QTextFormat.Property.UserProperty.value + 1
_DESCENT = 0.2  # of a font's size that its letters reach down, at least
OBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"


class _Formulas(QPyTextObject):
    """Measures and draws formulas.

    Qt puts the foot of an object that is aligned to the baseline as far under it as the letters of the object's own
    font reach down (measured with 6.11). So each formula has a font that reaches down as far as it does.
    """

    def intrinsicSize(self, _document: QTextDocument, _position: int, form: QTextFormat) -> QSizeF:
        """The room for the formula in its line."""
        picture = _picture(form)
        return QSizeF(picture.width, picture.ascent + _descent(form))

    def drawObject(
        self, painter: QPainter, rect: QRectF | QRect, _document: QTextDocument, _position: int, form: QTextFormat
    ) -> None:
        """The formula in its room."""
        _picture(form).paint(painter, QPointF(rect.left(), QRectF(rect).bottom() - _descent(form)))


def let_hold_formulas(document: QTextDocument) -> None:
    """Prepares a document for `insert_formula`; to be called once for each document."""
    document.documentLayout().registerHandler(KIND, _formulas())


@cache
def _formulas() -> _Formulas:
    """The one object that serves all documents and outlives them.

    One that belongs to its document takes the program with it: PySide (6.11) frees it twice.
    """
    return _Formulas()


def insert_formula(cursor: QTextCursor, picture: FormulaPicture, form: QTextCharFormat | None = None) -> None:
    """Puts a formula in at a cursor. form: the looks of the words around it, such as a link's.

    Copied as plain text it is its LaTeX between dollars, which `plain_of` gives.
    """
    own = QTextCharFormat(form) if form is not None else cursor.charFormat()
    own.setObjectType(KIND)
    own.setProperty(PICTURE, picture)
    own.setFont(font(ceil(picture.descent / _DESCENT)))
    own.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignBaseline)
    own.setToolTip(picture.latex)
    cursor.insertText(OBJECT, own)


def plain_of(cursor: QTextCursor) -> str:
    """The selected text with each formula as its LaTeX between dollars."""
    text = cursor.selectedText().replace("\u2029", "\n").replace("\u2028", "\n")
    if OBJECT not in text:
        return text
    pieces, probe = [], QTextCursor(cursor)
    for place, sign in enumerate(text):
        if sign == OBJECT:
            probe.setPosition(cursor.selectionStart() + place + 1)
            held = probe.charFormat().property(PICTURE)
            sign = f"${held.latex}$" if isinstance(held, FormulaPicture) else sign
        pieces.append(sign)
    return "".join(pieces)


def _picture(form: QTextFormat) -> FormulaPicture:
    held: Any = form.property(PICTURE)
    assert isinstance(held, FormulaPicture)
    return held


def _descent(form: QTextFormat) -> float:
    """How far the object's own font reaches down."""
    return QFontMetricsF(form.toCharFormat().font()).descent()
