"""What stands beside rows and above columns: tokens, numbers, and bars that show which head they belong to."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QLineEdit, QTableView, QWidget

from attnviz.app.last_picture import LastPicture
from attnviz.app.panes.cell_sizes import LABEL_GIVES_UP
from attnviz.app.panes.in_sight import sections_in
from attnviz.app.panes.matrix_words import HeadSpan
from attnviz.app.panes.numbers_model import NumbersModel
from attnviz.figures.labels import ruler, visible
from attnviz.figures.matrix_figure import placed_labels
from attnviz.figures.theme import Theme

_WIDEST = 72  # pixels at normal size; longer labels are shortened, whole in the tooltip
_AIR = 6  # between labels and cells; before labels there is the margin of the panel
_BAR = 3
_EDITOR_WIDTH = 140
_KEEPS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)


class PaneHeader(QHeaderView):
    """Labels are shown literally and never wider than their room. Double-click on a token renames it."""

    def __init__(
        self,
        orientation: Qt.Orientation,
        model: NumbersModel,
        theme: Theme,
        rename: Callable[[int, str], object],
        parent: QTableView,
    ) -> None:
        super().__init__(orientation, parent)
        self._numbers = model
        self._theme = theme
        self._rename = rename
        self._span: HeadSpan | None = None
        self._role = "input"
        self._strong = -1
        self._measured: tuple[tuple[str, ...] | None, tuple[object, ...], int] | None = None
        self._placed: tuple[tuple[str, ...], tuple[str, ...]] | None = None  # tokens, and how they are shown
        self.last = LastPicture(self.viewport())
        self.are_tokens = False
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(1)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.sectionDoubleClicked.connect(self.edit_label)

    def dress(self, theme: Theme, role: str, span: HeadSpan | None, *, tokens: bool, strong: int) -> None:
        """Shows another theme, other heads, or another token in strong letters."""
        looks = (theme, role, span, tokens, strong)
        if looks == (self._theme, self._role, self._span, self.are_tokens, self._strong):
            return
        self._theme, self._role, self._span, self.are_tokens, self._strong = looks
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """Nothing: whoever owns the table fixes its size; for one of its own Qt would look at hundreds of labels."""
        return QSize(1, 1)

    def sectionSizeFromContents(self, _section: int) -> QSize:
        """Nothing either, for the same reason."""
        return QSize(1, 1)

    def needed(self) -> int:
        """The width beside rows or the height above columns that the labels need."""
        measure, vertical = ruler(self._theme.small_font), self.orientation() == Qt.Orientation.Vertical
        bar = _BAR + 2 if self._span is not None else 0
        if not vertical:
            return round(measure.height) + 4 + bar
        tokens = self._tokens()
        known = self._numbers.rowCount(), self._theme, bar
        if self._measured is None or self._measured[0] is not tokens or self._measured[1] != known:
            labels = (str(self._numbers.rowCount()),) if tokens is None else placed_labels(tokens)
            widest = math.ceil(measure.widest(labels)) + 1  # never too narrow by a fraction for the label that sets it
            self._measured = tokens, known, min(widest, round(_WIDEST * self._theme.factor)) + _AIR + bar
        return self._measured[2]

    def paintEvent(self, event: QPaintEvent) -> None:
        """The labels in sight, without what Qt would look up for each; with it where there is room beyond the last."""
        vertical, area = self.orientation() == Qt.Orientation.Vertical, event.rect()
        shown, end = sections_in(self, area), area.bottom() if vertical else area.right()
        if not shown or shown[-1][1] + shown[-1][2] <= end:
            super().paintEvent(event)
            return
        wide, high, air = self.viewport().width(), self.viewport().height(), self._air()

        def draw(painter: QPainter) -> None:
            painter.setFont(self._theme.small_font)
            for section, start, size in shown:
                place = QRect(0, start, wide, size) if vertical else QRect(start, 0, size, high)
                self._paint_label(painter, place, section, air)

        keeps = self._numbers.session.state.trace.defers
        self.last.paint(area, self._theme.palette.panel, draw, of=self.offset(), keeps=keeps)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """One label in its room, and the bar of its head at the table's edge."""
        painter.setFont(self._theme.small_font)
        self._paint_label(painter, rect, section, self._air())

    def _air(self) -> int:
        """The room between a label and what is beside it: of labels over columns a pixel."""
        if self.orientation() == Qt.Orientation.Horizontal:
            return 1
        return _AIR if self.width() >= self.needed() else _AIR - LABEL_GIVES_UP

    def _paint_label(self, painter: QPainter, rect: QRect, section: int, air: int) -> None:
        palette, measure = self._theme.palette, ruler(self._theme.small_font)
        vertical = self.orientation() == Qt.Orientation.Vertical
        painter.fillRect(rect, palette.panel)
        bar = _BAR + 2 if self._span is not None else 0
        room = rect.adjusted(0, 0, -bar, 0) if vertical else rect.adjusted(0, 0, 0, -bar)
        text = measure.shortened(self.shown_label(section), room.width() - (air if vertical else 2 * air))
        x = room.right() - air - measure.width(text) if vertical else room.center().x() - measure.width(text) / 2
        painter.setPen(palette.text if section == self._strong else palette.soft)
        painter.drawText(QPointF(x, room.center().y() + measure.figure_height / 2 + 1), text)
        if self._span is not None:
            self._paint_bar(painter, rect, section, self._span)

    def edit_label(self, section: int) -> None:
        """Opens a line over the token's label."""
        if not self.are_tokens:
            return
        table = self.parentWidget()
        assert table is not None
        top = self.viewport().mapTo(table, self.viewport().rect().topLeft()).y() + self.sectionViewportPosition(section)
        editor = LabelEditor(self._label(section), lambda text: self._rename(section, text), table)
        editor.setObjectName(f"pane.{self._numbers.name}.label")
        editor.setFont(self._theme.small_font)
        editor.setAccessibleName(f"Label of row {section + 1}")
        width = min(max(round(_EDITOR_WIDTH * self._theme.factor), self.width()), table.width())
        editor.setGeometry(0, top - 1, width, self.sectionSize(section) + 2)
        editor.show()
        editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Only tokens are renamed by a double click; Qt itself would open nothing."""
        section = self.logicalIndexAt(event.position().toPoint())
        if section >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.edit_label(section)

    def shown_label(self, section: int) -> str:
        """The label as it is painted: of very many tokens with its number."""
        tokens = self._tokens()
        if tokens is None or section >= len(tokens):
            return visible(self._label(section))
        if self._placed is None or self._placed[0] is not tokens:  # thousands are not even to be looked up each time
            self._placed = tokens, placed_labels(tokens)
        return self._placed[1][section]

    def _tokens(self) -> tuple[str, ...] | None:
        """Those of its own side: keys stand above columns of weights, queries beside their rows."""
        if not self.are_tokens:
            return None
        vertical = self.orientation() == Qt.Orientation.Vertical
        return self._numbers.tokens if vertical else self._numbers.column_tokens

    def _label(self, section: int) -> str:
        return str(self._numbers.headerData(section, self.orientation(), Qt.ItemDataRole.DisplayRole))

    def _paint_bar(self, painter: QPainter, rect: QRect, section: int, span: HeadSpan) -> None:
        """A bar along the table, in the role's colour for the selected head, with a gap between heads."""
        own = span.start <= section < span.start + span.width
        colour = self._theme.role(self._role) if own else self._theme.palette.grid
        first, last = section % span.width == 0, section % span.width == span.width - 1
        start, stop = (2 if first else 0), (3 if last else 0)
        if self.orientation() == Qt.Orientation.Vertical:
            bar = QRect(rect.right() - _BAR - 1, rect.top() + start, _BAR, rect.height() - start - stop)
        else:
            bar = QRect(rect.left() + start, rect.bottom() - _BAR - 1, rect.width() - start - stop, _BAR)
        painter.fillRect(bar, colour)


class LabelEditor(QLineEdit):
    """A line for one label. Enter or a click elsewhere keeps what is typed, Esc the old label."""

    def __init__(self, text: str, keep: Callable[[str], object], parent: QWidget) -> None:
        super().__init__(text, parent)
        self._keep = keep
        self._before = text
        self._open = True
        self.selectAll()

    def event(self, event: QEvent) -> bool:
        """Esc, Enter and Tab are this line's own, whatever shortcuts the window has."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            if event.type() == QEvent.Type.KeyPress:
                self._finish(self._before)
            return True
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _KEEPS:
            self._finish(self.text())
            return True
        if event.type() == QEvent.Type.FocusOut:
            self._finish(self.text())
        return super().event(event)

    def _finish(self, text: str) -> None:
        """Closes once; the table gets the keyboard back."""
        if not self._open:
            return
        self._open = False
        had_focus, table = self.hasFocus(), self.parentWidget()
        self.hide()
        self.deleteLater()
        if had_focus and table is not None:
            table.setFocus(Qt.FocusReason.OtherFocusReason)
        if text != self._before:
            self._keep(text)
