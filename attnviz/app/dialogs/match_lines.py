"""The places that match what was typed: each with its number and its token between its neighbours, in columns."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from attnviz.figures.labels import visible

NEIGHBOURS = 4  # tokens on either side: enough to tell seventy-five times "bank" apart
_GAP = 8
_LEFT = 0.42  # of the room after the number: what stands before the token
_SOFT = 0.65  # the opacity of the neighbours
_Index = QModelIndex | QPersistentModelIndex


class Matches(QAbstractListModel):
    """The places that match, each with its number and token; made ready only as far as they are seen."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.labels: tuple[str, ...] = ()
        self.places: list[int] = []

    def show(self, places: list[int], labels: tuple[str, ...]) -> None:
        """Lists these."""
        self.beginResetModel()
        self.labels, self.places = labels, places
        self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:
        """How many there are."""
        return 0 if parent is not None and parent.isValid() else len(self.places)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The number, and unless that is the token, the token among its neighbours."""
        if not index.isValid() or role != Qt.ItemDataRole.DisplayRole:
            return None
        number, *words = self.parts(index.row())
        return " ".join(part for part in (number, *words) if part)

    def parts(self, row: int) -> tuple[str, str, str, str]:
        """The number, what stands before the token, the token, and what comes after it."""
        place = self.places[row]
        label, number = visible(self.labels[place]), str(place + 1)
        if label == number:
            return number, "", "", ""
        before, after = self.labels[max(0, place - NEIGHBOURS) : place], self.labels[place + 1 : place + 1 + NEIGHBOURS]
        return number, " ".join(map(visible, before)), label, " ".join(map(visible, after))


class MatchLines(QStyledItemDelegate):
    """Numbers end under each other, and so do the words before the tokens, which stand in bold under each other."""

    def __init__(self, matches: Matches) -> None:
        super().__init__(matches)
        self._matches = matches

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        """The words are drawn here and not by Qt."""
        super().initStyleOption(option, index)
        option.text = ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Draws one line; what finds no room ends in "…"."""
        super().paint(painter, option, index)  # the line without its words
        self.initStyleOption(option, index)
        number, before, token, after = self._matches.parts(index.row())
        font: QFont = option.font
        bold = QFont(font)
        bold.setBold(True)
        digits = QFontMetrics(font).horizontalAdvance("0" * (len(str(len(self._matches.labels))) + 1))
        line: QRect = option.rect.adjusted(_GAP, 0, -_GAP, 0)
        words = line.adjusted(digits + 2 * _GAP, 0, 0, 0)
        middle = words.left() + round(_LEFT * words.width()) if before or after else words.left()
        wide = QFontMetrics(bold).horizontalAdvance(token + " ")
        left = QRect(words.left(), line.top(), max(0, middle - words.left() - _GAP), line.height())
        right = QRect(middle + wide, line.top(), max(0, line.right() - middle - wide), line.height())
        painter.save()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        painter.setPen(option.palette.color(role))
        _write(painter, font, QRect(line.left(), line.top(), digits, line.height()), number, at_end=True)
        _write(painter, bold, QRect(middle, line.top(), line.right() - middle, line.height()), token)
        painter.setOpacity(_SOFT)
        _write(painter, font, left, before, at_end=True)
        _write(painter, font, right, after)
        painter.restore()


def _write(painter: QPainter, font: QFont, room: QRect, text: str, *, at_end: bool = False) -> None:
    """One piece of a line; the words before a token lose their beginning where room is short."""
    mode = Qt.TextElideMode.ElideLeft if at_end else Qt.TextElideMode.ElideRight
    side = Qt.AlignmentFlag.AlignRight if at_end else Qt.AlignmentFlag.AlignLeft
    painter.setFont(font)
    elided = QFontMetrics(font).elidedText(text, mode, room.width())
    painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, elided)
