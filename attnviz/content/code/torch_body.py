"""Attention in PyTorch, step by step: all heads at once, on axis 0."""

from __future__ import annotations

from attnviz.content.code.library import TORCH
from attnviz.content.code.logits import logit_rows
from attnviz.content.code.masks import mask_rows
from attnviz.content.code.positions import distance_rows, position_rows, turned_rows
from attnviz.content.code.projections import output_expression, projection_rows
from attnviz.content.code.rounding import kept
from attnviz.content.code.rows import BLANK, Row, row
from attnviz.content.code.shapes import grouped, several, wide
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace


def scores_shape(scenario: Scenario) -> str:
    """The shape of what is computed for each pair of query and key, in every head."""
    return f"({_heads(scenario)}, T, S)"


def _heads(scenario: Scenario) -> str:
    return "heads" if several(scenario) else "1"


def torch_rows(trace: Trace) -> list[Row]:
    """The rows from the inputs to `weights` (heads, T, S) and `output` (T, d_out)."""
    scenario = trace.scenario
    if isinstance(scenario.inputs, GivenWeights):
        return _given_rows(trace)
    shape = scores_shape(scenario)
    logits, last = logit_rows(scenario, TORCH, shape, "")
    rows = [*projection_rows(scenario), *split_rows(trace)]
    rows += repeat_rows(trace)
    for part in (position_rows(scenario, TORCH), distance_rows(scenario, TORCH), mask_rows(scenario.mask, TORCH)):
        rows += [BLANK, *part] if part else []
    return [
        *rows,
        BLANK,
        *turned_rows(scenario, "q", "k"),
        row(f"scores = {kept(scenario, 'q @ k.transpose(-2, -1)')}", f"{shape}  how well queries fit keys", "scores"),
        *logits,
        *_softmax_rows(trace, last),
        *output_rows(trace, "weights @ v"),
    ]


def split_rows(trace: Trace) -> list[Row]:
    """Queries, keys and values of all heads, each head a matrix of its own."""
    if not several(trace.scenario):
        told = "one head: (1, T, d_k), (1, S, d_k), (1, S, d_v)"
        return [row("q, k, v = Q[None], K[None], V[None]", told, "queries", "keys", "values")]
    kv_heads = "kv_heads" if grouped(trace.scenario) else "heads"
    return [
        row("q = Q.view(T, heads, d_k).transpose(0, 1)", "(heads, T, d_k)", "queries"),
        row(f"k = K.view(S, {kv_heads}, d_k).transpose(0, 1)", f"({kv_heads}, S, d_k)", "keys"),
        _split_values(kv_heads),
    ]


def repeat_rows(trace: Trace) -> list[Row]:
    """Keys and values once for each query head that reads them."""
    if not grouped(trace.scenario):
        return []
    return [
        row("k = k.repeat_interleave(heads // kv_heads, dim=0)", "(heads, S, d_k)  one for each query head", "keys"),
        _repeat_values(),
    ]


def output_rows(trace: Trace, mixed: str) -> list[Row]:
    """From the mixture of the values to the output of the layer."""
    scenario = trace.scenario
    told = "the values, mixed by the weights"
    made = row(f"head_output = {kept(scenario, mixed)}", f"({_heads(scenario)}, T, d_v)  {told}", "head_output")
    together, shape = "head_output.transpose(0, 1).reshape(T, heads * d_v)", f"(T, {wide(scenario, 'heads')})"
    if not several(scenario):
        own = output_expression(scenario, "head_output[0]") or "head_output[0]"
        return [made, row(f"output = {own}", f"(T, {wide(scenario, 'O')})", "output")]
    last = output_expression(scenario, "concatenated")
    if last is None:
        return [made, row(f"output = {together}", f"{shape}  the heads side by side", "concatenated", "output")]
    return [
        made,
        row(f"concatenated = {together}", f"{shape}  the heads side by side", "concatenated"),
        row(f"output = {last}", f"(T, {wide(scenario, 'O')})", "output"),
    ]


def _softmax_rows(trace: Trace, last: str) -> list[Row]:
    """Softmax in one row; with pencil precision its steps, for each of them is rounded."""
    scenario = trace.scenario
    shape = scores_shape(scenario)
    told = f"{shape}  each row sums to 1"
    if scenario.pencil is None:
        return [row(f"weights = torch.softmax({last}, dim=-1)", told, "exponentials", "weights")]
    flags = [trace.shifted(head) for head in range(trace.sizes.heads)]
    rows, power = [], f"torch.exp({last})"
    if True in flags:
        top = f"{last}.amax(dim=-1, keepdim=True)"
        if False in flags:
            rows.append(row(f"shifted = torch.tensor({flags})[:, None, None]", "heads whose scores are large"))
            top = f"torch.where(shifted, {top}, 0.0)"
        rows.append(row(f"top = {top}", "subtracted, so that no power is too large", "exponentials"))
        power = f"torch.exp({last} - top)"
    wide = ", dtype=torch.float64" if scenario.dtype == "float32" else ""
    share = "(exponentials / total).float()" if wide else "exponentials / total"
    return [
        *rows,
        row(f"exponentials = pencil({power})", shape, "exponentials"),
        row(f"total = pencil(exponentials.sum(dim=-1, keepdim=True{wide}))", f"({_heads(scenario)}, T, 1)", "weights"),
        row(f"weights = pencil({share})", told, "weights"),
    ]


def _given_rows(trace: Trace) -> list[Row]:
    scenario = trace.scenario
    rows = [row("weights = pencil(weights)", "", "weights")] if scenario.pencil is not None else []
    if trace.sizes.d_v is None:
        return rows
    if scenario.pencil is not None:
        rows.append(row("V = pencil(V)", "", "V"))
    one = row("v = V[None]", "one head: (1, S, d_v)", "values")
    split = _split_values("kv_heads" if grouped(scenario) else "heads")
    rows.append(split if several(scenario) else one)
    if grouped(scenario):
        rows.append(_repeat_values())
    return [*rows, *output_rows(trace, "weights @ v")]


def _split_values(kv_heads: str) -> Row:
    return row(f"v = V.view(S, {kv_heads}, d_v).transpose(0, 1)", f"({kv_heads}, S, d_v)", "values")


def _repeat_values() -> Row:
    return row("v = v.repeat_interleave(heads // kv_heads, dim=0)", "(heads, S, d_v)", "values")
