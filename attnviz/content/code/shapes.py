"""The sizes of a scenario by their names, and the shape of everything that is given, written with these names."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from attnviz.content.code.rows import Row, row
from attnviz.engine.inputs import GivenWeights, Projected
from attnviz.engine.scenario import Scenario


def several(scenario: Scenario) -> bool:
    """True if there are several heads to go through."""
    return scenario.sizes.heads > 1


def grouped(scenario: Scenario) -> bool:
    """True if several query heads read the same keys and values."""
    return scenario.sizes.kv_heads != scenario.sizes.heads


def own_width(scenario: Scenario) -> bool:
    """True if the rows of the source are not as wide as those of X."""
    return scenario.sizes.d_source != scenario.sizes.d_model


def given(scenario: Scenario) -> dict[str, npt.NDArray[Any]]:
    """Every array that is given, by its name: the inputs, the bias, the painted mask."""
    found: dict[str, npt.NDArray[Any]] = dict(scenario.given())
    if scenario.mask.custom is not None:
        found["custom"] = scenario.mask.custom
    return found


def shape_of(scenario: Scenario, name: str) -> str:
    """The shape of a given array as Python writes it: "(d_model, heads * d_k)"."""
    axes = _axes(scenario)[name]
    return f"({axes[0]},)" if len(axes) == 1 else f"({', '.join(axes)})"


def size_rows(scenario: Scenario) -> list[Row]:
    """The sizes that this scenario has, each by its name."""
    size = scenario.sizes
    rows = [row(f"T, S = {size.T}, {size.S}", "queries, keys")]
    if grouped(scenario):
        rows.append(row(f"heads, kv_heads = {size.heads}, {size.kv_heads}", "each kv head is read by several heads"))
    elif several(scenario):
        rows.append(row(f"heads = {size.heads}"))
    widths = {"d_model": size.d_model, "d_source": size.d_source if own_width(scenario) else None,
              "d_k": size.d_k, "d_v": size.d_v, "d_out": size.d_out if _has_W_O(scenario) else None}  # fmt: skip
    known = {name: width for name, width in widths.items() if width is not None}
    if known:
        words = "widths" if len(known) > 1 else "width"
        own = "; d_k and d_v are those of one head" if several(scenario) and "d_k" in known else ""
        rows.append(row(f"{', '.join(known)} = {', '.join(map(str, known.values()))}", f"{words}{own}"))
    return rows


def assert_rows(scenario: Scenario) -> list[Row]:
    """Checks that everything given has its shape; what has the same shape is checked together."""
    together: dict[str, list[str]] = {}
    for name in given(scenario):
        together.setdefault(shape_of(scenario, name), []).append(f"{name}.shape")
    return [row(f"assert {' == '.join(names)} == {shape}") for shape, names in together.items()]


def _axes(scenario: Scenario) -> dict[str, tuple[str, ...]]:
    source = "d_source" if own_width(scenario) else "d_model"
    queries, keys = _times("heads", "d_k", scenario), _times("kv_heads", "d_k", scenario)
    values, heads = _times("kv_heads", "d_v", scenario), _times("heads", "d_v", scenario)
    out = "d_out" if _has_W_O(scenario) else heads
    number = "heads" if several(scenario) else "1"
    bias = scenario.bias
    return {
        "X": ("T", "d_model"), "source": ("S", source),
        "W_Q": ("d_model", queries), "W_K": (source, keys), "W_V": (source, values), "W_O": (heads, out),
        "b_Q": (queries,), "b_K": (keys,), "b_V": (values,), "b_O": (out,),
        "Q": ("T", queries), "K": ("S", keys), "V": ("S", values), "weights": (number, "T", "S"),
        "bias": (number, "T", "S") if bias is not None and bias.ndim == 3 else ("T", "S"), "custom": ("T", "S"),
    }  # fmt: skip


def _times(heads: str, width: str, scenario: Scenario) -> str:
    if not several(scenario):
        return width
    return f"{heads if grouped(scenario) else 'heads'} * {width}"


def _has_W_O(scenario: Scenario) -> bool:
    return not isinstance(scenario.inputs, GivenWeights) and scenario.inputs.W_O is not None


def wide(scenario: Scenario, letter: str) -> str:
    """The columns of Q, K or V, of the heads side by side, or of the output ("O"), by their names."""
    if letter == "O":
        return "d_out" if _has_W_O(scenario) else _times("heads", "d_v", scenario)
    heads = "heads" if letter in ("Q", "heads") else "kv_heads"
    return _times(heads, "d_v" if letter in ("V", "heads") else "d_k", scenario)


def source_of(scenario: Scenario) -> str:
    """Where keys and values are projected from."""
    inputs = scenario.inputs
    return "source" if isinstance(inputs, Projected) and inputs.source is not None else "X"
