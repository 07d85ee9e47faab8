"""Composes the text of the inspector's page: titles, lines in the colours of roles, links, set formulas."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from attnviz.app.inspection.line_breaks import HARD_SPACE, JOINER, MAY_BREAK, longest, unbroken
from attnviz.app.inspection.page import Page, PageLine, PageStep
from attnviz.app.inspection.page_formulas import FORMULA_PX, LINE_PX, Wish, set_in
from attnviz.app.inspection.page_text import Form, Looks, Paragraph, Piece
from attnviz.app.style_sheet import mixed
from attnviz.engine.cells import Cell
from attnviz.figures.formula_picture import FormulaPicture
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme, font

INDENT = 14
RAISED = 1.25  # times as large are exponents before Qt makes them smaller
FADED = 0.5  # of the panel's colour is in letters whose numbers are old
SHORT = 24  # pieces of a line up to which operands are bold; a long sum or a list would become a block of black
_BOLD = frozenset({"queries", "keys", "values", "output"})


class PageWriter:
    """Composes one page.

    width: of the lines. Where the longest product has no room in it otherwise, arithmetic stands at the margin.
    """

    def __init__(self, look: Theme, width: float) -> None:
        self._look = look
        self._width = width
        self._title = look.title_px, True, False  # size, bold, monospaced, as `Looks` begins
        self._small = look.small_px, False, False
        self._paragraphs: list[tuple[Form, list[Piece]]] = []
        self._links = 0
        self._indent: float = INDENT
        self._faded = False

    def page(self, page: Page) -> tuple[Paragraph, ...]:
        """All of it; fainter where its numbers are old."""
        self._faded = bool(page.mark)
        self._indent = _indent(page, self._look, self._width)
        self._heading(page)
        number = 0
        for step in page.steps:
            number += step.counted
            self._step(step, f"{number}  {step.title}" if page.numbered and step.counted else step.title)
        if page.close:
            self._block(14, 0)
            self._write(page.close, self._small, self._look.palette.soft)
        return tuple(Paragraph(form, tuple(pieces)) for form, pieces in self._paragraphs)

    def _heading(self, page: Page) -> None:
        """What is explained, and where it stands."""
        palette = self._look.palette
        self._block(0, 0)
        self._write(page.heading, self._title, palette.text)
        if page.result is not None:
            self._write(": ", self._title, palette.text)
            self._write(page.result.text, self._title, self._look.role(page.result.role))
        self._place(page)
        if page.sentence:
            self._block(4, 0)
            self._write(page.sentence, self._small, palette.soft)

    def _place(self, page: Page) -> None:
        """Where it stands, after the mark of old numbers, with which the line is no higher: nothing jumps."""
        bold, small = ruler(self._look.title_font), ruler(self._look.small_font)
        self._block(2, 0, ceil(max(bold.height, small.height)))
        words = ", ".join(piece.replace(" ", HARD_SPACE) for piece in page.place.split(", "))
        if page.mark:
            self._faded = False
            self._write(page.mark.replace(" ", HARD_SPACE), self._title, self._look.palette.accent)
            self._faded = True
            words = HARD_SPACE * 2 + words
            if bold.width(page.mark) + small.width(words) > self._width:
                return
        self._write(words, self._small, self._look.palette.soft)

    def _step(self, step: PageStep, title: str) -> None:
        """The title, the formula if there is one, and the lines."""
        self._block(7, 0)
        self._write(title, (round(12 * self._look.factor), False, False), self._look.palette.soft, step.cell)
        self._formula(step)
        for line in step.lines:
            self._block(2, self._indent, hangs=_hangs(line))
            self._line(line)

    def _name(self, name: str, picture: FormulaPicture) -> None:
        """What the formula's left side is called, after it where that has room."""
        words = f"{HARD_SPACE * 3}{name.replace(' ', HARD_SPACE)}"
        if name and self._indent + 2 + picture.width + ruler(self._look.small_font).width(words) <= self._width:
            self._write(words, self._small, self._look.palette.soft)

    def _line(self, line: PageLine) -> None:
        size = round((LINE_PX if not line.prose else 12) * self._look.factor)
        short, raised = len(line.parts) <= SHORT, False
        bolds = _BOLD if short and not line.prose and line.name is None else frozenset()
        for part, text in zip(line.parts, _pieces(line, self._look, self._width - self._indent), strict=True):
            bold = part.strong or part.role in bolds
            colour = self._look.palette.error if part.role == "error" else self._look.role(part.role)
            if part is line.name and part.role == "plain":
                colour = self._look.palette.soft
            raised = raised and not text.startswith((" ", HARD_SPACE, JOINER, MAY_BREAK))
            letters = round(size * RAISED) if raised else size, bold, not line.prose
            base, power, _ = text.partition("^")
            self._write(base, letters, colour, part.cell, raised=raised)
            if power:  # it stays in the text, unseen, for those who copy or hear it
                self._write(power, (1, False, True), QColor(Qt.GlobalColor.transparent))
                raised = True

    def _formula(self, step: PageStep) -> None:
        """The step's formula in as few lines as hold it, and what its left side is called."""
        if not step.formula:
            return
        look = self._look
        pictures = set_in(_wish(step.formula, look, self._width - self._indent), look.palette.text, look.role)
        if not pictures:  # the numbers below say the same
            return
        for number, picture in enumerate(pictures):
            self._block(2 if number else 4, self._indent)
            self._paragraphs[-1][1].append(Piece("", picture))
        self._name(step.name, pictures[-1])

    def _block(self, above: float, indent: float, height: float = 0, *, hangs: float = 0) -> None:
        """Begins a paragraph. hangs: how much further in it goes on than it begins."""
        self._paragraphs.append((Form(above, indent, height, hangs), []))

    def _write(
        self,
        text: str,
        letters: tuple[int, bool, bool],
        colour: QColor,
        leads: Cell | None = None,
        *,
        raised: bool = False,
    ) -> None:
        if self._faded and colour.alpha():
            colour = mixed(colour, self._look.palette.panel, FADED)
        looks = Looks(*letters, colour.rgba(), raised)
        if leads is not None:
            looks = Looks(*letters, colour.rgba(), raised, self._links, self._look.palette.soft.rgba())
            self._links += 1
        self._paragraphs[-1][1].append(Piece(text, looks, leads))


def formulas_of(page: Page, look: Theme, width: float) -> tuple[Wish, ...]:
    """What is set of a page in that width, each once."""
    formulas = dict.fromkeys(step.formula for step in page.steps if step.formula)
    room = width - _indent(page, look, width) if formulas else width
    return tuple(_wish(latex, look, room) for latex in formulas)


def _wish(latex: str, look: Theme, room: float) -> Wish:
    return Wish(latex, FORMULA_PX * look.factor, room - 2)


def _indent(page: Page, look: Theme, width: float) -> float:
    """Of arithmetic; none where its longest product has no room otherwise."""
    room = _room(look, width - INDENT)
    long = (line for step in page.steps for line in step.lines if sum(len(part.text) for part in line.parts) > room)
    hung = _room(look, INDENT)
    return INDENT if all(longest(line, hung if _hangs(line) else 0) <= room for line in long) else 0


def _hangs(line: PageLine) -> int:
    """How much further in what stands after a name goes on, so that it is seen to belong to it."""
    return INDENT if line.name is not None else 0


def _pieces(line: PageLine, look: Theme, width: float) -> list[str]:
    """The pieces of a line, which may break where that width has no room."""
    return unbroken(line, _room(look, width), _room(look, width - _hangs(line)))


def _room(look: Theme, width: float) -> float:
    """Signs of arithmetic in a line of that width."""
    return width / ruler(font(round(LINE_PX * look.factor), monospaced=True)).width("0")
