"""Scenarios made of the PyTorch cases in tests/golden, and how close their numbers must come.

A query that sees no key has weights, output and gradients 0 there, but cannot stand in a scenario: it is left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from answers import Case, side_by_side

from attnviz import Alibi, Direct, Mask, Projected, Scenario
from attnviz.engine.mask import causal


def close(got: np.ndarray, expected: np.ndarray, case: Case) -> None:
    assert got.shape == expected.shape
    np.testing.assert_allclose(got, expected, rtol=case.tolerance, atol=case.tolerance)


def visible(case: Case) -> np.ndarray | None:
    """Which keys may be seen: the boolean mask, the causal one and the window together, or None if there is none."""
    mask = case.given.get("mask")
    allowed = mask if mask is not None and mask.dtype == np.bool_ else None
    queries, keys = case.expected["weights"].shape[-2:]
    if "causal" in case.params:
        triangle = causal(queries, keys, case.params["causal"])
        allowed = triangle if allowed is None else allowed & triangle
    if "window" in case.params:
        left, right = case.params["window"]
        before = -distance(queries, keys)
        band = (-right <= before) & (before <= left)
        allowed = band if allowed is None else allowed & band
    return allowed


def additive(case: Case) -> np.ndarray | None:
    """What is added to the scores: the additive mask, or ALiBi's penalties by their formula."""
    if case.params.get("alibi"):
        heads, queries, keys = case.expected["weights"].shape[1:]
        slopes = 2.0 ** (-8 * (np.arange(heads) + 1) / heads)
        return slopes[:, None, None] * distance(queries, keys)
    mask = case.given.get("mask")
    return mask if mask is not None and mask.dtype != np.bool_ else None


def distance(queries: int, keys: int) -> np.ndarray:
    """(T, S): how far each key lies after the query, where the queries are the last of the positions."""
    return np.arange(keys) - (np.arange(queries)[:, None] + keys - queries)


def settings_of(case: Case) -> dict[str, Any]:
    """The settings that scenarios and the call name alike."""
    return {name: case.params[name] for name in ("scale", "softcap", "temperature") if name in case.params}


def pairs_of(case: Case, batch: int) -> np.ndarray:
    """(h, T, S): which pairs of one batch element are visible, masks and infinite biases together."""
    shape = case.expected["weights"].shape
    allowed = visible(case)
    pairs = np.ones(shape, dtype=bool) if allowed is None else np.broadcast_to(allowed, shape)
    bias = additive(case)
    return (pairs if bias is None else pairs & ~np.isneginf(np.broadcast_to(bias, shape)))[batch]


def core_scenario(case: Case, batch: int, pairs: np.ndarray, rows: np.ndarray) -> Scenario:
    """One batch element, with some of its queries; masks that differ between heads go in as a bias of −∞."""
    given, params = case.given, case.params
    shape = case.expected["weights"].shape
    bias = additive(case)
    mask = Mask()
    if bias is not None:
        bias = np.broadcast_to(bias, shape)[batch][:, rows]
    elif (pairs != pairs[0]).any():
        bias = np.where(pairs[:, rows], 0.0, -np.inf)
    elif rows.all() and "causal" in params and "mask" not in given:
        mask = Mask(causal=True, alignment=params["causal"])
    elif not pairs.all():
        mask = Mask(custom=pairs[0][rows])
    return Scenario(
        Direct(*(side_by_side(given[name][batch]) for name in "QKV")) if rows.all()
        else Direct(side_by_side(given["Q"][batch][:, rows]), *(side_by_side(given[name][batch]) for name in "KV")),
        heads=params["H"], kv_heads=params["H_kv"], bias=bias, mask=mask, **settings_of(case),
    )  # fmt: skip


def flex_scenario(case: Case, batch: int) -> Scenario:
    """One batch element, with ALiBi, window and causal mask under their own names."""
    params = case.params
    window = params.get("window")
    return Scenario(
        Direct(*(side_by_side(case.given[name][batch]) for name in "QKV")), heads=params["H"],
        kv_heads=params["H_kv"], positions=Alibi() if params.get("alibi") else None,
        mask=Mask("causal" in params, params.get("causal", "top_left"), window=window), **settings_of(case),
    )  # fmt: skip


def head_scenario(case: Case, batch: int, head: int, live: np.ndarray) -> Scenario:
    """One query head of one batch element, with the queries that see a key, masks and biases written out."""
    heads, kv_heads = case.params["H"], case.params["H_kv"]
    own = {"Q": case.given["Q"][batch, head][live]}
    own |= {name: case.given[name][batch, head * kv_heads // heads] for name in "KV"}
    bias, shape = additive(case), case.expected["weights"].shape
    return Scenario(
        Direct(own["Q"], own["K"], own["V"]), mask=Mask(custom=pairs_of(case, batch)[head][live]),
        bias=None if bias is None else np.broadcast_to(bias, shape)[batch, head][live], **settings_of(case),
    )  # fmt: skip


def mha_scenario(case: Case, batch: int) -> Scenario:
    """One batch element. Where keys and values have sources of their own, both stand side by side in one."""
    given = case.given
    W_K, W_V, source = given["W_K"], given["W_V"], None
    if "X_k" in given:
        source = given["X_k"][batch]
        if "X_v" in given:
            values = given["X_v"][batch]
            source = np.hstack([source, values])
            W_K = np.vstack([W_K, np.zeros((values.shape[1], W_K.shape[1]))])
            W_V = np.vstack([np.zeros((len(given["W_K"]), W_V.shape[1])), W_V])
    biases = {name: given.get(name) for name in ("b_Q", "b_K", "b_V", "b_O")}
    inputs = Projected(given["X"][batch], given["W_Q"], W_K, W_V, given["W_O"], source, **biases)
    shape = case.expected["weights"].shape
    bias, allowed = additive(case), visible(case)
    if "causal" in case.params and "mask" not in given:
        mask = Mask(causal=True, alignment=case.params["causal"])
    else:
        mask = Mask() if allowed is None else Mask(custom=np.broadcast_to(allowed, shape)[batch, 0].copy())
    return Scenario(
        inputs, heads=case.params["H"], mask=mask, bias=None if bias is None else np.broadcast_to(bias, shape)[batch, 0]
    )


def layer_scenario(case: Case, *, whole: bool = False) -> tuple[Scenario, np.ndarray]:
    """The layer with the queries that see a key, or with all of them if asked or if none does; and which do."""
    given, params = case.given, case.params
    allowed = visible(case)
    shape = case.expected["weights"].shape[-2:]
    pairs = np.ones(shape, dtype=bool) if allowed is None else np.broadcast_to(allowed, shape)
    live = pairs.any(axis=1)
    rows = np.full(live.shape, True) if whole or not live.any() else live
    if rows.all() and "mask" not in given:
        mask = Mask(causal="causal" in params, alignment=params.get("causal", "top_left"))
    else:
        mask = Mask(custom=pairs[rows].copy())
    source = given.get("X_kv")
    if source is None and not rows.all():
        source = given["X"]
    inputs = Projected(
        given["X"][rows], given["W_Q"], given["W_K"], given["W_V"], given["W_O"], source,
        *(given.get(name) for name in ("b_Q", "b_K", "b_V", "b_O")),
    )  # fmt: skip
    return Scenario(inputs, heads=params["H"], kv_heads=params["H_kv"], mask=mask), live
