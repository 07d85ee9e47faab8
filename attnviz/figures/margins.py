"""How much room a heatmap's title, labels, captions and legend take around its cells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

from PySide6.QtCore import QRectF

from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.labels import every, ruler
from attnviz.figures.theme import SMALL_PX, Theme, font

LABEL_SHARE = 0.3  # of the figure's width or height at most goes to labels
LABEL_LETTERS = 9.0  # label widths at most, in label sizes
GAP = 6.0  # between labels and cells
_BESIDE_CAPTION = 4.0  # pixels between what the rows are and their labels
LEGEND_BAR = 6.0  # width of the legend's bar in pixels at normal size
LEGEND_GAP = 10.0
LINED = 9.0  # cells at least so large have a line between them
_FAR = 0.9  # times the least legible number: smaller names are not read from the last row of a room
_FAR_BESIDE_MANY = 0.75  # the same beside very many columns, whose map has no room for a legend else
_LEAST_FAR = 0.6  # the same on a board of several stages, which else would have none
_LINE = 1.15  # the height of a line of labels in label sizes
_SOME, _SPARSE = 5, 1.3  # numbers of which fewer than each so manieth is drawn stand so many of their sizes apart
BEFORE_CAPTION = 28.0  # pixels between the title's words and what the columns are, in their line
_APART = 2.0  # label sizes between a whole formula and that
_ORDINALS = {2: "nd", 3: "rd"}
_MANY = 64  # columns are very many; of more labels than this only the longest ones are measured


@dataclass(frozen=True)
class Margins:
    """Room around the cells. upright: column labels are turned to read upward. Steps: every how-manieth label is drawn.

    row_px, column_px: sizes of labels, which shrink to their rows before any is left out. joined: what the columns are
    is said in the line of the title, of which title and formula take `line`. legend: (width, least height), zeros where
    there is none.
    """

    left: float
    top: float
    right: float
    bottom: float
    label_width: float
    label_height: float
    caption: float
    upright: bool
    row_step: int
    column_step: int
    row_px: int
    column_px: int
    joined: bool
    line: float
    legend: tuple[float, float]


def margins(model: Heatmap, theme: Theme, fit: Fit, rect: QRectF | None) -> Margins:
    """The margins for cells of that size; `rect` limits how much of it labels may take."""
    small = ruler(theme.small_font)
    beside = bool(model.row_labels or model.aside) and fit.beside
    caption = small.height + 2 if model.captions else 0.0
    aside = caption + (_BESIDE_CAPTION if beside and model.captions else 0.0)
    band = small.height + 3 if model.bands else 0.0
    title = ruler(theme.title_font).height + GAP if model.show_title else 0.0
    legend = _legend_room(model, theme) if fit.legend else (0.0, 0.0)
    far = _share_of_least(model, fit)
    rows, pitch, names = model.shape[0], fit.cell_height, model.shown_row_labels
    if model.aside:  # beside the middle of all rows
        rows, pitch, names = 1, rows * pitch, (model.aside,)
    row_px, row_step = _apart(theme, rows, pitch, far, counted=model.counted_rows)
    both = not model.aside and _named_alike(model)
    upright, column_step, label_height, column_px = _column_labels(model, theme, fit, row_step if both else 1)
    if both and fit.beside:
        across = column_step if fit.over else _column_labels(model, theme, replace(fit, over=True), row_step)[1]
        if across > row_step:
            row_px, row_step = _apart(theme, rows, pitch, far, counted=False, least=across)
    line = 0.0
    if model.captions and model.show_title:
        needed = caption_room(model, theme, column_step)
        line = _joined_line(model, theme, fit.cell_width * model.shape[1], legend[0], needed)
    joined = line > 0
    most_width = most_height = LABEL_LETTERS * theme.small_px
    if rect is not None:
        share, height = LABEL_SHARE * rect.width(), LABEL_SHARE * rect.height()
        if model.fit is not None:  # cells are decided, labels may have all that is left
            share = max(rect.width() - fit.cell_width * model.shape[1] - legend[0] - aside - GAP - 2, 0.0)
            above = title + band + (0.0 if joined else caption) + 6
            height = max(rect.height() - fit.cell_height * model.shape[0] - above, small.height)
        most_width, most_height = min(most_width, share), min(most_height, height)
    label_height = min(label_height, most_height) if upright else label_height
    label_width = min(ruler(font(row_px)).widest(_few(names)), most_width) if beside else 0.0
    labels = label_height + 4 if label_height else 1.0
    return Margins(
        left=float(ceil((label_width + GAP if beside else 1.0) + aside)),
        top=max(float(ceil(title + (0.0 if joined else caption) + band + labels)), fit.top),
        right=legend[0] + 2,
        bottom=max(legend[1] - fit.cell_height * model.shape[0], 0.0) + 2,
        label_width=label_width,
        label_height=label_height,
        caption=caption,
        upright=upright,
        row_step=row_step if beside else 0,
        column_step=column_step,
        row_px=row_px,
        column_px=column_px,
        joined=joined,
        line=line,
        legend=legend,
    )


def title_room(model: Heatmap, theme: Theme) -> float:
    """The width that title, formula and shape need side by side."""
    width = ruler(theme.title_font).width(model.title)
    words = (model.subtitle, *(f"{formula}  {model.shape_text}" for formula in model.other_formulas))
    return width + ruler(theme.small_font).widest(words) + 8


def words_passed_over(model: Heatmap, theme: Theme, room: float) -> int:
    """How many of the model's words have no room after its title, also with what one click may put in their place."""
    widths = words_room(model, theme)
    return next((level for level, width in enumerate(widths) if width <= room + 0.5), len(widths))


def words_room(model: Heatmap, theme: Theme) -> tuple[float, ...]:
    """The width of the title with each of the model's words, also with what one click may put in their place."""
    small = ruler(theme.small_font)
    title = ruler(theme.title_font).width(model.title) + 8
    alone = small.widest(model.other_formulas) if model.other_formulas else 0.0
    other = alone + small.width(f"  {model.shape_text}") if alone else 0.0
    others = (other, alone, small.widest(model.other_briefs) if model.other_briefs else alone, 0.0)
    return tuple(title + max(small.width(text), rest) for text, rest in zip(model.words, others, strict=True))


def line_rooms(model: Heatmap, theme: Theme) -> tuple[float, float]:
    """The widths of title and formula, whole and in part, before what the columns are; the shape gives way."""
    _, whole, part, _ = words_room(model, theme)
    return whole, part


def caption_room(model: Heatmap, theme: Theme, step: int) -> float:
    """The width that what the columns are needs after the title, with the gap before it."""
    return BEFORE_CAPTION + ruler(theme.small_font).width(caption_of(model.column_words, step))


def _joined_line(model: Heatmap, theme: Theme, across: float, legend: float, caption: float) -> float:
    """What title and formula take of a line that ends with the caption, over the legend if need be; 0 if they cannot.

    A whole formula that has a line for itself keeps it; in projector size only one that stands well apart.
    """
    whole, part = line_rooms(model, theme)
    further, free = _further(theme), across + legend - caption
    if whole <= (across - caption - further if further else free):
        return whole
    own = ruler(theme.title_font).width(model.title) + 8 + ruler(theme.small_font).width(model.formula)
    return part if part <= free and (further or own > across + legend) else 0.0


def _further(theme: Theme) -> float:
    """What is wanted beyond that gap after a whole formula, which letters of projector size would run on with it."""
    return max(0.0, _APART * theme.small_px - BEFORE_CAPTION) if theme.text_size == "projector" else 0.0


def caption_of(word: str, step: int) -> str:
    """What the rows or columns are, and how many of their labels are drawn where that is not all."""
    return word if step <= 1 else f"{word}, every {step}{_ORDINALS.get(step, 'th')} named"


def _share_of_least(model: Heatmap, fit: Fit) -> float:
    """How many times the least legible number its names are high at least."""
    if model.captions or fit.far or (model.far and model.shape[1] <= _MANY):
        return _FAR
    return _FAR_BESIDE_MANY if model.far else _LEAST_FAR


def _named_alike(model: Heatmap) -> bool:
    """True if rows and columns are the same tokens, of which the same ones should be named."""
    same = model.row_labels is model.column_labels or model.row_labels == model.column_labels
    return same and len(model.row_labels) > 1 and not model.counted_rows


def _column_labels(model: Heatmap, theme: Theme, fit: Fit, every_at_least: int) -> tuple[bool, int, float, int]:
    """Whether the labels stand upright, every how-manieth is drawn, how high they would like to be, and their size.

    every_at_least: from one upright label to the next.
    """
    if not model.column_labels or not fit.over:
        return False, 0, 0.0, theme.small_px
    labels = _few(model.shown_column_labels)
    least = min(round(_FAR * theme.least_number), theme.small_px)
    usual = min(theme.small_px, fit.column_px or theme.small_px)
    for size in (usual, max(SMALL_PX, round(0.75 * theme.small_px), least)):  # rather smaller than upright
        small = ruler(font(size))
        widest = small.widest(labels)
        if widest <= fit.cell_width - 4 and (not fit.upright or model.counted_columns):
            return False, 1, small.height, size
    if model.counted_columns:
        return False, every(model.shape[1], fit.cell_width, widest + 6), small.height, size
    far = _share_of_least(model, fit)
    size, step = _apart(theme, model.shape[1], fit.cell_width, far, counted=False, least=every_at_least)
    named = labels if step == 1 else _few(model.shown_column_labels, step)  # those left out need no room
    return True, step, ruler(font(size)).widest(named), size


def _apart(theme: Theme, count: int, pitch: float, far: float, *, counted: bool, least: int = 1) -> tuple[int, int]:
    """The size of labels that far apart, and every how-manieth of them has room.

    It is the theme's, or as small as need be, but never below 11 or `far` times the least legible number; where some
    are left out, it is as large as the others have room for. counted: they are numbers, of which no third is drawn, and
    few are as good as many. least: from one to the next.
    """
    size = min(theme.small_px, max(SMALL_PX, round(far * theme.least_number), int(pitch / _LINE)))
    step = max(_step(count, pitch, size if size == SMALL_PX else _LINE * size - 1, counted), least)
    if counted and step > _SOME:
        return theme.small_px, _step(count, pitch, _SPARSE * theme.small_px, counted)
    larger = (px for px in range(theme.small_px, size, -1) if step > 1)
    return next((px for px in larger if _step(count, pitch, _LINE * px, counted) <= step), size), step


def _step(count: int, pitch: float, needed: float, counted: bool) -> int:
    step = every(count, pitch, needed)
    return 3 if step == 5 and not counted and 3 * pitch >= needed else step


def _legend_room(model: Heatmap, theme: Theme) -> tuple[float, float]:
    texts = model.legend_texts if model.face is not None else model.expected  # so that dimming moves nothing
    if not texts or not model.legend:
        return 0.0, 0.0
    small = ruler(theme.small_font)
    bar = round(LEGEND_BAR * theme.small_px / 11)
    return LEGEND_GAP + bar + 4 + small.widest(texts), small.height * len(texts)


def _few(labels: tuple[str, ...], step: int = 1) -> tuple[str, ...]:
    """The labels that decide the width, of each `step`th; of very many, the longest ones by letters."""
    if len(labels) <= _MANY:
        return labels[::step]
    known = _longest.get((id(labels), step))
    if known is None or known[0] is not labels:  # found once, for hundreds of layouts are tried with the same labels
        if len(_longest) >= _MANY:
            _longest.clear()
        named = labels[::step]
        few = named if len(named) <= _MANY else tuple(sorted(set(named), key=len)[-_MANY // 2 :])
        known = _longest[id(labels), step] = labels, few
    return known[1]


_longest: dict[tuple[int, int], tuple[tuple[str, ...], tuple[str, ...]]] = {}
