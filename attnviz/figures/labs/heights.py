"""How the lines of a page share its height, and where they end before one scrolls."""

from __future__ import annotations

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
