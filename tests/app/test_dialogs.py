"""The dialogs say while one types what will come out or what is in the way."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from dialog_boxes import accept_button
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox, QTableWidget, QWidget
from pytestqt.qtbot import QtBot
from scripted import find, opened

import attnviz
from attnviz.app.dialogs.export_dialog import ExportDialog
from attnviz.app.dialogs.gallery import NAME, PICTURE, Gallery
from attnviz.app.dialogs.help_dialogs import ShortcutsDialog, about_text
from attnviz.app.dialogs.new_dialog import NewDialog, tokens_of
from attnviz.app.dialogs.number_dialog import NumberDialog
from attnviz.app.dialogs.numbers_dialog import NumbersDialog
from attnviz.app.dialogs.questions import Questions
from attnviz.app.window import FRAME
from attnviz.content.presets import PRESETS
from attnviz.figures.view import View

# New…


def test_new_makes_what_it_says(qtbot: QtBot) -> None:
    dialog = NewDialog()
    qtbot.addWidget(dialog)
    find(dialog, "new.tokens").setPlainText("to be or not")
    find(dialog, "new.d_model").setValue(6)
    find(dialog, "new.heads").setValue(3)
    size = dialog.scenario().sizes
    assert (size.T, size.d_model, size.heads, size.d_k, size.d_v) == (4, 6, 3, 2, 2)
    assert dialog.scenario().tokens == ("to", "be", "or", "not")
    assert find(dialog, "new.verdict").text() == "Makes: X 4×6, W_Q 6×6, W_K 6×6, W_V 6×6, W_O 6×6."


def test_new_takes_a_number_of_tokens_instead(qtbot: QtBot) -> None:
    dialog = NewDialog()
    qtbot.addWidget(dialog)
    find(dialog, "new.by_count").setChecked(True)
    find(dialog, "new.count").setValue(7)
    assert dialog.scenario().sizes.T == 7
    assert dialog.scenario().tokens is None


def test_new_gives_the_same_numbers_for_the_same_seed(qtbot: QtBot) -> None:
    dialog = NewDialog()
    qtbot.addWidget(dialog)
    first = dialog.scenario()
    find(dialog, "new.seed").setValue(2)
    assert dialog.scenario() != first
    find(dialog, "new.seed").setValue(1)
    assert dialog.scenario() == first


def test_new_without_a_token_says_so_and_waits(qtbot: QtBot) -> None:
    dialog = NewDialog()
    qtbot.addWidget(dialog)
    find(dialog, "new.tokens").setPlainText("  ")
    assert find(dialog, "new.verdict").text() == "Type at least one token."
    assert not accept_button(dialog).isEnabled()
    find(dialog, "new.tokens").setPlainText("word")
    assert accept_button(dialog).isEnabled()


def test_new_refuses_more_numbers_than_can_be_edited_live(qtbot: QtBot) -> None:
    dialog = NewDialog()
    qtbot.addWidget(dialog)
    find(dialog, "new.d_model").setValue(4096)
    find(dialog, "new.d_k").setValue(4096)
    assert "Make the sizes smaller" in find(dialog, "new.verdict").text()
    assert not accept_button(dialog).isEnabled()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("a b", ("a", "b")), ("New York\nParis\n", ("New York", "Paris")), ("one line", ("one", "line")), ("", ())],
)
def test_tokens_are_words_or_lines(text: str, tokens: tuple[str, ...]) -> None:
    assert tokens_of(text) == tokens


# Gallery


def test_the_gallery_lists_every_preset_in_teaching_order(qtbot: QtBot) -> None:
    gallery = Gallery(View())
    qtbot.addWidget(gallery)
    model = find(gallery, "gallery.cards").model()
    assert [model.index(row, 0).data(NAME) for row in range(model.rowCount())] == [one.name for one in PRESETS]


@pytest.mark.parametrize(
    ("typed", "found"), [("trophy", "trophy"), ("gro", "grouped-query"), ("by-hand-c", "by-hand-causal")]
)
def test_typing_a_name_goes_to_its_example(qtbot: QtBot, typed: str, found: str) -> None:
    gallery = Gallery(View())
    qtbot.addWidget(gallery)
    QTest.keyClicks(find(gallery, "gallery.cards"), typed)
    assert gallery.chosen() == found


def test_the_gallery_opens_before_its_pictures_are_painted(qtbot: QtBot) -> None:
    gallery = Gallery(View())
    qtbot.addWidget(gallery)
    model = find(gallery, "gallery.cards").model()
    assert model.index(0, 0).data(PICTURE) is None
    qtbot.waitUntil(lambda: model.index(model.rowCount() - 1, 0).data(PICTURE) is not None)
    assert model.index(0, 0).data() == "By hand"


def test_enter_in_the_gallery_opens_the_card_with_the_cursor(qtbot: QtBot) -> None:
    gallery = Gallery(View())
    qtbot.addWidget(gallery)
    gallery.show()
    cards = find(gallery, "gallery.cards")
    cards.setFocus()
    QTest.keyClick(cards, Qt.Key.Key_Down)
    name = gallery.chosen()
    assert name != PRESETS[0].name
    QTest.keyClick(cards, Qt.Key.Key_Return)
    assert gallery.result() == 1
    assert gallery.chosen() == name


def test_the_example_that_is_open_has_the_cursor(qtbot: QtBot) -> None:
    gallery = Gallery(View(), opened="trophy")
    qtbot.addWidget(gallery)
    assert gallery.chosen() == "trophy"
    window = opened(qtbot, "two-heads", preset=None)
    window.document.choose_preset()
    assert window.questions.asked[-1][1][1] == "two-heads"


@pytest.mark.parametrize("width", [700, 1000, 1229])
def test_nothing_runs_out_of_a_card(qtbot: QtBot, width: int) -> None:
    gallery = Gallery(View())
    qtbot.addWidget(gallery)
    gallery.resize(width, 480)
    gallery.show()
    cards = find(gallery, "gallery.cards")
    qtbot.waitUntil(lambda: cards.model().item(11).data(PICTURE) is not None)
    qtbot.waitUntil(lambda: not gallery._timer.isActive())
    card = cards.visualRect(cards.model().index(0, 0))
    picture = cards.model().item(0).data(PICTURE)
    assert card.height() >= picture.deviceIndependentSize().height() + 20
    assert card.height() >= cards.itemDelegate().least_height(cards, card.width())


# The others


def test_a_number_is_asked_for_until_it_is_one(qtbot: QtBot) -> None:
    dialog = NumberDialog("Scale", "Multiply the scores by", "0.5")
    qtbot.addWidget(dialog)
    find(dialog, "number.line").setText("1/")
    assert not accept_button(dialog).isEnabled()
    assert len(find(dialog, "number.reason").text()) > 5
    find(dialog, "number.line").setText("1/sqrt(4)")
    assert accept_button(dialog).isEnabled()
    assert dialog.number() == 0.5


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_every_name_in_the_list_of_shortcuts_is_whole(qtbot: QtBot, text_size: str) -> None:
    window = opened(qtbot, view=View(text_size=text_size))  # type: ignore[arg-type]
    dialog = ShortcutsDialog(window.menus.commands, window)
    dialog.resize(720, 600)
    dialog.show()
    for table in (find(dialog, f"shortcuts.{side}", QTableWidget) for side in ("left", "right")):
        metrics, width = table.fontMetrics(), table.columnWidth(0)
        names = [(row, table.item(row, 0).text()) for row in range(table.rowCount())]
        high = {
            name: metrics.boundingRect(QRect(0, 0, width, 999), Qt.TextFlag.TextWordWrap, name).height()
            for _, name in names
        }
        assert [name for row, name in names if high[name] > table.rowHeight(row)] == []
    dialog.close()


def test_the_list_of_shortcuts_has_every_key_under_its_menu(qtbot: QtBot) -> None:
    window = opened(qtbot, shown=False)
    dialog = ShortcutsDialog(window.menus.commands)
    qtbot.addWidget(dialog)
    tables = [find(dialog, f"shortcuts.{side}", QTableWidget) for side in ("left", "right")]
    lines = [(table, row) for table in tables for row in range(table.rowCount())]
    texts = [[table.item(row, column) for column in (0, 1)] for table, row in lines]
    headings = [one.text() for one, keys in texts if keys is None]
    bar = ["File", "Edit", "View", "Attention", "Lab", "Present", "Window", "Help", "Explain", "Code", "Map", "Model"]
    assert headings == [*bar, "In tables and figures"]
    rows = {one.text().strip(): keys.text() for one, keys in texts if keys is not None}
    assert rows["Copy Figure"] == "Ctrl+Shift+C"
    assert rows["Redo"] == "Ctrl+Shift+Z, Ctrl+Y"
    assert [rows[line] for line in ("Zoom In", "Zoom Out", "Whole Map")] == ["+", "−", "0"]
    assert "Lesson" not in headings


def test_about_names_the_versions() -> None:
    text = about_text()
    assert all(word in text for word in (attnviz.__version__, "Python 3", "Qt 6", "NumPy 2"))


@pytest.mark.parametrize(("label", "answer"), [("&Save", "save"), ("&Discard", "discard"), ("&Keep Editing", "keep")])
def test_the_question_about_unsaved_edits_has_verbs(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, label: str, answer: str
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)

    def press(box: QMessageBox) -> int:
        next(button for button in box.buttons() if button.text() == label).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", press)
    assert Questions(parent).unsaved("mine.attn") == answer


def test_edits_of_an_example_are_saved_to_a_file_of_ones_own(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    asked = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: asked.append(box.text()))
    Questions(parent).unsaved(None)
    assert asked == ["Save what you changed as a file of your own?"]


def test_the_question_about_replacing_a_file_keeps_it_by_default(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    defaults = []

    def look(box: QMessageBox) -> int:
        defaults.append(box.defaultButton().text())
        box.escapeButton().click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", look)
    assert Questions(parent).replace(tmp_path / "mine.attn") is False
    assert defaults == ["&Keep"]


@pytest.mark.parametrize(
    ("typed", "name"), [("mine", "mine.attn"), ("v1.2", "v1.2.attn"), ("mine.attn", "mine.attn"), ("A.ATTN", "A.ATTN")]
)
def test_a_file_name_gets_the_ending_that_it_lacks(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: str, name: str
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(tmp_path / typed), ""))
    assert Questions(parent).file_to_save(tmp_path, ".attn") == tmp_path / name


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_dialogs_fit_a_small_screen(qtbot: QtBot, text_size: Literal["normal", "large", "projector"]) -> None:
    window = opened(qtbot, "trophy", shown=False, view=View(text_size=text_size))
    state = window.session.state
    exporting = ExportDialog(state, "board", {}, window), NumbersDialog(state, "weights", window)
    for dialog in (NewDialog(window), *exporting, Gallery(state.view, window)):
        dialog.ensurePolished()
        least: QSize = dialog.minimumSizeHint()
        assert least.width() <= 1024, dialog.objectName()
        assert least.height() <= 768 - FRAME, dialog.objectName()
