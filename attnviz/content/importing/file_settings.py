"""Settings that stand among the arrays of a file as single numbers: how many heads, causal, scale and so on."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from attnviz.content.importing.found import Found
from attnviz.content.importing.plans import Part
from attnviz.content.numerals import format_result
from attnviz.content.sources import asking
from attnviz.engine.errors import AttentionError
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.scenario import Scenario

_MEANT = {
    **dict.fromkeys(("heads", "n_heads", "num_heads", "n_head", "nhead", "num_attention_heads"), "heads"),
    **dict.fromkeys(("kv_heads", "n_kv_heads", "num_kv_heads", "num_key_value_heads"), "kv_heads"),
    **dict.fromkeys(("causal", "is_causal"), "causal"),
    **{name: name for name in ("scale", "temperature", "softcap", "window")},
}
_COUNTS = ("heads", "kv_heads")
_MOST_DEEP = 3  # objects inside objects
_NEAR, _SHOWN = 1e-3, 4  # how near a scale is to √d_k to be it; decimals


def is_setting(name: str) -> bool:
    """True for a name that says a setting here or in other programs."""
    return _plain(name) in _MEANT


def settings_in(value: object, depth: int = 0) -> tuple[tuple[str, Any], ...]:
    """Name and value of each setting among the fields of a JSON value."""
    found: list[tuple[str, Any]] = []
    for name, inner in value.items() if isinstance(value, dict) and depth < _MOST_DEEP else ():
        if isinstance(inner, dict):
            found += settings_in(inner, depth + 1)
        elif is_setting(name) and isinstance(inner, bool | int | float):
            found.append((name, inner))
    return tuple(found)


def with_settings(parts: Sequence[Part], found: Found) -> list[Part]:
    """The parts of one file with the settings that stand beside them."""
    return [replace(part, settings=found.settings) for part in parts] if found.settings else list(parts)


def named(settings: Sequence[tuple[str, Any]]) -> tuple[str, ...]:
    """The sentence that names the settings of a file; none where it has none."""
    return (f"Settings in it: {written(settings)}.",) if settings else ()


def written(settings: Sequence[tuple[str, Any]]) -> str:
    """The settings as a list: "n_heads = 2, causal = true"."""
    return ", ".join(f"{name} = {_shown(value)}" for name, value in settings)


def head_counts(parts: Sequence[Part]) -> Mapping[str, int]:
    """heads and kv_heads as the files say; without those that are no counts."""
    counts: dict[str, int] = {}
    for name, value in _told(parts):
        whole = not isinstance(value, bool) and math.isfinite(value) and value == int(value) and value >= 1
        if _MEANT[_plain(name)] in _COUNTS and whole:
            counts.setdefault(_MEANT[_plain(name)], int(value))
    return counts


def settled(scenario: Scenario, parts: Sequence[Part], into: Scenario | None) -> tuple[Scenario, list[str]]:
    """The scenario with the settings of the files, and in sentences which of them hold and which do not."""
    told = _told(parts)
    targets = {part.target for part in parts}
    whole = into is None or bool(targets & {"W_Q", "Q"})
    used: list[tuple[str, Any]] = []
    unused: list[tuple[str, Any]] = []
    notes: list[str] = []
    for name, value in told:
        meaning = _MEANT[_plain(name)]
        if meaning in _COUNTS:
            holds = (scenario.heads if meaning == "heads" else scenario.sizes.kv_heads) == value
        else:
            made = _applied(scenario, meaning, value, notes) if whole else None
            holds = made is not None
            scenario = scenario if made is None else made
        (used if holds else unused).append((name, value))
    said = [f"The file says {written(used)}: used."] if used else []
    if any(_MEANT[_plain(name)] == "heads" for name, _ in used):
        said = [f"{said[0]} {asking.sentence(asking.OTHER_HEADS)} if it means something else."]
    left = [f"Not used, though the file says it: {written(unused)}."] if unused else []
    return scenario, [*said, *left, *notes]


def _applied(scenario: Scenario, meaning: str, value: Any, notes: list[str]) -> Scenario | None:
    """The scenario with one setting; None where it cannot have it."""
    if isinstance(scenario.inputs, GivenWeights):
        return None
    try:
        if meaning == "causal":
            return replace(scenario, mask=replace(scenario.mask, causal=bool(value))) if value in (0, 1) else None
        if meaning == "window":
            if not isinstance(value, tuple):
                notes.append("A window of one number does not say which sides it has.")
                return None
            left, right = (None if side < 0 else int(side) for side in value)
            return replace(scenario, mask=replace(scenario.mask, window=(left, right)))
        if isinstance(value, bool) and meaning != "scale":
            return None
        root = math.sqrt(scenario.sizes.d_k or 1)
        if meaning == "scale" and root > 1 and not isinstance(value, bool) and abs(value - root) < _NEAR:
            notes.append(f"scale is √d_k = {_shown(root)}, so the scores are divided by it.")
            value = True
        return replace(scenario, **{meaning: value})
    except AttentionError:
        return None


def number_of(values: Any) -> Any:
    """A setting as Python has it, of an array of one number, or of two for a window."""
    flat = np.asarray(values).reshape(-1).tolist()
    return flat[0] if len(flat) == 1 else tuple(flat)


def _told(parts: Sequence[Part]) -> list[tuple[str, Any]]:
    return list(dict.fromkeys(pair for part in parts for pair in part.settings))


def _plain(name: str) -> str:
    return name.rpartition(".")[2].lower()


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"({', '.join(map(_shown, value))})"
    return str(value) if isinstance(value, int) else format_result(value, _SHOWN)
