"""Worksheets for paper: exercises with room to compute in, and their key with the whole arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QPainter

from attnviz.content.numerals import format_result, grouped
from attnviz.content.practice.exercise import Exercise
from attnviz.content.practice.hints import arithmetic_of, compact
from attnviz.content.practice.printed import starts_rounded
from attnviz.figures.headless import ensure_application
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme, font, theme
from attnviz.figures.worksheet_pages import Block, Paper, page_room, paged, pdf_of
from attnviz.figures.worksheet_pieces import (
    Piece,
    answer_tables,
    blank_fields,
    gap,
    given_tables,
    room,
    tables,
    words,
)  # fmt: skip

__all__ = ["Paper", "answer_key", "squares", "without_rounding", "worksheet"]

TITLE = "Attention by hand"
INDENT = 30.0
_TEXT, _TITLE, _LINE = 13, 20, 11  # pixels: questions, the sheet's title, arithmetic
_BESIDE, _MOST_ROOM = 2, 9  # squares more than lines of arithmetic, and at most
_COUNTS = {2: "two", 3: "three", 4: "four"}


def worksheet(exercises: Sequence[Exercise], seed: int, paper: Paper = "a4", title: str = TITLE) -> bytes:
    """The sheet as a PDF: a line for name and date, exercises with the given matrices, empty cells and squared room."""
    ensure_application()
    look, width = theme(), page_room(paper).width()
    blocks: list[Block] = [[*_heading(title, look, width, named=True), *_rounding(exercises, look, width), gap(16)]]
    for number, exercise in enumerate(exercises, start=1):
        block = _question(number, exercise, look, width)
        given = given_tables(exercise, exercise.decimals)
        block += _indented([gap(8), *tables(given, look, width - INDENT), gap(8)]) if given else [gap(6)]
        block += _indented([room(squares(exercise), look, width - INDENT), gap(8)])
        block += _indented(
            [blank_fields(exercise, look)] if exercise.fields else tables(answer_tables(exercise), look, width - INDENT)
        )
        blocks.append([*block, gap(16)])
    return _pdf(blocks, paper, title, seed, look)


def answer_key(exercises: Sequence[Exercise], seed: int, paper: Paper = "a4", title: str = TITLE) -> bytes:
    """The key as a PDF: each question again, its answers, and every line of the arithmetic."""
    ensure_application()
    look, width = theme(), page_room(paper).width()
    blocks: list[Block] = [
        [*_heading(f"{title}: answers", look, width, named=False), *_rounding(exercises, look, width), gap(12)]
    ]
    for number, exercise in enumerate(exercises, start=1):
        block = _question(number, exercise, look, width)
        block += [
            gap(3),
            *_indented(words(_answers(exercise), font(_TEXT, bold=True), look.role("output"), width - INDENT)),
        ]
        exact = without_rounding(exercise)
        block += _indented(words(exact, font(_LINE), look.palette.soft, width - INDENT)) if exact else []
        block += [gap(3)]
        for line in compact(exercise):
            block += _indented(words(line, font(_LINE), look.palette.text, width - INDENT))
        blocks.append([*block, gap(14)])
    return _pdf(blocks, paper, f"{title}: answers", seed, look)


def squares(exercise: Exercise) -> int:
    """How many squares high the room to compute is: one for each operation, and some air."""
    lines = sum(len(lines) for _, lines in arithmetic_of(exercise, exercise.decimals))
    return min(lines + _BESIDE, _MOST_ROOM)


def _rounding(exercises: Sequence[Exercise], look: Theme, width: float) -> list[Piece]:
    """What to do with numbers that do not end, if any exercise has such."""
    computed = [each.decimals for each in exercises if each.cells]
    if not computed:
        return []
    text = f"Round each result to {_COUNTS[computed[0]]} decimals and go on with what you wrote down."
    return words(text, font(_TEXT), look.palette.text, width)


def _pdf(blocks: list[Block], paper: Paper, title: str, seed: int, look: Theme) -> bytes:
    pages = paged(blocks, page_room(paper).height())
    return pdf_of(pages, paper, title, lambda page: f"attnviz · seed {seed} · page {page} of {len(pages)}", look)


def _heading(title: str, look: Theme, width: float, *, named: bool) -> list[Piece]:
    large, small = ruler(font(_TITLE, bold=True)), ruler(font(_TEXT))

    def paint(painter: QPainter, place: QPointF, _height: float) -> None:
        painter.setFont(large.font)
        painter.setPen(look.palette.text)
        painter.drawText(QPointF(place.x(), place.y() + large.ascent), large.shortened(title, width))
        if not named:
            return
        baseline = place.y() + large.height + 2.2 * small.height
        painter.setFont(small.font)
        left = place.x()
        for word, line in (("Name", 0.55 * width), ("Date", 0.25 * width)):
            painter.setPen(look.palette.soft)
            painter.drawText(QPointF(left, baseline), word)
            left += small.width(word) + 8
            painter.setPen(look.pen(look.palette.soft, 0.8))
            painter.drawLine(QLineF(left, baseline + 2, left + line, baseline + 2))
            left += line + 20

    return [Piece(large.height + (2.6 * small.height if named else 0.0), paint), gap(12)]


def _question(number: int, exercise: Exercise, look: Theme, width: float) -> list[Piece]:
    """The number before the question's first line."""
    lines = words(exercise.question, font(_TEXT), look.palette.text, width, INDENT)
    first, bold = lines[0], ruler(font(_TEXT, bold=True))

    def paint(painter: QPainter, place: QPointF, height: float) -> None:
        painter.setFont(bold.font)
        painter.setPen(look.palette.accent)
        painter.drawText(QPointF(place.x(), place.y() + bold.ascent), f"{number}.")
        first.paint(painter, place, height)

    return [Piece(first.height, paint), *lines[1:]]


def _indented(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, as far in as the questions begin."""

    def moved(piece: Piece) -> Piece:
        def paint(painter: QPainter, place: QPointF, height: float) -> None:
            piece.paint(painter, QPointF(place.x() + INDENT, place.y()), height)

        return Piece(piece.height, paint, piece.stretch, piece.drops)

    return [moved(piece) for piece in pieces]


def _answers(exercise: Exercise) -> str:
    """The answers in a line: "0.284, 0.140, 0.576"; "4 rows, 6 columns"."""
    if exercise.fields:
        return ", ".join(f"{grouped(field.answer)} {field.label}" for field in exercise.fields)
    return _listed(exercise.answers, exercise.decimals)


def without_rounding(exercise: Exercise) -> str:
    """The answers without rounding on the way, where that can be seen in them.

    Not of numbers that were rounded before they stood on the sheet: what is computed from those ones is exact.
    """
    if exercise.fields or starts_rounded(exercise):
        return ""
    exact = _listed(exercise.exact_answers, exercise.decimals)
    return "" if exact == _answers(exercise) else f"{exact} if nothing is rounded on the way"


def _listed(numbers: Sequence[float], decimals: int) -> str:
    return ", ".join(format_result(number, decimals) for number in numbers)
