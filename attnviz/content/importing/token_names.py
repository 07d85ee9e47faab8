"""Labels that name tokens, told from those that only number."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attnviz.content.importing.plans import Placed

# What numbered tokens are called, unlike numbered features.
_OF_TOKENS = re.compile(r"tok(?:en)?|word|wort|mot|palabra|s[łl]owo|pos(?:ition)?|query|key", re.IGNORECASE)


def worded(labels: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """The labels if they say more than a number: neither 1, 2, 3 nor 0, 1, 2 nor x1, x2, x3."""
    if labels is None:
        return None
    ends = [label.strip() for label in labels]
    for start in (0, 1):
        numbers = [str(number) for number in range(start, start + len(ends))]
        stems = {
            end[: len(end) - len(number)] for end, number in zip(ends, numbers, strict=True) if end.endswith(number)
        }
        if len(stems) == 1 and all(end.endswith(number) for end, number in zip(ends, numbers, strict=True)):
            stem = stems.pop()
            if not stem or (len(ends) > 1 and not _OF_TOKENS.fullmatch(stem.strip(" _-.#"))):
                return None
    return labels


def first_labels(placed: Sequence[Placed], sides: Sequence[tuple[str, int]]) -> tuple[str, ...] | None:
    """The labels of tokens that an array brings with it, None if they only number."""
    for target, side in sides:
        for one in placed:
            if one.target == target:
                labels = one.column_labels if side else one.row_labels
                if labels is not None and worded(labels) is not None:
                    return labels
    return None
