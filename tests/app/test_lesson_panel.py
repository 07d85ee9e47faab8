"""The panel of a lesson: text with live numbers, claims that tick, questions, hints, predictions, terms, room."""

from __future__ import annotations

from pathlib import Path

import pytest
from lesson_files import THREE_STEPS, place, playing, set_number, texts, written
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from scripted import click, find, opened, trigger

from attnviz.app.focus_chain import chain_after
from attnviz.app.lessons import page
from attnviz.app.lessons.page import LessonPage
from attnviz.figures.prose import Prose
from attnviz.figures.theme import Theme, theme
from attnviz.figures.view import View


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path)


def test_the_panel_shows_title_place_and_text(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    assert find(window, "lesson").isVisible()
    assert find(window, "lesson.title").text() == "Three steps"
    assert find(window, "lesson.count").text() == "1 of 3"
    assert texts(window).startswith("Numbers\nQuery 2 gives key 3 the weight 0.576, by softmax of \ufffc.")
    assert window.windowTitle() == "Lesson: Three steps — attnviz"


def test_numbers_in_the_text_follow_each_edit(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    set_number(window.session, "X", 2, 0, 0.0)  # "c" becomes (0, 1) like "b": keys a, b, c score 2, 1, 1
    # e^(2/√2) : e^(1/√2) : e^(1/√2) = 4.113 : 2.028 : 2.028
    assert "the weight 0.248," in texts(window)


def test_a_claim_ticks_while_it_is_true_and_says_the_present_value_otherwise(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    tick, line = find(window, "lesson.claim.1.tick"), find(window, "lesson.claim.1")
    assert tick.sign == "yes"
    set_number(window.session, "X", 2, 0, 0.0)
    assert tick.sign == "no"
    assert "0.248" in line.words.accessibleName()
    window.session.undo_stack.undo()
    assert tick.sign == "yes"


def test_back_and_next_buttons_turn_steps(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    assert not find(window, "lesson.back").isEnabled()
    click(qtbot, window, "lesson.next")
    assert place(window) == 1
    click(qtbot, window, "lesson.back")
    assert place(window) == 0


def test_arrows_on_a_button_go_on_and_back_and_never_to_the_way_out(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.start_lesson("by-hand")
    onward = find(window, "lesson.next")
    steps = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up):
        qtbot.keyClick(window.focusWidget(), key)
        steps.append(place(window))
        assert window.focusWidget() is onward
    qtbot.keyClick(find(window, "lesson.leave"), Qt.Key.Key_Right)
    assert ([*steps, place(window)], window.rooms.in_lesson) == ([1, 2, 1, 0, 1], True)


def test_the_next_button_stands_out_once_nothing_is_left_to_do(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    onward = find(window, "lesson.next")
    assert onward.property("primary")
    click(qtbot, window, "lesson.next")
    assert not onward.property("primary")
    click(qtbot, window, "lesson.question.1.choice.2")
    set_number(window.session, "X", 0, 0, 9.0)
    assert onward.property("primary")


def test_a_choice_says_why_and_the_right_one_too(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    click(qtbot, window, "lesson.next")
    assert not find(window, "lesson.question.1.why.1").isVisibleTo(window)
    click(qtbot, window, "lesson.question.1.choice.1")
    assert find(window, "lesson.question.1.why.1").isVisibleTo(window)
    assert find(window, "lesson.question.1.why.1").accessibleName() == "Its score is 2."
    click(qtbot, window, "lesson.question.1.choice.2")
    assert not find(window, "lesson.question.1.why.1").isVisibleTo(window)
    assert find(window, "lesson.question.1.why.2").isVisibleTo(window)
    assert not find(window, "lesson.question.1.tries").isVisibleTo(window)


def test_a_hint_comes_when_it_is_asked_for(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    click(qtbot, window, "lesson.next")
    hint = find(window, "lesson.task.1.hint.text")
    assert not hint.isVisibleTo(window)
    click(qtbot, window, "lesson.task.1.hint")
    assert hint.isVisibleTo(window)
    assert hint.accessibleName() == "Make the first key longer."


def test_covered_numbers_are_given_away_by_neither_text_nor_claims(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    for _ in range(2):
        click(qtbot, window, "lesson.next")
    assert "the scores? ?" in texts(window)
    assert not find(window, "lesson.claim.1").isVisibleTo(window)
    click(qtbot, window, "lesson.reveal")
    assert "the scores? 2" in texts(window)
    click(qtbot, window, "lesson.claims.fold")
    assert find(window, "lesson.claim.1").isVisibleTo(window)
    assert find(window, "lesson.claim.1.tick").sign == "yes"


def test_covered_numbers_are_typed_from_the_panel_on_and_then_shown(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    for _ in range(2):
        click(qtbot, window, "lesson.next")
    click(qtbot, window, "lesson.predict.begin")
    for text in ("2", "1", "4"):  # the last one is wrong: it is 3
        QTest.keyClicks(QApplication.focusWidget(), text)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert "2 of 3 right" in find(window, "lesson.predict.text").accessibleName()
    click(qtbot, window, "lesson.predict.begin")
    QTest.keyClicks(QApplication.focusWidget(), "3")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert not window.session.state.view.veil.regions
    assert find(window, "lesson.predict.text").accessibleName() == "3 of 3 right."
    assert not find(window, "lesson.reveal").isVisibleTo(window)


def test_a_term_says_what_it_means_under_the_keyboard(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    page = find(window, "lesson.text")
    page.setFocus()
    page.moveCursor(page.textCursor().MoveOperation.Start)
    said = []
    for _ in range(2):
        QTest.keyClick(page, Qt.Key.Key_Tab)
        said.append(page.definition().text.partition(":")[0])
    assert said == ["weights", "softmax"]
    find(window, "lesson.next").setFocus()
    assert page.definition().text == ""


def test_a_term_says_what_it_means_under_the_mouse(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    page = find(window, "lesson.text")
    cursor = page.document().find("softmax")
    cursor.setPosition(cursor.selectionStart() + 2)
    QTest.mouseMove(page.viewport(), page.cursorRect(cursor).center())
    qtbot.waitUntil(lambda: page.definition().text.startswith("softmax:"))
    QTest.mouseMove(page.viewport(), QPoint(2, page.viewport().height() - 2))
    qtbot.waitUntil(lambda: page.definition().text == "")


def test_everything_in_the_panel_has_a_name_and_can_be_reached_by_tab(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    click(qtbot, window, "lesson.next")
    panel = find(window, "lesson")
    qtbot.wait(1)
    stops = []
    for widget in chain_after(panel):
        if panel.isAncestorOf(widget) and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible():
            stops.append(widget.objectName())
            assert widget.accessibleName(), widget.objectName()
    assert {"lesson.back", "lesson.next", "lesson.leave", "lesson.text", "lesson.task.1.hint"} <= set(stops)
    assert "lesson.question.1.choice.1" in stops


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_panel_and_figure_have_room_at_every_text_size(
    qtbot: QtBot, file: Path, size: tuple[int, int], text_size: str
) -> None:
    window = playing(qtbot, file)
    window.resize(*size)
    trigger(window, text_size)
    qtbot.wait(1)
    assert (window.width(), window.height()) == size
    page, work = find(window, "lesson.text"), find(window, "lesson.work")
    line = page.document().defaultFont().pixelSize()
    assert page.width() > 30 * line
    assert work.width() > 20 * line
    assert page.verticalScrollBar().maximum() == 0 or page.height() > 6 * line
    assert find(window, "centre.above").height() > size[1] / 2 - 60
    for part in ("lesson.next", "lesson.back", "lesson.count", "lesson.leave"):
        widget = find(window, part)
        corner = widget.mapTo(window, widget.rect().bottomRight())
        assert window.rect().contains(corner), part


def test_three_steps_is_a_lesson_without_mistakes() -> None:
    from attnviz.content.lessons.checking import check_lesson

    assert check_lesson(THREE_STEPS, "three", None) == ()


def test_what_goes_on_below_is_cut_between_lines(qtbot: QtBot) -> None:
    window = opened(qtbot, view=View(text_size="projector"))
    window.start_lesson("by-hand")
    window.resize(1366, 768)
    for _ in range(10):
        click(qtbot, window, "lesson.next")
    qtbot.wait(1)
    page, sign = find(window, "lesson.text"), find(window, "lesson.text.more")
    assert sign.isVisible()
    edge = sign.y() - page.viewport().y()
    block = page.document().begin()
    while block.isValid():
        top = page.document().documentLayout().blockBoundingRect(block).top()
        for number in range(block.layout().lineCount()):
            line = block.layout().lineAt(number)
            assert not top + line.y() + 1 < edge < top + line.y() + line.height() - 1
        block = block.next()


def test_next_keeps_its_place_from_step_to_step(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.start_lesson("by-hand")
    window.resize(1366, 768)
    onward = find(window, "lesson.next")
    places = set()
    for _ in range(9):
        qtbot.wait(1)
        places.add((onward.mapTo(window, QPoint()).x(), onward.mapTo(window, QPoint()).y()))
        click(qtbot, window, "lesson.next")
    assert len(places) == 1


def test_a_text_is_written_once_however_many_widths_are_tried_for_it(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    text = LessonPage(holder)
    text.show_text("One **sentence** of $q \\cdot k$ that is broken somewhere. " * 9, theme(), 14, anew=True)
    widths = (300, 420, 300, 560)
    alone = []
    for width in widths:
        again = LessonPage(holder)
        again.show_text("One **sentence** of $q \\cdot k$ that is broken somewhere. " * 9, theme(), 14, anew=True)
        alone.append(again.height_wanted(width))
    written: list[float] = []
    real = page.prose

    def noted(wanted: str, look: Theme, px: int, width: float) -> Prose:
        written.append(width)
        return real(wanted, look, px, width)

    monkeypatch.setattr(page, "prose", noted)
    assert [text.height_wanted(width) for width in widths] == alone
    assert len(written) == 1
