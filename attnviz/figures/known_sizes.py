"""How large the panels of a board are in cells of some size, each found out once: a search asks for the same again."""

from __future__ import annotations

from PySide6.QtCore import QSizeF

from attnviz.figures.bars import Bars, bars_size
from attnviz.figures.fitting import natural_size
from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.theme import Theme

_ENDLESS = 1e7
_MOST = 20_000  # sizes that are remembered: a search in all sizes of letters asks for some thousands
_known: dict[tuple[object, ...], QSizeF] = {}


def panel_sizes(
    panels: tuple[Heatmap | Bars, ...], theme: Theme, fits: tuple[Fit, ...], *, titles: bool
) -> tuple[QSizeF, ...]:
    """The size of each panel with these cells; bars are no higher than the highest map."""
    pairs = tuple(zip(panels, fits, strict=True))
    maps = {
        index: _size(panel, theme, fit, titles=titles)
        for index, (panel, fit) in enumerate(pairs)
        if isinstance(panel, Heatmap)
    }
    highest = max((size.height() for size in maps.values()), default=_ENDLESS)
    return tuple(
        maps[index] if isinstance(panel, Heatmap) else bars_size(panel, theme, fit, highest)
        for index, (panel, fit) in enumerate(pairs)
    )


def _size(model: Heatmap, theme: Theme, fit: Fit, *, titles: bool) -> QSizeF:
    """What `natural_size` comes to, by all that it depends on: of the numbers those of the legend."""
    expected = model.expected if model.face is None else ()
    words = model.placed, model.column_words, model.brief, model.other_briefs, expected
    letters = theme.text_size, theme.factor, theme.least_number, theme.least_small
    key = model.measures_of_colours, words, letters, fit, titles
    known = _known.get(key)
    if known is None:
        if len(_known) >= _MOST:
            _known.clear()
        known = _known[key] = natural_size(model, theme, fit, title_width=titles)
    return known
