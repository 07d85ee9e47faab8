"""The fields of a scenario file and what each holds: from JSON values to a Scenario and back."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from attnviz.content.cells import booleans, numbers
from attnviz.content.misspelling import nearest
from attnviz.content.strict_json import brief
from attnviz.engine.errors import FieldError, NotBuilt, Where
from attnviz.engine.inputs import Direct, GivenWeights, Inputs, Projected
from attnviz.engine.mask import Mask
from attnviz.engine.positions import KINDS as POSITIONS
from attnviz.engine.positions import Positions
from attnviz.engine.scenario import Scenario

VERSION = 1
KINDS: dict[str, type[Inputs]] = {"projected": Projected, "direct": Direct, "weights": GivenWeights}
REQUIRED = {"projected": ("X", "W_Q", "W_K", "W_V"), "direct": ("Q", "K", "V"), "weights": ("weights",)}
FIELDS = ("attnviz", "title", "tokens", "source_tokens", "inputs", "heads", "kv_heads", "dtype", "scale", "softcap",
        "bias", "positions", "mask", "temperature", "pencil")  # fmt: skip
# As the paper reads: what is projected, then what projects it.
_MATRICES = {
    "projected": ("X", "source", "W_Q", "W_K", "W_V", "W_O", "b_Q", "b_K", "b_V", "b_O"),
    "direct": ("Q", "K", "V", "W_O"),
    "weights": ("weights", "V"),
}
_MASK = tuple(field.name for field in fields(Mask))
_NOT_FOR_WEIGHTS = ("scale", "softcap", "bias", "positions", "mask", "temperature")


def scenario_of(value: object) -> Scenario:
    """The scenario that a file's fields describe; a matrix is a list of JSON numbers or an array.

    Raises AttentionError for whatever is unknown, missing, of the wrong kind or not built yet, with its place.
    """
    top = _object(value, "the file")
    _check_version(top)
    _refuse_unknown(top, FIELDS, "")
    if "inputs" not in top:
        raise FieldError("inputs is missing. Give the matrices.", Where("inputs"))
    settings: dict[str, Any] = {
        name: top[name]
        for name in FIELDS
        if name in top and name not in ("attnviz", "inputs", "mask", "bias", "positions")
    }
    _refuse_null(settings, ("title", "heads", "dtype", "scale", "temperature"))
    for name in ("tokens", "source_tokens"):
        settings[name] = _labels(settings.get(name), name)
    if top.get("bias") is not None:
        settings["bias"] = _bias(top["bias"])
    if top.get("positions") is not None:
        settings["positions"] = _positions(top["positions"])
    if "mask" in top:
        settings["mask"] = _mask(top["mask"])
    return Scenario(inputs=_inputs(top["inputs"]), **settings)


def fields_of(scenario: Scenario) -> dict[str, Any]:
    """Every field of the file in its order; matrices stay arrays. Given weights have no scores, hence no settings."""
    inputs: dict[str, Any] = {"kind": scenario.inputs.kind}
    inputs |= {name: getattr(scenario.inputs, name) for name in _MATRICES[scenario.inputs.kind]}
    mask = {name: getattr(scenario.mask, name) for name in _MASK}
    values: dict[str, Any] = {"attnviz": VERSION, "inputs": inputs, "mask": mask}
    if scenario.positions is not None:
        values["positions"] = {"kind": scenario.positions.kind} | {
            field.name: getattr(scenario.positions, field.name) for field in fields(scenario.positions)
        }
    skipped = _NOT_FOR_WEIGHTS if isinstance(scenario.inputs, GivenWeights) else ()
    return {name: values[name] if name in values else getattr(scenario, name) for name in FIELDS if name not in skipped}


def _check_version(top: Mapping[str, object]) -> None:
    version = top.get("attnviz")
    if "attnviz" not in top:
        raise FieldError('attnviz is missing: this is no scenario. Begin it with "attnviz": 1.', Where("attnviz"))
    endless = version == float("inf")  # what a whole number of very many digits is read as
    if not endless and (type(version) is not int or version < 1):
        raise FieldError(f"attnviz is {brief(version)}. Give the version of the format, 1.", Where("attnviz"))
    if version != VERSION:
        shown = "endless" if endless else brief(version)
        raise NotBuilt(
            f"attnviz is {shown}, a newer format than this program reads ({VERSION}). Update the program.",
            Where("attnviz"),
        )


def _inputs(value: object) -> Inputs:
    given = _object(value, "inputs")
    kind = given.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise FieldError(f"inputs.kind is {brief(kind)}. Make it projected, direct or weights.", Where("inputs.kind"))
    made = KINDS[kind]
    _refuse_unknown(given, ("kind", *made.dimensions), "inputs.", f' for inputs of kind "{kind}"')
    missing = next((name for name in REQUIRED[kind] if given.get(name) is None), None)
    if missing is not None:
        raise FieldError(f"{missing} is missing. Give its rows of numbers.", Where(missing))
    return made(
        **{
            name: numbers(given[name], name, axes)
            for name, axes in made.dimensions.items()
            if given.get(name) is not None
        }
    )


def _bias(value: object) -> np.ndarray[Any, Any]:
    """(T, S), or (heads, T, S) where the first cell is itself a list."""
    if isinstance(value, np.ndarray):
        deep = value.ndim == 3
    else:
        first = value[0] if isinstance(value, list) and value else None
        deep = isinstance(first, list) and bool(first) and isinstance(first[0], list)
    return numbers(value, "bias", 3 if deep else 2)


def _mask(value: object) -> Mask:
    given = dict(_object(value, "mask"))
    _refuse_unknown(given, _MASK, "mask.")
    if given.get("custom") is not None:
        given["custom"] = booleans(given["custom"], "mask.custom")
    return Mask(**given)  # type: ignore[arg-type]


def _positions(value: object) -> Positions:
    """{"kind": "rotary", "pairing": …} or {"kind": "alibi"}; the kind alone as a text stands for its defaults."""
    given = {"kind": value} if isinstance(value, str) else _object(value, "positions")
    kind = given.get("kind")
    if not isinstance(kind, str) or kind not in POSITIONS:
        raise FieldError(f"positions.kind is {brief(kind)}. Make it rotary or alibi.", Where("positions.kind"))
    made = POSITIONS[kind]
    names = tuple(field.name for field in fields(made))
    _refuse_unknown(given, ("kind", *names), "positions.", f' for positions of kind "{kind}"')
    return made(**{name: given[name] for name in names if name in given})  # type: ignore[arg-type]  # it checks them


def _labels(value: object, name: str) -> tuple[str, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise FieldError(f'{name} is {brief(value)}. Give a list of texts, such as ["a", "b"].', Where(name))
    for index, label in enumerate(value):
        if not isinstance(label, str):
            raise FieldError(f"{name}, label {index + 1} is {brief(label)}. Give a text.", Where(name, index))
    return tuple(value)


def _object(value: object, name: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise FieldError(f"{name} holds {brief(value)}. Give an object with named fields.", Where(name))
    return value


def _refuse_unknown(given: Mapping[str, object], known: Collection[str], prefix: str, which: str = "") -> None:
    for name in given:
        if name not in known:
            near = nearest(name, known)
            remedy = f"Did you mean {near}?" if near else "Leave it out."
            full = brief(prefix + name)
            raise FieldError(f"{full} is no field that this version knows{which}. {remedy}", Where(prefix + name))


def _refuse_null(settings: Mapping[str, object], names: Collection[str]) -> None:
    for name in names:
        if name in settings and settings[name] is None:
            raise FieldError(f"{name} is null. Give a value or leave the field out.", Where(name))
