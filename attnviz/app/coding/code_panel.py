"""The panel below the figures that shows the scenario as a program and follows every edit."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from attnviz.app.coding.header import CodeHeader
from attnviz.app.coding.lines_shown import lines_of, lit_by, look_of, next_line, stages_shown
from attnviz.app.coding.listing import CodeListing
from attnviz.app.coding.note import CodeNote
from attnviz.app.panes.pane_theme import growth_of
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.content.code.program import LANGUAGES, Language, write_program
from attnviz.content.code.rows import CodeLine
from attnviz.engine.errors import AttentionError, NotYet
from attnviz.figures.theme import Theme, theme

PART = 0.36
NOTE_FROM = 900  # pixels of width at normal size; a narrower panel is all program


class CodePanel(QFrame, Watching):
    """Language, program, and what the present line computes. `asked` passes on copy, save and close."""

    asked = Signal(str)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("code")
        self.setAccessibleName("Code")
        self.setProperty("part", "lesson")
        self.setProperty("part_of_height", PART)
        self.language: Language = LANGUAGES[0]
        self.why_not = ""
        self._lines: tuple[CodeLine, ...] = ()
        self._written: tuple[object, ...] = ()
        self.header = CodeHeader(self)
        self.listing = CodeListing(self)
        self.note = CodeNote(self)
        self.setFocusProxy(self.listing)
        self._lay_out()
        self.header.language.connect(self._choose_language)
        self.header.asked.connect(self._do)
        self.listing.chosen.connect(self._choose)
        self.watch(session)

    def show_state(self, old: State | None, new: State) -> None:
        """Follows the scenario, and lights the lines of what is selected."""
        if not self.isVisible():
            return
        cell = new.selection.cell
        if old is not None and new.selection.lit and cell is not None and cell != old.selection.cell:
            QTimer.singleShot(0, self, self._unlight)  # whoever selects a number looks at that one
        self._write(new)
        look, px = self._looks(new)
        self.header.show_state(px, self.why_not)
        self.listing.show_look(look, px)
        self._light(old, new)
        self._tell(new, look, px)

    def step(self, by: int) -> None:
        """To the next line that computes something, or back to the one before, and lights it."""
        here = self.listing.line
        state = self.session.state
        lit = lines_of(self._lines, stages_shown(state), state.trace)
        place = next_line(self._lines, here if here in lit else -1, by)
        if place is not None:
            self.listing.go_to(place)
            self._choose(place)

    def showEvent(self, event: QShowEvent) -> None:
        """Catches up with what has changed meanwhile."""
        super().showEvent(event)
        self.show_state(None, self.session.state)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Letters grow with the window; a narrow panel does without the note."""
        super().resizeEvent(event)
        self.show_state(None, self.session.state)

    def leave(self) -> None:
        """Lets go of what was lit."""
        self._unlight()

    def _choose(self, place: int) -> None:
        """Lights what a line computes in the figures, and brings it into sight."""
        line, state = self._lines[place] if place < len(self._lines) else CodeLine(""), self.session.state
        regions = lit_by(state.trace, line, state.selection.head)
        if not regions:
            self._unlight()
            return
        self.session.look(**look_of(state, line))
        self.session.select(lit=regions, cell=None)

    def _unlight(self) -> None:
        if self.session.state.selection.lit:
            self.session.select(lit=())

    def _choose_language(self, language: str) -> None:
        self.language = next(name for name in LANGUAGES if name == language)
        self.show_state(None, self.session.state)

    def _do(self, what: str) -> None:
        if what in ("previous", "next"):
            self.step(1 if what == "next" else -1)
        else:
            self.asked.emit(what)

    def _write(self, state: State) -> None:
        written = (state.trace, self.language)
        if self._written and self._written[0] is state.trace and self._written[1] == self.language:
            return
        self._written = written
        try:
            self._lines, self.why_not = write_program(state.trace, self.language, numbers=False).lines, ""
        except AttentionError as error:
            if isinstance(error, NotYet):
                self._written = ()  # the same trace has more to tell when that has arrived
            self.why_not = str(error)
            self._lines = tuple(CodeLine(f"# {part}") for part in self.why_not.replace(". ", ".\n").split("\n"))
        self.listing.show_lines(self._lines)

    def _light(self, old: State | None, new: State) -> None:
        """Sets off the lines of what the figures set off; the cursor follows what somebody chose there."""
        shown = stages_shown(new)
        places = lines_of(self._lines, shown, new.trace)
        self.listing.light(places)
        chosen = new.selection.cell is not None if old is None else stages_shown(old) != shown
        if chosen and places and self.listing.line not in places:
            self.listing.go_to(places[0])

    def _tell(self, state: State, look: Theme, px: int) -> None:
        here = self.listing.line
        lit = lines_of(self._lines, stages_shown(state), state.trace)
        name = self._lines[here].stages[-1] if here in lit else ""
        head, decimals = state.selection.head, state.view.decimals
        self.note.setVisible(self.width() >= NOTE_FROM * look.factor and not self.why_not)
        self.note.show_stage(state.trace, name, head, decimals, look, px)

    def _looks(self, state: State) -> tuple[Theme, int]:
        look = theme(state.view.theme, state.view.text_size)
        return look, round((look.number_px + 1) * growth_of(self.window()) ** 0.5)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self.header)
        body = QHBoxLayout()
        column.addLayout(body, 1)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.listing, 1)
        body.addWidget(self.note)
