"""A row of widgets that goes on in the next line where the window is too narrow for it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class Flow(QLayout):
    """Items from left to right, each at its preferred size, lines broken between them.

    last_at_edge: the last item stands at the right end of its line.
    """

    def __init__(self, parent: QWidget, *, margin: int = 8, gap: int = 8, last_at_edge: bool = False) -> None:
        super().__init__(parent)
        self._last_at_edge = last_at_edge
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(margin, margin // 2, margin, margin // 2)

    def addItem(self, item: QLayoutItem) -> None:
        """Takes an item at the end of the row."""
        self._items.append(item)

    def count(self) -> int:
        """How many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """The item at that place, None outside."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Gives the item at that place away."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """None: what is left over stays empty."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """True: a narrower row has more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """How high the lines are together."""
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def sizeHint(self) -> QSize:
        """All in one line."""
        margins = self.contentsMargins()
        sizes = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() for size in sizes) + self._gap * max(0, len(sizes) - 1)
        height = max((size.height() for size in sizes), default=0)
        return QSize(width + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    def minimumSize(self) -> QSize:
        """The widest item alone."""
        margins = self.contentsMargins()
        sizes = [item.minimumSize() for item in self._items]
        width = max((size.width() for size in sizes), default=0)
        height = max((size.height() for size in sizes), default=0)
        return QSize(width + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    def setGeometry(self, rect: QRect) -> None:
        """Puts every item in its place."""
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def measure(self) -> None:
        """Asks every item for its size anew; what they said last is kept until they say that it changed."""
        for item in self._items:
            widget = item.widget()
            if widget is not None:
                widget.updateGeometry()

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Breaks the row into lines, and returns their height; items of one line are centred on it."""
        room = rect.marginsRemoved(self.contentsMargins())
        line: list[QLayoutItem] = []
        x = y = line_height = 0
        for item in (item for item in self._items if not item.isEmpty()):
            size = item.sizeHint()
            if line and x + size.width() > room.width():
                if move:
                    self._place(line, QRect(room.left(), room.top() + y, room.width(), line_height))
                y += line_height + self._gap // 2
                line, x, line_height = [], 0, 0
            line.append(item)
            x += size.width() + self._gap
            line_height = max(line_height, size.height())
        if move:
            self._place(line, QRect(room.left(), room.top() + y, room.width(), line_height))
        margins = self.contentsMargins()
        return y + line_height + margins.top() + margins.bottom()

    def _place(self, line: list[QLayoutItem], room: QRect) -> None:
        x = room.left()
        for item in line:
            size = item.sizeHint()
            if self._last_at_edge and item is self._items[-1]:
                x = max(x, room.right() + 1 - size.width())
            item.setGeometry(QRect(QPoint(x, room.top() + (room.height() - size.height()) // 2), size))
            x += size.width() + self._gap
