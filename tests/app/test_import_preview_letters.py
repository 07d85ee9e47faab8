"""Labels of a small matrix in the import grow with its numbers."""

from __future__ import annotations

from import_dialogs import dialog_over
from pane_scenarios import by_hand
from pytestqt.qtbot import QtBot

from attnviz.app.importing.preview_table import PreviewTable


def test_labels_keep_their_size_beside_the_numbers(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "1\t0\n0\t1\n1\t2\n", by_hand())
    dialog.resize(1080, 660)
    dialog.show()
    table = dialog.findChild(PreviewTable, "import.preview")
    assert table is not None
    qtbot.waitUntil(lambda: table.font().pixelSize() > 20)
    assert table.horizontalHeader().font().pixelSize() == round(0.7 * table.font().pixelSize())


def test_all_of_a_small_matrix_is_in_sight(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "1\t0\n0\t1\n1\t2\n", by_hand())
    dialog.resize(1080, 660)
    dialog.show()
    table = dialog.findChild(PreviewTable, "import.preview")
    assert table is not None
    qtbot.waitUntil(lambda: table.font().pixelSize() > 20)
    assert not table.horizontalScrollBar().isVisible()
    assert not table.verticalScrollBar().isVisible()
