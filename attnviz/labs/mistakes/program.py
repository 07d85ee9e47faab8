"""Attention in plain NumPy as lines of text, part by part: what a laboratory shows is what it runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.inputs import Projected
from attnviz.engine.positions import Alibi, Rotary
from attnviz.engine.rotation import angles, columns_of_pairs, distances, first_position
from attnviz.engine.scenario import Scenario

Lines = tuple[str, ...]
Parts = Mapping[str, Lines]


def program(scenario: Scenario) -> dict[str, Lines]:
    """The right program for these inputs and settings: the lines of each part, in the order in which they run.

    It leaves Q, K, V (heads first), scaled, weights, head_output, concatenated and output behind.
    """
    turned = "turned_" if isinstance(scenario.positions, Rotary) else ""
    return {
        "project": _project(scenario),
        "split": _split(scenario),
        "turn": _turn(scenario),
        "scores": (f"scores = {turned}Q @ {turned}K.transpose(0, 2, 1)  # (h, T, S)",),
        "scale": (f"scaled = scores{_scale(scenario)}",),
        **_settings_and_mask(scenario),
        "softmax": (
            "exponentials = np.exp(masked - masked.max(axis=-1, keepdims=True))",
            "weights = exponentials / exponentials.sum(axis=-1, keepdims=True)",
        ),
        "mix": ("head_output = weights @ V  # (h, T, d_v)",),
        "join": ("concatenated = head_output.transpose(1, 0, 2).reshape(T, h * d_v)",),
        "output": (f"output = concatenated{_plus(scenario, ' @ W_O', 'W_O')}{_plus(scenario, ' + b_O', 'b_O')}",),
    }


def run_lines(parts: Parts, names: Mapping[str, Any]) -> dict[str, Any]:
    """Every name after the lines of all parts have run on those names.

    Overflow and 0 ÷ 0 are what some mistakes are about: NumPy gives inf and NaN and says nothing.
    """
    after = {"np": np, **names}
    with np.errstate(all="ignore"):
        exec("\n".join(lines_of(parts, parts)), after)
    return after


def lines_of(parts: Parts, names: Iterable[str]) -> Lines:
    """The lines of those parts, one after the other."""
    return tuple(line for name in names for line in parts[name])


def names_for(scenario: Scenario) -> dict[str, Any]:
    """What the program reads: the inputs by name, the mask as `allowed`, sizes and settings."""
    size = scenario.sizes
    assert size.d_k is not None
    names: dict[str, Any] = dict(scenario.inputs.items())
    if isinstance(scenario.inputs, Projected) and scenario.inputs.source is None:
        names["source"] = scenario.inputs.X
    positions = scenario.positions
    if isinstance(positions, Rotary):
        names |= {"turn_Q": _turns(scenario, "queries", size.T), "turn_K": _turns(scenario, "keys", size.S)}
    elif isinstance(positions, Alibi):
        slopes = np.array(positions.of(size.heads), dtype=scenario.dtype)
        names |= {"slopes": slopes[:, np.newaxis, np.newaxis]}
        names |= {"distance": distances(size.T, size.S).astype(scenario.dtype)}
    return names | {
        "allowed": scenario.mask.allowed(size.T, size.S),
        "bias": scenario.bias,
        "T": size.T,
        "S": size.S,
        "h": size.heads,
        "kv_heads": size.kv_heads,
        "d_k": size.d_k,
        "d_v": size.d_v,
        "d_model": width_before_heads(scenario),
        "softcap": scenario.softcap,
        "temperature": scenario.temperature,
    }


def width_before_heads(scenario: Scenario) -> int:
    """d_model, or where there is no X the width of Q before it is cut into heads."""
    size = scenario.sizes
    assert size.d_k is not None
    return size.heads * size.d_k if size.d_model is None else size.d_model


def _project(scenario: Scenario) -> Lines:
    if not isinstance(scenario.inputs, Projected):
        return ()
    source = "X" if scenario.inputs.source is None else "source"
    return tuple(
        f"{letter} = {rows} @ W_{letter}" + _plus(scenario, f" + b_{letter}", f"b_{letter}")
        for letter, rows in (("Q", "X"), ("K", source), ("V", source))
    )


def _split(scenario: Scenario) -> Lines:
    size = scenario.sizes
    heads = "h" if size.kv_heads == size.heads else "kv_heads"
    rows = "T" if size.T == size.S else "S"
    lines = (
        "Q = Q.reshape(T, h, d_k).transpose(1, 0, 2)  # (h, T, d_k)",
        f"K = K.reshape({rows}, {heads}, d_k).transpose(1, 0, 2)",
        f"V = V.reshape({rows}, {heads}, d_v).transpose(1, 0, 2)",
    )
    if heads == "h":
        return lines
    return (*lines, "K = np.repeat(K, h // kv_heads, axis=0)", "V = np.repeat(V, h // kv_heads, axis=0)")


def _turn(scenario: Scenario) -> Lines:
    """Rotary positions as one small matrix for each position, which turns the pairs of a row."""
    if not isinstance(scenario.positions, Rotary):
        return ()
    return (
        "turned_Q = (turn_Q @ Q[..., np.newaxis])[..., 0]  # each row turned by its position",
        "turned_K = (turn_K @ K[..., np.newaxis])[..., 0]",
    )


def _turns(scenario: Scenario, side: str, count: int) -> Array:
    """(positions, d_k, d_k): what turns the queries or keys of each position."""
    rotary, d_k = scenario.positions, scenario.sizes.d_k
    assert isinstance(rotary, Rotary)
    assert d_k is not None
    by = angles(rotary, d_k, first_position(rotary, scenario.sizes, side), count)
    turns = np.tile(np.eye(d_k), (count, 1, 1))
    first, second = (np.arange(d_k)[part] for part in columns_of_pairs(rotary, d_k))
    turns[:, first, first] = turns[:, second, second] = np.cos(by)
    turns[:, first, second], turns[:, second, first] = -np.sin(by), np.sin(by)
    return turns.astype(scenario.dtype)


def _scale(scenario: Scenario) -> str:
    if scenario.scale is True:
        return " / d_k**0.5"
    return "" if scenario.factor == 1.0 else f" * {scenario.factor!r}"


def _settings_and_mask(scenario: Scenario) -> dict[str, Lines]:
    """Soft cap, bias and temperature where they are used, then the mask; each reads what the one before it left."""
    steps = (
        ("capped", "np.tanh({last} / softcap) * softcap", scenario.softcap is not None),
        ("biased", "{last}" + _added(scenario), bool(_added(scenario))),
        ("tempered", "{last} / temperature", scenario.temperature != 1.0),
    )
    last, lines = "scaled", []
    for name, formula, used in steps:
        if used:
            lines.append(f"{name} = {formula.format(last=last)}")
            last = name
    return {"settings": tuple(lines), "mask": (f"masked = np.where(allowed, {last}, -np.inf)",)}


def _added(scenario: Scenario) -> str:
    """What is added to each score: a penalty for distance, a bias."""
    distance = " + slopes * distance" if isinstance(scenario.positions, Alibi) else ""
    return distance + (" + bias" if scenario.bias is not None else "")


def _plus(scenario: Scenario, text: str, matrix: str) -> str:
    """The text, if the scenario has that matrix."""
    return text if getattr(scenario.inputs, matrix, None) is not None else ""
