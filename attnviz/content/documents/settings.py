"""The sizes and settings of a scenario in words: what somebody who has only the paper must know."""

from __future__ import annotations

from collections.abc import Iterator

from attnviz.content.numerals import format_setting
from attnviz.engine.errors import counted
from attnviz.engine.inputs import Direct, GivenWeights, Projected
from attnviz.engine.mask import Mask
from attnviz.engine.positions import Alibi, Rotary
from attnviz.engine.scenario import Scenario

_PLACES = 6  # decimals of a setting; more are rounded


def sizes_in_words(scenario: Scenario) -> str:
    """ "3 queries and 3 keys, d_model = 2, d_k = 2, d_v = 2, 1 head"."""
    size = scenario.sizes
    named = ("d_model", size.d_model), ("d_k", size.d_k), ("d_v", size.d_v), ("d_out", size.d_out)
    parts = [f"{counted(size.T, 'query')} and {counted(size.S, 'key')}"]
    parts += [f"{name} = {value}" for name, value in named if value is not None]
    heads = counted(size.heads, "head")
    if size.kv_heads != size.heads:
        heads += f" that share {counted(size.kv_heads, 'head')} of keys and values"
    return ", ".join((*parts, heads))


def settings_in_words(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """Each setting with what it is, such as ("Mask", "causal: …"); those that change nothing are said so too."""
    if isinstance(scenario.inputs, GivenWeights):
        given = (("Inputs", "weights as given; scale, mask and temperature do not apply"),)
        return (*given, *_precision(scenario))
    made = (
        ("Inputs", _inputs(scenario)),
        ("Scale", _scale(scenario)),
        *((("Soft cap", f"c tanh(s ÷ c) with c = {_short(scenario.softcap)}"),) if scenario.softcap else ()),
        *((("Positions", _positions(scenario)),) if scenario.positions is not None else ()),
        *((("Bias", _bias(scenario)),) if scenario.bias is not None else ()),
        *((("Temperature", _short(scenario.temperature)),) if scenario.temperature != 1.0 else ()),
        ("Mask", "; ".join(_masks(scenario.mask)) or "none: every query sees every key"),
    )
    return (*made, *_precision(scenario))


def _inputs(scenario: Scenario) -> str:
    if isinstance(scenario.inputs, Direct):
        return "queries, keys and values as given"
    assert isinstance(scenario.inputs, Projected)
    cross = scenario.inputs.source is not None
    return "queries from X, keys and values from the source" if cross else "queries, keys and values from X"


def _scale(scenario: Scenario) -> str:
    if scenario.scale is True:
        return f"scores are divided by √d_k = √{scenario.sizes.d_k}"
    if scenario.scale is False:
        return "none"
    return f"scores are multiplied by {_short(scenario.scale)}"


def _positions(scenario: Scenario) -> str:
    positions = scenario.positions
    if isinstance(positions, Alibi):
        slopes = "slopes as given" if positions.slopes is not None else "slopes 2^(−8h ÷ heads)"
        return f"ALiBi: a penalty that grows with the distance, {slopes}"
    assert isinstance(positions, Rotary)
    half = positions.turning(scenario.sizes.d_k or 0) // 2
    pairs = f"number c with number c + {half}" if positions.pairing == "half" else "each number with its neighbour"
    width = "" if positions.width is None else f", the first {positions.width} numbers of a head"
    start = "" if positions.start == 0 else f", the first key at position {positions.start}"
    base = "angles as given" if positions.frequencies is not None else f"base {_short(positions.base)}"
    return f"rotary, {positions.pairing}: turns {pairs}{width}, {base}{start}"


def _bias(scenario: Scenario) -> str:
    assert scenario.bias is not None
    whose = "one for each head" if scenario.bias.ndim == 3 else "one for all heads"
    return f"a number is added to each score, {whose}"


def _masks(mask: Mask) -> Iterator[str]:
    if mask.causal:
        corner = "" if mask.alignment == "top_left" else ", aligned at the bottom right"
        yield f"causal: no query sees a later key{corner}"
    if mask.window is not None:
        left, right = ("any number of keys" if side is None else counted(side, "key") for side in mask.window)
        yield f"window: {left} before and {right} after its own place"
    if mask.padding:
        keys = ", ".join(str(place + 1) for place in mask.padding)
        yield f"padding: {'keys' if len(mask.padding) > 1 else 'key'} {keys} hidden"
    if mask.custom is not None:
        hidden = int((~mask.custom).sum())
        yield f"custom: {counted(hidden, 'pair')} hidden one by one"


def _precision(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    if scenario.pencil is not None:
        return (("Precision", f"pencil: each step is rounded to {counted(scenario.pencil, 'decimal')}"),)
    return (("Precision", f"{scenario.dtype}; shown rounded"),)


def _short(value: float) -> str:
    return format_setting(value, _PLACES)
