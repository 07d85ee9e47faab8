"""What a preview of an import looks like: its labels, and the bars by which a large one scrolls."""

from __future__ import annotations

import numpy as np
import pytest
from import_dialogs import dialog_over
from pane_scenarios import by_hand
from pytestqt.qtbot import QtBot

from attnviz.app.importing.preview_cells import PreviewCells
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


def test_the_tracks_of_its_scroll_bars_are_light_in_the_light_theme(qtbot: QtBot) -> None:
    dialog = dialog_over(qtbot, "\n".join("\t".join(["1"] * 60) for _ in range(90)), by_hand())
    table = dialog.findChild(PreviewTable, "import.preview")
    assert table is not None
    for bar in (table.horizontalScrollBar(), table.verticalScrollBar()):
        assert bar.isVisible()
        picture = bar.grab().toImage()
        assert picture.pixelColor(picture.width() * 2 // 3, picture.height() * 2 // 3).lightnessF() > 0.8


@pytest.mark.parametrize(
    ("values", "largest"),
    [([1.0, -7.0], 7.0), ([-3.0, -2.0], 3.0), ([np.inf, -4.0], 4.0), ([np.nan, 2.0], 2.0), ([np.nan, np.inf], 0.0)],
)
def test_the_largest_size_of_a_preview_is_that_of_its_finite_numbers(values: list[float], largest: float) -> None:
    assert PreviewCells(np.array([values])).largest == largest
