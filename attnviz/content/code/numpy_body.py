"""Attention in NumPy: projections, then one head after the other."""

from __future__ import annotations

from attnviz.content.code.library import NUMPY
from attnviz.content.code.logits import logit_rows
from attnviz.content.code.masks import mask_rows
from attnviz.content.code.positions import distance_rows, position_rows, turned_rows
from attnviz.content.code.projections import output_expression, projection_rows
from attnviz.content.code.rounding import kept
from attnviz.content.code.rows import BLANK, Row, indented, row
from attnviz.content.code.shapes import grouped, several, wide
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.tracing import Trace


def numpy_rows(trace: Trace) -> list[Row]:
    """The rows from the inputs to `weights` (heads, T, S) and `output` (T, d_out)."""
    scenario = trace.scenario
    if isinstance(scenario.inputs, GivenWeights):
        return _given_rows(trace)
    rows = projection_rows(scenario)
    for part in (position_rows(scenario, NUMPY), distance_rows(scenario, NUMPY), mask_rows(scenario.mask, NUMPY)):
        rows += [BLANK, *part] if part else []
    if _differ(trace):
        flags = [trace.shifted(head) for head in range(trace.sizes.heads)]
        rows += [BLANK, row(f"shifted = {flags}", "heads whose scores are large: each row's maximum is subtracted")]
    if not several(scenario):
        rows += [BLANK] if len(rows) > 3 else []
        return [*rows, *_head_rows(trace, "Q", "K", "V", "0"), BLANK, _stack()]
    number = "" if scenario.dtype == "float64" else ", np.float32"
    return [
        *rows,
        BLANK,
        row(f"weights = np.empty((heads, T, S){number})"),
        row(f"concatenated = np.empty((T, heads * d_v){number})", "the heads' outputs side by side"),
        row("for h in range(heads):"),
        *indented([*_columns(trace), *_head_rows(trace, "q", "k", "v", "h")]),
        _output(trace),
    ]


def _columns(trace: Trace) -> list[Row]:
    """The columns that belong to one head."""
    kv = "g" if grouped(trace.scenario) else "h"
    group = [row("g = h // (heads // kv_heads)", "the key/value head that this query head reads")]
    return [
        *(group if kv == "g" else []),
        row("q = Q[:, h * d_k : (h + 1) * d_k]", "(T, d_k)", "queries"),
        row(f"k = K[:, {kv} * d_k : ({kv} + 1) * d_k]", "(S, d_k)", "keys"),
        row(f"v = V[:, {kv} * d_v : ({kv} + 1) * d_v]", "(S, d_v)", "values"),
    ]


def _head_rows(trace: Trace, q: str, k: str, v: str, head: str) -> list[Row]:
    """One head, from its queries, keys and values to its weights and output."""
    scenario = trace.scenario
    logits, last = logit_rows(scenario, NUMPY, "(T, S)", head)
    rows = [
        *turned_rows(scenario, q, k),
        row(f"scores = {kept(scenario, f'{q} @ {k}.T')}", "(T, S)  how well each query fits each key", "scores"),
        *logits,
        *_softmax_rows(trace, last, "weights" if head == "0" else "weights[h]", head),
    ]
    if head == "0":
        return [*rows, *_only_output(trace, f"weights @ {v}")]
    mixed = kept(scenario, f"weights[h] @ {v}")
    return [*rows, _into_place(mixed)]


def _softmax_rows(trace: Trace, last: str, target: str, head: str) -> list[Row]:
    """Exponentials and each row's share of them; as shown on screen: shifted only where numbers are large."""
    scenario = trace.scenario
    flags = {trace.shifted(each) for each in range(trace.sizes.heads)}
    rows, power = [], f"np.exp({last})"
    if True in flags or (scenario.dtype == "float32" and trace.sizes.S > MANY):
        top = f"{last}.max(axis=-1, keepdims=True)"
        if _differ(trace):
            top = f"{top} if shifted[{head}] else 0"
        rows.append(row(f"top = {top}", "subtracted, so that no power is too large", "exponentials"))
        power = f"np.exp({last} - top)"
    rows.append(row(f"exponentials = {kept(scenario, power)}", "(T, S)", "exponentials"))
    if scenario.pencil is None:
        share = "exponentials / exponentials.sum(axis=-1, keepdims=True)"
    else:
        wide = ", dtype=np.float64" if scenario.dtype == "float32" else ""
        rows.append(row(f"total = pencil(exponentials.sum(axis=-1, keepdims=True{wide}))", "(T, 1)", "weights"))
        cast = ".astype(np.float32)" if wide else ""
        share = f"pencil({'(' * bool(cast)}exponentials / total{')' * bool(cast)}{cast})"
    return [*rows, row(f"{target} = {share}", "(T, S)  each row sums to 1", "weights")]


MANY = 1000  # keys; float32 holds no sum of much more than these many numbers of e^80


def _differ(trace: Trace) -> bool:
    """True where pencil precision makes it matter which heads subtract a row's maximum, and not all do."""
    flags = {trace.shifted(head) for head in range(trace.sizes.heads)}
    return trace.scenario.pencil is not None and len(flags) > 1


def _given_rows(trace: Trace) -> list[Row]:
    """Weights that are given as they are, and the values that they mix."""
    scenario = trace.scenario
    rows = []
    if scenario.pencil is not None:
        rows.append(row("weights = pencil(weights)", "", "weights"))
    if trace.sizes.d_v is None:
        return rows
    if scenario.pencil is not None:
        rows.append(row("V = pencil(V)", "", "V"))
    if not several(scenario):
        return [*rows, *_only_output(trace, "weights[0] @ V")]
    number = "" if scenario.dtype == "float64" else ", np.float32"
    columns = [one for one in _columns(trace) if not one.code.startswith(("q =", "k ="))]
    return [
        *rows,
        row(f"concatenated = np.empty((T, heads * d_v){number})", "the heads' outputs side by side"),
        row("for h in range(heads):"),
        *indented([*columns, _into_place(kept(scenario, "weights[h] @ v"))]),
        _output(trace),
    ]


def _into_place(mixed: str) -> Row:
    where = "concatenated[:, h * d_v : (h + 1) * d_v]"
    return row(f"{where} = {mixed}", "(T, d_v)", "concatenated", "head_output")


def _only_output(trace: Trace, mixed: str) -> list[Row]:
    """The output of the only head, and what W_O and b_O make of it."""
    made = kept(trace.scenario, mixed)
    last = output_expression(trace.scenario, "head_output")
    if last is None:
        return [row(f"output = {made}", "(T, d_v)  the values, mixed by the weights", "head_output", "output")]
    return [
        row(f"head_output = {made}", "(T, d_v)  the values, mixed by the weights", "head_output"),
        row(f"output = {last}", f"(T, {wide(trace.scenario, 'O')})", "output"),
    ]


def _output(trace: Trace) -> Row:
    last = output_expression(trace.scenario, "concatenated") or "concatenated"
    return row(f"output = {last}", f"(T, {wide(trace.scenario, 'O')})", "output")


def _stack() -> Row:
    return row("weights = weights[np.newaxis]", "(heads, T, S)")
