"""Typing into veiled cells of a figure: what opens the line, what becomes of the answer, and where it goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from attnviz.app.pipeline.answer_editor import AnswerEditor
from attnviz.app.pipeline.figure_access import announce
from attnviz.app.session import Session
from attnviz.content.numerals import MINUS, BadNumber
from attnviz.content.wording import cell_name
from attnviz.engine.cells import Cell
from attnviz.figures.veil import blank_of, blanks, veiled
from attnviz.figures.view import Entry

if TYPE_CHECKING:
    from attnviz.app.pipeline.figure_view import FigureView

_BEGINS = frozenset("0123456789.,-−+(√∞π" + "aceilpst")  # numbers, and exp, sqrt, ln, pi …
_OPENS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2)


class Answering(QObject):
    """Belongs to one FigureView; its line exists once it is needed."""

    def __init__(self, view: FigureView) -> None:
        super().__init__(view)
        self._editor: AnswerEditor | None = None
        self._cell: Cell | None = None

    @property
    def _view(self) -> FigureView:
        """The figure; asked for each time, since a reference to it would make a cycle."""
        return cast("FigureView", self.parent())

    def takes(self, cell: Cell | None) -> bool:
        """True if that cell is to be typed into."""
        return cell is not None and self._blank(cell) is not None

    def key(self, event: QKeyEvent, cell: Cell | None) -> bool:
        """Opens the line for a key that begins a number or asks for it; True if it did."""
        away = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
        if cell is None or event.modifiers() & away or not self.takes(cell):
            return False
        if event.text() and event.text().lower() in _BEGINS:
            self.begin(cell, event.text())
        elif event.key() in _OPENS:
            self.begin(cell)
        else:
            return False
        return True

    def begin(self, cell: Cell, text: str | None = None) -> None:
        """Opens the line on a cell that is to be typed into, with a first sign or with what was typed there before."""
        view, place = self._view, self._place(cell)
        if place is None or not self.takes(cell):
            return
        self._view.choose(cell)
        before = self._entry(cell)
        if self._editor is None:
            self._editor = AnswerEditor(view)
            self._editor.committed.connect(self._commit)
            self._editor.left.connect(self.close)
        self._cell = cell
        shown = (before.text if before is not None else "") if text is None else text
        name = cell_name(view.session.state.trace, cell)
        self._editor.open(name, shown, place, view.theme, chosen=text is None)

    def close(self) -> None:
        """Leaves the line; what was typed in it since is forgotten."""
        self._cell = None
        if self._editor is not None and not self._editor.isHidden():  # also where its figure is
            had_keys = self._editor.hasFocus()
            self._editor.hide()
            if had_keys:
                self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def follow(self) -> None:
        """The figure was placed or composed anew: the line moves with its cell, or goes where that is gone."""
        if self._cell is None or self._editor is None:
            return
        place = self._place(self._cell)
        if place is None or not self.takes(self._cell):
            self.close()
        else:
            self._editor.put(place, self._view.theme)

    def _commit(self, text: str, step: int, checks: bool) -> None:
        session = self._view.session
        cell = None if self._cell is None else self._blank(self._cell)
        if cell is None:
            return
        before = self._entry(cell)
        text = text.strip().replace("-", MINUS)
        if text and (before is None or text != before.text):
            from attnviz.content.practice.judging import in_words, judge  # here: the window starts sooner without

            try:
                judgement = judge(session.state.trace, cell, text)
            except BadNumber as error:
                if step and self._editor is not None:
                    self._editor.refuse(str(error))
                else:
                    self.close()
                return
            told = in_words(session.state.trace, cell, text, judgement.note)
            put_entry(session, Entry(cell, text, judgement.verdict, judgement.note))
            announce(self._view, told)
            first_wrong = checks and before is None and judgement.verdict != "right"
            if first_wrong and self._editor is not None:
                self._editor.stay(told)  # one more try before the next cell
                return
        elif not text and before is not None:
            put_entry(session, None, instead_of=cell)
        target = self._next(cell, step) if step else None
        self.close()
        if target is not None:
            self._go_on(target)

    def _next(self, cell: Cell, step: int) -> Cell | None:
        """The next cell to be typed into that is not right yet; going back, the one before whatever it says."""
        state = self._view.session.state
        cells = blanks(state.trace, state.view.veil)
        if cell not in cells:
            return None
        at = cells.index(cell)
        if step < 0:
            return cells[at - 1] if at else None
        for other in (*cells[at + 1 :], *cells[:at]):
            mark = veiled(state.trace, state.view.veil, other)
            if mark is not None and mark.verdict in ("asked", "typed"):
                return other
        return None

    def _go_on(self, cell: Cell) -> None:
        """Opens the line here, or in the figure beside this one that shows the cell."""
        from attnviz.app.pipeline.figure_view import FigureView

        if self._place(cell) is not None:
            self.begin(cell)
            return
        around = self._view.parentWidget()
        for view in around.findChildren(FigureView) if around is not None else ():
            if view.isVisible() and view.cell_rect_of(cell) is not None:
                view.answering.begin(cell)
                return

    def _place(self, cell: Cell) -> QRectF | None:
        return self._view.cell_rect_of(cell)

    def _blank(self, cell: Cell) -> Cell | None:
        """The cell that is asked for; the one shown may hand its number on."""
        state = self._view.session.state
        mark = veiled(state.trace, state.view.veil, cell)
        if mark is None or mark.verdict == "unseen":
            return None
        return blank_of(state.trace, state.view.veil, cell)

    def _entry(self, cell: Cell) -> Entry | None:
        blank = self._blank(cell)
        return None if blank is None else self._view.session.state.view.veil.entry(blank)


def put_entry(session: Session, entry: Entry | None, *, instead_of: Cell | None = None) -> None:
    """Puts an answer into the veil in place of the one before at the same cell; None only takes that one away."""
    veil = session.state.view.veil
    place = entry.cell if entry is not None else instead_of
    others = tuple(other for other in veil.entries if other.cell != place)
    session.look(veil=replace(veil, entries=others if entry is None else (*others, entry)))


def close_lines(window: QWidget) -> None:
    """Leaves the lines that are open in figures of a window, seen or not: other numbers are about to stand there."""
    for line in window.findChildren(AnswerEditor):
        if not line.isHidden():
            line.left.emit()
