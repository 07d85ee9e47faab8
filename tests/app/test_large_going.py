"""Going to a token among thousands, and seeing some rows and columns only."""

from __future__ import annotations

import pytest
from large_maps import large, opened_large, settled, viewport
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QLabel, QLineEdit, QRadioButton
from pytestqt.qtbot import QtBot
from scripted import find, trigger

from attnviz.app.dialogs.crop_dialog import Crop, CropDialog
from attnviz.app.dialogs.export_dialog import ExportDialog
from attnviz.app.dialogs.memory_dialog import Memory, MemoryDialog
from attnviz.app.dialogs.token_dialog import Going, TokenDialog
from attnviz.app.dialogs.token_search import found, place_of
from attnviz.app.window import MainWindow
from attnviz.engine.cells import Cell
from attnviz.engine.errors import FieldError
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.viewport import Viewport

WORDS = ("the", "cat", "The", "catalogue", "3", "sat")


def named(count: int = 600) -> tuple[str, ...]:
    return tuple(WORDS[place % len(WORDS)] for place in range(count))


def test_a_number_comes_first_then_tokens_that_are_it_then_those_that_hold_it() -> None:
    assert found("cat", WORDS) == [1, 3]
    assert found("THE", WORDS) == [0, 2]
    assert found("3", WORDS) == [2, 4]
    assert found("dog", WORDS) == []


def test_numbers_as_tokens_are_found_once() -> None:
    assert found("12", tuple(map(str, range(1, 100)))) == [11]


@pytest.mark.parametrize(("text", "told"), [("", "Type the number"), ("dog", "is “dog”"), ("x" * 99, "x…”")])
def test_a_place_that_is_none_says_what_to_type(text: str, told: str) -> None:
    with pytest.raises(FieldError, match=told):
        place_of(text, WORDS, "queries")


def test_a_number_beyond_the_last_says_how_many_there_are() -> None:
    with pytest.raises(FieldError, match="There are 20 keys"):
        place_of("21", tuple(map(str, range(1, 21))), "keys")


def test_going_to_a_token_selects_its_pair_and_shows_it_close_up(qtbot: QtBot) -> None:
    window = opened_large(qtbot, token=Going("both", 449))
    trigger(window, "go_to_token")
    assert window.session.state.selection.cell == Cell("weights", 0, 449, 449)
    assert viewport(window).holds(449, 449)
    assert viewport(window).rows <= 24


def test_going_to_a_key_keeps_the_selected_query(qtbot: QtBot) -> None:
    window = opened_large(qtbot, token=Going("key", 20))
    window.session.select(cell=Cell("scores", 1, 300, 299), query=300, head=1)
    settled(qtbot, window)
    trigger(window, "go_to_token")
    assert window.session.state.selection.cell == Cell("scores", 1, 300, 20)
    assert viewport(window).holds(300, 20)


def test_the_dialog_lists_matches_while_one_types_and_arrow_keys_choose_one(qtbot: QtBot) -> None:
    dialog = TokenDialog(large(tokens=named()))
    qtbot.addWidget(dialog)
    assert dialog.choice() == Going("both", 0)
    line = find(dialog, "go_to_token.line", QLineEdit)
    qtbot.keyClicks(line, "sat")
    assert dialog.matches.rowCount() == 100
    qtbot.keyClick(line, Qt.Key.Key_Down)
    find(dialog, "go_to_token.key", QRadioButton).setChecked(True)
    assert dialog.choice() == Going("key", 5)
    assert "100 of 600" in find(dialog, "go_to_token.words", QLabel).text()


def test_each_match_stands_between_its_neighbours(qtbot: QtBot) -> None:
    dialog = TokenDialog(large(tokens=named()))
    qtbot.addWidget(dialog)
    find(dialog, "go_to_token.line", QLineEdit).setText("sat")
    assert dialog.matches.parts(1) == ("12", "cat The catalogue 3", "sat", "the cat The catalogue")
    assert dialog.matches.parts(0)[1] == "cat The catalogue 3"
    assert dialog.matches.parts(99) == ("600", "cat The catalogue 3", "sat", "")


def test_tokens_that_are_their_numbers_have_no_neighbours(qtbot: QtBot) -> None:
    dialog = TokenDialog(large())
    qtbot.addWidget(dialog)
    assert dialog.matches.parts(4) == ("5", "", "", "")


def test_a_token_that_is_not_there_cannot_be_gone_to(qtbot: QtBot) -> None:
    dialog = TokenDialog(large())
    qtbot.addWidget(dialog)
    qtbot.keyClicks(find(dialog, "go_to_token.line", QLineEdit), "dog")
    assert dialog.choice() is None
    assert not dialog.findChild(QDialogButtonBox).buttons()[0].isEnabled()


def test_cropping_shows_those_rows_and_columns_in_every_map(qtbot: QtBot) -> None:
    window = opened_large(qtbot, crop=Crop((100, 160), (40, 90)))
    trigger(window, "crop")
    assert viewport(window) == Viewport(100, 40, 60, 50)


def test_the_crop_dialog_begins_with_what_is_seen_and_takes_tokens(qtbot: QtBot) -> None:
    dialog = CropDialog(large(tokens=named()), Viewport(99.5, 10.2, 20, 30))
    qtbot.addWidget(dialog)
    assert dialog.choice() == Crop((99, 120), (10, 41))
    find(dialog, "crop.keys.first", QLineEdit).setText("cat")
    assert dialog.choice() == Crop((99, 120), (1, 41))


@pytest.mark.parametrize("typed", ["200-211", " 200 – 211 "])
def test_the_first_line_of_the_crop_dialog_takes_both_ends_as_the_command_line_does(qtbot: QtBot, typed: str) -> None:
    dialog = CropDialog(large(), Viewport(100, 10, 20, 30))
    qtbot.addWidget(dialog)
    find(dialog, "crop.queries.first", QLineEdit).setText(typed)
    assert dialog.choice() == Crop((199, 211), (10, 40))
    assert not find(dialog, "crop.queries.last", QLineEdit).isEnabled()
    find(dialog, "crop.queries.first", QLineEdit).setText("211-200")
    assert "stands before the first" in find(dialog, "crop.reason", QLabel).text()
    find(dialog, "crop.queries.first", QLineEdit).setText("110")
    assert dialog.choice() == Crop((109, 120), (10, 40))


def test_a_crop_that_ends_before_it_begins_is_refused_with_the_reason(qtbot: QtBot) -> None:
    dialog = CropDialog(large(), Viewport(100, 10, 20, 30))
    qtbot.addWidget(dialog)
    find(dialog, "crop.queries.last", QLineEdit).setText("5")
    assert "stands before the first" in find(dialog, "crop.reason", QLabel).text()


def test_the_crop_dialog_says_that_a_single_row_comes_with_its_neighbours(qtbot: QtBot) -> None:
    dialog = CropDialog(large(), Viewport(100, 10, 20, 30))
    qtbot.addWidget(dialog)
    assert "Fewer than 4 are shown with their neighbours." in find(dialog, "crop.hint", QLabel).text()


def test_cropping_to_the_selection_needs_a_pair(qtbot: QtBot) -> None:
    window = opened_large(qtbot)
    assert not window.menus.commands["crop_selection"].isEnabled()
    window.session.select(cell=Cell("weights", 0, 500, 70), query=500)
    trigger(window, "crop_selection")
    assert viewport(window).holds(500, 70)
    assert viewport(window).rows <= 24


def test_whole_map_is_offered_while_a_part_is_seen(qtbot: QtBot) -> None:
    window = opened_large(qtbot)
    assert not window.menus.commands["map_whole"].isEnabled()
    trigger(window, "map_in")
    trigger(window, "map_whole")
    assert window.session.state.view.viewport is None


def test_memory_that_is_chosen_limits_large_results_and_is_remembered(qtbot: QtBot) -> None:
    window = opened_large(qtbot, memory=Memory(70))
    trigger(window, "memory")
    assert window.session.state.trace.store.limit == 70_000_000
    assert window.settings.memory == 70
    window.session.open(large(512))
    assert window.session.state.trace.store.limit == 70_000_000


def test_the_memory_dialog_offers_the_automatic_choice(qtbot: QtBot) -> None:
    dialog = MemoryDialog(None)
    qtbot.addWidget(dialog)
    assert dialog.choice() == Memory(None)
    dialog.box.setValue(120)
    assert dialog.choice() == Memory(120)


def test_an_export_shows_the_part_on_the_screen_or_the_whole_map(qtbot: QtBot) -> None:
    window = opened_large(qtbot)
    window.session.look(viewport=Viewport(100, 40, 60, 50))
    dialog = ExportDialog(window.session.state, "weights", {}, window)
    qtbot.addWidget(dialog)
    assert map_of_choice(dialog, window).seen == Viewport(100, 40, 60, 50)
    find(dialog, "export.part", QCheckBox).setChecked(False)
    assert map_of_choice(dialog, window).seen.is_whole((600, 600))


def test_the_next_export_is_of_the_part_or_of_all_as_the_last_one_was(qtbot: QtBot) -> None:
    window = opened_large(qtbot)

    def next_after(looks: dict[str, object]) -> ExportDialog:
        dialog = ExportDialog(window.session.state, "weights", looks, window)
        qtbot.addWidget(dialog)
        return dialog

    window.session.look(viewport=Viewport(100, 40, 60, 50))
    first = next_after({})
    find(first, "export.part", QCheckBox).setChecked(False)
    looks = first.choice().looks()
    assert not find(next_after(looks), "export.part", QCheckBox).isChecked()
    window.session.look(viewport=None)
    looks = next_after(looks).choice().looks()  # which asks nothing about parts
    window.session.look(viewport=Viewport(100, 40, 60, 50))
    again = next_after(looks)
    assert not find(again, "export.part", QCheckBox).isChecked()
    find(again, "export.part", QCheckBox).setChecked(True)
    assert find(next_after(again.choice().looks()), "export.part", QCheckBox).isChecked()


def map_of_choice(dialog: ExportDialog, window: MainWindow) -> LargeMap:
    figure = dialog.choice().figure_of(window.session.state)
    assert isinstance(figure, LargeMap)
    return figure


def test_an_export_of_what_is_seen_whole_asks_nothing_about_parts(qtbot: QtBot) -> None:
    window = opened_large(qtbot)
    dialog = ExportDialog(window.session.state, "weights", {}, window)
    qtbot.addWidget(dialog)
    assert dialog.findChild(QCheckBox, "export.part") is None
