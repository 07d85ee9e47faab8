"""The words on a figure: its title, and the formula as these inputs and settings make it."""

from __future__ import annotations

from functools import partial

import numpy as np
import numpy.typing as npt

from attnviz.content.adding_up import sum_in_words, sums_along
from attnviz.content.numerals import format_in_sum, format_number, format_setting
from attnviz.content.wording import sharing
from attnviz.engine import pool
from attnviz.engine.arrays import Array
from attnviz.engine.errors import AttentionError, NotYet
from attnviz.engine.inputs import Direct, GivenWeights, Projected
from attnviz.engine.positions import Alibi
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

Sums = npt.NDArray[np.float64]

INPUT_ROLES = {
    "X": "input", "source": "input", "bias": "scores", "alibi": "scores", "weights": "weights",
    **{f"{prefix}{letter}": role for letter, role in
       (("Q", "queries"), ("K", "keys"), ("V", "values"), ("O", "output")) for prefix in ("", "W_", "b_")},
}  # fmt: skip
_INPUT_WORDS = {
    "X": "tokens × d_model", "source": "source tokens × d_source", "W_Q": "d_model × heads·d_k",
    "W_K": "d_source × heads·d_k", "W_V": "d_source × heads·d_v", "W_O": "heads·d_v × d_out",
    "Q": "queries × heads·d_k", "K": "keys × heads·d_k", "V": "keys × heads·d_v", "bias": "queries × keys",
    "b_Q": "heads·d_k", "b_K": "heads·d_k", "b_V": "heads·d_v", "b_O": "d_out",
}  # fmt: skip
_ADDED = {
    "alibi": "What the distance between query and key costs a score.", "bias": "A number for each pair, to be added.",
}  # fmt: skip
_ADDED_TITLES = {"alibi": "ALiBi", "bias": "Bias"}
_NOTHING_HIDDEN = "nothing hidden"
_SUMS_TO_ONE = 1e-6  # further from 1 than rounding in float32 can bring a row of thousands
_ROW_SUMS = "row sums"  # what they are kept under, with the weights
_SUMMED_ROWS = 64  # that one thread adds up at a time
_EXACT_SUMS = 3  # so many different sums are named one by one


def title_of(name: str) -> str:
    """A stage's title; an input is its own name."""
    if name in _ADDED_TITLES:
        return _ADDED_TITLES[name]
    return BY_NAME[name].title if name in BY_NAME else name


def group_title(trace: Trace, name: str, head: int) -> str:
    """The title, with whose they are where query heads share keys and values: "Keys of heads 3 and 4"."""
    group = trace.sizes.heads // trace.sizes.kv_heads
    if group == 1 or name not in ("keys", "values", "rotated_keys") or name not in trace.stages:
        return title_of(name)
    return f"{title_of(name)} of {sharing(trace, head)}"


def sentence_of(name: str) -> str:
    """What the numbers of a stage mean, or what is added to the scores; "" for other inputs."""
    return BY_NAME[name].sentence if name in BY_NAME else _ADDED.get(name, "")


def added_to_scores(trace: Trace) -> tuple[str, ...]:
    """What is added to the scores and is read like an input: "alibi", "bias"."""
    alibi = ("alibi",) if isinstance(trace.scenario.positions, Alibi) else ()
    return (*alibi, *(("bias",) if trace.scenario.bias is not None else ()))


def role_of(name: str) -> str:
    """The role whose colour a stage or input has."""
    return BY_NAME[name].role if name in BY_NAME else INPUT_ROLES.get(name, "input")


def formula_of(trace: Trace, name: str, head: int, decimals: int) -> str:
    """How a stage is computed here, with the real numbers: "scores ÷ √2"; for an input, what its axes are."""
    if name == "alibi" and isinstance(trace.scenario.positions, Alibi):
        return f"{_slope(trace, head, decimals)} × (key − query)"
    if name not in BY_NAME or name not in trace.stages:
        words = _INPUT_WORDS.get(name, "")
        one_source = trace.sizes.d_source == trace.sizes.d_model
        one_head = trace.sizes.heads == 1
        words = words.replace("d_source", "d_model") if one_source else words
        return words.replace("heads·", "") if one_head else words
    scenario = trace.scenario
    match name:
        case "queries" | "keys" | "values":
            return _projection(trace, name)
        case "scaled":
            return _scale(trace, decimals)
        case "scores" if "rotated_keys" in trace.stages:
            return "R Q (R K)ᵀ"
        case "biased":
            before = "capped" if "capped" in trace.stages else "scaled"
            return " + ".join((before, *("ALiBi" if added == "alibi" else added for added in added_to_scores(trace))))
        case "capped":
            cap = format_setting(scenario.softcap or 1.0, decimals)
            return f"{cap} tanh(scaled ÷ {cap})"
        case "tempered":
            return f"÷ temperature {format_setting(scenario.temperature, decimals)}"
        case "masked":
            return _mask(trace)
        case "exponentials":
            return "e^(masked − row max)" if _shifted(trace, head) else "e^masked"
        case "weights":
            return _sums(trace, head, decimals)
        case "concatenated":
            return "heads side by side" if trace.sizes.heads > 1 else "weights · V"
        case "output":
            return _output(trace)
    return BY_NAME[name].symbol


def other_formulas(trace: Trace, name: str) -> tuple[str, ...]:
    """What one click on the toolbar may put in place of a stage's formula."""
    match name:
        case "scaled":
            return f"scores ÷ √{trace.sizes.d_k}", "no scale"
        case "masked":
            return _NOTHING_HIDDEN, "causal → −∞", "padding → −∞", "custom → −∞"
    return ()


def brief_of(name: str, formula: str) -> str | None:
    """A stage's formula in fewer words, None where it has none."""
    match name:
        case "queries" | "keys" | "values":
            return formula.partition(" = ")[2] or formula
        case "weights":
            return formula.partition(",")[0]
        case "exponentials":
            return "exp(s − max)" if "max" in formula else "exp"
        case "masked":
            return formula.removesuffix(" → −∞") if formula != _NOTHING_HIDDEN else ""
        case "output":
            return formula.replace("concatenated", "concat")
        case "capped":
            return formula.replace("scaled ÷ ", "s÷")
    return None


def _projection(trace: Trace, name: str) -> str:
    letter = {"queries": "Q", "keys": "K", "values": "V"}[name]
    inputs = trace.scenario.inputs
    if isinstance(inputs, Direct):
        return f"{letter} as given"
    assert isinstance(inputs, Projected)
    rows = "X" if letter == "Q" or inputs.source is None else "source"
    bias = f" + b_{letter}" if getattr(inputs, f"b_{letter}") is not None else ""
    return f"{letter} = {rows} W_{letter}{bias}"


def _scale(trace: Trace, decimals: int) -> str:
    scale = trace.scenario.scale
    if scale is True:
        return f"scores ÷ √{trace.sizes.d_k}"
    if scale is False:
        return "no scale"
    return f"scores × {format_setting(scale, decimals)}"


def _mask(trace: Trace) -> str:
    mask = trace.scenario.mask
    kinds = [
        word
        for word, on in (
            ("causal", mask.causal),
            ("window", mask.window is not None),
            ("padding", mask.padding),
            ("custom", mask.custom is not None),
        )
        if on
    ]
    if mask.causal and mask.alignment == "bottom_right":
        kinds[0] = "causal from the bottom right"
    return f"{', '.join(kinds)} → −∞" if kinds else _NOTHING_HIDDEN


def _slope(trace: Trace, head: int, decimals: int) -> str:
    alibi = trace.scenario.positions
    if not isinstance(alibi, Alibi):
        return ""
    return format_in_sum(alibi.of(trace.sizes.heads)[head], decimals, given=True)


def _shifted(trace: Trace, head: int) -> bool:
    try:
        return trace.shifted(head)
    except AttentionError:
        return False


def _sums(trace: Trace, head: int, decimals: int) -> str:
    """Rows that do not sum to one are told as they are."""
    given = "as given" if isinstance(trace.scenario.inputs, GivenWeights) else "softmax"
    surely = given == "softmax" and trace.scenario.pencil is None
    if trace.large and surely:  # millions of numbers are not added up
        return f"{given}, rows sum to 1"
    try:
        sums = sums_of_rows(trace, head)
    except NotYet:
        return f"{given}, rows sum to 1" if surely else given
    except AttentionError:
        return given
    if sums is None:
        return given
    if (np.abs(sums - 1) <= _SUMS_TO_ONE).all():
        return f"{given}, rows sum to 1"
    sums = np.array([float(f"{total:.12g}") for total in sums])  # 0.1 + 0.2 + 0.3 is 0.6, whatever binary says
    texts = tuple(dict.fromkeys(_sum_text(float(total), decimals) for total in sums))
    if len(texts) <= _EXACT_SUMS:
        *others, last = texts
        return f"{given}, rows sum to {' and '.join((', '.join(others), last) if others else (last,))}"
    low, high = (_sum_text(float(end), decimals) for end in (sums.min(), sums.max()))
    return f"{given}, rows sum to {low} … {high}"


def _sum_text(total: float, decimals: int) -> str:
    return format_number(total, decimals) if np.isfinite(total) else sum_in_words(total, decimals)


def sums_of_rows(trace: Trace, head: int) -> Sums | None:
    """What each row of the weights sums to, (T,); of large ones it is kept, and None until a deferred trace has it."""
    if not trace.large:
        return sums_along(trace.at("weights", head))
    known: Sums | None = trace.made("weights", head).get(_ROW_SUMS)
    if known is None and not trace.defers:
        weights = trace.at("weights", head)
        known = np.empty(len(weights))
        starts = range(0, len(weights), _SUMMED_ROWS)
        pool.each([partial(_add_up, weights, slice(row, row + _SUMMED_ROWS), known) for row in starts])
        trace.made("weights", head)[_ROW_SUMS] = known
    return known


def _add_up(weights: Array, rows: slice, sums: Sums) -> None:
    sums[rows] = sums_along(weights[rows].astype(np.float64))  # quicker than as they are added


def _output(trace: Trace) -> str:
    inputs = trace.scenario.inputs
    mixed = "weights · V" if trace.sizes.heads == 1 else "concatenated"
    weights = " · W_O" if getattr(inputs, "W_O", None) is not None else ""
    bias = " + b_O" if getattr(inputs, "b_O", None) is not None else ""
    if not weights and not bias:
        return mixed if trace.sizes.heads == 1 else "= concatenated"
    return f"concatenated{weights}{bias}"
