"""All inputs of the scenario, one editable pane each, in the order of the paper."""

from __future__ import annotations

import itertools

import shiboken6
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from attnviz.app.lit import Lit, lit, same_light
from attnviz.app.matrix_commands import NobodyAsked, PaneQuestions
from attnviz.app.matrix_pane import MatrixPane, same_surroundings
from attnviz.app.matrix_words import PAPER_ORDER, input_names
from attnviz.app.session import Session, State
from attnviz.figures.theme import Theme, theme

_MARGIN, _GAP = 12, 16  # pixels
_WIDEST = 340  # at normal size, what the panel asks for at most


class InputsPanel(QWidget):
    """The panes of a session's matrices; they come and go with the inputs."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.questions: PaneQuestions = NobodyAsked()
        self.panes: dict[str, MatrixPane] = {}
        self._lit: Lit = {}
        self._worn: Theme | None = None
        self._heading = QLabel("Inputs", self)
        self._invitation = QLabel("edit any number", self)
        self._content = QWidget()
        self._column = QVBoxLayout(self._content)
        self._scroll = QScrollArea(self)
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
        self._dress(theme(new.view.theme, new.view.text_size))
        names = input_names(new.scenario)
        self._have_panes(names)
        only_numbers = old is not None and same_light(old, new) and same_surroundings(old, new)
        if not only_numbers:
            self._lit = lit(new)
        for name in names:
            pane = self.panes[name]
            if pane.session is not self.session:
                pane.set_session(self.session)
            elif only_numbers and pane.view.editor is None and _same_numbers(old, new, name):
                continue  # typing in one matrix costs the others nothing
            pane.show_state(old, new, self._lit.get(name, ()))

    def ask(self, questions: PaneQuestions) -> None:
        """Lets a paste of another size and a random filling ask a person, where they asked nobody so far."""
        self.questions = questions
        for pane in self.panes.values():
            pane.commands.questions = questions

    def pane(self, name: str) -> MatrixPane:
        """The pane of that matrix. Raises KeyError if the scenario has none."""
        return self.panes[name]

    def sizeHint(self) -> QSize:
        """As wide as the panes need, within reason."""
        needed = self._content.sizeHint().width() + self._scroll.verticalScrollBar().sizeHint().width()
        factor = self._worn.factor if self._worn else 1.0
        return QSize(min(needed, round(_WIDEST * factor)), super().sizeHint().height())

    def _have_panes(self, names: tuple[str, ...]) -> None:
        """Makes the panes that are missing and takes away those whose matrix has gone."""
        for name in [name for name in self.panes if name not in names]:
            pane = self.panes.pop(name)
            pane.view.dismiss()
            focus = pane.focusWidget()
            if focus is not None:
                focus.clearFocus()  # else hiding would hand the keyboard to the next pane, as if by Tab
            pane.complaint.deleteLater()
            self._column.removeWidget(pane)
            pane.hide()
            pane.setParent(None)
            pane.deleteLater()
        missing = [name for name in names if name not in self.panes]
        for name in missing:
            self.panes[name] = MatrixPane(self.session, name, self.questions, self._content)
            place = sum(other in self.panes for other in PAPER_ORDER[: PAPER_ORDER.index(name)])
            self._column.insertWidget(place, self.panes[name])
            self.panes[name].show()
        if missing:
            self._order_tabs(names)

    def _order_tabs(self, names: tuple[str, ...]) -> None:
        """Tab goes from pane to pane as they stand, whichever was made first."""
        stops = [stop for name in names for stop in (self.panes[name].view, self.panes[name].title.button)]
        for before, after in itertools.pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _build(self) -> None:
        self.setObjectName("inputs")
        self.setAccessibleName("Inputs")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._content.setObjectName("inputs_content")
        self._column.setContentsMargins(_MARGIN, 4, _MARGIN, _MARGIN)
        self._column.setSpacing(_GAP)
        self._column.addStretch(1)
        self._scroll.setObjectName("inputs_scroll")
        self._scroll.setWidget(self._content)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the panes take the keyboard, and it scrolls to them
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        line = QHBoxLayout()
        line.setContentsMargins(_MARGIN, 8, _MARGIN, 4)
        line.setSpacing(8)
        line.addWidget(self._heading)
        line.addWidget(self._invitation, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(line)
        whole.addWidget(self._scroll, 1)

    def _dress(self, worn: Theme) -> None:
        if worn is self._worn:
            return
        self._worn = worn
        colours = worn.palette
        self._heading.setFont(worn.title_font)
        self._heading.setStyleSheet(f"color: {colours.text.name()};")
        self._invitation.setFont(worn.small_font)
        self._invitation.setStyleSheet(f"color: {colours.soft.name()};")
        self.setStyleSheet(f"#inputs, #inputs_scroll, #inputs_content {{ background: {colours.panel.name()}; }}")


def _same_numbers(old: State | None, new: State, name: str) -> bool:
    return old is not None and old.scenario.matrix(name) is new.scenario.matrix(name)
