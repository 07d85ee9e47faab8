"""What leaves a laboratory is the exhibit in use."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtPrintSupport import QPrinter
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger

from attnviz.app.dialogs.export_choice import exhibit_shown
from attnviz.app.dialogs.export_dialog import ExportDialog
from attnviz.app.labs.lab_room import LabRoom
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.labs.catalogue import LABS


@pytest.mark.parametrize("name", [lab.name for lab in LABS if not lab.long])
def test_every_exhibit_of_every_laboratory_is_exported(qtbot: QtBot, name: str) -> None:
    window = opened(qtbot)
    window.show_lab(name)
    room = find(window, "lab", LabRoom)
    for exhibit, drawing in room.drawings().items():
        assert export_bytes(drawing, ExportOptions("png")).startswith(b"\x89PNG"), exhibit
        assert b"<text" in export_bytes(drawing, ExportOptions("svg")), exhibit
        assert export_bytes(drawing, ExportOptions("pdf")).startswith(b"%PDF"), exhibit


def test_export_writes_the_exhibit_in_use(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "weights.svg"
    window = opened(qtbot, file_to_save=path)
    window.show_lab("turn-the-query")
    room = find(window, "lab", LabRoom)
    find(window, "exhibit.weights").setFocus()
    window.questions.answers["export_exhibit"] = exhibit_shown(room, {"format": "svg"})
    trigger(window, "export")
    text = path.read_text(encoding="utf-8")
    assert "0.670" in text  # curriculum, unit 4
    assert window.questions.asked[0][1][1] is room


def test_the_dialog_offers_the_exhibits(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.show_lab("mixture")
    room = find(window, "lab", LabRoom)
    dialog = ExportDialog(window.session.state, room.shown(), {}, window, lab=room)
    box = find(dialog, "export.figure")
    assert [box.itemText(place) for place in range(box.count())][:2] == ["Values and their mixture", "Weights"]
    assert dialog.choice().name == "mixture-plane"
    assert not find(dialog, "export.preview").image.isNull()


def test_numbers_are_written_at_full_precision(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "weights.csv"
    window = opened(qtbot, file_to_save=path)
    window.show_lab("turn-the-query")
    find(window, "exhibit.weights").setFocus()
    trigger(window, "export_numbers")
    rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))
    assert rows[0] == ["", "Weights"]
    assert [row[0] for row in rows[1:]] == ["k₁", "k₂"]
    assert float(rows[1][1]) == pytest.approx(0.6697615493266569, abs=1e-15)


def test_copying_puts_picture_and_numbers_on_the_clipboard(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.show_lab("turn-the-query")
    find(window, "exhibit.weights").setFocus()
    trigger(window, "copy_figure")
    data = QGuiApplication.clipboard().mimeData()
    assert b"0.670" in data.data("image/svg+xml").data()
    trigger(window, "copy_numbers")
    assert QGuiApplication.clipboard().text().splitlines()[1].startswith("k₁\t0.66976")


def test_printing_prints_the_exhibit(qtbot: QtBot, tmp_path: Path) -> None:
    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "page.pdf"))
    window = opened(qtbot, printer=printer)
    window.show_lab("mixture")
    trigger(window, "print")
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")


def test_after_the_laboratory_is_left_the_figures_are_exported_again(qtbot: QtBot) -> None:
    window = opened(qtbot, export_figure=None)
    window.show_lab("mixture")
    window.show_document()
    trigger(window, "export")
    assert window.questions.names == ["export_figure"]
