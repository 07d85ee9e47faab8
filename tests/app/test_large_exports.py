"""What leaves a window whose numbers are computed beside it is made there too, and is the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from gates import Gate
from large_maps import large
from leaving import said, settled
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger

from attnviz.app import copying, exports
from attnviz.app.computing import Share, computing
from attnviz.app.dialogs.document_dialog import DocumentDialog
from attnviz.app.dialogs.export_choice import ExportChoice
from attnviz.app.dialogs.export_dialog import ExportDialog
from attnviz.app.dialogs.export_words import carried_in_words, pooled_in_words
from attnviz.app.dialogs.numbers_dialog import NumbersChoice, NumbersDialog
from attnviz.app.session import Session
from attnviz.app.window import MainWindow
from attnviz.content.attn_file import load
from attnviz.content.documents.export import Order, export_bytes
from attnviz.content.presets import preset
from attnviz.engine import chains
from attnviz.engine.edits import set_cell
from attnviz.engine.tracing import trace
from attnviz.figures.compose import figure_of
from attnviz.figures.export import ExportOptions, size_of
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.view import Selection, View
from attnviz.figures.viewport import Viewport


def edit(window: MainWindow, value: float = 7.25) -> None:
    window.session.edit("Edit X[1,1]", lambda scenario: set_cell(scenario, "X", 0, 0, value))


@pytest.mark.usefixtures("deferring")
@pytest.mark.parametrize("kind", ["csv", "json", "npz"])
def test_numbers_are_written_beside_the_window_as_at_once(qtbot: QtBot, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"w.{kind}"
    choice = NumbersChoice("weights", 1, kind)  # type: ignore[arg-type]
    window = opened(qtbot, "two-heads", export_numbers=choice, file_to_save=path)
    trigger(window, "export_numbers")
    settled(qtbot, window)
    assert path.read_bytes() == export_bytes(trace(preset("two-heads")), Order(kind, ("weights",), 1))  # type: ignore[arg-type]
    assert f"Exported w.{kind}" in said(window)


@pytest.mark.usefixtures("deferring")
@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_figures_are_painted_in_another_thread(qtbot: QtBot, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"board.{kind}"
    choice = ExportChoice("board", 0, ExportOptions(format=kind))  # type: ignore[arg-type]
    window = opened(qtbot, "two-heads", export_figure=choice, file_to_save=path)
    trigger(window, "export")
    settled(qtbot, window)
    assert load(path) == preset("two-heads")


@pytest.mark.usefixtures("deferring")
def test_closing_the_window_waits_for_a_file_that_is_being_written(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    choice = NumbersChoice("weights", None, "npz")
    window = opened(qtbot, "two-heads", export_numbers=choice, file_to_save=path)
    trigger(window, "export_numbers")
    assert window.exports._errand.what
    window.close()
    assert path.exists()


@pytest.mark.usefixtures("deferring")
def test_a_window_whose_export_fails_while_it_closes_stays_open_and_says_so(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choice, folder, gate = NumbersChoice("weights", None, "npz"), tmp_path / "gone", Gate()
    folder.mkdir()
    monkeypatch.setattr(exports, "_filled", gate.around(exports._filled))
    window = opened(qtbot, "two-heads", export_numbers=choice, file_to_save=folder / "w.npz")
    settled(qtbot, window)
    trigger(window, "export_numbers")
    folder.rmdir()
    gate.open.set()
    window.questions.answers["file_to_save"] = tmp_path / "there.npz"
    trigger(window, "export_numbers")
    assert not window.close()
    assert window.isVisible()
    assert (tmp_path / "there.npz").exists()
    assert "gone" in said(window)
    assert window.close()


@pytest.mark.usefixtures("deferring")
def test_a_stopped_export_leaves_the_file_that_was_there(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "w.csv"
    path.write_text("precious", encoding="utf-8")
    gate = Gate()
    choice = NumbersChoice("weights", 1, "csv")
    window = opened(qtbot, "two-heads", export_numbers=choice, file_to_save=path, replace=True)
    settled(qtbot, window)
    monkeypatch.setattr(NumbersChoice, "write_into", gate.around(NumbersChoice.write_into))
    trigger(window, "export_numbers")
    assert gate.entered.wait(10)
    window.exports._errand.stop()
    gate.open.set()
    qtbot.wait(50)
    assert path.read_text(encoding="utf-8") == "precious"
    assert [entry.name for entry in tmp_path.iterdir()] == ["w.csv"]


@pytest.mark.usefixtures("deferring")
def test_an_export_is_of_the_scenario_as_it_is_edited(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "X.csv"
    window = opened(qtbot, export_numbers=NumbersChoice("queries", 0, "csv"), file_to_save=path)
    settled(qtbot, window)
    edit(window, 3.0)
    trigger(window, "export_numbers")
    settled(qtbot, window)
    # Row 1 of X is (3, 0), and W_Q of the example has the rows (1, 0) and (1, 1): 3·(1, 0) = (3, 0).
    assert path.read_text(encoding="utf-8").splitlines()[1] == "a,3.0,0.0"


@pytest.mark.usefixtures("deferring")
def test_copies_are_made_beside_the_window(qtbot: QtBot) -> None:
    window = opened(qtbot, "by-hand-causal")
    settled(qtbot, window)
    window.exports.copy_numbers()
    settled(qtbot, window)
    assert "0.669" in QGuiApplication.clipboard().text()
    window.exports.copy_figure()
    settled(qtbot, window)
    assert QGuiApplication.clipboard().mimeData().hasImage()


def test_too_many_numbers_for_the_clipboard_name_the_way_out(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "MOST_COPIED", 8)
    window = opened(qtbot, shown=False)
    window.exports.copy_numbers()
    assert "9 numbers are too many for the clipboard. Export them to a file." in said(window)


@pytest.mark.usefixtures("deferring")
def test_previews_come_when_they_are_made(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    settled(qtbot, window)
    figure = ExportDialog(window.session.state, "weights", {})
    document = DocumentDialog(window.session.state, "weights")
    for dialog in (figure, document):
        qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: not figure._preview.image.isNull())
    qtbot.waitUntil(lambda: "<" not in find(document, "export_document.preview").toPlainText()[:1])
    qtbot.waitUntil(lambda: "way" not in find(document, "export_document.preview").toPlainText())
    assert "pixels" in find(figure, "export.verdict").text()


@pytest.mark.usefixtures("deferring")
def test_the_numbers_dialog_lists_what_is_not_computed_yet(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chains, "stage_of", lambda *_, **__: pytest.fail("computed"))
    state = Session(preset("two-heads")).state
    dialog = NumbersDialog(state, "weights")
    qtbot.addWidget(dialog)
    assert "16 numbers" in find(dialog, "export_numbers.preview").toPlainText()
    assert dialog.choice().stage == "weights"


@pytest.mark.usefixtures("deferring")
def test_what_the_window_has_computed_is_not_computed_again_for_a_file(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    settled(qtbot, window)
    state = window.session.state
    assert computing(state, Share(lambda _part: True)).trace.at("weights", 0) is state.trace.at("weights", 0)


def test_the_export_says_what_a_pixel_stands_for_and_what_the_scenario_takes(qtbot: QtBot) -> None:
    state = Session(large(2000, width=64)).state
    traced = replace(state, trace=trace(state.scenario))
    figure = figure_of("weights", traced.trace, Selection(), View())
    # The longer side of the map is 640 units at 2 pixels each: 1280 pixels for 2000 cells.
    assert pooled_in_words(figure, ExportOptions(scale=2.0)) == "Each pixel is the strongest of 2×2 cells."
    assert pooled_in_words(figure, ExportOptions(cell=1)) == ""
    # X and four matrices of float32: (4000 + 4 · 512) · 512 · 4 bytes.
    assert carried_in_words(large(4000, width=512)) == "The scenario that it carries takes up to 12 MB."
    assert carried_in_words(state.scenario) == ""


def test_pixels_for_each_cell_are_not_scaled(qtbot: QtBot) -> None:
    state = Session(large(300)).state
    dialog = ExportDialog(state, "weights", {})
    qtbot.addWidget(dialog)
    find(dialog, "export.cell").setText("1")
    assert not find(dialog, "export.scale").isEnabled()
    figure = figure_of("weights", trace(state.scenario), Selection(), View())
    assert size_of(figure, ExportOptions(cell=1, scale=2.0)) == size_of(figure, ExportOptions(cell=1))
    find(dialog, "export.cell").setText("")
    assert find(dialog, "export.scale").isEnabled()


def test_numbers_say_how_large_their_file_will_be_and_can_be_the_part_on_the_screen(qtbot: QtBot) -> None:
    session = Session(large(600))
    session.look(viewport=Viewport(10.0, 20.0, 30.0, 40.0))
    dialog = NumbersDialog(session.state, "weights")
    qtbot.addWidget(dialog)
    assert find(dialog, "export_numbers.told").text() == "weights-head-1.csv, about 5 MB"
    find(dialog, "export_numbers.part").setChecked(True)
    assert dialog.choice().part == ((10, 40), (20, 60))
    assert find(dialog, "export_numbers.told").text() == "weights-head-1-part.csv"
    computed = replace(session.state, trace=trace(session.state.scenario))
    lines = dialog.choice().bytes_of(computed).decode().splitlines()
    assert (len(lines), lines[0].count(",")) == (31, 40)
    stages = find(dialog, "export_numbers.stage")
    stages.setCurrentIndex(stages.findData("X"))
    assert not find(dialog, "export_numbers.part").isEnabled()
    assert dialog.choice().part is None


def test_a_file_sets_off_the_followed_query_once_somebody_has_chosen_it(qtbot: QtBot) -> None:
    session = Session(large(300))
    choice = ExportChoice("weights", 0, ExportOptions())

    def frames() -> tuple[object, ...]:
        state = session.state
        figure = choice.figure_of(replace(state, trace=trace(state.scenario)))
        assert isinstance(figure, LargeMap)
        return figure.frames

    assert frames() == ()
    session.select(query=7)
    assert [frame.rows for frame in frames()] == [(7, 8)]  # type: ignore[attr-defined]
