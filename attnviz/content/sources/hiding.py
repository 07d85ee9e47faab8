"""What is left out of sight when tokens are hidden: the share of each row that their columns hold."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence

from attnviz.content.adding_up import sums_along
from attnviz.engine.arrays import Array


def hidden_share(weights: Array, hidden: Collection[int]) -> Array:
    """The part of each row, (..., T), that the hidden keys hold together. weights: (..., T, S), as they are.

    Hiding changes no weight: what is still shown sums to 1 − this, not to 1.
    """
    columns = sorted(place for place in set(hidden) if 0 <= place < weights.shape[-1])
    return sums_along(weights[..., columns])


def punctuation(tokens: Sequence[str]) -> frozenset[int]:
    """Positions of the tokens that are punctuation marks and nothing else, with or without a mark of their model."""
    bare = [token.removeprefix("##").lstrip("Ġ▁ ") for token in tokens]
    return frozenset(
        place
        for place, text in enumerate(bare)
        if text and all(unicodedata.category(sign).startswith("P") for sign in text)
    )
