"""How much there is to compute, and from which size on it is computed in another way."""

from __future__ import annotations

from attnviz.engine.inputs import Sizes

LARGE = 1 << 18  # scores of one head from which no chain of its T×S intermediates is kept, as of 512 tokens
NARROW = 1 << 20  # scores of one head from which numbers are float32 unless somebody asks, as of 1,024 tokens


def is_large(size: Sizes) -> bool:
    """True where each stage of a head is computed by itself, by blocks of rows."""
    return size.T * size.S >= LARGE
