"""How large titles and labels are: as the text size asks, but not at the cost of numbers that can be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil, inf
from typing import TypeVar

from attnviz.figures.theme import Theme
from attnviz.figures.theme import theme as theme_of

LARGEST = 10_000  # pixels, more than any number has
_LEAST_FAR = 0.7  # times the theme's letters in projector size, at least: smaller ones are not read from the last row
_NEARER = (0.85, 0.7, 0.6)  # times numbers and letters of projector size, before those of normal size
_STEPS = 4  # between letters as the text size asks and those of normal size
Found = TypeVar("Found")


def lettered(
    look: Theme, find: Callable[[Theme], Found], number_px: Callable[[Found], int], *, enough: float = inf
) -> tuple[Found, float]:
    """What `find` makes of the theme, or of one with smaller letters where numbers were below those of normal text.

    enough: times the least legible number, from which on numbers are large enough to leave letters as they are.

    Comes back with how many times the theme's its letters are. Where numbers of a large text size have no room at all,
    those of normal size are better than none. In projector size they are not: nobody in the last row reads them, and
    letters keep most of their size.
    """
    found = find(look)
    if look.text_size == "normal":
        return found, 1.0
    if look.text_size == "projector":
        return _seen_from_afar(look, found, find, number_px)
    normal = theme_of(look.name, "normal")
    wanted = min(number_px(find(normal)), ceil(min(enough * look.least_number, LARGEST)))
    if number_px(found) >= wanted:
        return found, 1.0
    share = normal.factor / look.factor
    for step in range(1, _STEPS + 1):
        letters = 1 - (1 - share) * step / _STEPS
        smaller = find(look.grown(letters))
        if number_px(smaller) >= wanted:
            return smaller, letters
    modest = replace(look, least_number=normal.least_number)
    for step in range(_STEPS + 1):  # numbers of normal size leave room for larger letters, as a rule
        letters = 1 - (1 - share) * step / _STEPS
        smaller = find(modest.grown(letters))
        if number_px(smaller) >= wanted:
            return smaller, letters
    return (smaller, share) if number_px(smaller) > number_px(found) else (found, 1.0)


def projected(look: Theme, find: Callable[[Theme], Found | None]) -> tuple[Found, float] | None:
    """What `find` has for projector size: legible from the last row, else as far as may be, and at last as near by.

    On a board that somebody asks for in spite of that, numbers for those who sit near are better than none at all.
    Comes back with how many times the theme's its letters are; None where even such numbers have no room.
    """
    for step in range(_STEPS + 1):
        letters = 1 - (1 - _LEAST_FAR) * step / _STEPS
        found = find(look.grown(letters) if step else look)
        if found is not None:
            return found, letters
    usual = theme_of(look.name, "normal").least_number / look.least_number
    for letters in (*(share for share in _NEARER if share > usual), round(usual, 3)):
        found = find(look.nearer(letters))
        if found is not None:
            return found, letters
    return None


def is_for_near(look: Theme, number_px: int, letters: float) -> bool:
    """True if numbers of that size in a figure with so large letters are not meant for the last row."""
    return look.text_size == "projector" and (0 < number_px < round(look.least_number) or letters < _LEAST_FAR)


def _seen_from_afar(
    look: Theme, found: Found, find: Callable[[Theme], Found], number_px: Callable[[Found], int]
) -> tuple[Found, float]:
    """With somewhat smaller letters only if numbers become legible by that."""
    least = round(look.least_number)
    for step in range(_STEPS + 1):
        letters = 1 - (1 - _LEAST_FAR) * step / _STEPS
        smaller = found if step == 0 else find(look.grown(letters))
        if number_px(smaller) >= least:
            return smaller, letters
    return found, 1.0
