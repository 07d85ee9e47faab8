"""How faint a large map is while its numbers are old: the map, and whatever says its colours or numbers, alike."""

from __future__ import annotations

from attnviz.figures.large.large_map import LargeMap

_OLD, _OLD_WORDS, _OLD_NUMBER = 0.45, 0.8, 0.65


def strength(model: LargeMap) -> float:
    """How much of its strength each colour keeps that stands for a number: in map, small map and legend."""
    return _OLD if model.pending else 1.0


def words_strength(model: LargeMap) -> float:
    """As much for the words of a legend, which are soft anyway and are still to be read."""
    return _OLD_WORDS if model.pending else 1.0


def number_strength(model: LargeMap) -> float:
    """As much for a number that stands on the panel: 4.5:1 at least."""
    return _OLD_NUMBER if model.pending else 1.0
