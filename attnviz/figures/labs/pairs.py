"""Which exhibits of a page belong together: two that grow by the same rows, what is right or wrong, one name."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QRectF, QSizeF

from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import title_lines
from attnviz.figures.labs.items import One
from attnviz.figures.theme import Theme


def is_paired(drawings: tuple[Drawing, ...]) -> bool:
    """Whether they are one thought, of which no part may be out of sight: some of them grow by the same rows."""
    return bool(pairs(drawings, list(range(len(drawings)))))


def pairs(drawings: tuple[Drawing, ...], owners: list[int | None]) -> tuple[int, ...]:
    """The items that belong beside the next one: two that grow by the same rows, as keys and values do."""
    grown = [None if owner is None else getattr(drawings[owner].exhibit, "new_rows", None) for owner in owners]
    return tuple(item for item, (one, other) in enumerate(pairwise(grown)) if one is not None and one == other)


def titles_differ(drawings: tuple[Drawing, ...], rects: tuple[QRectF, ...], theme: Theme) -> bool:
    """True if of titles beside each other, right and wrong, one is broken and another one is not.

    Then rows that are to be compared are not at one height.
    """
    lines: dict[float, set[int]] = {}
    for drawing, rect in zip(drawings, rects, strict=True):
        if side_of(drawing):
            lines.setdefault(rect.top(), set()).add(title_lines(drawing, theme, rect.width()))
    return any(len(found) > 1 for found in lines.values())


def side_of(drawing: Drawing) -> str:
    """Whether it is right or wrong, "" for neither."""
    return str(getattr(drawing.exhibit, "side", ""))


def stem_of(drawing: Drawing) -> str:
    """The name as far as an exhibit shares it with what belongs below it: "before" of "before_output"."""
    return drawing.key.partition("_")[0]


def larger(ones: list[One]) -> One:
    """One item with room for each of them."""
    likes = ones[0].likes
    for one in ones[1:]:
        likes = likes.expandedTo(one.likes)

    def measure(width: float) -> QSizeF:
        size = ones[0].measure(width)
        for one in ones[1:]:
            size = size.expandedTo(one.measure(width))
        return size

    return One(likes, any(one.grows for one in ones), measure)
