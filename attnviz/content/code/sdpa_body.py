"""Attention in PyTorch by its own function, and beside it the weights that this function keeps to itself."""

from __future__ import annotations

import math

import numpy as np

from attnviz.content.code import literals
from attnviz.content.code.library import TORCH
from attnviz.content.code.logits import added
from attnviz.content.code.masks import mask_rows
from attnviz.content.code.positions import distance_rows, position_rows, turned_rows
from attnviz.content.code.projections import projection_rows
from attnviz.content.code.rows import BLANK, Row, row
from attnviz.content.code.shapes import grouped
from attnviz.content.code.torch_body import output_rows, repeat_rows, scores_shape, split_rows
from attnviz.engine.errors import FieldError, Where
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.mask import Mask
from attnviz.engine.positions import Alibi
from attnviz.engine.rules import matched_stages
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace

LEAST = "1e-5"  # how far weights that were computed twice may lie apart, and more where scores are large
_UNITS = 8  # in the last place: how many a logit may lose on its way
_WHOLE = ("scores", "scaled", "biased", "tempered", "masked", "exponentials", "weights", "head_output")


def refuse(scenario: Scenario) -> None:
    """Raises FieldError for what scaled_dot_product_attention cannot do; `torch` can do all of it."""
    if isinstance(scenario.inputs, GivenWeights):
        reason, field = "takes queries and keys, and here the weights are given", "inputs"
    elif scenario.softcap is not None:
        reason, field = "cannot cap scores (softcap)", "softcap"
    elif scenario.pencil is not None:
        reason, field = "cannot round its steps (pencil)", "pencil"
    else:
        return
    raise FieldError(f"scaled_dot_product_attention {reason}. Choose PyTorch written out (torch).", Where(field))


def sdpa_rows(trace: Trace) -> list[Row]:
    """The rows from the inputs to `weights` (heads, T, S) and `output` (T, d_out). Raises FieldError as `refuse`."""
    scenario = trace.scenario
    refuse(scenario)
    rows = [*projection_rows(scenario), *split_rows(trace)]
    for part in (position_rows(scenario, TORCH), _adding_rows(scenario)):
        rows += [BLANK, *part] if part else []
    mask = _mask(scenario)
    arguments = ["q", "k", "v"]
    if _is_plain_causal(scenario):
        arguments.append("is_causal=True")
    elif mask:
        arguments.append(f"attn_mask={mask}")
    if _scale(scenario):
        arguments.append(f"scale={_scale(scenario)}")
    if grouped(scenario):
        arguments.append("enable_gqa=True")
    call = f"F.scaled_dot_product_attention({', '.join(arguments)})"
    head, *rest = output_rows(trace, call)
    return [
        *rows,
        BLANK,
        *turned_rows(scenario, "q", "k"),
        Row(head.code, head.comment.partition("  ")[0], _WHOLE),
        *rest,
        BLANK,
        row("# scaled_dot_product_attention keeps its weights to itself: here they are computed once more, beside it."),
        *_weights_rows(trace, mask),
    ]


def _adding_rows(scenario: Scenario) -> list[Row]:
    """What is added to the scaled scores or hides them, as the function takes it: `attn_mask`, or booleans."""
    if _is_plain_causal(scenario):
        return []
    distances, hidden = distance_rows(scenario, TORCH), mask_rows(scenario.mask, TORCH)
    rows = [*distances, *([BLANK] if distances and hidden else []), *hidden]
    if not _adds(scenario):
        return rows
    rows += [BLANK] if rows else []
    sum_of = added(scenario, TORCH, "")
    if scenario.temperature != 1.0:
        sum_of = f"({sum_of}) / {literals.number(scenario.temperature)}"
    rows.append(row(f"attn_mask = {sum_of}", "added to the scaled scores", "biased"))
    if not scenario.mask.hides_nothing:
        rows.append(row("attn_mask = attn_mask.masked_fill(~allowed, -math.inf)", "", "masked"))
    return rows


def _weights_rows(trace: Trace, mask: str) -> list[Row]:
    scenario = trace.scenario
    rows = mask_rows(scenario.mask, TORCH) if _is_plain_causal(scenario) else []
    rows += repeat_rows(trace)
    scale = _scale(scenario) or "1 / d_k**0.5"
    times = "" if scale == "1.0" else f" * {scale}" if "/" not in scale else f" * ({scale})"
    logits = f"q @ k.transpose(-2, -1){times}"
    if _adds(scenario):
        logits += f" + {mask}"
    rows.append(row(f"logits = {logits}", scores_shape(scenario), "scores", "scaled"))
    if mask and not _adds(scenario):
        rows.append(row("logits = logits.masked_fill(~allowed, -math.inf)", "", "masked"))
    return [
        *rows,
        row(
            "weights = torch.softmax(logits, dim=-1)",
            f"{scores_shape(scenario)}  each row sums to 1",
            "exponentials",
            "weights",
        ),
        row(
            f"assert (weights @ v - head_output).abs().max() <= {_tolerance(trace)} * v.abs().max()", "the same output"
        ),
    ]


def _tolerance(trace: Trace) -> str:
    """How far weights that were computed twice may lie apart: more where large scores leave few digits for it."""
    scenario, queries_and_keys = trace.scenario, matched_stages(trace.scenario)
    largest = 0.0  # of the sums of absolute products that scores are made of
    for head in range(trace.sizes.heads):
        q, k = (np.abs(trace.at(stage, head), dtype=np.float64) for stage in queries_and_keys)
        largest = max(largest, float((q @ k.T).max()))
    logit = largest * abs(scenario.factor) / scenario.temperature
    error = _UNITS * float(np.finfo(scenario.dtype).eps) * logit
    return LEAST if error <= float(LEAST) else f"1e{math.ceil(math.log10(error))}"


def _scale(scenario: Scenario) -> str:
    """The factor of the scores, temperature and all; "" where it is the function's own, 1/√d_k."""
    if scenario.scale is True:
        return "" if scenario.temperature == 1.0 else f"1 / d_k**0.5 / {literals.number(scenario.temperature)}"
    factor = literals.number(scenario.factor)
    return factor if scenario.temperature == 1.0 else f"{factor} / {literals.number(scenario.temperature)}"


def _mask(scenario: Scenario) -> str:
    if _adds(scenario):
        return "attn_mask"
    return "" if scenario.mask.hides_nothing else "allowed"


def _adds(scenario: Scenario) -> bool:
    return scenario.bias is not None or isinstance(scenario.positions, Alibi)


def _is_plain_causal(scenario: Scenario) -> bool:
    """True if the function's own causal mask, from the top left, is all that hides keys."""
    return scenario.mask == Mask(causal=True) and not _adds(scenario)
