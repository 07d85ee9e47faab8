"""Colours for several heads at once: apart for colour-blind eyes, and each at least 3:1 on the panel."""

from __future__ import annotations

from PySide6.QtGui import QColor

# After Okabe and Ito 2008, "Color Universal Design", darkened on white and lightened on dark where needed.
_COLOURS = {
    "light": "0072b2 d55e00 008a64 b0508f 8a6d00 55585f",
    "dark": "56b4e9 f08a4b 2cc79a e39ac8 e8d44a c3c8d0",
}
MOST_HEADS = 6  # at once: more colours could not be told apart


def head_colour(number: int, theme_name: str) -> QColor:
    """The colour of the `number`th head that is shown, from 0."""
    return QColor(f"#{_COLOURS[theme_name].split()[number % MOST_HEADS]}")
