"""Cutting one array into heads: right, and without the transpose; and which token's numbers land where."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnviz.engine.arrays import Array

# The lines that are shown are the lines that run. Q is (B, T, h·d_k); split becomes (B, h, T, d_k).
RIGHT = ("split = Q.reshape(B, T, h, d_k).transpose(0, 2, 1, 3)",)
WRONG = ("split = Q.reshape(B, h, T, d_k)",)


@dataclass(frozen=True)
class Sizes:
    """The sizes of a batch: B sequences of T tokens, d_model wide, cut into h heads of width d_k."""

    B: int
    T: int
    d_model: int
    h: int

    @property
    def d_k(self) -> int:
        """The width of one head."""
        return self.d_model // self.h


def split(lines: tuple[str, ...], Q: Array, sizes: Sizes) -> Array:
    """(B, h, T, d_k): what those lines make of Q (B, T, d_model)."""
    names = {"Q": Q, "B": sizes.B, "T": sizes.T, "h": sizes.h, "d_k": sizes.d_k}
    exec("\n".join(lines), names)
    result = names["split"]
    assert isinstance(result, np.ndarray)
    return result


def owners(lines: tuple[str, ...], sizes: Sizes) -> Array:
    """(h, T, d_k): the token, from 1, whose number each place of each head holds after those lines.

    Found by running them on a sequence whose numbers all name their own token.
    """
    one = Sizes(1, sizes.T, sizes.d_model, sizes.h)
    tokens = np.arange(1.0, sizes.T + 1)[np.newaxis, :, np.newaxis]
    labels = np.broadcast_to(tokens, (1, sizes.T, sizes.d_model)).copy()
    found: Array = split(lines, labels, one)[0]
    return found
