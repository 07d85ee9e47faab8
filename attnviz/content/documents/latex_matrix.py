r"""A matrix of numbers as LaTeX: in brackets or under its tokens, decimals aligned, with dots if it is large."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from attnviz.content.documents.latex_text import latex_label, signs_of
from attnviz.content.explanation_terms import LATEX_NEARLY_0, latex_number
from attnviz.content.glimpse import Glimpse, places_shown
from attnviz.content.numerals import format_results
from attnviz.content.tables import Table

ROOM = 430.0  # points across the page of our own documents
MOST_ROWS = 20
_MOST_COLUMNS = 60  # that could have room at all
_LAST = 2  # rows or columns after the dots
_STRUT = r"\rule{0pt}{2.5ex}"  # keeps the figures of the first row off the rule above them
# Command, how wide its letters are against the usual ones (small letters are wider for their height), column space.
_SIZES = (("", 1.0, 5.0), (r"\small", 0.93, 4.0), (r"\footnotesize", 0.85, 3.0), (r"\scriptsize", 0.8, 2.5))
_TINY = (r"\tiny", 0.72, 1.5)  # for a matrix of which nothing is to be left out
_POWER = re.compile(r" \\times 10\^\{[^}]*\}|\\infty")
_SIGN = 5.5  # points of a digit or a letter at the usual size


@dataclass(frozen=True)
class Setting:
    """How a matrix is set. labels: tokens stand beside and over it. room: in points.

    whole: nothing is left out. whole_to: nor is it of a matrix with at most so many rows and columns.
    """

    decimals: int
    labels: bool = True
    whole: bool = False
    whole_to: int = 0
    room: float = ROOM


@dataclass(frozen=True)
class Set:
    """The array, the size command that it needs to fit, the space between columns, its width and lines, whether all."""

    array: str
    size: str
    gap: float
    width: float
    lines: int
    shortened: bool

    @property
    def fitted(self) -> str:
        """The array in its size, to stand in a formula of the usual one."""
        if not self.size:
            return self.array
        return rf"\text{{{self.size}\setlength{{\arraycolsep}}{{{self.gap:g}pt}}${self.array}$}}"


def set_matrix(table: Table | Glimpse, setting: Setting) -> Set:
    """The matrix in the largest size in which it fits the page, else with dots in the place of columns and rows."""
    count, across = table.shape
    whole = setting.whole or max(count, across) <= setting.whole_to
    lines = list(range(count)) if whole else places_shown(count, MOST_ROWS)
    likely = list(range(across)) if whole else places_shown(across, _MOST_COLUMNS)
    shown = format_results(table.part(lines, likely), setting.decimals)
    texts = [[latex_number(text) for text in row] for row in shown]
    widths = [_widest(column, setting.decimals) for column in zip(*texts, strict=True)]
    labels = _tokens(table.rows, lines, setting)
    columns = _tokens(table.columns, likely, setting)
    if columns:
        widths = [max(width, signs_of(label)) for width, label in zip(widths, columns, strict=True)]
    beside = max(map(signs_of, labels)) if labels else 1
    sizes = (*_SIZES, _TINY) if whole else _SIZES
    size, scale, gap = next((one for one in sizes if _wide(widths, beside, *one[1:]) <= setting.room), sizes[-1])
    kept = list(range(len(likely)))
    if not whole:
        kept = _kept_columns(widths, beside, scale, gap, setting.room)
    places = [likely[place] for place in kept]
    dots = _gap_after(places, across)
    set_lines = [_with_dots([row[place] for place in kept], dots) for row in texts]
    heading = _with_dots([columns[place] for place in kept], dots) if columns else None
    array = _array(set_lines, labels or None, heading, _gap_after(lines, count), decimals=setting.decimals)
    shortened = len(places) < across or len(lines) < count
    wide = _wide([widths[place] for place in kept], beside, scale, gap)
    return Set(array, size, gap, wide, len(lines) + bool(columns), shortened)


def _array(
    lines: Sequence[Sequence[str]],
    labels: Sequence[str] | None,
    heading: Sequence[str] | None,
    gap: int | None,
    *,
    decimals: int,
) -> str:
    padded = _aligned(lines, decimals)
    count = len(lines[0]) if lines else 0
    rows = [" & ".join(([labels[row]] if labels else []) + line) for row, line in enumerate(padded)]
    if gap is not None:
        rows.insert(gap, " & ".join([r"\vdots"] * (count + bool(labels))))
    if heading is not None:
        start = "& " if labels else ""
        centred = " & ".join(rf"\multicolumn{{1}}{{c}}{{{label}}}" for label in heading)
        rows[0] = f"{start}{centred} \\\\ \\hline\n  {_STRUT}{rows[0]}"
    body = " \\\\\n  ".join(rows)
    rule = "r|" if labels else ""
    inner = f"\\begin{{array}}{{{rule}{'r' * count}}}\n  {body}\n\\end{{array}}"
    return inner if labels or heading else rf"\left[{inner}\right]"


def _aligned(lines: Sequence[Sequence[str]], decimals: int) -> list[list[str]]:
    """Whole numbers with the room of the decimals that others of their column have; what is nearly 0 needs none."""
    room = rf"\phantom{{.{'0' * decimals}}}" if decimals else ""
    pointed = {column for line in lines for column, text in enumerate(line) if _has_point(text)}
    return [
        [text + room if column in pointed and _is_whole(text) else text for column, text in enumerate(line)]
        for line in lines
    ]


def _widest(column: Sequence[str], decimals: int) -> int:
    """The letters that the widest number of a column takes, with the room that whole ones leave for decimals."""
    room = decimals + 1 if any(map(_has_point, column)) else 0
    return max(
        len(_POWER.sub("xx10x", text).replace(LATEX_NEARLY_0, "xxx")) + room * _is_whole(text) for text in column
    )


def _has_point(text: str) -> bool:
    return "." in text and "times" not in text


def _is_whole(text: str) -> bool:
    return text.lstrip("-").isdigit()


def _tokens(labels: tuple[str, ...], kept: Sequence[int], setting: Setting) -> list[str]:
    """Those labels as LaTeX; none where they only count."""
    if not setting.labels or labels == tuple(str(number) for number in range(1, len(labels) + 1)):
        return []
    return [latex_label(labels[place]) for place in kept]


def _with_dots(texts: list[str], gap: int | None) -> list[str]:
    return texts if gap is None else [*texts[:gap], r"\cdots", *texts[gap:]]


def _gap_after(kept: Sequence[int], count: int) -> int | None:
    """Before which of the kept ones something is left out; None where nothing is."""
    return None if len(kept) == count else next(place for place, index in enumerate(kept) if index != place)


def _kept_columns(widths: Sequence[int], beside: int, scale: float, gap: float, room: float) -> list[int]:
    most = len(widths)
    while most > _LAST + 1:
        kept = places_shown(len(widths), most, _LAST)
        dots = [3] if most < len(widths) else []
        if _wide([*(widths[place] for place in kept), *dots], beside, scale, gap) <= room:
            return kept
        most -= 1
    return places_shown(len(widths), most, _LAST)


def _wide(widths: Sequence[int], beside: int, scale: float, gap: float) -> float:
    return scale * _SIGN * (sum(widths) + beside) + 2 * gap * (len(widths) + 1)
