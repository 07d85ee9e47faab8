"""The room in a projector's letters: one figure at a time has the room, and what is chosen stands beside it."""

from __future__ import annotations

from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot
from scripted import click, find
from source_rooms import IT, TROPHY, grid, in_window, lines

from attnviz.app.sources.source_room import SourceRoom
from attnviz.app.window import MainWindow


def _projected(qtbot: QtBot) -> tuple[MainWindow, SourceRoom]:
    window, room = in_window(qtbot)
    window.resize(1366, 768)
    window.session.look(text_size="projector")
    return window, room


def test_grid_and_lines_have_the_room_in_turn(qtbot: QtBot) -> None:
    window, room = _projected(qtbot)
    assert (grid(room).isVisible(), lines(room).isVisible()) == (True, False)
    click(qtbot, window, "source.show_lines")
    assert (grid(room).isVisible(), lines(room).isVisible()) == (False, True)
    assert list(room.drawings()) == ["lines"]
    click(qtbot, window, "source.show_grid")
    assert grid(room).isVisible()


def test_a_found_head_brings_its_lines_in_front(qtbot: QtBot) -> None:
    window, room = _projected(qtbot)
    room.look(query=IT, key=TROPHY)
    click(qtbot, window, "source.find.1")
    assert lines(room).isVisible()
    assert lines(room).lines.title == "Layer 4, head 2"  # type: ignore[union-attr]


def test_tokens_are_folded_away_until_they_are_asked_for(qtbot: QtBot) -> None:
    window, room = _projected(qtbot)
    assert not find(window, "source.token.1", QToolButton).isVisible()
    click(qtbot, window, "source.more")
    assert find(window, "source.token.1", QToolButton).isVisible()
    click(qtbot, window, "source.hide_special")
    click(qtbot, window, "source.more")
    assert "2 hidden" in find(window, "source.more").text()
    assert room.looks.hidden == {0, 15}


def test_every_found_head_is_listed_one_under_the_other(qtbot: QtBot) -> None:
    window, room = _projected(qtbot)
    room.look(query=IT, key=TROPHY)
    buttons = [find(window, f"source.find.{number}", QToolButton) for number in range(1, 7)]
    qtbot.waitUntil(lambda: len({button.y() for button in buttons}) == 6)
    assert all(button.isVisible() for button in buttons)


def test_controls_keep_their_places_when_heads_are_found_or_sentences_compared(qtbot: QtBot) -> None:
    window, room = _projected(qtbot)
    layer = find(window, "source.layer")

    def top() -> int:
        return layer.mapTo(window, layer.rect().topLeft()).y()

    qtbot.waitUntil(lambda: grid(room).height() > 300 and window.updatesEnabled())
    before = top()
    room.look(query=IT, key=TROPHY)
    qtbot.waitUntil(lambda: find(window, "source.find.6", QToolButton).isVisible())
    assert top() == before
    click(qtbot, window, "source.show_contrast")
    assert top() == before


def test_what_needs_the_maps_rests_while_sentences_are_compared(qtbot: QtBot) -> None:
    window, _ = _projected(qtbot)
    click(qtbot, window, "source.show_contrast")
    assert not find(window, "source.find.query").isEnabled()
    click(qtbot, window, "source.show_lines")
    assert find(window, "source.find.query").isEnabled()


def test_heads_that_need_several_lines_stand_in_even_ones(qtbot: QtBot) -> None:
    window, _ = _projected(qtbot)
    heads = [find(window, f"source.head.{number}", QToolButton) for number in range(1, 13)]
    qtbot.waitUntil(lambda: len({head.y() for head in heads}) > 1)
    by_line = [tuple(head.x() for head in heads if head.y() == y) for y in {head.y() for head in heads}]
    assert len(set(by_line)) == 1


def test_maps_are_larger_than_at_normal_size(qtbot: QtBot) -> None:
    window, room = _projected(qtbot)
    from attnviz.figures.overview.head_grid import grid_places

    def tile() -> float:
        return grid_places(grid(room).grid, grid(room).place, grid(room).theme).tile.width()  # type: ignore[arg-type]

    qtbot.waitUntil(lambda: tile() > 50)
    large = tile()
    window.session.look(text_size="normal")
    qtbot.waitUntil(lambda: lines(room).isVisible())
    assert large > tile()


def test_going_back_to_normal_letters_shows_both_figures(qtbot: QtBot) -> None:
    window, room = _projected(qtbot)
    window.session.look(text_size="normal")
    assert grid(room).isVisible()
    assert lines(room).isVisible()
