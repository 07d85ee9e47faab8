"""Files that a person brings by mistake: said in the dialog, which opens at once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from import_dialogs import dialog_over, words
from pane_scenarios import by_hand
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from attnviz.app.importing.preview_table import PreviewTable
from attnviz.figures import labels


def test_an_array_with_a_number_that_is_none_is_refused_in_the_dialog(qtbot: QtBot, tmp_path: Path) -> None:
    values = np.zeros((300, 40), dtype=np.float32)
    values[7, 3] = np.nan
    np.save(tmp_path / "X.npy", values)
    dialog = dialog_over(qtbot, tmp_path / "X.npy", by_hand())
    assert "Row 8, column 4 is nan" in words(dialog, "import.about")
    for name in ("import.ok", "import.new"):
        assert not dialog.findChild(QPushButton, name).isEnabled()


def test_a_text_of_one_endless_line_is_no_list_of_tokens(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "[[" + "0.25, " * 4000, by_hand())
    assert dialog.draft.part is None
    assert "brackets" in words(dialog, "import.about")


def test_no_cell_of_a_preview_has_a_font_measure_more_than_anybody_reads(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = 0
    usual = labels.Ruler.width

    def width(self: labels.Ruler, text: str) -> float:
        nonlocal longest
        longest = max(longest, len(text))
        return usual(self, text)

    monkeypatch.setattr(labels.Ruler, "width", width)
    dialog = dialog_over(qtbot, "a" * 100_000 + ";1;2\nb;3;4\n", by_hand())
    assert dialog.findChild(PreviewTable, "import.preview").cells_model.rowCount() > 0
    assert 0 < longest < 300
