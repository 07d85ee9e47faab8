"""Sentences that are typed in the room: one in place of another, and two compared."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QToolButton
from pytestqt.qtbot import QtBot
from scripted import click, find
from source_rooms import (
    BEST,
    IT,
    TROPHY,
    StoredSource,
    click_map,
    grid,
    in_window,
    lines_drawn,
    settled,
    stored,
)

from attnviz.content.sources.source import Place
from attnviz.engine.scenario import Scenario


def test_another_sentence_takes_the_place_of_the_one_before(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    room.look(query=IT, key=TROPHY)
    box = find(window, "source.sentence", QLineEdit)
    box.setFocus()
    box.setText(str(stored()["text_2"]))
    QTest.keyClick(box, Qt.Key.Key_Return)
    settled(qtbot, room)
    assert window.session.state.source.tokens == tuple(map(str, stored()["tokens_2"]))  # type: ignore[union-attr]
    assert (room.looks.query, room.looks.key, room.found) == (None, None, None)


def test_the_newest_sentence_wins(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    for number in (1, 2, 3, 1, 3):
        room.enter(str(stored()[f"text_{number}"]))
    settled(qtbot, room)
    assert window.session.state.source.text == str(stored()["text_3"])  # type: ignore[union-attr]
    assert room.gathered.complete  # type: ignore[union-attr]


def test_a_sentence_that_cannot_be_read_says_why_and_leaves_the_grid(qtbot: QtBot) -> None:
    from attnviz.engine.errors import FieldError, Where

    class Deaf(StoredSource):
        def with_text(self, text: str) -> StoredSource:
            raise FieldError("The sentence is empty. Type one.", Where("sentence"))

    window, room = in_window(qtbot, Deaf())
    room.enter("x")
    settled(qtbot, room)
    assert "The sentence is empty. Type one." in find(window, "message.text", QLabel).text()
    assert grid(room).grid is not None


def test_two_sentences_are_compared_by_the_word_they_share(qtbot: QtBot) -> None:
    window, room = in_window(qtbot, StoredSource(2))
    click(qtbot, window, "source.show_contrast")
    box = find(window, "source.second", QLineEdit)
    assert box.text() == "He took the money to the bank."  # which suits the first one
    QTest.keyClick(box, Qt.Key.Key_Return)
    settled(qtbot, room)
    sheet = room.drawings()["contrast"]
    assert sheet.title == "What 7 “bank” and 8 “bank” look at"
    np.testing.assert_allclose(sheet.contrast.right.weights, stored()["attentions_3"][0, 0, 7])  # type: ignore[union-attr]


def test_a_second_sentence_that_waits_says_where_enter_is_pressed_while_the_keyboard_is_in_the_first(
    qtbot: QtBot,
) -> None:
    window, room = in_window(qtbot, StoredSource(0))
    click(qtbot, window, "source.show_contrast")  # to which no second sentence is known
    first, second = (find(window, f"source.{name}", QLineEdit) for name in ("sentence", "second"))
    first.setFocus()
    first.setText(str(stored()["text_2"]))
    QTest.keyClick(first, Qt.Key.Key_Return)
    settled(qtbot, room)
    assert (window.focusWidget(), second.text()) == (first, "He took the money to the bank.")
    assert "press Compute beside it, or Enter in it" in find(window, "source.contrast").accessibleDescription()
    click(qtbot, window, "source.second.compute")  # as it says
    settled(qtbot, room)
    assert room.drawings()["contrast"].title == "What 7 “bank” and 8 “bank” look at"


def test_the_comparison_follows_the_head(qtbot: QtBot) -> None:
    window, room = in_window(qtbot, StoredSource(2))
    room.look(comparing=True)
    QTest.keyClick(find(window, "source.second", QLineEdit), Qt.Key.Key_Return)
    settled(qtbot, room)
    room.point_at(Place(2, 5))
    settled(qtbot, room)
    sheet = room.drawings()["contrast"]
    np.testing.assert_allclose(sheet.contrast.left.weights, stored()["attentions_2"][2, 5, 6])  # type: ignore[union-attr]


def test_a_click_on_a_head_compares_in_that_head(qtbot: QtBot) -> None:
    window, room = in_window(qtbot, StoredSource(2))
    room.point_at(Place(5, 10))
    click(qtbot, window, "source.show_contrast")
    settled(qtbot, room)
    click(qtbot, window, "source.head.1")
    settled(qtbot, room)
    sheet = room.drawings()["contrast"]
    np.testing.assert_allclose(sheet.contrast.left.weights, stored()["attentions_2"][5, 0, 6])  # type: ignore[union-attr]
    assert [head for head in range(12) if find(window, f"source.head.{head + 1}", QToolButton).isChecked()] == [0]


def test_ctrl_and_a_click_on_a_map_compare_in_that_head_as_the_hint_says(qtbot: QtBot) -> None:
    window, room = in_window(qtbot, StoredSource(2))
    click(qtbot, window, "source.show_contrast")
    settled(qtbot, room)
    assert find(window, "source.hint", QLabel).text().endswith("Ctrl+click compares in it.")
    click_map(room, Place(0, 4), Qt.KeyboardModifier.ControlModifier)
    settled(qtbot, room)
    sheet = room.drawings()["contrast"]
    np.testing.assert_allclose(sheet.contrast.left.weights, stored()["attentions_2"][0, 4, 6])  # type: ignore[union-attr]


def test_of_several_heads_with_lines_the_compared_one_alone_is_marked(qtbot: QtBot) -> None:
    window, room = in_window(qtbot, StoredSource(2))
    click(qtbot, window, "source.head.5")
    click(qtbot, window, "source.show_contrast")
    settled(qtbot, room)
    assert not find(window, "source.head.5", QToolButton).isChecked()
    assert grid(room).grid.lined == (Place(0, 0),)  # type: ignore[union-attr]
    click(qtbot, window, "source.show_lines")
    assert lines_drawn(room).title == "Layer 1, heads 1, 5"  # as they were chosen


def test_a_second_sentence_that_stands_there_is_offered(qtbot: QtBot) -> None:
    window, room = in_window(qtbot, StoredSource(2))
    room.look(comparing=True)
    assert find(window, "source.second", QLineEdit).text() == "He took the money to the bank."
    assert room.parts.contrast.view._sentence.startswith("To compare with the second sentence")


def test_without_a_second_sentence_one_is_asked_for(qtbot: QtBot) -> None:
    _, room = in_window(qtbot)
    room.look(comparing=True)
    assert room.parts.contrast.view._sentence.startswith("Type a second sentence")


def test_a_second_sentence_that_is_there_is_compared_at_once(qtbot: QtBot) -> None:
    window, room = in_window(qtbot, StoredSource(2))
    click(qtbot, window, "source.show_contrast")
    settled(qtbot, room)
    assert "contrast" in room.drawings()


def test_another_second_sentence_takes_the_place_of_the_one_before(qtbot: QtBot) -> None:
    window, room = in_window(qtbot, StoredSource(2))
    click(qtbot, window, "source.show_contrast")
    settled(qtbot, room)
    box = find(window, "source.second", QLineEdit)
    box.setText(str(stored()["text_0"]))
    QTest.keyClick(box, Qt.Key.Key_Return)
    settled(qtbot, room)
    assert room._comparing.second.text == str(stored()["text_0"])  # type: ignore[union-attr]


def test_a_complaint_about_a_head_goes_with_its_source(qtbot: QtBot) -> None:
    from attnviz.engine.errors import FieldError, Where

    class Shut(StoredSource):
        def scenario(self, place: object) -> Scenario:
            raise FieldError("Row 1 is nan. Mend it.", Where("weights"))

    window, room = in_window(qtbot, Shut())
    room.open_head(BEST)
    assert "nan" in find(window, "message.text", QLabel).text()
    room.enter(str(stored()["text_2"]))
    settled(qtbot, room)
    assert window.session.state.refused is None
