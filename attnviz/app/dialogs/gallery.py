"""The worked examples as cards: a picture, a title, the name and a sentence each. Enter or a double click opens one."""

from __future__ import annotations

import math

from PySide6.QtCore import (
    QElapsedTimer,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetrics,
    QPainter,
    QPixmap,
    QResizeEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from attnviz.app.dialogs.act_or_cancel import ActOrCancel
from attnviz.app.dialogs.thumbnails import thumbnail
from attnviz.content.presets import PRESETS, preset
from attnviz.figures.theme import SMALL_PX, Theme, font, theme
from attnviz.figures.view import View

MOST_COLUMNS = 3
AIR = 10  # pixels over and under what stands on a card
LARGEST = 105  # pixels of a picture, but where letters are read from the last row of a room
SMALLER = (0.9, 0.8)  # parts of the letters' size for name and sentence, as far as all cards are in sight with them
FROM_AFAR = {"name": 0.9, "title": 1.15, "picture": 6.5}  # the same in projector size, and a picture in lines of text
GAP = 8  # pixels between cards
NAME, SENTENCE, PICTURE = (Qt.ItemDataRole.UserRole + number for number in range(3))

# Painted once a session; keyed by preset, theme, pixel ratio and size.
_pictures: dict[tuple[str, str, float, int], tuple[str, QPixmap]] = {}


class Gallery(QDialog):
    """Opens at once; the pictures come one by one, those in sight first. `opened`: the example that has the cursor."""

    def __init__(self, view: View, parent: QWidget | None = None, *, opened: str = "") -> None:
        super().__init__(parent)
        self.setObjectName("gallery")
        self.setWindowTitle("Examples")
        self._theme = theme(view.theme, "normal")
        unit = self.fontMetrics().height()
        afar = view.text_size == "projector"
        self._picture_size = QSize(1, 1) * (round(FROM_AFAR["picture"] * unit) if afar else min(6 * unit, LARGEST))
        self._model = QStandardItemModel(self)
        for one in PRESETS:
            item = QStandardItem(one.name)
            item.setEditable(False)
            item.setData(one.name, NAME)
            item.setData(one.sentence, SENTENCE)
            item.setData(one.sentence, Qt.ItemDataRole.AccessibleDescriptionRole)
            self._model.appendRow(item)
        self._cards = Cards(self)
        self._cards.setModel(self._model)
        self._cards.setItemDelegate(CardDelegate(self._picture_size, self._theme, self._cards, afar=afar))
        places = [one.name for one in PRESETS]
        self._cards.setCurrentIndex(self._model.index(places.index(opened) if opened in places else 0, 0))
        self._cards.activated.connect(self.accept)
        buttons = ActOrCancel("&Open", self)
        buttons.act.setDefault(True)
        column = QVBoxLayout(self)
        column.addWidget(self._cards)
        column.addWidget(buttons)
        self.resize(QSize(76 * unit, 44 * unit).boundedTo(self.screen().availableSize() * 0.9))
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._paint_next)
        self._timer.start()

    def chosen(self) -> str:
        """The name of the example that has the cursor."""
        return str(self._cards.currentIndex().data(NAME))

    def _paint_next(self) -> None:
        """Paints one missing picture and rests, so that the dialog answers in between."""
        missing = [row for row in range(self._model.rowCount()) if self._model.item(row).data(PICTURE) is None]
        if not missing:
            self._timer.stop()
            self._cards.share()  # titles may be longer than the names that stood for them
            return
        item = self._model.item(missing[0])
        title, picture = self._picture(str(item.data(NAME)))
        item.setText(title)
        item.setData(picture, PICTURE)

    def _picture(self, name: str) -> tuple[str, QPixmap]:
        ratio = self.devicePixelRatioF()
        key = (name, self._theme.name, ratio, self._picture_size.width())
        if key not in _pictures:
            scenario = preset(name)
            _pictures[key] = scenario.title or name, thumbnail(scenario, self._picture_size, ratio, self._theme)
        return _pictures[key]


class Cards(QListView):
    """A list that flows in as many columns of cards as there is room for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("gallery.cards")
        self.setAccessibleName("Examples")
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._typed = ""
        self._since = QElapsedTimer()

    def keyboardSearch(self, search: str) -> None:
        """Goes to the first example of which a word of its title, or its name, begins with what is typed."""
        pause = QApplication.keyboardInputInterval()
        fresh = not self._since.isValid() or self._since.elapsed() > pause
        self._typed = (search if fresh else self._typed + search).lower()
        self._since.restart()
        for row in range(self.model().rowCount()):
            index = self.model().index(row, 0)
            words = f" {index.data()} {index.data(NAME)}".lower()
            if f" {self._typed}" in words:
                self.setCurrentIndex(index)
                return

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shares the width among the columns."""
        self.share()
        super().resizeEvent(event)

    def share(self) -> None:
        """Makes the cards so wide that they fill the rows, and high enough for what stands on them."""
        unit = self.fontMetrics().height()
        bar = self.verticalScrollBar().sizeHint().width()
        width = self.width() - 2 * self.frameWidth() - bar - 4  # whether the bar is there or not
        columns = min(MOST_COLUMNS, max(1, width // (17 * unit)))
        rows = math.ceil(self.model().rowCount() / columns)
        high = self.height() - 2 * self.frameWidth() - 4
        delegate = self.itemDelegate()
        assert isinstance(delegate, CardDelegate)
        heights: list[int] = []
        for part in delegate.parts:
            delegate.part = part
            heights.append(delegate.least_height(self, width // columns - GAP) + GAP)
        # The largest letters with which all are in sight, or as many as can be.
        place = next(place for place, one in enumerate(heights) if one * rows <= high or one == min(heights))
        delegate.part, least = delegate.parts[place], heights[place]
        height = max(least, min(9 * unit, high // rows))
        fits = height * rows <= high
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAlwaysOn
        )
        self.setGridSize(QSize((width + (bar if fits else 0)) // columns, height))


class CardDelegate(QStyledItemDelegate):
    """Draws a card: the picture on the left, title, name and sentence beside it."""

    def __init__(self, picture: QSize, look: Theme, parent: QWidget | None = None, *, afar: bool = False) -> None:
        super().__init__(parent)
        self._size = picture
        self._theme = look
        self._afar = afar
        self.parts = (1.0,) if afar else SMALLER
        self.part = self.parts[0]

    def sizeHint(self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        """As large as the grid's cells, without the gap between them."""
        view = option.widget
        grid = view.gridSize() if isinstance(view, QListView) else QSize(300, 120)
        return grid - QSize(GAP, GAP)

    def least_height(self, view: QListView, width: int) -> int:
        """Of cards so wide, that nothing runs out of any of them."""
        model, words = view.model(), self._inner(QRect(0, 0, width, 0)).width() - self._size.width() - 12
        cards = (model.index(row, 0) for row in range(model.rowCount()))
        highest = max(sum(height for *_, height in self._lines(view.font(), words, card)) for card in cards)
        return max(self._size.height(), highest) + 2 * AIR

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draws one card; the one with the cursor has a frame in the accent colour."""
        colours = self._theme.palette
        card = QRect(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setPen(self._theme.pen(colours.accent if chosen else colours.border, 2.0 if chosen else 1.0))
        painter.setBrush(colours.hover if chosen or hovered else colours.panel)
        painter.drawRoundedRect(card.adjusted(2, 2, -2, -2), 4, 4)
        inner = self._inner(card)
        picture = index.data(PICTURE)
        if isinstance(picture, QPixmap):
            painter.drawPixmap(inner.topLeft(), picture)
        self._paint_words(painter, inner.adjusted(self._size.width() + 12, 0, 0, 0), index)
        painter.restore()

    def _inner(self, card: QRect) -> QRect:
        """The room on a card."""
        return card.adjusted(AIR, AIR, -AIR, -AIR)

    def _paint_words(self, painter: QPainter, room: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        """Title, name and sentence from the top on, so that those of cards beside each other begin in one line."""
        top = room.top()
        for letters, colour, text, height in self._lines(painter.font(), room.width(), index):
            painter.setFont(letters)
            painter.setPen(colour)
            painter.drawText(QRect(room.left(), top, room.width(), height), _WRAPPED, text)
            top += height

    def _lines(
        self, plain: QFont, width: int, index: QModelIndex | QPersistentModelIndex
    ) -> list[tuple[QFont, QColor, str, int]]:
        """What is written on a card, each with its letters, its colour and its height."""
        colours, usual = self._theme.palette, QFontInfo(plain).pixelSize()
        small = max(SMALL_PX, round(self.part * usual))
        bold, smaller = QFont(plain), QFont(plain)
        bold.setBold(True)
        bold.setPixelSize(round((FROM_AFAR["title"] if self._afar else 1.0) * usual))
        smaller.setPixelSize(small)
        coded = max(SMALL_PX, round(FROM_AFAR["name"] * usual)) if self._afar else small
        lines = [
            (bold, colours.text, str(index.data())),
            (font(coded, monospaced=True), colours.soft, str(index.data(NAME))),
            (smaller, colours.soft, str(index.data(SENTENCE))),
        ]
        tall = QRect(0, 0, width, 10_000)
        return [
            (letters, colour, text, QFontMetrics(letters).boundingRect(tall, _WRAPPED, text).height() + 2)
            for letters, colour, text in lines
        ]


_WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
