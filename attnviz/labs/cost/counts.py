"""Counts of numbers, multiplications and bytes for a stack of attention layers."""

from __future__ import annotations

from dataclasses import dataclass, replace

BYTES = {"float64": 8, "float32": 4, "float16": 2, "bfloat16": 2, "int8": 1}


@dataclass(frozen=True)
class Model:
    """The sizes that a cost depends on; d_v equals d_k, as is usual."""

    T: int
    d_k: int
    h: int
    kv_heads: int
    layers: int
    dtype: str

    def at(self, T: int) -> Model:
        """The same model for another length."""
        return replace(self, T=T)

    @property
    def scores_per_head(self) -> int:
        """T² scores: each query with each key."""
        return self.T**2

    @property
    def score_multiplications(self) -> int:
        """T² d_k for Q Kᵀ of one head."""
        return self.T**2 * self.d_k

    @property
    def multiplications(self) -> int:
        """For Q Kᵀ and weights · V, all heads and layers."""
        return 2 * self.score_multiplications * self.h * self.layers

    @property
    def score_bytes(self) -> int:
        """For the scores of all heads and layers, were they all kept."""
        return self.scores_per_head * self.h * self.layers * BYTES[self.dtype]

    @property
    def kv_bytes(self) -> int:
        """For the keys and values of all earlier tokens: 2 · layers · kv_heads · d_k · T · bytes."""
        return 2 * self.layers * self.kv_heads * self.d_k * self.T * BYTES[self.dtype]
