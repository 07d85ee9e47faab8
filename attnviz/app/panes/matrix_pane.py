"""One input as an editable table: its name and shape in its role's colour, tokens beside it, a menu, and complaints."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QVBoxLayout, QWidget

from attnviz.app.errand import Errand
from attnviz.app.panes import cell_sizes
from attnviz.app.panes.complaint import Complaint
from attnviz.app.panes.finding import FindLine
from attnviz.app.panes.matrix_commands import MatrixCommands
from attnviz.app.panes.matrix_words import (
    ROLES,
    column_labels,
    followed_row,
    has_query_rows,
    head_span,
    input_names,
    numbers_help,
    row_labels,
    shape_words,
)
from attnviz.app.panes.numbers_model import NumbersModel
from attnviz.app.panes.numbers_view import NumbersView
from attnviz.app.panes.overlay_painter import overlaid_size
from attnviz.app.panes.pane_menu import fill_menu
from attnviz.app.panes.pane_overlay import PaneOverlay
from attnviz.app.panes.pane_questions import PaneQuestions
from attnviz.app.panes.pane_scale import PaneScale
from attnviz.app.panes.pane_theme import pane_theme
from attnviz.app.panes.pane_title import PaneTitle
from attnviz.app.pipeline.lit import Frame
from attnviz.app.session import Session, State
from attnviz.figures.theme import Theme

OTHER_REASON = Qt.FocusReason.OtherFocusReason


class MatrixPane(QWidget):
    """The pane of one matrix. Whoever owns it hands on each change of the session through `show_state`."""

    complained = Signal(object)  # this pane: what was typed was refused, and the reason stands below the table

    def __init__(self, session: Session, name: str, questions: PaneQuestions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.session = session
        worn = pane_theme(parent or self, session.state)
        self.model = NumbersModel(session, name, self)
        self.commands = MatrixCommands(self.model, questions, lambda: Errand(self.window()))
        self.view = NumbersView(self.model, self.commands, worn, self)
        self.menu = QMenu(self)
        self.title = PaneTitle(name, self.menu, self)
        self.scale = PaneScale(name, self)
        self.complaint = Complaint(name, self)
        self.find_line: FindLine | None = None
        self._followed_head = 0  # whose numbers were brought to sight
        self._fitted: tuple[QSize, int, int, int, int, int] | None = None
        self._build()
        self._dress(worn)
        self.show_state(None, session.state)

    def set_session(self, session: Session) -> None:
        """Follows another session, which must have this matrix too; what is being typed is let go."""
        self.view.dismiss()
        self.session = self.model.session = session

    def show_state(
        self, old: State | None, new: State, frames: tuple[Frame, ...] = (), overlay: PaneOverlay | None = None
    ) -> None:
        """Draws what differs between two states. frames: the cells that are lit in this matrix; overlay: over it."""
        view, worn = self.view, pane_theme(self, new)
        editor = view.editor
        if editor is not None and editor.live.is_elsewhere(new):
            view.dismiss()
        dressed = worn is not view.theme
        if dressed:
            self._dress(worn)
        self._show_numbers(old, new)
        self._show_frames(frames)
        self._show_selection(new)
        if self.model.overlay is not overlay:
            self.model.overlay = overlay
            view.viewport().update()
            self._show_surroundings(new)
        elif old is None or dressed or not same_surroundings(old, new):
            self._show_surroundings(new)
        if view.editor is None:
            self._fit()
            view.first_row.follow(followed_row(new, self.name))
            self._follow_head()

    def find_row(self) -> None:
        """Opens the line in which a row is looked for."""
        view = self.view
        if self.find_line is None:
            self.find_line = FindLine(self.model, self._go_to, lambda: view.setFocus(OTHER_REASON), self)
            self.find_line.dress(view.theme)
            self._column.insertWidget(1, self.find_line)
        self.find_line.begin(view.currentIndex().row(), self.model.tokens is not None)

    def stop_finding(self) -> None:
        """Puts that line away."""
        if self.find_line is not None:
            self.find_line.hide()

    def _go_to(self, row: int, column: int | None) -> None:
        """Shows that row in the middle of the table, as its current one."""
        index = self.model.index(row, max(self.view.currentIndex().column(), 0) if column is None else column)
        self.view.setCurrentIndex(index)
        self.view.scrollTo(index, NumbersView.ScrollHint.PositionAtCenter)

    def _follow_head(self) -> None:
        """Brings the numbers of another head to sight, once: from its first on, where none of them is in sight."""
        view, span = self.view, self.view.span
        if span is None or span.head == self._followed_head or not view.isVisible():
            return
        self._followed_head = span.head
        first = max(view.rowAt(0), 0), max(view.columnAt(0), 0)
        last = view.rowAt(view.viewport().height() - 1), view.columnAt(view.viewport().width() - 1)
        axis, stop = span.axis, span.start + span.width
        if span.start > last[axis] >= 0 or stop <= first[axis]:
            for place in (stop - 1, span.start):
                row, column = (place, first[1]) if axis == 0 else (first[0], place)
                view.scrollTo(self.model.index(row, column))

    def _show_numbers(self, old: State | None, new: State) -> None:
        """The numbers; the current cell stays where it was, also where the table is made anew."""
        view, index = self.view, self.view.currentIndex()
        row, column = index.row(), index.column()
        view.follows = True
        self.model.show_state(old, new)
        if row >= 0 and not view.currentIndex().isValid():
            last_row, last_column = self.model.rowCount() - 1, self.model.columnCount() - 1
            view.setCurrentIndex(self.model.index(min(row, last_row), min(column, last_column)))
        view.follows = False

    def _show_frames(self, frames: tuple[Frame, ...]) -> None:
        if frames != self.view.frames:
            self.view.frames = frames
            self.view.viewport().update()

    def _show_selection(self, new: State) -> None:
        """Stands on the selected cell if it is in this matrix."""
        view, cell = self.view, new.selection.cell
        selected = cell is not None and cell == self.model.cell(cell.row, cell.column)
        if selected and cell is not None:
            index = view.currentIndex()
            if (index.row(), index.column()) != (cell.row, cell.column):
                view.follows = True
                view.setCurrentIndex(self.model.index(cell.row, cell.column))
                view.follows = False
        if selected != view.is_selected:
            view.is_selected = selected
            view.viewport().update()

    def _show_surroundings(self, new: State) -> None:
        """Title, headers, and the size of the cells."""
        scenario, view, name = new.scenario, self.view, self.name
        shape = shape_words(scenario, name)
        if scenario.matrix(name).ndim == 3:
            shape = f"{shape}, head {self.model.head + 1}"
        overlay = self.model.overlay
        told = (overlay.title if overlay is not None else "") or shape
        self.scale.show_overlay(overlay, view.theme)
        if self.title.say(told):
            view.setAccessibleName(f"{name}, {shape}" if told == shape else f"{name}, {shape}, showing {told}")
        span = head_span(scenario, name, new.selection.head)
        if span != view.span:
            view.span = span
            view.viewport().update()
        rows_are_tokens = row_labels(scenario, name) is not None
        columns_are_tokens = column_labels(scenario, name) is not None
        strong = followed_row(new, name)
        role = ROLES[name]
        view.rows_header.dress(
            view.theme, role, span if span and span.axis == 0 else None, tokens=rows_are_tokens, strong=strong
        )
        view.columns_header.dress(
            view.theme, role, span if span and span.axis == 1 else None, tokens=columns_are_tokens, strong=-1
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Only now is there a place to bring the followed row to."""
        super().showEvent(event)
        self.view.first_row.follow(followed_row(self.session.state, self.name))
        self._follow_head()

    def _fit(self) -> None:
        """Sizes for the numbers as they are; not while one is typed, so that nothing moves under the typing hand."""
        view, rows, columns = self.view, self.model.rowCount(), self.model.columnCount()
        beside = above = 0
        if view.rows_header.are_tokens or numbers_help(rows, view.span, 0):
            beside = view.rows_header.needed()
        if view.columns_header.are_tokens or numbers_help(columns, view.span, 1):
            above = view.columns_header.needed()
        cell = cell_sizes.cell_size(self.model.largest, self.model.decimals, view.theme)
        least = cell_sizes.least_width(cell, self.model.texts(), view.theme)
        if self.model.overlay is not None and self.model.overlay.partials is not None:
            cell, least = overlaid_size(cell, least, self.model.overlay, view.theme)
        looks = (cell, least, beside, above, rows, columns)
        if looks != self._fitted:
            self._fitted, view.cell, view.least, view.beside = looks, cell, least, beside
            first = view.first_row.now
            cell_sizes.fit(view, cell, least, beside, above)
            view.first_row.put(first)

    def _pick(self, row: int, column: int) -> None:
        cell = self.model.cell(row, column)
        selection = self.session.state.selection
        query = row if has_query_rows(self.name) else selection.query
        if selection.cell != cell or selection.query != query:
            self.session.select(cell=cell, query=query)

    def _complain(self, reason: str) -> None:
        editor = self.view.editor
        if editor is None:
            self._fit()  # which waited while a number was typed
        if reason and editor is not None:
            self.complaint.say(reason, self.width())
            self.complained.emit(self)
        else:
            self.complaint.hide()

    def _show_menu(self, place: QPoint) -> None:
        index = self.view.indexAt(place)
        at = self.view.block()
        inside = at.row <= index.row() < at.row + at.rows and at.column <= index.column() < at.column + at.columns
        if index.isValid() and not inside:
            self.view.setCurrentIndex(index)
        self.menu.popup(self.view.viewport().mapToGlobal(place))

    def _fill_menu(self) -> None:
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.model.index(0, 0))
        fill_menu(self.menu, self.view)

    def _build(self) -> None:
        self.menu.aboutToShow.connect(self._fill_menu)
        self.view.customContextMenuRequested.connect(self._show_menu)
        self.view.picked.connect(self._pick)
        self.view.complained.connect(self._complain)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.title)
        column.addWidget(self.scale)
        column.addWidget(self.view)
        column.addWidget(self.complaint)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _dress(self, worn: Theme) -> None:
        """Fonts and colours of everything."""
        view = self.view
        view.painter_of_cells.wear(worn)
        self.title.dress(worn, ROLES[self.name])
        if self.find_line is not None:
            self.find_line.dress(worn)
        self.complaint.dress(worn)
        view.viewport().update()


def same_surroundings(old: State, new: State) -> bool:
    """True if titles and headers stay as they are, whatever the numbers are."""
    before, after = old.scenario, new.scenario
    return (
        old.view is new.view
        and old.selection == new.selection
        and before.tokens is after.tokens
        and before.source_tokens is after.source_tokens
        and old.trace.sizes == new.trace.sizes
        and input_names(before) == input_names(after)
    )
