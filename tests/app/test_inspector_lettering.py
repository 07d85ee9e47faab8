"""The inspector's letters: they grow together, and one page in one window looks the same however one got there."""

from __future__ import annotations

from typing import Any

import pytest
from figure_scenarios import many_heads, shown_inspector
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from scripted import opened

from attnviz.app import style_sheet
from attnviz.app.inspection import arithmetic_view, page_kept
from attnviz.app.inspection.inspector import Inspector
from attnviz.app.inspection.page_ground import page_theme
from attnviz.app.window import MainWindow
from attnviz.engine.cells import Cell
from attnviz.figures.labels import ruler

CELL = Cell("weights", 0, 2, 2)
WIDE, USUAL = (1920, 1080), (1366, 768)


def window(qtbot: QtBot, size: tuple[int, int], **view: Any) -> MainWindow:
    """A window with a number selected."""
    made = opened(qtbot, "trophy-layer")
    made.resize(*size)
    made.session.look(**view)
    made.session.select(query=2, cell=CELL)
    for _ in range(3):  # layouts ask for layouts
        QApplication.processEvents()
    return made


def looks(made: MainWindow) -> tuple[object, ...]:
    """All that history could have changed."""
    inspector = made.findChild(Inspector)
    assert inspector is not None
    bar = inspector.explain
    buttons = tuple((button.font().pixelSize(), button.text(), button.geometry()) for button in (bar.moves, bar.copy))
    switches = tuple((switch.geometry(), switch.width()) for switch in bar.depths.values())
    return inspector.size(), buttons, switches, letters(inspector), inspector.text.height()


def letters(inspector: Inspector) -> list[tuple[str, int]]:
    """The families and sizes in pixels of the page's letters, but for raised and unseen ones."""
    block, found = inspector.text.document().begin(), []
    while block.isValid():
        places = block.begin()
        while not places.atEnd():
            form = places.fragment().charFormat()
            if form.verticalAlignment() == form.VerticalAlignment.AlignNormal and form.font().pixelSize() > 1:
                found.append((form.font().family(), form.font().pixelSize()))
            places += 1
        block = block.next()
    return found


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_a_window_made_smaller_looks_as_one_opened_small(qtbot: QtBot, text_size: str) -> None:
    fresh = looks(window(qtbot, USUAL, text_size=text_size))
    made = window(qtbot, WIDE, text_size=text_size)
    made.resize(*USUAL)
    qtbot.waitUntil(lambda: looks(made) == fresh)


def test_another_text_size_and_back_leaves_no_trace(qtbot: QtBot) -> None:
    made = window(qtbot, USUAL)
    fresh = looks(made)
    for text_size in ("projector", "normal"):
        made.session.look(text_size=text_size)
    qtbot.waitUntil(lambda: looks(made) == fresh)


@pytest.mark.parametrize("size", [USUAL, WIDE])
@pytest.mark.parametrize("text_size", ["normal", "projector"])
def test_numbers_are_never_smaller_than_the_words_around_them(qtbot: QtBot, size: Any, text_size: str) -> None:
    made = window(qtbot, size, text_size=text_size)
    inspector = made.findChild(Inspector)
    assert inspector is not None
    monospaced, others = set(), set()
    for family, pixels in letters(inspector):
        (monospaced if "Mono" in family else others).add(pixels)
    title = max(others)
    assert min(monospaced) >= max(others - {title}, default=0)


def test_growing_a_window_sets_no_rules_anew(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    made = window(qtbot, USUAL)
    told: list[str] = []
    real = QWidget.setStyleSheet

    def noted(widget: QWidget, sheet: str) -> None:
        told.append(widget.objectName())
        real(widget, sheet)

    monkeypatch.setattr(QWidget, "setStyleSheet", noted)
    made.resize(*WIDE)
    QApplication.processEvents()
    assert told == []


def test_letters_given_with_the_first_rules_are_kept(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    large = widget.font()
    large.setPixelSize(31)
    style_sheet.dress(widget, "QWidget { color: red; }", large)
    widget.show()
    assert widget.font().pixelSize() == 31


def test_long_words_about_what_is_left_out_break_where_they_must(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, many_heads(2, tokens=80), 220, 700)
    inspector.session.select(query=2, cell=Cell("weights", 0, 2, 2))
    widest = inspector.text.document().idealWidth()
    assert widest <= inspector.text.viewport().width()
    assert "more exponentials)" in inspector.text.toPlainText()


def test_another_size_explains_nothing_anew(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    made = window(qtbot, USUAL)
    written: list[object] = []
    real = page_kept.written
    monkeypatch.setattr(page_kept, "written", lambda state: written.append(state) or real(state))
    made.resize(*WIDE)
    QApplication.processEvents()
    assert written == []


@pytest.mark.parametrize("looked", [{"theme": "dark"}, {"text_size": "projector"}])
def test_another_theme_or_text_size_explains_nothing_anew(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, looked: dict[str, str]
) -> None:
    made = window(qtbot, USUAL)
    written: list[object] = []
    real = page_kept.written
    monkeypatch.setattr(page_kept, "written", lambda state: written.append(state) or real(state))
    made.session.look(**looked)
    assert written == []


@pytest.mark.parametrize("width", [220, 284, 340])
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_what_stands_over_the_page_is_whole_and_no_smaller_than_its_labels(
    qtbot: QtBot, width: int, text_size: str
) -> None:
    inspector = shown_inspector(qtbot, many_heads(2), width, 768)
    inspector.session.look(text_size=text_size)
    inspector.session.select(query=2, cell=Cell("weights", 0, 2, 2))
    QApplication.processEvents()
    bar, look = inspector.explain, page_theme(inspector, inspector.session.state)
    for switch in bar.depths.values():
        assert switch.height() - 14 >= round(ruler(look.small_font).height)  # the switch's own air around its word
        assert switch.geometry().right() <= bar.width()
        assert switch.width() >= switch.sizeHint().width()
    for button in (bar.moves, bar.copy):
        assert button.font().pixelSize() == look.small_px
        assert button.geometry().right() <= bar.width()


def test_a_new_style_of_the_window_lays_out_no_page_that_stays_as_it_is(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = window(qtbot, USUAL)
    laid_out: list[object] = []
    monkeypatch.setattr(arithmetic_view, "PageWriter", lambda *about: laid_out.append(about))
    made.setStyleSheet(made.styleSheet() + "QLabel { font-weight: bold; }")
    assert laid_out == []


@pytest.mark.parametrize("height", [600, 768, 1080])
def test_labels_have_seventeen_pixels_at_least_in_projector_size(qtbot: QtBot, height: int) -> None:
    inspector = shown_inspector(qtbot, many_heads(2), 286, height)
    inspector.session.look(text_size="projector")
    assert page_theme(inspector, inspector.session.state).small_px >= 17
