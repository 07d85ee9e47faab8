"""Export Document… and Export Numbers… show what will come out, and nothing that is veiled comes out of them."""

from __future__ import annotations

import pytest
from dialog_boxes import accept_button, choose
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from scripted import find

from attnviz.app.computing import takes_long
from attnviz.app.dialogs.document_choice import DocumentChoice, stage_order
from attnviz.app.dialogs.document_dialog import EXAMPLE, MATRICES, NUMBER, DocumentDialog
from attnviz.app.dialogs.numbers_dialog import ALL, NumbersChoice, NumbersDialog
from attnviz.app.session import Session
from attnviz.content.documents.export import ENDINGS, Order, export_bytes
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell, Region
from attnviz.engine.edits import set_mask
from attnviz.engine.errors import FieldError
from attnviz.figures.view import Veil

WEIGHT = Cell("weights", 0, 1, 2)
FORMATS = tuple(ENDINGS)


def session_on(name: str = "two-heads", **look: object) -> Session:
    session = Session(preset(name))
    session.select(cell=WEIGHT, query=1)
    if look:
        session.look(**look)
    return session


def dialog_on(qtbot: QtBot, name: str = "two-heads", stage: str = "weights") -> DocumentDialog:
    dialog = DocumentDialog(session_on(name).state, stage)
    qtbot.addWidget(dialog)
    return dialog


def preview(dialog: QWidget) -> str:
    text: str = find(dialog, f"{dialog.objectName()}.preview").toPlainText()
    return text


@pytest.mark.parametrize("kind", ["html", "latex", "markdown"])
def test_every_content_of_every_format_can_be_had(qtbot: QtBot, kind: str) -> None:
    dialog = dialog_on(qtbot)
    choose(dialog, "export_document.format", kind)
    box = find(dialog, "export_document.content")
    for place in range(box.count()):
        if box.model().item(place).isEnabled():
            box.setCurrentIndex(place)
            assert accept_button(dialog).isEnabled()
            assert dialog.choice().text_of(session_on().state)


def test_the_preview_is_the_beginning_of_the_file(qtbot: QtBot) -> None:
    dialog = dialog_on(qtbot)
    choose(dialog, "export_document.format", "latex")
    text = dialog.choice().bytes_of(session_on().state).decode()
    assert preview(dialog) == text[:4000] + "\n…"


def test_a_page_is_told_in_words_and_not_by_its_source(qtbot: QtBot) -> None:
    dialog = dialog_on(qtbot)
    choose(dialog, "export_document.format", "html")
    assert "opens in any browser" in preview(dialog)
    assert "<" not in preview(dialog)


def test_the_selected_number_is_offered_with_its_name(qtbot: QtBot) -> None:
    dialog = dialog_on(qtbot)
    choose(dialog, "export_document.format", "markdown")
    choose(dialog, "export_document.content", NUMBER)
    assert preview(dialog).startswith("### Weights, head 1: query 2 “cat” looks at key 3 “drinks”")
    box = find(dialog, "export_document.content")
    assert box.currentText() == "Arithmetic of weights, head 1: query 2 “cat” looks at key 3 “drinks”"


def test_a_page_holds_stages_and_no_snippets(qtbot: QtBot) -> None:
    dialog = dialog_on(qtbot)
    choose(dialog, "export_document.format", "latex")
    choose(dialog, "export_document.content", MATRICES)
    choose(dialog, "export_document.format", "html")
    assert dialog.choice().order.content == "example"
    assert find(dialog, "export_document.content").currentData() == EXAMPLE


def test_one_head_of_one_stage_can_be_chosen(qtbot: QtBot) -> None:
    dialog = dialog_on(qtbot)
    choose(dialog, "export_document.format", "latex")
    choose(dialog, "export_document.content", "weights")
    choose(dialog, "export_document.head", 1)
    assert preview(dialog).startswith("% Weights, head 2, 4 x 4")
    choose(dialog, "export_document.content", "output")
    assert not find(dialog, "export_document.head").isEnabled()
    assert preview(dialog).startswith("% Output, 4 x 4")


def test_decimals_query_and_labels_are_those_chosen(qtbot: QtBot) -> None:
    dialog = dialog_on(qtbot, "by-hand")
    choose(dialog, "export_document.format", "latex")
    find(dialog, "export_document.decimals").setValue(1)
    find(dialog, "export_document.labels").setChecked(False)
    choose(dialog, "export_document.query", 2)
    order = dialog.choice().order
    assert (order.decimals, order.labels, order.query) == (1, False, 2)


def test_a_query_keeps_the_capitals_of_its_token(qtbot: QtBot) -> None:
    dialog = dialog_on(qtbot, "trophy")
    assert find(dialog, "export_document.query").itemText(0) == "Query 1 “[CLS]”"


@pytest.mark.parametrize(
    ("kind", "content", "told"),
    [
        ("html", EXAMPLE, "attention.html, opens in any browser"),
        ("latex", EXAMPLE, "worked-example.tex, compiles by itself"),
        ("latex", "weights", "weights.tex, to be pasted where amsmath is loaded"),
    ],
)
def test_the_file_is_named_with_what_it_is_for(qtbot: QtBot, kind: str, content: str, told: str) -> None:
    dialog = dialog_on(qtbot)
    choose(dialog, "export_document.format", kind)
    choose(dialog, "export_document.content", content)
    assert find(dialog, "export_document.told").text() == told


def test_the_text_can_be_copied_without_a_file(qtbot: QtBot) -> None:
    dialog = dialog_on(qtbot)
    choose(dialog, "export_document.format", "markdown")
    find(dialog, "export_document.copy").click()
    assert QGuiApplication.clipboard().text() == dialog.choice().text_of(session_on().state)


def test_every_control_has_a_name_for_screen_readers(qtbot: QtBot) -> None:
    dialog = dialog_on(qtbot)
    for name in ("format", "content", "head", "query", "decimals", "labels", "whole", "preview", "copy"):
        widget = find(dialog, f"export_document.{name}")
        assert widget.accessibleName() or widget.text()


@pytest.mark.parametrize("kind", FORMATS)
def test_numbers_that_are_veiled_leave_in_no_format(kind: str) -> None:
    veil = Veil((Region("weights", 0, (1, 2), (2, 3)),))
    state = session_on(veil=veil).state
    for order in (Order(kind), Order(kind, ("weights",), 0, "matrices"), Order(kind, ("weights",))):
        with pytest.raises(FieldError, match="not shown yet"):
            DocumentChoice(order).bytes_of(state)


@pytest.mark.parametrize("kind", ["latex", "markdown"])
def test_arithmetic_is_kept_back_while_any_number_is_veiled(kind: str) -> None:
    veil = Veil(unseen=(Region("scores", 0, (0, 4), (0, 4)),))
    order = Order(kind, content="number", cell=Cell("output", None, 0, 0))
    with pytest.raises(FieldError, match="not shown yet"):
        DocumentChoice(order).text_of(session_on(veil=veil).state)


def test_a_page_of_one_stage_is_kept_back_too_since_it_carries_the_scenario() -> None:
    veil = Veil(unseen=(Region("X", None, (0, 1), (0, 4)),))
    with pytest.raises(FieldError, match="not shown yet"):
        DocumentChoice(Order("html", ("weights",))).text_of(session_on(veil=veil).state)


def test_what_is_not_veiled_leaves() -> None:
    veil = Veil((Region("weights", 0, (1, 2), (2, 3)),))
    choice = DocumentChoice(Order("latex", ("scores",), 0, "matrices"))
    assert "scores" in choice.text_of(session_on(veil=veil).state)


def test_a_veiled_document_cannot_be_exported_from_the_dialog(qtbot: QtBot) -> None:
    veil = Veil((Region("weights", 0, (1, 2), (2, 3)),))
    dialog = DocumentDialog(session_on(veil=veil).state, "weights")
    qtbot.addWidget(dialog)
    assert not accept_button(dialog).isEnabled()
    assert not find(dialog, "export_document.copy").isEnabled()
    assert preview(dialog) == "Some of these numbers are not shown yet. Reveal them first."


def test_files_are_named_for_what_they_hold() -> None:
    names = {
        Order("latex"): "worked-example", Order("html"): "attention", Order("npz"): "numbers",
        Order("csv", ("weights",), 1): "weights-head-2", Order("markdown", content="matrices"): "matrices",
        Order("latex", content="number", cell=WEIGHT): "weights-2-3",
    }  # fmt: skip
    assert {order: DocumentChoice(order).name for order in names} == names


def test_the_shown_stage_is_ordered_of_the_selected_head() -> None:
    assert stage_order(session_on().state, "weights", "latex").head == 0
    assert stage_order(session_on().state, "output", "latex").head is None
    assert stage_order(session_on("by-hand").state, "weights", "latex").head is None


def test_all_stages_are_of_all_heads_unless_it_is_said(qtbot: QtBot) -> None:
    state = session_on().state
    dialog = NumbersDialog(state, "weights")
    qtbot.addWidget(dialog)
    choose(dialog, "export_numbers.format", "npz")
    box = find(dialog, "export_numbers.stage")
    box.setCurrentIndex(0)
    box.activated.emit(0)
    assert dialog.choice() == NumbersChoice(ALL, None, "npz")
    assert dialog.choice().bytes_of(state) == export_bytes(state.trace, Order("npz"))
    assert "weights  2×4×4" in preview(dialog)
    choose(dialog, "export_numbers.head", 1)
    assert dialog.choice() == NumbersChoice(ALL, 1, "npz")


def test_a_query_that_sees_no_key_is_no_reason_against_a_document(qtbot: QtBot) -> None:
    session = Session(preset("by-hand"))
    session.edit("Hide", lambda scenario: set_mask(scenario, causal=True, padding=(0,)))
    dialog = DocumentDialog(session.state, "weights")
    qtbot.addWidget(dialog)
    choose(dialog, "export_document.format", "latex")
    assert accept_button(dialog).isEnabled()


def test_very_many_numbers_are_told_in_words_until_they_are_written(qtbot: QtBot) -> None:
    dialog = NumbersDialog(Session(preset("trophy")).state, ALL)
    qtbot.addWidget(dialog)
    assert "W_Q  384×32" in preview(dialog)
    assert accept_button(dialog).isEnabled()
    choose(dialog, "export_numbers.stage", "weights")
    assert preview(dialog).startswith(",[CLS],the,")


def test_a_document_of_a_whole_layer_is_previewed_beside_the_window(qtbot: QtBot) -> None:
    dialog = dialog_on(qtbot, "trophy-layer")
    choose(dialog, "export_document.format", "latex")
    assert preview(dialog) == "The preview is on its way."
    qtbot.waitUntil(lambda: "\\begin" in preview(dialog))
    assert accept_button(dialog).isEnabled()


@pytest.mark.parametrize(("name", "beside"), [("by-hand", False), ("two-heads", False), ("trophy-layer", True)])
def test_what_tells_all_numbers_of_a_layer_is_made_beside_the_window(name: str, beside: bool) -> None:
    assert takes_long(session_on(name).state) is beside
