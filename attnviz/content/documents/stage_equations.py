r"""Each stage as an equation between matrices, in LaTeX: \text{scores} = Q K^{\top}.

Queries, keys and values have their letters, every other stage its own word, as everywhere in the program.
"""

from __future__ import annotations

from attnviz.content.explanation_formulas import symbol
from attnviz.content.explanation_terms import latex_number
from attnviz.content.numerals import format_setting
from attnviz.content.wording import is_output
from attnviz.engine.errors import AttentionError
from attnviz.engine.inputs import Direct, GivenWeights, Projected
from attnviz.engine.positions import Alibi
from attnviz.engine.rules import matched_stages
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

_LETTERED = ("queries", "keys", "values")
_PLACES = 6


def matrix_symbol(trace: Trace, name: str, head: int | None) -> str:
    r"""The whole matrix: Q^{(2)} where there are several heads, \text{weights}, W_Q."""
    stage = BY_NAME.get(name) if name in trace.stages else None
    if stage is None:
        plain = {"source": r"\text{source}", "bias": "B", "alibi": r"\text{ALiBi}"}.get(name, name)
        return plain + _of_head(head if name == "alibi" or _own_bias(trace, name) else None, trace)
    if stage.role in _LETTERED:
        letter, _, _ = symbol(trace, name, None, "i", "j").partition("_{i,j}")
        letter = letter.partition("^{(")[0]
        word = letter[:-2] + letter[-2:].upper() if letter.endswith("}") else letter.upper()
    else:
        word = rf"\text{{{stage.title.lower()}}}"
    return word + _of_head(trace.slot(name, head) if stage.per_head else None, trace)


def number_symbol(trace: Trace, name: str, head: int | None) -> str:
    """One number of the matrix, as the arithmetic calls it: w_{i,j}."""
    return symbol(trace, name, head, "i", "j")


def equation_of(trace: Trace, name: str, head: int | None) -> str:
    """What the stage is computed from; empty for what is given or merely handed on."""
    own = head or 0

    def of(stage: str) -> str:
        return matrix_symbol(trace, stage, own)

    match name:
        case "alibi":
            return _penalty(trace, own)
        case "queries" | "keys" | "values":
            return _projection(trace, name, own)
        case "rotated_queries" | "rotated_keys":
            return rf"\operatorname{{rotate}}\left( {of(name.removeprefix('rotated_'))} \right)"
        case "scores":
            queries, keys = matched_stages(trace.scenario)
            turned = rf"\left( {of(keys)} \right)" if trace.sizes.heads > 1 else of(keys)
            return rf"{of(queries)} \, {turned}^{{\top}}"
        case "scaled":
            return _scaled(trace, of("scores"))
        case "capped":
            cap = _number(trace.scenario.softcap or 1.0)
            return rf"{cap} \tanh\left( \frac{{{of(_before(trace, name))}}}{{{cap}}} \right)"
        case "biased":
            return _biased(trace, of(_before(trace, name)), own)
        case "tempered":
            return rf"\frac{{{of(_before(trace, name))}}}{{{_number(trace.scenario.temperature)}}}"
        case "masked":
            before = of(_before(trace, name))
            return before if trace.scenario.mask.hides_nothing else rf"{before} \text{{, hidden}} \to -\infty"
        case "exponentials":
            less = r" - \text{row maximum}" if _shifted(trace, own) else ""
            return f"e^{{{of('masked')}{less}}}"
        case "weights":
            given = isinstance(trace.scenario.inputs, GivenWeights)
            return "" if given else rf"\operatorname{{softmax}}\left( {of('masked')} \right)"
        case "head_output":
            values = of("values") if "values" in trace.stages else f"V{_of_head(_kv_slot(trace, own), trace)}"
            return rf"{of('weights')} \, {values}"
        case "concatenated":
            return _side_by_side(trace)
        case "output":
            return _output(trace)
    return ""


def _penalty(trace: Trace, head: int) -> str:
    """The slope times how far key j lies after query i."""
    positions = trace.scenario.positions
    assert isinstance(positions, Alibi)
    slope, late = positions.of(trace.sizes.heads)[head], trace.sizes.S - trace.sizes.T
    return rf"\left( {_number(slope)} \left( j - i{f' {-late:+d}' if late else ''} \right) \right)_{{i,j}}"


def _projection(trace: Trace, name: str, head: int) -> str:
    inputs, letter = trace.scenario.inputs, name[0].upper()
    if isinstance(inputs, Direct):
        return rf"\text{{the columns of head {_slot(trace, name, head) + 1}}}" if trace.sizes.heads > 1 else ""
    assert isinstance(inputs, Projected)
    rows = "X" if letter == "Q" or inputs.source is None else r"\text{source}"
    of = _of_head(_slot(trace, name, head), trace)
    bias = f" + b_{letter}{of}" if getattr(inputs, f"b_{letter}") is not None else ""
    return rf"{rows} \, W_{letter}{of}{bias}"


def _scaled(trace: Trace, scores: str) -> str:
    scale = trace.scenario.scale
    if scale is True:
        return rf"\frac{{{scores}}}{{\sqrt{{{trace.sizes.d_k}}}}}"
    return scores if scale is False else rf"{_number(scale)} \cdot {scores}"


def _biased(trace: Trace, before: str, head: int) -> str:
    terms = [before]
    if isinstance(trace.scenario.positions, Alibi):
        terms.append(matrix_symbol(trace, "alibi", head))
    if trace.scenario.bias is not None:
        terms.append(matrix_symbol(trace, "bias", head))
    return " + ".join(terms)


def _side_by_side(trace: Trace) -> str:
    first, last = (matrix_symbol(trace, "head_output", head) for head in (0, trace.sizes.heads - 1))
    if trace.sizes.heads == 1:
        return first
    dots = r" \mid \cdots" if trace.sizes.heads > 2 else ""
    return rf"\left[ {first}{dots} \mid {last} \right]"


def _output(trace: Trace) -> str:
    inputs = trace.scenario.inputs
    weights = r" \, W_O" if getattr(inputs, "W_O", None) is not None else ""
    bias = " + b_O" if getattr(inputs, "b_O", None) is not None else ""
    if is_output(trace):
        return equation_of(trace, "head_output", 0)
    mixed = matrix_symbol(trace, "concatenated" if trace.sizes.heads > 1 else "head_output", 0)
    return f"{mixed}{weights}{bias}"


def _before(trace: Trace, name: str) -> str:
    return trace.stages[trace.stages.index(name) - 1]


def _shifted(trace: Trace, head: int) -> bool:
    try:
        return trace.shifted(head)
    except AttentionError:
        return False


def _own_bias(trace: Trace, name: str) -> bool:
    return name == "bias" and trace.scenario.bias is not None and trace.scenario.bias.ndim == 3


def _slot(trace: Trace, name: str, head: int) -> int:
    return trace.slot(name, head) or 0


def _kv_slot(trace: Trace, head: int) -> int:
    return head * trace.sizes.kv_heads // trace.sizes.heads


def _of_head(slot: int | None, trace: Trace) -> str:
    """The head as a raised number in brackets, where there are several."""
    return f"^{{({slot + 1})}}" if slot is not None and trace.sizes.heads > 1 else ""


def _number(value: float) -> str:
    text = latex_number(format_setting(value, _PLACES))
    return rf"\left( {text} \right)" if text.startswith("-") else text
