"""How much there is to compute, and from which size on it is computed in another way."""

from __future__ import annotations

from attnviz.engine.inputs import Sizes

LARGE = 1 << 18  # scores of one head from which no chain of its T×S intermediates is kept, as of 512 tokens
MANY = 16 * LARGE  # scores of all heads from which it is so, too: with it they would take 300 MB and more
NARROW = 1 << 20  # scores of one head from which numbers are float32 unless somebody asks, as of 1,024 tokens


def is_large(size: Sizes) -> bool:
    """True where each stage of a head is computed by itself, by blocks of rows."""
    scores = size.T * size.S
    return scores >= LARGE or size.heads * scores >= MANY


_FRAME = 16.0  # milliseconds that a picture may be late before it is seen
_PASSES = 6  # over each score, from the product to the weights
_SUMS = 8  # products that are added while a score is passed over once
_PER_SCORE = 1e-6  # milliseconds for one such pass
_PER_HEAD = 0.08  # milliseconds for all stages of a head, however few scores it has


def takes_long(size: Sizes) -> bool:
    """True if a trace with all its stages, or a picture of one of them, is expected to take longer than a frame."""
    if is_large(size):
        return True
    scores = size.heads * size.T * size.S
    passes = 0.0 if size.d_k is None else scores * (_PASSES + size.d_k / _SUMS)
    passes += scores * (size.d_v or 0) / _SUMS
    for rows, inner, width in (
        (size.T, size.d_model, size.heads * (size.d_k or 0)),
        (size.S, size.d_source, size.kv_heads * ((size.d_k or 0) + (size.d_v or 0))),
        (size.T, size.heads * (size.d_v or 0), size.d_out),
    ):
        passes += rows * (inner or 0) * (width or 0) / _SUMS
    return passes * _PER_SCORE + size.heads * _PER_HEAD > _FRAME
