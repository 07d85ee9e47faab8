"""Which named dimension each axis of each array of a scenario runs along, and how changed arrays are put back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from attnviz.engine.errors import FieldError, Where
from attnviz.engine.inputs import Direct, GivenWeights, Projected
from attnviz.engine.scenario import Scenario

AnyArray = npt.NDArray[Any]


@dataclass(frozen=True)
class Axis:
    """One axis of an array: the dimension it runs along, and how many heads repeat that dimension side by side."""

    dimension: str
    groups: int = 1


def dimensions_of(scenario: Scenario, name: str) -> tuple[str, str]:
    """The dimensions of an input's rows and columns: T, S, d_model, d_source, d_k, d_v, d_out, or "one" for a bias.

    Where keys and values come from X itself, their rows run along T and their widths along d_model. Columns named d_k
    or d_v repeat that dimension once for each head. Raises FieldError if the scenario has no such input.
    """
    axes = axes_of(scenario).get(name)
    if axes is None:
        known = ", ".join(axes_of(scenario))
        raise FieldError(f"This scenario has no matrix {name}. Choose one of: {known}.", Where(name))
    rows, columns = (Axis("one"), *axes)[-2:]
    return rows.dimension, columns.dimension


def key_dimension(scenario: Scenario) -> str:
    """The dimension that counts keys: T where keys come from X itself, else S."""
    inputs = scenario.inputs
    return "T" if isinstance(inputs, Projected) and inputs.source is None else "S"


def axes_of(scenario: Scenario) -> dict[str, tuple[Axis, ...]]:
    """The axes of every array that is present: inputs by name, "bias", and "mask.custom"."""
    inputs, heads, kv_heads = scenario.inputs, scenario.heads, scenario.sizes.kv_heads
    keys = key_dimension(scenario)
    axes: dict[str, tuple[Axis, ...]] = {}
    if isinstance(inputs, Projected):
        source = "d_model" if inputs.source is None else "d_source"
        axes = {
            "X": (Axis("T"), Axis("d_model")),
            "source": (Axis("S"), Axis("d_source")),
            "W_Q": (Axis("d_model"), Axis("d_k", heads)),
            "W_K": (Axis(source), Axis("d_k", kv_heads)),
            "W_V": (Axis(source), Axis("d_v", kv_heads)),
            "b_Q": (Axis("d_k", heads),),
            "b_K": (Axis("d_k", kv_heads),),
            "b_V": (Axis("d_v", kv_heads),),
            "b_O": (Axis("d_v", heads) if inputs.W_O is None else Axis("d_out"),),
        }
    elif isinstance(inputs, Direct):
        axes = {"Q": (Axis("T"), Axis("d_k", heads)), "K": (Axis("S"), Axis("d_k", kv_heads))}
    elif isinstance(inputs, GivenWeights):
        axes = {"weights": (Axis("heads"), Axis("T"), Axis("S"))}
    axes |= {"V": (Axis("S"), Axis("d_v", kv_heads)), "W_O": (Axis("d_v", heads), Axis("d_out"))}
    axes |= {"bias": (Axis("heads"), Axis("T"), Axis(keys)), "mask.custom": (Axis("T"), Axis(keys))}
    return {name: axes[name][-array.ndim :] for name, array in arrays_of(scenario).items()}


def arrays_of(scenario: Scenario) -> dict[str, AnyArray]:
    """Every array that is present, by name: the inputs, "bias", and "mask.custom"."""
    arrays: dict[str, AnyArray] = dict(scenario.inputs.items())
    if scenario.bias is not None:
        arrays["bias"] = scenario.bias
    if scenario.mask.custom is not None:
        arrays["mask.custom"] = scenario.mask.custom
    return arrays


def with_arrays(scenario: Scenario, arrays: Mapping[str, AnyArray | None], **changes: Any) -> Scenario:
    """The scenario with some of its arrays, and any other fields, replaced."""
    inputs: dict[str, Any] = {name: values for name, values in arrays.items() if name not in ("bias", "mask.custom")}
    if inputs:
        changes["inputs"] = replace(scenario.inputs, **inputs)
    if "bias" in arrays:
        changes["bias"] = arrays["bias"]
    if "mask.custom" in arrays:
        changes["mask"] = replace(changes.get("mask", scenario.mask), custom=arrays["mask.custom"])
    return changed(scenario, **changes)


def changed(scenario: Scenario, **changes: Any) -> Scenario:
    """The scenario with fields replaced; the same object if they were so already."""
    after = replace(scenario, **changes)
    return scenario if after == scenario else after


def spread(axis: Axis, length: int, index: int) -> list[int]:
    """Where position `index` of a dimension lies along an axis of that length: once in each head."""
    size = length // axis.groups
    return [group * size + index for group in range(axis.groups)]


def inserted(array: AnyArray, places: list[int], along: int, fill: float) -> AnyArray:
    """The array with rows or columns of `fill` put in before those places, each counted in the array as it is."""
    return np.insert(array, places, np.array(fill, dtype=array.dtype), axis=along)
