"""What leaves the window is what it shows: to a file, to the clipboard, to a printer."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QDesktopServices, QGuiApplication
from PySide6.QtPrintSupport import QPrinter
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger
from source_rooms import StoredSource

from attnviz.app.dialogs.document_choice import DocumentChoice
from attnviz.app.dialogs.export_choice import ExportChoice
from attnviz.app.dialogs.numbers_dialog import NumbersChoice
from attnviz.content.blocks import parse_block
from attnviz.content.documents.export import Order
from attnviz.content.sources.source import Place
from attnviz.engine.cells import Cell, Region
from attnviz.figures.compose_exercise import EXERCISE
from attnviz.figures.export import ExportOptions
from attnviz.figures.view import Veil

SVG = ExportChoice("weights", None, ExportOptions(format="svg"))


def test_a_figure_is_written_with_the_numbers_of_the_screen(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "weights.svg"
    window = opened(qtbot, "by-hand-causal", export_figure=SVG, file_to_save=path)
    trigger(window, "export")
    text = path.read_text(encoding="utf-8")
    # Curriculum, unit 7: row 2 under the causal mask.
    assert "0.670" in text
    assert "0.330" in text
    assert "Exported weights.svg" in find(window, "message.text").text()


def test_the_dialog_is_asked_about_the_shown_figure(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads", export_figure=None)
    trigger(window, "all_heads")
    trigger(window, "export")
    assert window.questions.asked[-1][1][1] == "heads"


def test_exporting_asks_before_it_replaces(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "weights.svg"
    path.write_text("precious", encoding="utf-8")
    window = opened(qtbot, export_figure=SVG, file_to_save=path, replace=False)
    trigger(window, "export")
    assert path.read_text(encoding="utf-8") == "precious"
    window.questions.answers["replace"] = True
    trigger(window, "export")
    assert path.read_text(encoding="utf-8").lstrip().startswith("<?xml")


def test_an_export_that_fails_says_why_and_leaves_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, export_figure=SVG, file_to_save=tmp_path / "missing" / "weights.svg")
    trigger(window, "export")
    assert "folder does not exist" in find(window, "message.text").text()
    assert list(tmp_path.iterdir()) == []


def test_looks_and_folder_are_remembered_for_the_next_export(qtbot: QtBot, tmp_path: Path) -> None:
    choice = ExportChoice("weights", None, ExportOptions(format="pdf", width=85.0, unit="mm", title=False))
    window = opened(qtbot, export_figure=choice, file_to_save=tmp_path / "weights.pdf")
    trigger(window, "export")
    assert window.settings.export["format"] == "pdf"
    assert window.settings.folder == tmp_path


def test_numbers_are_written_at_full_precision(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "weights.tsv"
    window = opened(qtbot, export_numbers=NumbersChoice("weights", 0, "tsv"), file_to_save=path)
    trigger(window, "export_numbers")
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    values = np.array([[float(cell) for cell in row[1:]] for row in rows[1:]])
    assert np.array_equal(values, window.session.state.trace.at("weights", 0))


def test_a_copied_figure_is_pixels_and_vectors_together(qtbot: QtBot) -> None:
    window = opened(qtbot)
    trigger(window, "copy_figure")
    data = QGuiApplication.clipboard().mimeData()
    assert data.hasImage()
    assert b"<svg" in data.data("image/svg+xml").data()


def test_a_copied_figure_is_named_in_the_message_bar(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    trigger(window, "copy_figure")
    assert find(window, "message.text").text() == "Copied as a picture: Board with all stages of head 1."


def test_the_tables_of_an_exercise_are_copied_as_they_are_shown(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.start_practice()
    find(window, "practice").practice.choose(("weight",))
    qtbot.waitUntil(lambda: find(window, "pipeline").shown_figure().startswith(EXERCISE))
    trigger(window, "copy_figure")
    assert find(window, "message.text").text() == "Copied as a picture: Tables of the exercise."
    assert QGuiApplication.clipboard().mimeData().hasImage()


@pytest.mark.parametrize(
    ("copying", "said"),
    [
        ("copy_numbers", "Copied as numbers: Weights of head 1."),
        ("copy_latex", "Copied as LaTeX: Weights of head 1."),
        ("copy_explanation_text", "Copied as plain text: Weights, head 1: query 2 “cat” looks at key 3 “drinks”."),
    ],
)
def test_what_was_copied_last_is_said(qtbot: QtBot, copying: str, said: str) -> None:
    window = opened(qtbot, "two-heads")
    trigger(window, "copy_figure")
    window.session.select(cell=Cell("weights", 0, 1, 2), query=1)
    trigger(window, copying)
    assert find(window, "message.text").text() == said


def test_numbers_copied_from_a_laboratory_are_said(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.show_lab("masks")
    trigger(window, "copy_numbers")
    assert find(window, "message.text").text().startswith("Copied as numbers: ")


def test_an_opened_head_is_named_by_its_place_in_the_model(qtbot: QtBot) -> None:
    head = NumbersChoice("weights", 0, "csv")
    window = opened(qtbot, export_numbers=head, file_to_save=None)
    window.session.put_beside(StoredSource())
    window.session.open_head(Place(3, 1))
    trigger(window, "export_numbers")
    assert window.questions.asked[-1][1][0].name == "weights-layer-4-head-2.csv"
    trigger(window, "copy_numbers")
    assert find(window, "message.text").text() == "Copied as numbers: Weights of layer 4, head 2."


def test_a_head_of_an_opened_layer_is_named_by_both(qtbot: QtBot) -> None:
    window = opened(qtbot, export_numbers=NumbersChoice("weights", 6, "csv"), file_to_save=None)
    window.session.put_beside(StoredSource())
    window.session.open_head(Place(3, None))
    trigger(window, "export_numbers")
    assert window.questions.asked[-1][1][0].name == "weights-layer-4-head-7.csv"


def test_a_click_on_a_cell_still_exports_the_whole_board_and_copies_that_stages_numbers(qtbot: QtBot) -> None:
    window = opened(qtbot, export_figure=None, export_numbers=None)
    scores = find(window, "figure.scores")
    place = scores.cell_rect(1, 0).center().toPoint()
    qtbot.mouseClick(scores, Qt.MouseButton.LeftButton, pos=place)
    trigger(window, "export")
    trigger(window, "export_numbers")
    assert [asked[1][1] for asked in window.questions.asked[-2:]] == ["board", "scores"]


def test_copied_numbers_come_back_as_they_are(qtbot: QtBot) -> None:
    window = opened(qtbot)
    trigger(window, "copy_numbers")
    data = QGuiApplication.clipboard().mimeData()
    assert np.array_equal(parse_block(data.text()), window.session.state.trace.at("weights", 0))
    assert "<table" in data.html()


def test_numbers_of_the_concatenation_tab_are_the_output(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    trigger(window, "concat")
    trigger(window, "copy_numbers")
    copied = parse_block(QGuiApplication.clipboard().mimeData().text())
    assert np.array_equal(copied, window.session.state.trace.at("output"))


def test_a_figure_is_printed_to_a_file(qtbot: QtBot, tmp_path: Path) -> None:
    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "board.pdf"))
    window = opened(qtbot, printer=printer)
    trigger(window, "print")
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("question", ["export_figure", "export_numbers", "printer"])
def test_an_export_that_is_called_off_says_nothing(qtbot: QtBot, question: str) -> None:
    command = {"export_figure": "export", "export_numbers": "export_numbers", "printer": "print"}[question]
    window = opened(qtbot, **{question: None})
    trigger(window, command)
    assert window._message_bar.message is None


def test_a_document_is_written_and_named(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "by-hand.tex"
    window = opened(qtbot, export_document=DocumentChoice(Order("latex", query=1)), file_to_save=path)
    trigger(window, "export_document")
    text = path.read_text(encoding="utf-8")
    assert text.startswith("\\documentclass")
    assert "0.284 & 0.140 & 0.576" in text
    assert "Exported by-hand.tex" in find(window, "message.text").text()
    suggested, suffix = window.questions.asked[-1][1]
    assert (suggested.name, suffix) == ("worked-example.tex", ".tex")


@pytest.mark.parametrize(("kind", "start"), [("latex", "% Scores, head 1, 4 x 4"), ("markdown", "### Scores, head 1")])
def test_the_stage_of_the_selected_number_is_copied_for_a_document(qtbot: QtBot, kind: str, start: str) -> None:
    window = opened(qtbot, "two-heads")
    window.session.select(cell=Cell("scores", 0, 1, 0))
    trigger(window, f"copy_{kind}")
    assert QGuiApplication.clipboard().text().startswith(start)
    assert find(window, "message.text").text().startswith("Copied as ")


def test_the_menu_of_a_figure_is_about_the_cell_under_the_pointer(qtbot: QtBot) -> None:
    window = opened(qtbot)
    scores = find(window, "figure.scores")
    place = scores.cell_rect(1, 0).center().toPoint()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, scores.mapToGlobal(place))
    QGuiApplication.sendEvent(scores, event)
    menu = find(window, "menu.figure")
    assert menu.isVisible()
    offered = {action.objectName() for action in menu.actions()}
    assert {"action.copy_latex", "action.copy_markdown", "action.copy_numbers", "action.export_document"} <= offered
    assert window.session.state.selection.cell == Cell("scores", 0, 1, 0)
    menu.close()


def test_a_laboratory_has_no_document_and_says_so(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.show_lab("mixture")
    trigger(window, "export_document")
    assert "no document" in find(window, "message.text").text()


def test_veiled_numbers_are_not_copied_for_a_document(qtbot: QtBot) -> None:
    window = opened(qtbot)
    QGuiApplication.clipboard().setText("before")
    window.session.look(veil=Veil((Region("weights", 0, (1, 2), (2, 3)),)))
    trigger(window, "copy_latex")
    assert QGuiApplication.clipboard().text() == "before"
    assert "not shown yet" in find(window, "message.text").text()


def test_a_page_that_was_written_is_shown_with_one_click(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: shown.append(url.toLocalFile()))
    path = tmp_path / "page.html"
    window = opened(qtbot, export_document=DocumentChoice(Order("html")), file_to_save=path)
    trigger(window, "export_document")
    window._message_bar.message.act()
    assert shown == [str(path)]
    assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
