"""The import dialog: what was read is seen, every guess can be changed, and what will change is said before it does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from import_dialogs import become, dialog_over, lines, press, say, shown, words
from pane_scenarios import by_hand, two_heads
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QListWidget,
    QRadioButton,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from attnviz import GivenWeights, Scenario, trace

EXCEL = "A\tB\tC\tD\n3\t7,4\t5\t5\n5\t9\t8\t5\n"


def test_a_sheet_with_tokens_in_columns_becomes_X_with_its_labels(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, EXCEL, by_hand())
    assert words(dialog, "import.title") == "X, 4×2"
    assert shown(dialog) == [["3", "5"], ["7.4", "9"], ["5", "8"], ["5", "5"]]
    press(dialog, "import.ok")
    answer = dialog.answer()
    assert answer is not None
    assert not answer.new
    assert answer.scenario.matrix("X").tolist() == [[3, 5], [7.4, 9], [5, 8], [5, 5]]
    assert answer.scenario.tokens == ("A", "B", "C", "D")


def test_what_will_change_is_said_before_it_does(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, EXCEL, by_hand())
    assert words(dialog, "import.consequence") == "X becomes 4×2, it was 3×2; tokens become “A”, “B”, “C”, “D”."


def test_a_new_document_has_the_matrix_that_is_previewed(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "0.5 1 2\n3 4 5", by_hand())
    assert shown(dialog) == [["0.5", "3"], ["1", "4"], ["2", "5"]]  # the projections of this document take two columns
    press(dialog, "import.new")
    answer = dialog.answer()
    assert answer is not None
    assert answer.new
    assert answer.scenario.matrix("X").tolist() == [[0.5, 3], [1, 4], [2, 5]]


def test_one_that_is_told_to_lie_otherwise_lies_so_in_a_new_document_too(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "0.5 1 2\n3 4 5", by_hand())
    say(dialog, "tokens", "rows")
    press(dialog, "import.new")
    answer = dialog.answer()
    assert answer is not None
    assert answer.scenario.matrix("X").tolist() == [[0.5, 1, 2], [3, 4, 5]]


def test_a_convention_of_the_text_is_read_anew_at_once(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "1;2\n3;4\n5;6\n", by_hand())
    assert shown(dialog) == [["1", "2"], ["3", "4"], ["5", "6"]]
    say(dialog, "header", "column")
    assert shown(dialog) == [["2"], ["4"], ["6"]]
    say(dialog, "header", "none")
    assert shown(dialog) == [["1", "2"], ["3", "4"], ["5", "6"]]


def test_a_square_projection_shows_Q_of_both_readings_side_by_side(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "1\t2\n3\t4", by_hand())
    become(dialog, "W_Q")
    # X = [[1, 0], [0, 1], [1, 1]]: the rows of W and their sum, and those of its transpose.
    assert shown(dialog, "import.preview.product.XW.table") == [["1", "2"], ["3", "4"], ["4", "6"]]
    assert shown(dialog, "import.preview.product.XWt.table") == [["1", "3"], ["2", "4"], ["3", "7"]]
    press(dialog, "import.preview.product.XWt")
    assert shown(dialog) == [["1", "3"], ["2", "4"]]
    press(dialog, "import.ok")
    answer = dialog.answer()
    assert answer is not None
    assert answer.scenario.matrix("W_Q").tolist() == [[1, 3], [2, 4]]


def test_ragged_rows_are_told_in_place_with_the_row_marked(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "1,0\n0,1,5\n1,1\n", by_hand())
    assert words(dialog, "import.about") == "Row 2 has 3 numbers but row 1 has 2. Make them equal."
    table = dialog.findChild(QTableView, "import.preview")
    faulty = [
        (row, column)
        for row in range(3)
        for column in range(3)
        if table.model().index(row, column).data(Qt.ItemDataRole.AccessibleDescriptionRole)
    ]
    assert faulty == [(1, 0), (1, 1), (1, 2)]
    assert not dialog.findChild(QAbstractButton, "import.ok").isEnabled()
    assert not dialog.findChild(QAbstractButton, "import.new").isEnabled()


@pytest.mark.parametrize("cell", ["nan", "inf", "1+2j", "--", "n/a"])
def test_a_cell_that_is_no_number_is_marked(qtbot: QtBot, cell: str) -> None:
    dialog = dialog_over(qtbot, f"1\t2\n3\t{cell}\n", by_hand())
    assert words(dialog, "import.about").startswith("Row 2, column 2")
    index = dialog.findChild(QTableView, "import.preview").model().index(1, 1)
    assert index.data() == cell
    assert index.data(Qt.ItemDataRole.AccessibleDescriptionRole) == "This cannot be read."
    assert not dialog.findChild(QAbstractButton, "import.ok").isEnabled()


def test_lines_that_are_no_numbers_become_tokens_as_they_are(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "Ġcat\n▁sat\nهذا اختبار\n", by_hand())
    press(dialog, "import.ok")
    answer = dialog.answer()
    assert answer is not None
    assert answer.scenario.tokens == ("Ġcat", "▁sat", "هذا اختبار")


def test_what_does_not_fit_says_what_to_import_with_it_and_can_begin_a_new_document(qtbot: QtBot) -> None:
    sheet = "\n".join("\t".join(str(row * 6 + column) for column in range(6)) for row in range(4))
    dialog = dialog_over(qtbot, sheet, by_hand())
    become(dialog, "X")
    told = words(dialog, "import.consequence")
    assert "W_Q" in told
    assert words(dialog, "import.consequence.new").startswith("X 4×6, ")
    assert words(dialog, "import.filled") == "W_Q, W_K, W_V were not given: they are the identity."
    assert not dialog.findChild(QAbstractButton, "import.ok").isEnabled()
    press(dialog, "import.new")
    answer = dialog.answer()
    assert answer is not None
    assert answer.new
    assert answer.scenario.sizes.d_model == 6


def test_true_in_a_mask_means_what_a_person_says(qtbot: QtBot, tmp_path: Path) -> None:
    np.save(tmp_path / "mask.npy", np.tril(np.ones((3, 3), dtype=bool)))
    dialog = dialog_over(qtbot, tmp_path / "mask.npy", by_hand())
    assert shown(dialog)[0] == ["see", "hide", "hide"]
    say(dialog, "true", "hide")
    assert shown(dialog)[0] == ["hide", "see", "see"]


def test_of_several_arrays_each_has_its_target_and_can_be_left_out(qtbot: QtBot, tmp_path: Path) -> None:
    np.savez(tmp_path / "all.npz", X=np.eye(3, 2), W_Q=np.ones((2, 2)), loss=np.arange(6.0).reshape(2, 3))
    dialog = dialog_over(qtbot, tmp_path / "all.npz", by_hand())
    assert lines(dialog) == ["X, 3×2  →  X", "W_Q, 2×2  →  W_Q", "loss, 2×3  (left out)"]
    become(dialog, "")
    assert lines(dialog)[0] == "X, 3×2  (left out)"
    press(dialog, "import.ok")
    answer = dialog.answer()
    assert answer is not None
    assert answer.scenario.matrix("X").tolist() == by_hand().matrix("X").tolist()
    assert answer.scenario.matrix("W_Q").tolist() == [[1, 1], [1, 1]]
    assert answer.label == "Import W_Q"


def test_a_target_that_is_given_to_another_array_frees_the_first(qtbot: QtBot, tmp_path: Path) -> None:
    np.savez(tmp_path / "two.npz", a=np.zeros((3, 2)), b=np.ones((3, 2)))
    dialog = dialog_over(qtbot, tmp_path / "two.npz", by_hand())
    become(dialog, "X")
    dialog.findChild(QListWidget, "import.arrays").setCurrentRow(1)
    become(dialog, "X")
    assert lines(dialog) == ["a, 3×2  (left out)", "b, 3×2  →  X"]


def test_weights_whose_rows_do_not_sum_to_1_are_shown_with_their_sums_and_left_as_they_are(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "0.1 0.2 0.7\n0.5 0.25 0.25\n0.2 0.3 0.6\n", by_hand())
    become(dialog, "weights")
    assert [row[-1] for row in shown(dialog)] == ["1", "1", "1.100"]
    assert "1 of 3 rows does not sum to 1" in words(dialog, "import.skipped")
    press(dialog, "import.ok")
    answer = dialog.answer()
    assert answer is not None
    assert isinstance(answer.scenario.inputs, GivenWeights)
    assert answer.scenario.matrix("weights")[0, 2].tolist() == [0.2, 0.3, 0.6]


def test_the_number_of_heads_can_be_said(qtbot: QtBot) -> None:
    sheet = "\n".join("\t".join("1" * 4) for _ in range(4))
    dialog = dialog_over(qtbot, sheet, two_heads())
    become(dialog, "W_Q")
    box = dialog.findChild(QWidget, "import.heads")
    assert box.value() == 2
    box.setValue(4)
    assert dialog.draft.here.heads == 4


def test_the_first_rows_of_a_large_matrix_come_with_its_true_size(qtbot: QtBot, tmp_path: Path) -> None:
    np.save(tmp_path / "large.npy", np.zeros((512, 2048), dtype=np.float32))
    dialog = dialog_over(qtbot, tmp_path / "large.npy", by_hand())
    become(dialog, "W_Q")
    assert "512×2048" in words(dialog, "import.title")
    model = dialog.findChild(QTableView, "import.preview").model()
    assert (model.rowCount(), model.columnCount()) == (512, 2048)


def test_everything_that_can_be_used_has_a_name_for_scripts_and_for_readers(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "1\t2\n3\t4", by_hand())
    become(dialog, "W_Q")
    kinds = (QAbstractButton, QComboBox, QTableView, QListWidget)
    used = [widget for kind in kinds for widget in dialog.findChildren(kind) if widget.isVisibleTo(dialog)]
    ours = [widget for widget in used if not isinstance(widget.parent(), QTableView)]
    assert len(ours) > 8
    for widget in ours:
        assert widget.objectName(), widget
        assert widget.accessibleName() or getattr(widget, "text", str)(), widget.objectName()


def test_tab_goes_from_what_it_becomes_to_the_conventions_and_on_to_the_buttons(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "1\t2\n3\t4", by_hand())
    become(dialog, "W_Q")
    dialog.findChild(QComboBox, "import.target").setFocus()
    seen = []
    for _ in range(12):
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        seen.append(dialog.focusWidget().objectName())
    order = ["import.convention.product.XW", "import.preview", "import.preview.product.XW", "import.ok"]
    places = [seen.index(name) for name in order]
    assert places == sorted(places)


def test_the_keyboard_stays_with_its_question_when_the_answer_changes(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "1\t2\n3\t4", by_hand())
    become(dialog, "W_Q")
    button = dialog.findChild(QRadioButton, "import.convention.product.XW")
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Down)
    assert dialog.focusWidget().objectName() == "import.convention.product.XWt"
    assert dialog.findChild(QLabel, "import.title").text() == "W_Q, 2×2"
    assert shown(dialog) == [["1", "3"], ["2", "4"]]


def test_cancel_decides_nothing(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, EXCEL, by_hand())
    press(dialog, "import.cancel")
    assert dialog.answer() is None


def test_one_map_becomes_a_scenario_of_given_weights(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "0.25 0.75\n0.5 0.5\n", Scenario(GivenWeights([[[1.0]]])))
    become(dialog, "weights")
    press(dialog, "import.new")
    answer = dialog.answer()
    assert answer is not None
    assert answer.scenario.matrix("weights").tolist() == [[[0.25, 0.75], [0.5, 0.5]]]


def test_a_setting_in_an_archive_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    np.savez(tmp_path / "with.npz", X=np.eye(3, 2), heads=np.array(1))
    dialog = dialog_over(qtbot, tmp_path / "with.npz", by_hand())
    assert words(dialog, "import.title") == "X, 3×2"
    assert "Settings in it: heads = 1." in words(dialog, "import.skipped")


def test_a_whole_layer_of_a_real_model_comes_in_as_it_is(qtbot: QtBot, golden: Path) -> None:
    dialog = dialog_over(qtbot, golden / "real_minilm_L3.npz", by_hand())
    dialog.findChild(QWidget, "import.heads").setValue(12)
    press(dialog, "import.new")
    answer = dialog.answer()
    assert answer is not None
    with np.load(golden / "real_minilm_L3.npz") as layer:
        traced = trace(answer.scenario)
        np.testing.assert_allclose(
            np.stack([traced.at("weights", head) for head in range(12)]), layer["weights"], atol=1e-5
        )
        assert answer.scenario.tokens == tuple(layer["tokens"].tolist())


def test_a_sheet_with_W_on_the_left_and_tokens_in_columns_opens_right_at_the_first_try(qtbot: QtBot) -> None:
    rows = [
        "\t\t\t\t\t\t\tthe\tcat\tsat\tdown",
        "1\t0\t0\t0\t0\t0\t\t1\t5\t2\t5",
        "0\t1\t0\t0\t0\t0\t\t2\t1\t6\t3",
        "0\t0\t1\t0\t0\t1\t\t6\t6\t8\t3",
        "\t\t\t\t\t\t\t1\t5\t8\t8",
        "\t\t\t\t\t\t\t7\t6\t3\t3",
        "\t\t\t\t\t\t\t0\t1\t2\t3",
    ]
    dialog = dialog_over(qtbot, "\n".join(rows), by_hand())
    press(dialog, "import.new")
    answer = dialog.answer()
    assert answer is not None
    assert answer.scenario.tokens == ("the", "cat", "sat", "down")
    # W·X of the sheet: its first two rows are those of X, the third is the sum of rows 3 and 6.
    expected = [[1, 2, 6], [5, 1, 7], [2, 6, 10], [5, 3, 6]]
    assert trace(answer.scenario).at("queries", 0).tolist() == expected


def test_a_block_that_would_be_labels_only_is_told_and_the_others_stay(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "\t\t\tthe\tcat\n1\t2\t\t3\t4\n5\t\t\t7\t8\n", by_hand())
    say(dialog, "header", "both")
    assert "only labels" in words(dialog, "import.skipped")
