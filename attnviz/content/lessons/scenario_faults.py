"""All that is wrong with the fields of a scenario, where their reader stops at the first fault."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attnviz.content.attn_fields import KINDS, REQUIRED, scenario_of
from attnviz.content.cells import numbers
from attnviz.engine.errors import AttentionError

_ALONE = ("title", "dtype", "scale", "softcap", "temperature", "pencil")  # right or wrong whatever the matrices are
_STANDING_IN = {"kind": "direct", "Q": [[1.0]], "K": [[1.0]], "V": [[1.0]]}


def faults(fields: Mapping[str, Any]) -> Iterator[AttentionError]:
    """Each fault that stands by itself: a field that is at fault is left out, and the rest is read again."""
    rest = dict(fields)
    while (error := _first(rest)) is not None:
        yield error
        owner, key = _owner(rest, error.where.name)
        if key not in owner or _is_needed(rest, owner, key):
            yield from _elsewhere(rest, key)
            return
        rest = _without(rest, owner, key)


def _first(fields: Mapping[str, Any]) -> AttentionError | None:
    try:
        scenario_of(fields)
    except AttentionError as error:
        return error
    return None


def _owner(fields: Mapping[str, Any], name: str) -> tuple[Mapping[str, Any], str]:
    """The table that holds the field of that name, and the field's own name in it."""
    group, _, inner = name.partition(".")
    if inner and isinstance(fields.get(group), dict):
        return fields[group], inner
    inputs = fields.get("inputs")
    if name not in fields and isinstance(inputs, dict) and name in inputs:
        return inputs, name
    return fields, name


def _is_needed(fields: Mapping[str, Any], owner: Mapping[str, Any], key: str) -> bool:
    if owner is fields:
        return key in ("attnviz", "inputs")
    return owner is fields.get("inputs") and key in ("kind", *REQUIRED.get(str(owner.get("kind")), ()))


def _without(fields: Mapping[str, Any], owner: Mapping[str, Any], key: str) -> dict[str, Any]:
    kept = {name: value for name, value in owner.items() if name != key}
    if owner is fields:
        return kept
    return {name: kept if value is owner else value for name, value in fields.items()}


def _elsewhere(fields: Mapping[str, Any], at_fault: str) -> Iterator[AttentionError]:
    """What is wrong with the other matrices, each by itself, and with the settings that ask for none of them."""
    inputs = fields.get("inputs")
    if isinstance(inputs, dict) and inputs.get("kind") in KINDS:
        for name, axes in KINDS[inputs["kind"]].dimensions.items():
            if name != at_fault and inputs.get(name) is not None:
                yield from _own_fault(inputs[name], name, axes)
    settings = {name: fields[name] for name in _ALONE if name in fields}
    if at_fault not in settings:
        yield from faults({"attnviz": 1, "inputs": _STANDING_IN} | settings)


def _own_fault(value: object, name: str, axes: int) -> Iterator[AttentionError]:
    try:
        numbers(value, name, axes)
    except AttentionError as error:
        yield error
