"""The export dialogs show what will come out, or say why nothing can."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping

import pytest
from dialog_boxes import accept_button, choose
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot
from scripted import find

from attnviz.app.dialogs import numbers_dialog
from attnviz.app.dialogs.export_choice import choices_of, remembered
from attnviz.app.dialogs.export_dialog import ExportDialog
from attnviz.app.dialogs.numbers_dialog import NumbersDialog
from attnviz.app.session import Session
from attnviz.content.attn_file import decode
from attnviz.content.presets import PRESETS, preset
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_mask
from attnviz.figures.export import ExportOptions


def exporting(qtbot: QtBot, name: str, figure: str, looks: Mapping[str, object] | None = None) -> ExportDialog:
    """The dialog of a worked example."""
    dialog = ExportDialog(Session(preset(name)).state, figure, looks or {})
    qtbot.addWidget(dialog)
    return dialog


def test_the_export_shows_the_figure_with_its_selection(qtbot: QtBot) -> None:
    session = Session(preset("two-heads"))
    session.select(head=1, query=2, cell=Cell("weights", 1, 2, 0))
    dialog = ExportDialog(session.state, "weights", {})
    qtbot.addWidget(dialog)
    figure = dialog.choice().figure_of(session.state)
    assert (figure.key, figure.head, figure.cursor) == ("weights", 1, (2, 0))


def test_the_preview_follows_what_is_chosen(qtbot: QtBot) -> None:
    dialog = exporting(qtbot, "by-hand", "weights")
    preview = find(dialog, "export.preview")
    before = preview.natural
    find(dialog, "export.width").setText("400")
    qtbot.waitUntil(lambda: preview.natural.width() == 400)
    assert preview.natural != before
    assert find(dialog, "export.verdict").text().startswith("800 × ")


def test_the_png_has_the_size_that_was_asked_for(qtbot: QtBot) -> None:
    state = Session(preset("by-hand")).state
    dialog = ExportDialog(state, "board", {})
    qtbot.addWidget(dialog)
    find(dialog, "export.width").setText("900")
    find(dialog, "export.scale").setText("2")
    assert QImage.fromData(dialog.choice().bytes_of(state)).width() == 1800


def test_an_svg_in_millimetres_says_so_in_the_file(qtbot: QtBot) -> None:
    state = Session(preset("by-hand")).state
    dialog = ExportDialog(state, "weights", {})
    qtbot.addWidget(dialog)
    choose(dialog, "export.format", "svg")
    choose(dialog, "export.unit", "mm")
    find(dialog, "export.width").setText("85")
    assert b'width="85mm"' in dialog.choice().bytes_of(state)
    dialog.preview()
    assert find(dialog, "export.verdict").text().startswith("85 × ")


@pytest.mark.parametrize("text", ["abc", "-3", "1e9", "3"])
def test_a_size_that_cannot_be_had_is_refused_in_words(qtbot: QtBot, text: str) -> None:
    dialog = exporting(qtbot, "by-hand", "weights")
    find(dialog, "export.width").setText(text)
    dialog.preview()
    assert find(dialog, "export.verdict").property("bad")
    assert len(find(dialog, "export.verdict").text()) > 15
    assert not accept_button(dialog).isEnabled()


def test_a_figure_without_numbers_yet_can_still_be_exported(qtbot: QtBot) -> None:
    session = Session(preset("by-hand"))
    session.edit("Hide", lambda scenario: set_mask(scenario, causal=True, padding=(0,)))
    dialog = ExportDialog(session.state, "weights", {})
    qtbot.addWidget(dialog)
    assert accept_button(dialog).isEnabled()


@pytest.mark.parametrize("name", [one.name for one in PRESETS])
def test_every_figure_of_every_preset_can_be_chosen(qtbot: QtBot, name: str) -> None:
    state = Session(preset(name)).state
    dialog = ExportDialog(state, "weights", {})
    qtbot.addWidget(dialog)
    for figure in choices_of(state):
        choose(dialog, "export.figure", figure)
        dialog.choice().figure_of(state)


def test_the_looks_of_the_last_export_come_back(qtbot: QtBot) -> None:
    options = ExportOptions(
        format="svg", width=85.0, unit="mm", scale=2.0, font_points=8.0, title=False, theme="dark"
    )  # fmt: skip
    looks = json.loads(json.dumps(options.__dict__))
    dialog = exporting(qtbot, "by-hand", "weights", looks)
    assert dialog.choice().options == options


def test_remembered_looks_of_the_wrong_kind_are_left_out() -> None:
    wrong = {"format": "bmp", "width": "wide", "scale": True, "title": 1, "dpi": -5, "theme": None, "unknown": 3}
    assert remembered(wrong) == remembered({})


def test_a_picture_has_twice_as_many_pixels_unless_it_is_chosen_otherwise(qtbot: QtBot) -> None:
    dialog = exporting(qtbot, "by-hand", "weights")
    assert dialog.choice().options == ExportOptions(scale=2.0)


def test_the_preview_is_as_sharp_as_its_room(qtbot: QtBot) -> None:
    dialog = exporting(qtbot, "by-hand", "board")
    dialog.resize(1200, 800)
    dialog.show()
    preview = find(dialog, "export.preview")
    qtbot.waitUntil(
        lambda: abs(preview.image.width() - preview.width()) <= 2 or abs(preview.image.height() - preview.height()) <= 2
    )


def test_exported_numbers_are_those_of_the_trace_at_full_precision(qtbot: QtBot) -> None:
    state = Session(preset("two-heads")).state
    dialog = NumbersDialog(state, "weights")
    qtbot.addWidget(dialog)
    choose(dialog, "export_numbers.head", 1)
    rows = list(csv.reader(io.StringIO(dialog.choice().bytes_of(state).decode())))
    assert rows[0][1:] == list(state.scenario.key_labels)
    values = [[float(cell) for cell in row[1:]] for row in rows[1:]]
    assert values == state.trace.at("weights", 1).tolist()


def test_numbers_that_do_not_exist_say_why(qtbot: QtBot) -> None:
    session = Session(preset("by-hand"))
    session.edit("Hide", lambda scenario: set_mask(scenario, causal=True, padding=(0,)))
    dialog = NumbersDialog(session.state, "weights")
    qtbot.addWidget(dialog)
    assert "query 1" in find(dialog, "export_numbers.preview").toPlainText().lower()
    assert not accept_button(dialog).isEnabled()
    choose(dialog, "export_numbers.stage", "scores")
    assert accept_button(dialog).isEnabled()


def test_the_preview_of_numbers_is_the_file(qtbot: QtBot) -> None:
    state = Session(preset("by-hand")).state
    dialog = NumbersDialog(state, "X")
    qtbot.addWidget(dialog)
    choose(dialog, "export_numbers.format", "json")
    text = find(dialog, "export_numbers.preview").toPlainText()
    assert json.loads(text)["values"] == [[1, 0], [0, 1], [1, 1]]
    assert not find(dialog, "export_numbers.head").isEnabled()


@pytest.mark.parametrize(("name", "text"), [("scale", "0"), ("scale", "1000"), ("dpi", "0"), ("dpi", "1e9")])
def test_a_scale_or_resolution_that_cannot_be_had_is_refused_before_the_export(
    qtbot: QtBot, name: str, text: str
) -> None:
    dialog = exporting(qtbot, "by-hand", "weights")
    find(dialog, f"export.{name}").setText(text)
    dialog.preview()
    assert find(dialog, "export.verdict").property("bad")
    assert not accept_button(dialog).isEnabled()


def test_millions_of_numbers_go_out_as_arrays_and_not_as_a_text(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbers_dialog, "MOST_AS_TEXT", 100)  # all of two-heads is more, one head of its weights is 16
    dialog = NumbersDialog(Session(preset("two-heads")).state, "weights")
    qtbot.addWidget(dialog)
    assert accept_button(dialog).isEnabled()
    choose(dialog, "export_numbers.stage", numbers_dialog.ALL)
    assert "Take NPZ" in find(dialog, "export_numbers.preview").toPlainText()
    assert not accept_button(dialog).isEnabled()
    choose(dialog, "export_numbers.format", "npz")
    assert accept_button(dialog).isEnabled()


def test_everything_carries_the_scenario(qtbot: QtBot) -> None:
    state = Session(preset("two-heads")).state
    dialog = NumbersDialog(state, numbers_dialog.ALL)
    qtbot.addWidget(dialog)
    choose(dialog, "export_numbers.head", numbers_dialog.ALL_HEADS)
    for kind in ("json", "npz"):
        choose(dialog, "export_numbers.format", kind)
        assert decode(dialog.choice().bytes_of(state), "export") == state.scenario


def test_the_preview_begins_where_the_choices_do(qtbot: QtBot) -> None:
    dialog = exporting(qtbot, "two-heads", "weights")
    dialog.resize(900, 700)
    dialog.show()
    preview = find(dialog, "export.preview")
    qtbot.waitUntil(lambda: not preview.image.isNull())
    column = preview.grab().toImage()
    white = [y for y in range(column.height()) if column.pixelColor(column.width() // 2, y).name() == "#ffffff"]
    assert white[0] <= 4
    assert white[-1] < column.height() - 50
