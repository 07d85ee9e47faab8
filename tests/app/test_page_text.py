"""The inspector's document: written whole once, and then only in those letters that are others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from figure_scenarios import by_hand, many_heads, shown_inspector
from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtGui import QPaintEvent, QTextCursor, QTextDocument
from pytestqt.qtbot import QtBot

from attnviz.app.inspection.arithmetic_view import ArithmeticView
from attnviz.app.inspection.inspector import Inspector
from attnviz.app.inspection.page_text import Form, Looks, PageText, Paragraph, Piece
from attnviz.app.inspection.page_writer import PageWriter
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell
from attnviz.engine.scenario import Scenario

BLACK, RED = 0xFF000000, 0xFFFF0000
PLAIN, LINK = Looks(13, False, False, BLACK), Looks(13, False, True, RED, link=0, line=BLACK)
CELL = Cell("weights", 0, 0, 0)


@pytest.fixture
def put(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The letters that are put into documents."""
    seen: list[str] = []
    usual = PageText._put

    def noted(cursor: QTextCursor, piece: Piece) -> None:
        seen.append(piece.text)
        usual(cursor, piece)

    monkeypatch.setattr(PageText, "_put", staticmethod(noted))
    return seen


def page(*lines: tuple[str, str], looks: Looks = PLAIN) -> tuple[Paragraph, ...]:
    """Paragraphs of a word and a link each."""
    return tuple(Paragraph(Form(2, 14), (Piece(word, looks), Piece(link, LINK, CELL))) for word, link in lines)


def fragments(document: QTextDocument) -> list[tuple[object, ...]]:
    """All of a document, letters with their looks."""
    found: list[tuple[object, ...]] = []
    block = document.begin()
    while block.isValid():
        form = block.blockFormat()
        found.append((form.topMargin(), form.leftMargin(), form.textIndent(), form.lineHeight()))
        pieces = block.begin()
        while not pieces.atEnd():
            piece = pieces.fragment()
            looks = piece.charFormat()
            found.append(
                (piece.text(), looks.font().key(), looks.foreground().color().rgba(), looks.anchorHref(),
                 looks.toolTip(), looks.verticalAlignment())
            )  # fmt: skip
            pieces += 1
        block = block.next()
    return found


def test_only_the_letters_that_changed_are_put_in(put: list[str]) -> None:
    document = QTextDocument()
    words = PageText(document)
    words.show(page(("a ", "0.25"), ("b ", "0.75")))
    put.clear()
    words.show(page(("a ", "0.25"), ("b ", "0.5")))
    assert put == ["0.5"]
    assert document.toPlainText() == "a 0.25\nb 0.5"


def test_a_page_with_other_looks_is_written_whole(put: list[str]) -> None:
    words = PageText(QTextDocument())
    words.show(page(("a ", "0.25")))
    put.clear()
    words.show(page(("a ", "0.25"), looks=Looks(14, False, False, BLACK)))
    assert put == ["a ", "0.25"]


def test_the_same_page_is_left_alone(put: list[str]) -> None:
    words = PageText(QTextDocument())
    assert words.show(page(("a ", "0.25")))
    put.clear()
    assert not words.show(page(("a ", "0.25")))
    assert put == []


def test_links_stand_where_their_letters_do_after_longer_ones_before_them() -> None:
    document = QTextDocument()
    words = PageText(document)
    words.show(page(("a ", "1"), ("b ", "2")))
    words.show(page(("\N{WHITE SMILING FACE}\N{GRINNING FACE} ", "12.5"), ("b ", "2")))  # the second is two to Qt
    for link, text in zip(words.links, ("12.5", "2"), strict=True):
        cursor = QTextCursor(document)
        cursor.setPosition(link.start)
        cursor.setPosition(link.stop, QTextCursor.MoveMode.KeepAnchor)
        assert cursor.selectedText() == text


def test_the_same_letters_that_lead_elsewhere_lead_there() -> None:
    words = PageText(QTextDocument())
    words.show((Paragraph(Form(2, 14), (Piece("1", LINK, CELL),)),))
    words.show((Paragraph(Form(2, 14), (Piece("1", LINK, Cell("weights", 0, 1, 0)),)),))
    assert [link.cell.row for link in words.links] == [1]


def test_letters_that_come_and_go_leave_the_others_in_their_looks() -> None:
    document, fresh = QTextDocument(), QTextDocument()
    words = PageText(document)
    for first in ("a ", "", "ab "):
        words.show(page((first, "1"), ("", "22")))
    PageText(fresh).show(page(("ab ", "1"), ("", "22")))
    assert fragments(document) == fragments(fresh)


def in_turn(inspector: Inspector) -> Iterator[ArithmeticView]:
    """The page that stays, after each of many edits and selections."""
    session = inspector.session
    for depth in ("numbers", "formula", "words"):
        session.look(depth=depth)
        for name in ("weights", "head_output", "scores", "queries"):
            session.select(cell=Cell(name, 0, 1, 0), query=1)
            for value in (0.5, -12.25, 1e9, 0.5):
                session.edit("Edit", partial(set_cell, name="X", row=0, column=0, value=value))
                yield inspector.text


@pytest.mark.parametrize("scenario", [by_hand(), many_heads(2)], ids=["one head", "two heads"])
def test_a_page_that_was_changed_is_one_that_was_written_at_once(qtbot: QtBot, scenario: Scenario) -> None:
    for text in in_turn(shown_inspector(qtbot, scenario)):
        assert text._shown is not None
        shown, look = text._shown
        at_once = QTextDocument()
        fresh = PageText(at_once)
        fresh.show(PageWriter(look, text.viewport().width()).page(shown))
        assert fragments(text.document()) == fragments(at_once)
        assert text.links == fresh.links


def test_typing_puts_in_no_more_than_the_numbers_of_the_page(qtbot: QtBot, put: list[str]) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    put.clear()
    inspector.session.edit("Edit", lambda scenario: set_cell(scenario, "W_V", 0, 0, 3.0))
    assert all(text.strip().replace(".", "").isdigit() for text in put), put
    assert len(put) == 1  # of the output (1.720, 0.716) the first


def test_a_chosen_operand_is_let_go_with_the_page_that_it_stood_on(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    inspector.text.selectAll()
    inspector.session.edit("Edit", lambda scenario: set_cell(scenario, "W_V", 0, 0, 3.0))
    cursor = inspector.text.textCursor()
    assert (cursor.position(), cursor.hasSelection()) == (0, False)


class Painted(QObject):
    """Notes which part of a widget is painted."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[QRect] = []

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.parts.append(event.rect())
        return False


def test_typing_paints_the_page_from_the_number_that_changed_only(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    text, painted = inspector.text, Painted()
    qtbot.wait(1)
    text.viewport().installEventFilter(painted)
    inspector.session.edit("Edit", partial(set_cell, name="W_V", row=0, column=0, value=3.0))  # in the output alone
    qtbot.waitUntil(lambda: bool(painted.parts))
    heading = text.document().documentLayout().blockBoundingRect(text.document().firstBlock())
    assert min(part.top() for part in painted.parts) > heading.bottom()
