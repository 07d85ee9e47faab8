"""What the import dialog says: faults where they are, what each button does, and nothing that is a riddle."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from import_dialogs import become, dialog_over, lines, say, shown, words
from pane_scenarios import by_hand
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QPushButton, QTableView
from pytestqt.qtbot import QtBot

from attnviz.figures.theme import theme

EXCEL = "A\tB\tC\tD\n3\t7,4\t5\t5\n5\t9\t8\t5\n"


def test_why_a_button_is_dead_stands_in_red_on_its_own_line(qtbot: QtBot, tmp_path: Path) -> None:
    np.save(tmp_path / "mask.npy", np.tri(3, dtype=bool))
    dialog = dialog_over(qtbot, tmp_path / "mask.npy", by_hand())
    here, new = (dialog.findChild(QLabel, name) for name in ("import.consequence", "import.consequence.new"))
    assert not here.property("bad")
    assert new.property("bad")
    assert new.text() == "Mask alone makes no scenario. Import X or weights with it."
    assert not dialog.findChild(QAbstractButton, "import.new").isEnabled()


def test_a_fault_is_red_over_the_table_and_the_advice_is_not(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "1\t2\n3\tn/a\n", by_hand())
    assert dialog.findChild(QLabel, "import.about").property("bad")
    assert not dialog.findChild(QLabel, "import.consequence").property("bad")
    assert dialog.findChild(QComboBox, "import.target").currentText() == "not chosen yet"


def test_that_a_matrix_was_turned_is_said(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, EXCEL, by_hand())
    assert words(dialog, "import.about") == "Turned: it was read as 2×4."


def test_numbers_of_a_small_matrix_grow_into_their_room(qtbot: QtBot) -> None:
    small, large = dialog_over(qtbot, "1\t2\n3\t4", by_hand()), dialog_over(qtbot, "1\t2\t3\n" * 200, by_hand())
    sizes = [dialog.findChild(QTableView, "import.preview").font().pixelSize() for dialog in (small, large)]
    assert sizes[0] > sizes[1] == theme().number_px


def test_empty_cells_become_0_when_a_person_says_so(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "1\t\t3\n4\t5\t\n", by_hand())
    assert not dialog.findChild(QAbstractButton, "import.new").isEnabled()
    say(dialog, "empty", "zero")
    become(dialog, "X")
    assert sorted(number for row in shown(dialog) for number in row) == ["0", "0", "1", "3", "4", "5"]


def test_matrices_of_one_head_each_are_one_line_of_the_list(qtbot: QtBot) -> None:
    sheet = "X\n1\t2\n3\t4\n5\t6\n\nW_Q1\n1\t0\n0\t1\n\nW_Q2\n2\t0\n0\t2\n"
    assert lines(dialog_over(qtbot, sheet, by_hand())) == ["X, 3×2  →  X", "W_Q1 to W_Q2, 2×2×2  →  W_Q"]


def test_where_nothing_would_change_enter_does_not_import_it_again(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "1\t0\n0\t1\n1\t1\n", by_hand())
    assert words(dialog, "import.consequence").startswith("Nothing changes")
    assert not dialog.findChild(QPushButton, "import.ok").isDefault()


def test_what_a_new_document_alone_would_make_up_is_said_as_such(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "1\t2\n3\t4", by_hand())
    become(dialog, "W_Q")
    assert words(dialog, "import.filled").startswith("In a new document: X was not given: it is the identity")
    assert "not given" not in words(dialog, "import.consequence.new")


def weights_of(heads: int) -> np.ndarray:
    return np.full((heads, 2, 2), 0.5)


def test_how_many_heads_there_are_is_said_once(qtbot: QtBot, tmp_path: Path) -> None:
    np.save(tmp_path / "one.npy", weights_of(1))
    np.save(tmp_path / "four.npy", weights_of(4))
    one, four = (dialog_over(qtbot, tmp_path / name, by_hand()) for name in ("one.npy", "four.npy"))
    assert words(one, "import.consequence.new") == "weights 2×2; 1 head."
    assert words(four, "import.consequence.new") == "weights 2×2; 4 heads."
    gone = "X, W_Q, W_K, W_V go"
    assert words(one, "import.consequence") == f"weights 2×2 are added; {gone}; tokens become numbers."
    assert words(four, "import.consequence") == (
        f"weights 2×2 are added; {gone}; 4 heads in place of 1; tokens become numbers."
    )


def test_the_only_matrix_is_not_called_the_first_of_one(qtbot: QtBot, tmp_path: Path) -> None:
    np.save(tmp_path / "one.npy", weights_of(1))
    np.save(tmp_path / "four.npy", weights_of(4))
    assert words(dialog_over(qtbot, tmp_path / "one.npy", by_hand()), "import.about") == "Queries ↓, keys →."
    four = dialog_over(qtbot, tmp_path / "four.npy", by_hand())
    assert words(four, "import.about") == "Queries ↓, keys →. The first of 4 matrices is shown."


def test_the_only_row_that_does_not_sum_to_1_is_not_one_of_one(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "0.5\t0.25", by_hand())
    become(dialog, "weights")
    assert "The row does not sum to 1 but to 0.750." in words(dialog, "import.skipped")
