"""Menu, paste and drop lead to one import: documents, lessons and pictures keep their ways, models stand beside."""

from __future__ import annotations

from pathlib import Path

import pytest
from dropped_files import drop, matrix, sheet
from import_dialogs import answering, become, lines, press, words
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger

from attnviz.app.importing.import_dialog import ImportDialog
from attnviz.content.attn_file import save
from attnviz.content.presets import preset


def test_a_dropped_sheet_becomes_X_as_one_undo_step(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot)
    before = window.session.state.scenario
    answering(window, lambda dialog: press(dialog, "import.ok"))
    drop(window, sheet(tmp_path))
    assert matrix(window, "X") == [[1.5, 2], [-0.5, 0], [3, 0.001]]
    assert window.session.undo_stack.count() == 1
    assert window.session.undo_stack.undoText() == "Import X"
    window.session.undo_stack.undo()
    assert window.session.state.scenario == before


def test_the_menu_asks_for_a_file_and_leads_to_the_same_dialog(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, files_to_import=(sheet(tmp_path),))
    seen = answering(window, lambda dialog: press(dialog, "import.cancel"))
    trigger(window, "import")
    assert [draft.found.words for draft in seen] == ["a table of 3×2 numbers, semicolons between"]
    assert window.session.undo_stack.count() == 0


def test_ctrl_v_outside_a_cell_asks_what_the_numbers_are_to_be(qtbot: QtBot) -> None:
    window = opened(qtbot)
    answering(window, lambda dialog: (become(dialog, "W_V"), press(dialog, "import.ok")))
    QGuiApplication.clipboard().setText("1\t2\n3\t4")
    find(window, "figure.weights").setFocus()
    QTest.keyClick(find(window, "figure.weights"), Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert matrix(window, "W_V") == [[1, 2], [3, 4]]


def test_ctrl_v_in_a_cell_pastes_there_and_asks_nothing(qtbot: QtBot) -> None:
    window = opened(qtbot)
    QGuiApplication.clipboard().setText("7\t8\n9\t10")
    pane = find(window, "pane.W_V")
    pane.setCurrentIndex(pane.model().index(0, 0))
    pane.setFocus()
    QTest.keyClick(pane, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert matrix(window, "W_V") == [[7, 8], [9, 10]]


def test_a_printout_of_a_notebook_is_pasted_as_it_is_printed(qtbot: QtBot) -> None:
    window = opened(qtbot)
    answering(window, lambda dialog: (become(dialog, "X"), press(dialog, "import.ok")))
    QGuiApplication.clipboard().setText("tensor([[1., 0.],\n        [0., 1.],\n        [1., 1.5000]])")
    trigger(window, "paste_as")
    assert matrix(window, "X") == [[1, 0], [0, 1], [1, 1.5]]


def test_of_a_table_and_a_text_on_the_clipboard_the_text_is_read(qtbot: QtBot) -> None:
    window = opened(qtbot)
    answering(window, lambda dialog: (become(dialog, "W_K"), press(dialog, "import.ok")))
    data = QMimeData()
    data.setHtml("<table><tr><td>9</td></tr></table>")
    data.setText("1\t2\r\n3\t4\r\n")
    QGuiApplication.clipboard().setMimeData(data)
    trigger(window, "paste_as")
    assert matrix(window, "W_K") == [[1, 2], [3, 4]]


def test_an_empty_clipboard_says_what_to_do(qtbot: QtBot) -> None:
    window = opened(qtbot)
    QGuiApplication.clipboard().setText("  ")
    trigger(window, "paste_as")
    assert "Copy some cells" in find(window, "message.text").text()


def test_a_new_document_has_no_step_back_and_no_file(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot)
    answering(window, lambda dialog: press(dialog, "import.new"))
    drop(window, sheet(tmp_path))
    assert matrix(window, "X") == [[1.5, 2], [-0.5, 0], [3, 0.001]]
    assert window.document.path is None
    assert window.session.undo_stack.count() == 0


def test_a_dropped_scenario_opens_as_the_document(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot)
    save(preset("two-heads"), tmp_path / "mine.attn")
    drop(window, tmp_path / "mine.attn")
    assert window.document.path == tmp_path / "mine.attn"


def test_a_scenario_under_another_ending_opens_as_the_document(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot)
    save(preset("two-heads"), tmp_path / "mine.attn")
    (tmp_path / "mine.attn").rename(tmp_path / "mine.json")
    drop(window, tmp_path / "mine.json")
    assert window.session.state.scenario == preset("two-heads")


@pytest.mark.parametrize("name", ["model.bin", "weights.npy", "old.xls"])
def test_what_is_not_read_here_says_so_and_the_document_stays(qtbot: QtBot, tmp_path: Path, name: str) -> None:
    window = opened(qtbot)
    contents = {"model.bin": b"\x80\x02}q\x00.", "weights.npy": b"\x93NUMPY\x01\x00", "old.xls": b"\xd0\xcf\x11\xe0"}
    (tmp_path / name).write_bytes(contents[name])
    before = window.session.state.scenario
    drop(window, tmp_path / name)
    assert name in find(window, "message.text").text()
    assert window.session.state.scenario is before


def test_an_exercise_keeps_its_numbers(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot)
    window.start_practice()
    drop(window, sheet(tmp_path))
    assert "Leave the practice first" in find(window, "message.text").text()


def test_files_that_are_dropped_together_come_in_together(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot)
    files = [sheet(tmp_path, "\n".join(["1,2,3,4"] * 3), "X.csv")]
    files += [
        sheet(tmp_path, "\n".join([row] * 4), f"{name}.csv")
        for name, row in (("W_Q", "1,0"), ("W_K", "0,1"), ("W_V", "1,1"))
    ]
    answering(window, lambda dialog: press(dialog, "import.ok"))
    drop(window, *files)
    assert matrix(window, "X") == [[1, 2, 3, 4]] * 3
    assert matrix(window, "W_K") == [[0, 1]] * 4
    assert window.session.undo_stack.count() == 1


def test_another_matrix_is_added_from_the_clipboard(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot)

    def person(dialog: ImportDialog) -> None:
        become(dialog, "W_Q")
        QGuiApplication.clipboard().setText("1\t2\t3\n4\t5\t6")
        press(dialog, "import.add_clipboard")
        become(dialog, "W_K")
        assert lines(dialog)[1].endswith("W_K")
        press(dialog, "import.ok")

    answering(window, person)
    drop(window, sheet(tmp_path, "1,0,0\n0,1,0\n"))
    assert matrix(window, "W_Q") == [[1, 0, 0], [0, 1, 0]]
    assert matrix(window, "W_K") == [[1, 2, 3], [4, 5, 6]]


def test_what_cannot_be_added_is_told_in_the_dialog(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(b"\x80\x02}q\x00.")
    window = opened(qtbot, files_to_import=(tmp_path / "model.bin",))
    told: list[str] = []

    def person(dialog: ImportDialog) -> None:
        press(dialog, "import.add_files")
        told.append(words(dialog, "import.trouble"))

    answering(window, person)
    drop(window, sheet(tmp_path))
    assert "pickle" in told[0]


def test_open_leads_data_to_the_import(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, file_to_open=sheet(tmp_path))
    seen = answering(window, lambda dialog: press(dialog, "import.cancel"))
    trigger(window, "open")
    assert len(seen) == 1


def test_a_document_of_several_files_has_the_name_of_their_folder(qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "layer 3"
    folder.mkdir()
    files = [sheet(folder), sheet(folder, "1;0\n0;1\n", "W_Q.csv")]
    window = opened(qtbot)
    answering(window, lambda dialog: press(dialog, "import.new"))
    drop(window, *files)
    assert window.session.state.scenario.title == "layer 3"
