"""The words that an expression may use: stages and inputs, settings and sizes, constants, functions."""

from __future__ import annotations

import math

from attnviz.engine.inputs import Direct, GivenWeights, Projected
from attnviz.engine.stages import BY_NAME

INPUTS: tuple[str, ...] = tuple(
    dict.fromkeys([*Projected.dimensions, *Direct.dimensions, *GivenWeights.dimensions, "bias"])
)
"""Every input that some kind of scenario has."""

CELLS: tuple[str, ...] = tuple(dict.fromkeys([*BY_NAME, *INPUTS]))
"""What has rows and columns: all stages and all inputs."""

SETTINGS: tuple[str, ...] = ("temperature", "causal", "scale", "softcap", "pencil")
"""Read from the scenario. causal is true or false, scale the factor, softcap and pencil NaN where they are off."""

SIZES: tuple[str, ...] = ("T", "S", "heads", "kv_heads", "d_model", "d_k", "d_v", "d_out")

CONSTANTS: dict[str, float | bool] = {
    "pi": math.pi, "π": math.pi, "e": math.e, "inf": math.inf, "∞": math.inf, "true": True, "false": False,
}  # fmt: skip

FUNCTIONS: dict[str, tuple[int, int]] = {
    "sum": (1, 1), "row_sums": (1, 1), "column_sums": (1, 1), "max": (1, 2), "min": (1, 2), "mean": (1, 1),
    "std": (1, 1), "abs": (1, 1), "exp": (1, 1), "sqrt": (1, 1), "log": (1, 1), "rank": (1, 1), "transpose": (1, 1),
    "product": (2, 2), "softmax": (1, 1), "count": (1, 1),
    "finite": (1, 1),
}  # fmt: skip
"""Each function with the least and most arguments that it takes."""
