"""Fonts and what measures with them belong to one thread: Qt changes them under two that use them at once."""

from __future__ import annotations

import threading
from collections.abc import Callable

from attnviz.figures.labels import ruler
from attnviz.figures.per_thread import kept_per_thread
from attnviz.figures.theme import font, theme


def elsewhere(make: Callable[[], object]) -> object:
    """What another thread gets."""
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(make()))
    thread.start()
    thread.join()
    return found[0]


def test_the_same_font_is_another_object_in_another_thread(qapp: object) -> None:
    assert font(12) is font(12)
    assert elsewhere(lambda: font(12)) is not font(12)


def test_a_theme_and_its_fonts_are_not_shared_between_threads(qapp: object) -> None:
    assert theme() is theme()
    assert elsewhere(theme) is not theme()
    assert elsewhere(lambda: theme().small_font) is not theme().small_font


def test_a_ruler_measures_with_the_font_of_its_thread(qapp: object) -> None:
    own = ruler(font(12))
    other = elsewhere(lambda: ruler(font(12)))
    assert other is not own
    assert other.width("abc") == own.width("abc")  # type: ignore[attr-defined]


def test_things_are_made_once_in_a_thread() -> None:
    made: list[int] = []

    @kept_per_thread(4)
    def make(number: int) -> int:
        made.append(number)
        return number

    make(1)
    make(1)
    elsewhere(lambda: make(1))
    assert made == [1, 1]
