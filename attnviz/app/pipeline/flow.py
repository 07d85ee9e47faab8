"""A row of widgets that goes on in the next line where the window is too narrow for it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLayout, QWidget, QWidgetItem

_NO_LIMIT = QSize((1 << 24) - 1, (1 << 24) - 1)


class Flow(QHBoxLayout):
    """Widgets from left to right, each at its preferred size, lines broken between them.

    last_at_edge: the last widget stands at the right end of its line.

    Qt's own row keeps the layout's items and hears of other sizes; here they are only measured and put in their
    places, by items that live as long as that takes. A layout that is all in Python would have to keep Qt's items.
    """

    def __init__(self, parent: QWidget, *, margin: int = 8, gap: int = 8, last_at_edge: bool = False) -> None:
        super().__init__(parent)
        self._last_at_edge = last_at_edge
        self._widgets: list[QWidget] = []
        self._sizes: list[tuple[QWidget, QSize]] | None = None
        self._heights: dict[int, int] = {}  # by width: Qt asks for few widths, for each of them very often
        self._gap = gap
        self.setContentsMargins(margin, margin // 2, margin, margin // 2)

    def addWidget(self, widget: QWidget) -> None:  # type: ignore[override]
        """Takes a widget at the end of the row."""
        self._widgets.append(widget)
        super().addWidget(widget)

    def removeWidget(self, widget: QWidget) -> None:
        """Lets a widget go, which is to be done before it is deleted."""
        self._widgets.remove(widget)
        super().removeWidget(widget)

    def expandingDirections(self) -> Qt.Orientation:
        """None: what is left over stays empty."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """True: a narrower row has more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """How high the lines are together."""
        if width not in self._heights:
            self._heights[width] = self._arrange(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def minimumHeightForWidth(self, width: int) -> int:
        """No less than that."""
        return self.heightForWidth(width)

    def sizeHint(self) -> QSize:
        """All in one line."""
        margins = self.contentsMargins()
        sizes = [size for _, size in self._measured()]
        width = sum(size.width() for size in sizes) + self._gap * max(0, len(sizes) - 1)
        height = max((size.height() for size in sizes), default=0)
        return QSize(width + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    def minimumSize(self) -> QSize:
        """The widest widget alone."""
        margins = self.contentsMargins()
        sizes = [item.minimumSize() for _, item in self._items()]
        width = max((size.width() for size in sizes), default=0)
        height = max((size.height() for size in sizes), default=0)
        return QSize(width + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    def maximumSize(self) -> QSize:
        """None."""
        return _NO_LIMIT

    def setGeometry(self, rect: QRect) -> None:
        """Puts every widget in its place."""
        QLayout.setGeometry(self, rect)  # not as the row would, in one line
        self._arrange(rect, move=True)

    def measure(self) -> None:
        """Has what is around ask anew how large the row is: it keeps what it heard last."""
        self.invalidate()

    def invalidate(self) -> None:
        """Forgets how large the widgets are: Qt calls this where one may have another size, or comes or goes."""
        self._sizes = None
        self._heights.clear()
        super().invalidate()

    def _items(self) -> list[tuple[QWidget, QWidgetItem]]:
        """What is seen, each with an item to be measured by as Qt does it."""
        items = ((widget, QWidgetItem(widget)) for widget in self._widgets)
        return [(widget, item) for widget, item in items if not item.isEmpty()]

    def _measured(self) -> list[tuple[QWidget, QSize]]:
        """What is seen, with the size that it would like: asked for once, for every width is tried with the same."""
        if self._sizes is None:
            self._sizes = [(widget, item.sizeHint()) for widget, item in self._items()]
        return self._sizes

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Breaks the row into lines, and returns their height; items of one line are centred on it."""
        room = rect.marginsRemoved(self.contentsMargins())
        line: list[tuple[QWidget, QSize]] = []
        x = y = line_height = 0
        for widget, size in self._measured():
            if line and x + size.width() > room.width():
                if move:
                    self._place(line, QRect(room.left(), room.top() + y, room.width(), line_height))
                y += line_height + self._gap // 2
                line, x, line_height = [], 0, 0
            line.append((widget, size))
            x += size.width() + self._gap
            line_height = max(line_height, size.height())
        if move:
            self._place(line, QRect(room.left(), room.top() + y, room.width(), line_height))
        margins = self.contentsMargins()
        return y + line_height + margins.top() + margins.bottom()

    def _place(self, line: list[tuple[QWidget, QSize]], room: QRect) -> None:
        x = room.left()
        for widget, size in line:
            if self._last_at_edge and widget is self._widgets[-1]:
                x = max(x, room.right() + 1 - size.width())
            place = QRect(QPoint(x, room.top() + (room.height() - size.height()) // 2), size)
            if widget.geometry() != place:
                QWidgetItem(widget).setGeometry(place)
            x += size.width() + self._gap
