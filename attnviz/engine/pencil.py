"""Arithmetic as with a pencil: each result is rounded before it is used again."""

from __future__ import annotations

import numpy as np

from attnviz.engine.arrays import Array

# What is 2.0005 on paper may be 2.000499999999999 in binary; a number this little below a tie still counts as one.
_TIE = 1e-10
_TIE_RELATIVE = 4e-15
_TIE_MOST = 0.25  # and never more than this, or large whole numbers would grow
_WHOLE_FROM = 2.0**50  # beyond 15 digits a float64 has nothing left that rounding could take away


def rounded(values: Array, decimals: int) -> Array:
    """The values to so many decimals, ties half away from zero; infinities stay. Never −0."""
    power = 10.0**decimals
    relative = max(_TIE_RELATIVE, 2 * float(np.finfo(values.dtype).eps))  # float32 misses a tie by more
    with np.errstate(over="ignore", invalid="ignore"):
        size = np.abs(values, dtype=np.float64) * power
        nearest = np.floor(size + 0.5 + np.minimum(_TIE + relative * size, _TIE_MOST)) / power
    result = np.where(size < _WHOLE_FROM, np.copysign(nearest, values), values) + 0.0
    return result.astype(values.dtype, copy=False)
