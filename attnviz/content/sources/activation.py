"""What a mixer of a model does to each number between its two matrices: GELU, exactly or approximated, and ReLU."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from attnviz.engine.arrays import Array

# erf(x)/x in x² up to 0.46875; erfc(x)·exp(x²) in x up to 4; beyond, its difference from 1/(x√π) in 1/x².
# Each is a numerator and a denominator, from the highest power down.
_NEAR = (
    (1.85777706184603153e-1, 3.16112374387056560, 1.13864154151050156e2, 3.77485237685302021e2, 3.20937758913846947e3),
    (1.0, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3, 2.84423683343917062e3),
)
_MIDDLE = (
    (
        2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594, 6.61191906371416295e1,
        2.98635138197400131e2, 8.81952221241769090e2, 1.71204761263407058e3, 2.05107837782607147e3,
        1.23033935479799725e3,
    ),
    (
        1.0, 1.57449261107098347e1, 1.17693950891312499e2, 5.37181101862009858e2, 1.62138957456669019e3,
        3.29079923573345963e3, 4.36261909014324716e3, 3.43936767414372164e3, 1.23033935480374942e3,
    ),
)  # fmt: skip
_FAR = (
    (
        1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1, 1.25781726111229246e-1,
        1.60837851487422766e-2, 6.58749161529837803e-4,
    ),
    (
        1.0, 2.56852019228982242, 1.87295284992346047, 5.27905102951428412e-1, 6.05183413124413191e-2,
        2.33520497626869185e-3,
    ),
)  # fmt: skip
_NEAR_END, _MIDDLE_END = 0.46875, 4.0
_AT_ONCE = 1 << 14  # numbers whose intermediates stay in the processor's nearest memory


def erf(x: Array) -> Array:
    """The error function of each number, in float64 to within 4·10⁻¹⁶; NaN stays NaN.

    Source: Cody 1969, "Rational Chebyshev approximations for the error function", Math. Comp. 23, 631-637; with the
    coefficients of the routine CALERF in netlib's specfun.
    """
    flat = np.ascontiguousarray(x, np.float64).reshape(-1)
    result = np.empty_like(flat)
    for start in range(0, flat.size, _AT_ONCE):
        result[start : start + _AT_ONCE] = _erf(flat[start : start + _AT_ONCE])
    return result.reshape(np.shape(x))


def _erf(x: Array) -> Array:
    """The error function of a row of numbers."""
    size = np.abs(x)
    result = np.copysign(1.0, x)  # beyond 6 the rest is less than half a last digit of 1
    near, middle, far = size <= _NEAR_END, size <= _MIDDLE_END, size < 6.0
    between = size[middle]
    result[middle] *= 1 - np.exp(-between * between) * _quotient(_MIDDLE, between)
    if not middle.all():
        far &= ~middle
        outer = size[far]
        inverse = 1 / (outer * outer)
        rest = (1 / math.sqrt(math.pi) - inverse * _quotient(_FAR, inverse)) / outer
        result[far] *= 1 - np.exp(-outer * outer) * rest
        result[np.isnan(x)] = np.nan
    inner = x[near]  # last, over what the middle formula gave
    result[near] = inner * _quotient(_NEAR, inner * inner)
    return result


def _quotient(polynomials: tuple[Sequence[float], Sequence[float]], at: Array) -> Array:
    """The one polynomial over the other, each from its highest power down (Horner's scheme)."""
    above, below = (np.full_like(at, powers[0]) for powers in polynomials)
    for up, down in zip(polynomials[0][1:], polynomials[1][1:], strict=True):
        above *= at
        above += up
        below *= at
        below += down
    result: Array = above / below
    return result


def _gelu(x: Array) -> Array:
    """x · Φ(x), with the exact normal distribution. Source: Hendrycks and Gimpel 2016, section 2."""
    result: Array = x * 0.5 * (1 + erf(x / math.sqrt(2)))
    return result


def _gelu_tanh(x: Array) -> Array:
    """The usual approximation of GELU."""
    result: Array = 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    return result


def _relu(x: Array) -> Array:
    return np.maximum(x, 0)


ACTIVATIONS: dict[str, Callable[[Array], Array]] = {
    "gelu": _gelu,
    "gelu_new": _gelu_tanh,
    "gelu_pytorch_tanh": _gelu_tanh,
    "relu": _relu,
}
