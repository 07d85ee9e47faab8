"""A title or a hint that has no room in one line goes on in a second one before anything is left out."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot
from scripted import opened

from attnviz.app.controls.two_lines import TwoLines

TEXT = "Click a number here and type."


@pytest.fixture
def label(qtbot: QtBot) -> TwoLines:
    made = TwoLines()
    qtbot.addWidget(made)
    made.setText(TEXT)
    return made


def half(label: TwoLines) -> int:
    """Pixels that hold a little more than half of the text."""
    return round(0.65 * label.fontMetrics().horizontalAdvance(TEXT))


def test_a_text_with_room_stands_in_one_line(label: TwoLines) -> None:
    assert label.shown_lines(1000) == [TEXT]
    assert label.heightForWidth(1000) == label.fontMetrics().lineSpacing()


def test_a_text_without_room_goes_on_in_the_next_line(label: TwoLines) -> None:
    lines = label.shown_lines(half(label))
    assert len(lines) == 2
    assert " ".join(lines) == TEXT
    assert label.heightForWidth(half(label)) == 2 * label.fontMetrics().lineSpacing()


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Three heads of width 3", ["Three heads", "of width 3"]),
        ("4,096 tokens, eight habits", ["4,096 tokens,", "eight habits"]),
    ],
)
def test_the_last_word_does_not_stand_alone_where_lines_can_be_even(
    label: TwoLines, text: str, lines: list[str]
) -> None:
    label.setText(text)
    assert label.shown_lines(label.fontMetrics().horizontalAdvance(text) - 1) == lines


def test_only_what_has_no_room_in_two_lines_is_left_out_and_told_on_hover(label: TwoLines) -> None:
    label.resize(half(label), 60)
    label.show()
    assert label.toolTip() == ""
    label.resize(half(label) // 2, 60)
    assert label.shown_lines(label.width())[-1].endswith("…")
    assert label.toolTip() == TEXT


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_title_and_hint_of_the_inputs_are_read_whole(qtbot: QtBot, text_size: str) -> None:
    window = opened(qtbot, "trophy-layer")
    window.resize(1366, 768)
    window.session.look(text_size=text_size)
    labels = [own for own in window.findChildren(TwoLines) if own.isVisible()]
    assert {own.text() for own in labels} == {TEXT, window.session.state.scenario.title}
    for label in labels:
        qtbot.waitUntil(lambda own=label: own.fits(own.width()) and own.height() >= own.heightForWidth(own.width()))
