"""Prose set well: Markdown with formulas, glossary terms and live numbers, as a document that is painted anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QColor,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFragment,
    QTextOption,
)

from attnviz.content.lessons.expressions import NONE, LabNumbers, reads
from attnviz.content.lessons.prose import Piece, present, source_of, split_terms
from attnviz.content.stage_formulas import role_of
from attnviz.engine.cells import Region
from attnviz.engine.errors import AttentionError, FieldError
from attnviz.engine.tracing import Trace
from attnviz.figures.formula_picture import FormulaPicture, formula_picture
from attnviz.figures.formula_text import insert_formula, let_hold_formulas
from attnviz.figures.theme import Theme, font

MARKS = ("\ue0f0", "\ue0f1")  # before and after each number that follows the state
ROLES = ("queries", "keys", "values", "output", "scores", "weights")
_ROLE = 0xE0F2  # after the first of MARKS: the sign of the role that the number has the colour of
FORMULA_SIZE = 1.18  # of the words': the letters of formulas are lower for their size (x-height)
TERM = "term:"  # how links to the glossary begin
_FORMULAS = ("formula", "display")  # kinds of pieces: in a line, and in one of its own
_FENCE = QTextFormat.Property.BlockCodeFence
_HOLD = 0xE100  # signs of private use stand for formulas and terms while Qt reads the Markdown
_SET_IN = 2.0  # letters by which a line of code goes on further in
SYMBOLS = {"q": "queries", "Q": "queries", "k": "keys", "K": "keys", "v": "values", "V": "values"}


class Prose(QTextDocument):
    """A document with formulas in its lines. `terms` are the glossary terms in it, in order."""

    def __init__(self, text: str, theme: Theme, px: int, *, soft: bool = False) -> None:
        super().__init__()
        self._ink = theme.palette.soft if soft else theme.palette.text
        self._theme = theme
        self._px = px
        self._pieces: list[Piece] = []
        self.terms: list[str] = []
        self.setUndoRedoEnabled(False)
        self.setDocumentMargin(0)
        self.setDefaultFont(font(px))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        self.setDefaultTextOption(option)
        let_hold_formulas(self)
        self.setMarkdown(
            "".join(self._held(piece) for piece in split_terms(text)), QTextDocument.MarkdownFeature.MarkdownNoHTML
        )
        self._set_blocks()
        self._set_code()
        self._set_pieces()
        self._set_numbers()

    def _held(self, piece: Piece) -> str:
        """The Markdown of a piece: a sign of private use in the place of a formula or a term."""
        if piece.kind not in (*_FORMULAS, "term"):
            return source_of(piece)
        self._pieces.append(piece)
        sign = chr(_HOLD + len(self._pieces) - 1)
        return f"\n\n{sign}\n\n" if piece.kind == "display" else sign

    def _set_blocks(self) -> None:
        """Air between paragraphs and lines; headings in bold."""
        block = self.begin()
        while block.isValid():
            form = QTextBlockFormat(block.blockFormat())
            in_code = form.hasProperty(_FENCE)
            follows = in_code and block.previous().blockFormat().hasProperty(_FENCE)
            close = 0.0 if follows or block == self.begin() else 0.25 if block.textList() is not None else 0.6
            form.setTopMargin(round(self._px * close))
            form.setBottomMargin(0)
            if in_code:  # a line that is too long goes on in the next one, set in: in a narrow page it would be cut
                form.setNonBreakableLines(False)
                form.setTextIndent(-_SET_IN * self._px)
                form.setLeftMargin((1 + _SET_IN) * self._px)
                form.setBackground(self._theme.palette.hover)
            between = 0 if in_code else round(self._px * 0.3)
            form.setLineHeight(between, QTextBlockFormat.LineHeightTypes.LineDistanceHeight.value)
            cursor = QTextCursor(block)
            if form.headingLevel():
                cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
                heading = QTextCharFormat()
                heading.setFont(font(round(self._px * 1.1), bold=True))
                cursor.setCharFormat(heading)
            cursor.setBlockFormat(form)
            block = block.next()
        own = QTextCharFormat()
        own.setForeground(self._ink)
        cursor = QTextCursor(self)
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeCharFormat(own)
        self.setIndentWidth(1.6 * self._px)

    def _set_code(self) -> None:
        """Code in our own letters rather than in the system's."""
        code = QTextCharFormat()
        code.setFont(font(round(self._px * 0.95), monospaced=True))
        code.setForeground(self._ink)
        spans = [
            (part.position(), part.length())
            for block in _blocks(self)
            for part in _fragments(block)
            if part.charFormat().fontFixedPitch()
        ]
        for start, length in spans:
            cursor = QTextCursor(self)
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(code)

    def _set_pieces(self) -> None:
        for number, piece in enumerate(self._pieces):
            cursor = self.find(chr(_HOLD + number))
            if cursor.isNull():
                continue
            if piece.kind == "term":
                self._set_term(cursor, piece.text, piece.words)
            else:
                self._set_formula(cursor, piece.text, inline=piece.kind == "formula")

    def _set_term(self, cursor: QTextCursor, term: str, words: str) -> None:
        form = QTextCharFormat(cursor.charFormat())
        form.setAnchor(True)
        form.setAnchorHref(TERM + term)
        form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        form.setUnderlineColor(self._theme.palette.accent)
        cursor.insertText(words, form)
        self.terms.append(term)

    def _set_formula(self, cursor: QTextCursor, latex: str, *, inline: bool) -> None:
        """The formula in the line; one that cannot be read stays as it is written."""
        picture = _picture(latex, inline, self._theme, self._px, self._ink)
        if picture is None:
            source = QTextCharFormat(cursor.charFormat())
            source.setFont(font(self._px, monospaced=True))
            cursor.insertText(latex, source)
            return
        form = cursor.charFormat()
        cursor.removeSelectedText()
        insert_formula(cursor, picture, form)
        if not inline:
            block = QTextBlockFormat(cursor.blockFormat())
            block.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            cursor.setBlockFormat(block)

    def _set_numbers(self) -> None:
        """Numbers that follow the state, in the figures' letters."""
        while not (cursor := self.find(MARKS[0])).isNull():
            end = self.find(MARKS[1], cursor)
            if end.isNull():
                cursor.removeSelectedText()
                continue
            start = cursor.selectionStart()
            cursor.removeSelectedText()
            live = QTextCharFormat()
            live.setFont(font(self._px, bold=True, monospaced=True))
            role = ord(self.characterAt(start)) - _ROLE
            if 0 <= role < len(ROLES):
                cursor.deleteChar()
                live.setForeground(self._theme.role(ROLES[role]))
            cursor.setPosition(start)
            cursor.setPosition(end.selectionStart(), QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(live)
            end.removeSelectedText()


def prose(text: str, theme: Theme, px: int, width: float, *, soft: bool = False) -> Prose:
    """The text laid out `width` pixels wide in letters of `px` pixels.

    text: Markdown; $…$ and $$…$$ are LaTeX, [[term]] and [[term|words]] link to the glossary, numbers between the two
    MARKS follow the state and are set apart, in the colour of their role. soft: in the colour of subtitles.
    """
    document = Prose(text, theme, px, soft=soft)
    document.setTextWidth(width)
    return document


def set_formulas(text: str, theme: Theme, px: int) -> Iterator[None]:
    """Sets the formulas of a text one by one: to write it takes less than half as long once they are known."""
    for piece in split_terms(text):
        if piece.kind in _FORMULAS:
            _picture(piece.text, piece.kind == "formula", theme, px, theme.palette.text)
            yield


def as_text(words: str) -> str:
    """The words so that none of their signs is read as Markdown."""
    return re.sub(r"([\\`*_{}\[\]<>()#+.!|$~&-])", r"\\\1", words)


def with_numbers(
    text: str, trace: Trace, lab_numbers: LabNumbers = NONE, decimals: int = 3, veiled: tuple[Region, ...] = ()
) -> str:
    """The text with each {…} as its present number between the MARKS, which say the role of what it reads."""

    def marks(expression: str) -> tuple[str, str]:
        try:
            roles = {role_of(region.name) for region in reads(expression, trace)}
        except AttentionError:  # `attnviz check` tells of it
            return MARKS
        role = roles.pop() if len(roles) == 1 else ""
        return MARKS[0] + (chr(_ROLE + ROLES.index(role)) if role in ROLES else ""), MARKS[1]

    return present(text, trace, lab_numbers, decimals, veiled, marks=marks)


def without_marks(text: str) -> str:
    """The text as it reads, with nothing that sets numbers apart."""
    for sign in (*MARKS, *(chr(_ROLE + number) for number in range(len(ROLES)))):
        text = text.replace(sign, "")
    return text


def _picture(latex: str, inline: bool, theme: Theme, px: int, ink: QColor) -> FormulaPicture | None:
    symbols = {letter: theme.role(role) for letter, role in SYMBOLS.items()}
    try:
        return formula_picture(latex, px * FORMULA_SIZE, ink, symbols, inline=inline)
    except FieldError:
        return None  # `attnviz check` names it with its line


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    place = block.begin()
    while not place.atEnd():
        if place.fragment().isValid():
            yield place.fragment()
        place += 1
