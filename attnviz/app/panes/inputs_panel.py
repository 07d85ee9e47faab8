"""All inputs of the scenario, one editable pane each, in the order of the paper."""

from __future__ import annotations

from functools import partial

import shiboken6
from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QHBoxLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from attnviz.app.controls.two_lines import TwoLines
from attnviz.app.explaining.leaving import leaves
from attnviz.app.own_turn import OwnTurn
from attnviz.app.panes.matrix_pane import MatrixPane, same_surroundings
from attnviz.app.panes.matrix_words import input_names
from attnviz.app.panes.pane_overlay import overlay_of, overlays_differ
from attnviz.app.panes.pane_questions import NobodyAsked, PaneQuestions
from attnviz.app.panes.pane_theme import pane_theme
from attnviz.app.panes.panes_column import MARGIN, TIGHT, PanesColumn
from attnviz.app.panes.panes_in_order import order_tabs, put_in, take_away
from attnviz.app.pipeline.lit import Lit, lit, same_light
from attnviz.app.session import Session, State
from attnviz.figures.labels import visible
from attnviz.figures.theme import Theme

_WIDEST = 340  # at normal size, what the panel asks for at most


class InputsPanel(QWidget):
    """The panes of a session's matrices; they come and go with the inputs, while nothing is painted one in a turn.

    `grew` fires when another size of the window gives the numbers another size, `typed` when a number was typed.
    """

    grew = Signal()
    typed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.questions: PaneQuestions = NobodyAsked()
        self.panes: dict[str, MatrixPane] = {}
        self.turn = OwnTurn(self, self._make_next)
        self._lit: Lit = {}
        self._worn: Theme | None = None
        self._heading = TwoLines(self)
        self._examples: QToolButton | None = None
        self._line = QHBoxLayout()
        self._scroll = PanesColumn(self.panes, self)
        self._sight = QTimer(self)
        self._sight.setSingleShot(True)
        self._sight.timeout.connect(self._bring_to_sight)
        self._build()
        session.changed.connect(self.show_state)
        self.show_state(None, session.state)

    def set_session(self, session: Session) -> None:
        """Shows another session; what is being typed for the old one is let go."""
        if session is not self.session:
            for pane in self.panes.values():
                pane.view.dismiss()
            if shiboken6.isValid(self.session):
                self.session.changed.disconnect(self.show_state)
            session.changed.connect(self.show_state)
            self.session = session
        self.show_state(None, session.state)

    def show_state(self, old: State | None, new: State) -> None:
        """Draws what differs between two states; `old` is None at first."""
        if new.only_moved(old):
            return
        dressed = self._dress(pane_theme(self, new))  # also where its window has another size, and it will have soon
        lit_by_lesson = new.selection.lit and (old is None or old.selection.lit != new.selection.lit)
        title = visible(new.scenario.title) if new.scenario.title else "Inputs"
        if self._heading.text() != title:
            self._heading.setText(title)
            self._seat_examples()
        names = input_names(new.scenario)
        self._have_panes(names)
        only_numbers = old is not None and not dressed and same_light(old, new) and same_surroundings(old, new)
        overlaid = overlays_differ(old, new)
        if not only_numbers:
            self._lit = lit(new)
        for name in names:
            pane = self.panes.get(name)
            if pane is None:
                continue  # its turn is to come
            if pane.session is not self.session:
                pane.set_session(self.session)
            elif only_numbers and not overlaid and pane.view.editor is None and _same_numbers(old, new, name):
                continue  # typing in one matrix costs the others nothing
            pane.show_state(old, new, self._lit.get(name, ()), overlay_of(new, name) if overlaid else None)
        if not only_numbers:
            self._scroll.space()
        if lit_by_lesson:
            self._sight.start(0)  # once everything has its place

    def ask(self, questions: PaneQuestions) -> None:
        """Lets a paste of another size and a random filling ask a person, where they asked nobody so far."""
        self.questions = questions
        for pane in self.panes.values():
            pane.commands.questions = questions

    def offer(self, examples: QAction, find_row: QAction) -> None:
        """Puts a button for the examples beside the title, where somebody new looks first; the other finds a row."""
        find_row.triggered.connect(lambda _checked=False: self.find_row())
        button = self._examples = QToolButton(self)
        button.setObjectName("inputs.examples")
        button.setDefaultAction(examples)
        button.setAccessibleName("Examples")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._line.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self._worn = None
        self._dress(pane_theme(self, self.session.state))

    def pane(self, name: str) -> MatrixPane:
        """The pane of that matrix. Raises KeyError if the scenario has none."""
        return self.panes[name]

    def finish(self) -> None:
        """Comes back when long pastes and copies are where they belong."""
        for pane in tuple(self.panes.values()):
            pane.commands.finish()

    def find_row(self, name: str = "") -> None:
        """Opens the line to find a row in: of the pane that is named, else of the one that somebody is at."""
        if not self.isVisible():
            return
        pane = self.panes.get(name) or self._used_pane()
        for other in self.panes.values():
            if other is not pane:
                other.stop_finding()
        pane.find_row()
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)  # else there is no place to scroll to yet
        self._scroll.ensureWidgetVisible(pane, 0, TIGHT)

    def _used_pane(self) -> MatrixPane:
        """Where the keyboard is, else where the selected cell is, else the tallest."""
        focus, cell = QApplication.focusWidget(), self.session.state.selection.cell
        for pane in self.panes.values():
            if focus is not None and pane.isAncestorOf(focus):
                return pane
        chosen = None if cell is None else self.panes.get(cell.name)
        return chosen or max(self.panes.values(), key=lambda pane: pane.model.rowCount())

    def sizeHint(self) -> QSize:
        """As wide as the panes need, within reason."""
        needed = self._scroll.content.sizeHint().width() + self._scroll.verticalScrollBar().sizeHint().width()
        factor = self._worn.factor if self._worn else 1.0
        return QSize(min(needed, round(_WIDEST * factor)), super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Numbers grow with the window."""
        super().resizeEvent(event)
        self._fit_window()

    def showEvent(self, event: QShowEvent) -> None:
        """As for another size: only now is the window's size real."""
        super().showEvent(event)
        self._fit_window()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc switches off what was switched on for a look."""
        if leaves(self.session, event):
            event.accept()
        else:
            super().keyPressEvent(event)

    def _bring_to_sight(self) -> None:
        """Scrolls to what a lesson sets off: all of it where there is room, else its first."""
        names = {region.name for region in self.session.state.selection.lit}
        for name in reversed([name for name in self.panes if name in names]):
            self._scroll.ensureWidgetVisible(self.panes[name], 0, TIGHT)

    def _fit_window(self) -> None:
        self._scroll.space()
        self._seat_examples()
        if self.session.state.selection.lit:
            self._sight.start(0)
        if pane_theme(self, self.session.state) is not self._worn:
            self.show_state(None, self.session.state)
            self.grew.emit()

    def _seat_examples(self) -> None:
        """The button beside the title, or under one that has no room in two lines else."""
        if self._examples is None:
            return
        beside = self.width() - 2 * MARGIN - self._line.spacing() - self._examples.sizeHint().width()
        directions = QBoxLayout.Direction
        direction = directions.LeftToRight if self._heading.fits(beside) else directions.TopToBottom
        if self._line.direction() != direction:
            self._line.setDirection(direction)

    def _reveal(self, pane: MatrixPane) -> None:
        """Scrolls to the reason and then to the line that it speaks of, in case there is no room for both."""
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)  # else there is no place to scroll to yet
        self._scroll.ensureWidgetVisible(pane.complaint, 0, MARGIN)
        if pane.view.editor is not None:
            self._scroll.ensureWidgetVisible(pane.view.editor, 0, MARGIN)

    def _have_panes(self, names: tuple[str, ...]) -> None:
        """Makes the panes that are missing, while nothing is painted one in a turn, and takes away those of none."""
        gone = [self.panes.pop(name) for name in tuple(self.panes) if name not in names]
        had_keyboard = take_away(self._scroll.column, gone, self)
        missing = [name for name in names if name not in self.panes]
        waits = len(missing) > 1 and not self.updatesEnabled()
        for name in missing[: not self.panes] if waits else missing:
            self._make(name)
        if missing:
            self._order_tabs()
        self.turn.drop()
        if waits:
            self.turn.come()
        if had_keyboard and names:
            self.panes[names[0]].view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _make(self, name: str) -> None:
        pane = self.panes[name] = MatrixPane(self.session, name, self.questions, self._scroll.content)
        put_in(self._scroll.column, pane, name, self.panes)
        pane.complained.connect(self._reveal)
        pane.view.typed.connect(self.typed)
        pane.view.find_asked.connect(partial(self.find_row, name))

    def _make_next(self) -> None:
        """Makes one of the panes that are missing; once all are there they are placed."""
        state = self.session.state
        missing = [name for name in input_names(state.scenario) if name not in self.panes]
        for name in missing[:1]:
            self._make(name)
            overlay = overlay_of(state, name) if overlays_differ(None, state) else None
            self.panes[name].show_state(None, state, self._lit.get(name, ()), overlay)
        if len(missing) > 1:
            self.turn.come()
            return
        self._order_tabs()
        self._scroll.space()
        if state.selection.lit:
            self._sight.start(0)

    def _order_tabs(self) -> None:
        names = input_names(self.session.state.scenario)
        order_tabs(self._examples, [self.panes[name] for name in names if name in self.panes])

    def _build(self) -> None:
        self.setObjectName("inputs")
        self.setAccessibleName("Inputs")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._heading.setObjectName("inputs.title")
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(self._line)
        self._line.setContentsMargins(MARGIN, 6, MARGIN, 4)
        self._line.setSpacing(8)
        self._line.addWidget(self._heading, 1)
        whole.addWidget(self._scroll, 1)

    def _dress(self, worn: Theme) -> bool:
        """Has the panel's own letters follow; False if they do already."""
        if worn is self._worn:
            return False
        self._worn = worn
        self._heading.setFont(worn.title_font)
        if self._examples is not None:
            self._examples.setFont(worn.small_font)
        self._seat_examples()
        return True


def _same_numbers(old: State | None, new: State, name: str) -> bool:
    return old is not None and old.scenario.matrix(name) is new.scenario.matrix(name)
