"""The room that a large map needs around it: for title, names, what rows and columns are, and the legend."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from attnviz.content.numerals import grouped
from attnviz.figures.labels import ruler
from attnviz.figures.large.large_legend import legend_width
from attnviz.figures.large.large_map import LargeMap, pooled_text
from attnviz.figures.margins import GAP, LEGEND_GAP
from attnviz.figures.theme import SMALL_PX, Theme, font

LINE = 1.15  # the height of a line of labels in label sizes
BETWEEN = "   "  # what is seen of the columns and what a point stands for
AFTER_TITLE = 28.0  # pixels at least from a title to what the columns are, in one line
FLAT = 4.0  # pixels that a name over a column leaves free
_FLAT_LETTERS = 4.0  # over columns at least so wide, in label sizes, names lie flat
_ROW_LETTERS, _COLUMN_LETTERS = 9.0, 6.5  # labels are no longer than so many times their size
_LABEL_SHARE = 0.25  # of the figure's width at most goes to labels
_CAPTION_GAP = 4.0  # between what the rows are and their labels
ROOMY = 380.0  # a figure at least so wide has room for words beside its legend


@dataclass(frozen=True)
class Naming:
    """How rows and columns are named. rows: by words, else by numbers; upright: columns by words that read upward."""

    rows: bool
    upright: bool


NUMBERS = Naming(rows=False, upright=False)


@dataclass(frozen=True)
class Around:
    """The room around a map: left and top with all that is there, and of what it consists."""

    left: float
    top: float
    title: float
    caption: float
    label_width: float
    label_height: float
    legend: float

    @staticmethod
    def of(model: LargeMap, theme: Theme, width: float, names: Naming = NUMBERS, *, joined: bool = False) -> Around:
        """What names of that kind, title, captions and legend need; it depends on what is seen in nothing else.

        joined: what the columns are stands in the line of the title.
        """
        small = ruler(theme.small_font)
        title = ruler(theme.title_font).height + GAP if model.show_title else 0.0
        if model.compact:
            return Around(0.0, float(ceil(title)), title, 0.0, 0.0, 0.0, 0.0)
        caption = small.height + 2
        most = _ROW_LETTERS * theme.small_px
        if model.cell is None:
            most = min(most, _LABEL_SHARE * width)
        number = small.width(grouped(model.shape[0]))
        label_width = number
        if names.rows:  # half a number would be another one
            label_width = max(min(label_room(model.shown_row_labels, model.shape[0], theme), most), number)
        label_height = small.height
        if names.upright:
            named = label_room(model.shown_column_labels, model.shape[1], theme)
            label_height = max(label_height, min(named, _COLUMN_LETTERS * theme.small_px))
        legend = 0.0
        if model.legend and model.legend_texts and not model.under:
            legend = LEGEND_GAP + legend_width(model, theme, roomy=width >= ROOMY)
        return Around(
            left=float(ceil(caption + _CAPTION_GAP + label_width + GAP)),
            top=float(ceil(title + (0.0 if joined else caption) + label_height + GAP)),
            title=title,
            caption=caption,
            label_width=label_width,
            label_height=label_height,
            legend=float(ceil(legend)),
        )


def names_at(model: LargeMap, theme: Theme, wide: float, high: float) -> Naming:
    """How rows and columns are named where a cell is so wide and high."""
    rows = not model.counted_rows and high >= LINE * shrunk(theme.small_px, high)
    flat = model.counted_columns or wide - FLAT >= _FLAT_LETTERS * theme.small_px
    return Naming(rows, not flat and wide >= LINE * shrunk(theme.small_px, wide))


def label_room(labels: tuple[str, ...], count: int, theme: Theme) -> float:
    """The width of the widest label, or of the largest number."""
    return max(ruler(theme.small_font).width(grouped(count)), _widest(labels, theme.small_px))


def title_width(model: LargeMap, theme: Theme, *, shape: bool = True) -> float:
    """The width of the title with all that stands after it, or without the shape, which gives way to a formula."""
    if not model.show_title:
        return 0.0
    words = model.formula if not shape and model.formula in model.words[1:] else model.words[0]
    return ruler(theme.title_font).width(model.title) + ruler(theme.small_font).width(words) + 8


def joined_widths(model: LargeMap, theme: Theme) -> tuple[float, float]:
    """The width of the title, its formula in few words and what the columns are, whichever part of them is seen; and
    without the formula.
    """
    count, small = grouped(model.shape[1]), ruler(theme.small_font)
    words = f"{model.column_words} {count}–{count}{BETWEEN}{pooled_text((88, 88))}"
    least = ruler(theme.title_font).width(model.title) + AFTER_TITLE + small.width(words)
    return least + 8 + small.width(brief_formula(model)), least


def brief_formula(model: LargeMap) -> str:
    """The formula without what follows from it: "softmax" alone."""
    return model.formula.partition(",")[0]


def shrunk(small_px: int, pitch: float) -> int:
    """The size of names that far apart: the theme's, or as small as need be, but never below 11."""
    return min(small_px, max(SMALL_PX, int(pitch / LINE)))


@lru_cache(64)
def _widest(labels: tuple[str, ...], pixels: int) -> float:
    """The widest label; of very many, the longest ones by letters are measured."""
    few = labels if len(labels) <= 64 else tuple(sorted(set(labels), key=len)[-64:])
    return ruler(font(pixels)).widest(few)
