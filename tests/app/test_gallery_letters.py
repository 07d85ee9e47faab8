"""The cards of the gallery: as many in sight as can be read, in letters for the room they are read in."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from pytestqt.qtbot import QtBot
from scripted import find, opened

from attnviz.app.dialogs.gallery import AIR, Gallery
from attnviz.app.dialogs.thumbnails import thumbnail
from attnviz.content.presets import preset
from attnviz.figures.theme import theme
from attnviz.figures.view import View


@pytest.mark.parametrize(("text_size", "count"), [("normal", 12), ("large", 12), ("projector", 9)])
def test_so_many_examples_are_in_sight_at_once(qtbot: QtBot, text_size: str, count: int) -> None:
    window = opened(qtbot, view=View(text_size=text_size))  # type: ignore[arg-type]
    gallery = Gallery(window.session.state.view, window)
    gallery.resize(1229, 691)  # nine tenths of 1366 by 768
    gallery.show()
    cards = find(gallery, "gallery.cards")
    qtbot.waitUntil(lambda: cards.gridSize().width() > 350)
    last = cards.visualRect(cards.model().index(count - 1, 0))
    assert cards.viewport().rect().contains(last)
    gallery.close()


@pytest.mark.parametrize(("text_size", "least"), [("normal", 11), ("large", 11), ("projector", 16)])
@pytest.mark.parametrize("width", [720, 988, 1229])
def test_what_a_card_says_is_in_letters_that_can_be_read(qtbot: QtBot, width: int, text_size: str, least: int) -> None:
    window = opened(qtbot, view=View(text_size=text_size))  # type: ignore[arg-type]
    gallery = Gallery(window.session.state.view, window)
    gallery.resize(width, 572)
    gallery.show()
    cards = find(gallery, "gallery.cards")
    written = cards.itemDelegate()._lines(cards.font(), 200, cards.model().index(0, 0))
    assert min(letters.pixelSize() for letters, *_ in written) >= least
    gallery.close()


def test_a_larger_picture_has_the_same_cells_with_numbers(qtbot: QtBot) -> None:
    """Cells of four rows are too small for numbers that are to be read at any size, those of three are not."""
    del qtbot
    for name, written in (("by-hand", True), ("cross-attention", False)):
        for side in (90, 105, 136):
            picture = thumbnail(preset(name), QSize(side, side), 1.0, theme()).toImage()
            rows = 3 if written else 4
            cell = side // rows  # its upper left corner has one colour, its middle that of a number too
            left = (side - cell * 3) // 2
            inner = {
                picture.pixelColor(left + cell // 2 + across, cell // 2 + down).name()
                for across in range(-cell // 4, cell // 4)
                for down in range(-2, 3)
            }
            assert (len(inner) > 1) is written


@pytest.mark.parametrize("text_size", ["normal", "projector"])
def test_what_is_written_on_cards_begins_at_their_top(qtbot: QtBot, text_size: str) -> None:
    """A short sentence leaves its room below it: the titles of cards beside each other are in one line."""
    window = opened(qtbot, view=View(text_size=text_size))  # type: ignore[arg-type]
    gallery = Gallery(window.session.state.view, window)
    gallery.resize(1229, 691)
    gallery.show()
    cards = find(gallery, "gallery.cards")
    qtbot.waitUntil(lambda: not gallery._timer.isActive())
    picture = cards.viewport().grab().toImage()
    tops = []
    for row in (3, 4, 5):  # one-query, turn-the-query, raw-scores: titles of one line
        card = cards.visualRect(cards.model().index(row, 0)).adjusted(AIR + 136 + 12, 6, -AIR, -6)
        ground = picture.pixelColor(card.right(), card.bottom())
        inked = (
            y
            for y in range(card.top(), card.bottom())
            if any(picture.pixelColor(x, y) != ground for x in range(card.left(), card.right(), 1))
        )
        tops.append(next(inked) - card.top())
    assert max(tops) - min(tops) <= 3  # capitals differ by little
    gallery.close()
