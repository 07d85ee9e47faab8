"""How much the maps of a board say after their titles: those of a line alike, and what belongs together too."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from attnviz.figures.board_plan import Panel, Plan
from attnviz.figures.fitting import figure_theme
from attnviz.figures.heatmap import FORMULA_ALONE, SHAPE_ALONE, Fit, Heatmap
from attnviz.figures.margins import words_passed_over
from attnviz.figures.theme import Theme

_APART = 0.75  # letters between what is said of one map and the title of the next, at least
_NOTHING = SHAPE_ALONE + 1  # of the words after a title
_PAIRS = frozenset({"queries", "keys"}), frozenset({"rotated_queries", "rotated_keys"})  # say as much as each other
_JOINED = frozenset({"concatenated", "W_O", "b_O", "output"})  # of which one is the product of others


def word_levels(
    panels: tuple[Panel, ...], plan: Plan, rects: tuple[QRectF, ...], fits: tuple[Fit, ...], theme: Theme
) -> tuple[int, ...]:
    """How much each panel says after its title: as much as all panels of its line have room for.

    Shapes stand after all titles of heads that are joined, or after none.
    Where some formula of a line has no room, nothing stands in its place, and the others stand without shapes; of
    queries and keys both have theirs or neither.
    """
    levels = [0] * len(rects)
    for row in plan.rows:
        own = {}
        starts = {index: rects[index].left() + (plan.indents[index] if plan.indents else 0.0) for index in row}
        for place, index in enumerate(row):
            panel, fit = panels[index], fits[index]
            if isinstance(panel, Heatmap) and panel.show_title:
                grown = figure_theme(theme, fit.number_px, fit.letters)
                end = rects[index].right()
                if place + 1 < len(row):  # clear of the next title, which begins another sentence
                    end = min(end, starts[row[place + 1]] - _APART * grown.small_px)
                own[index] = words_passed_over(panel, grown, end - starts[index])
        formulas = [level for index, level in own.items() if level < SHAPE_ALONE and not _remarks(panels[index])]
        alike, least = max(formulas, default=0), FORMULA_ALONE if any(own.values()) else 0
        for index, level in own.items():
            usual = max(least, level if _remarks(panels[index]) else alike)
            levels[index] = usual if level < SHAPE_ALONE else _NOTHING
    for pair in _PAIRS:
        twins = [index for index, panel in enumerate(panels) if isinstance(panel, Heatmap) and panel.key in pair]
        for index in twins if any(levels[index] == _NOTHING for index in twins) else ():
            levels[index] = _NOTHING
    joined = [index for index, panel in enumerate(panels) if isinstance(panel, Heatmap) and panel.key in _JOINED]
    concat = any(panels[index].key == "concatenated" for index in joined)
    for index in joined if concat and any(levels[index] for index in joined) else ():
        levels[index] = max(levels[index], FORMULA_ALONE)
    return tuple(levels)


def _remarks(panel: Panel) -> bool:
    """True if its words are a remark rather than a formula: what is hidden."""
    return isinstance(panel, Heatmap) and panel.key == "masked" and bool(panel.other_briefs)
