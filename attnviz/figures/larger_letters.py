"""Larger letters for a map without numbers beside another one: as large as its cells and its words can bear."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF

from attnviz.figures.fitting import colours_only
from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.margins import margins, words_passed_over
from attnviz.figures.theme import Theme

_LETTERS = 1.6, 1.5, 1.4, 1.3, 1.2, 1.1  # times the theme's, that are tried
_CELL = 0.88  # of their sides: what cells give up at most
_LINES = 40  # of a room's height: larger letters would be larger than those of the panes beside it


def with_larger_letters(model: Heatmap, rect: QRectF, theme: Theme, fit: Fit) -> Fit:
    """The sizes with the largest letters that cost no name and little of the cells, where there are no numbers.

    Numbers that grow with their room take letters along; colours alone would leave them as small as in a small window.
    """
    if fit.number_px or theme.text_size == "projector" or fit.letters != 1.0:
        return fit
    usual = margins(model, theme, fit, rect)
    steps, words = (usual.row_step, usual.column_step), words_passed_over(model, theme, rect.width() - usual.left)
    for letters in _LETTERS:
        look = theme.grown(letters)
        if look.small_px > max(theme.small_px, rect.height() / _LINES):
            continue
        larger = colours_only(model, rect, look)
        around = margins(model, look, larger, rect)
        if (
            larger.cell_width >= _CELL * fit.cell_width
            and larger.cell_height >= _CELL * fit.cell_height
            and (around.row_step, around.column_step) == steps
            and words_passed_over(model, look, rect.width() - around.left) <= words
            and around.joined == usual.joined
        ):
            return replace(larger, letters=letters)
    return fit
