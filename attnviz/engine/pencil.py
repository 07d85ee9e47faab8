"""Arithmetic as with a pencil: each result is rounded before it is used again."""

from __future__ import annotations

import numpy as np

from attnviz.engine.arrays import Array

# What is 2.0005 on paper may be 2.000499999999999 in binary. So much below a tie still counts as one: a few units in
# the last place of the number, or of one of 10,000 last decimals, for a small number is often what a sum left over.
_FEW = 8
_LEFT_OVER_FROM = 1e4
_TIE_MOST = 0.001  # and never more than this part of the last decimal
_WHOLE_FROM = 2.0**51  # beyond 15 digits a float64 has nothing left that rounding could take away
_PIECE = 1 << 16  # numbers whose intermediates stay in the processor's own memory: three times as fast
_HALVES = 2.0**27 + 1  # splits the 53 digits of a float64 in two (Dekker 1971)


def rounded(values: Array, decimals: int) -> Array:
    """The values to so many decimals, ties half away from zero; infinities stay. Never −0."""
    if values.size <= _PIECE:
        return _rounded(values, decimals)
    result = np.empty(values.shape, values.dtype)
    before, after = values.reshape(-1), result.reshape(-1)
    for start in range(0, values.size, _PIECE):
        after[start : start + _PIECE] = _rounded(before[start : start + _PIECE], decimals)
    return result


def _rounded(values: Array, decimals: int) -> Array:
    power = 10.0**decimals
    slack = _FEW * float(np.finfo(values.dtype).eps)
    with np.errstate(over="ignore", invalid="ignore"):
        size, rest = _product(np.abs(values, dtype=np.float64), power)
        whole = np.floor(size)
        tie = 0.5 - np.minimum(slack * np.maximum(size, _LEFT_OVER_FROM), _TIE_MOST)
        nearest = (whole + ((size - whole) + rest >= tie)) / power
    result = np.where(size < _WHOLE_FROM, np.copysign(nearest, values), values) + 0.0
    return result.astype(values.dtype, copy=False)


def _product(values: Array, factor: float) -> tuple[Array, Array]:
    """values × factor, and what that product lost when it was made to fit into a float64 (Dekker 1971)."""
    product = values * factor
    high = values * _HALVES - (values * _HALVES - values)
    low = values - high
    factor_high = factor * _HALVES - (factor * _HALVES - factor)
    factor_low = factor - factor_high
    lost = ((high * factor_high - product) + high * factor_low + low * factor_high) + low * factor_low
    return product, lost
