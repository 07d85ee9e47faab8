"""How the lines of a page share its height, and where they end before one scrolls."""

from __future__ import annotations

from PySide6.QtCore import QRectF

GAP = 20.0  # pixels between exhibits


def grown(least: list[float], more: list[float], spare: float) -> list[float]:
    """The least heights, and of what is left as much as is of use."""
    total = sum(more)
    factor = min(spare / total, 1.0) if total > 0 and spare > 0 else 0.0
    return [low + want * factor for low, want in zip(least, more, strict=True)]


def folded(heights: list[float], more: list[float], room: float, little: float) -> list[float]:
    """The heights of lines; where less than `little` of one is seen before one scrolls, those above take its room."""
    top = 0.0
    for number, height in enumerate(heights):
        seen = room - top
        if seen < height - 0.5:
            if number == 0 or not -GAP < seen < little * height:
                return heights
            return [*grown(heights[:number], more[:number], seen + GAP), *heights[number:]]
        top += height + GAP
    return heights


def push_below(rects: list[QRectF], grow: list[bool], fold: float, little: float) -> float:
    """Moves lines down of which less than `little` would be seen before one scrolls, in place; by how much.

    fold: where that ends. Those right above them take the room, as far as they grow.
    """
    first = min((rect.top() for rect in rects), default=fold)
    cut = [rect.top() for rect in rects if rect.bottom() > fold + 0.5 and fold - rect.top() < little * rect.height()]
    line = min((top for top in cut if first < top < fold), default=fold)
    by = fold - line
    for place, rect in enumerate(rects):
        if rect.top() >= line - 0.5:
            rects[place] = rect.translated(0, by)
        elif grow[place] and abs(rect.bottom() + GAP - line) < 1:
            rects[place] = rect.adjusted(0, 0, 0, by)
    return by
