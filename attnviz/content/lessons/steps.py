"""What a lesson's step begins with: its scenario, and the settings and numbers that it sets on top."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attnviz.content.cells import booleans, numbers
from attnviz.content.lessons.language import BadExpression
from attnviz.content.lessons.model import Lesson, Step
from attnviz.content.lessons.places import read_place
from attnviz.content.lessons.vocabulary import INPUTS
from attnviz.engine.edits import set_block, set_heads, set_mask, set_matrix
from attnviz.engine.edits.arrays import changed
from attnviz.engine.errors import FieldError, Where, brief
from attnviz.engine.scenario import Scenario
from attnviz.engine.settings import position
from attnviz.engine.stages import BY_NAME

_OFF = False  # TOML has no null


def begin(step: Step, scenario: Scenario) -> Scenario:
    """What the step begins with, given what the step before it began with. Raises AttentionError if it cannot."""
    found = scenario if step.scenario is None else step.scenario
    for name, value in step.changes.items():
        found = change(found, name, value)
    return found


def beginnings(lesson: Lesson) -> tuple[Scenario, ...]:
    """What each step begins with, from the file alone: what a learner changes in one step is not carried on."""
    found: list[Scenario] = []
    for step in lesson.steps:
        before = found[-1] if found else step.scenario
        assert before is not None  # the reader refuses a lesson whose first step has none
        found.append(begin(step, before))
    return tuple(found)


def change(scenario: Scenario, name: str, value: object) -> Scenario:
    """The scenario with one setting, matrix or cell set. Raises AttentionError if there is none of that name."""
    if name in _CHANGES:
        return _CHANGES[name](scenario, value)
    if name in INPUTS and not _is_computed(scenario, name):
        return _set_matrix(scenario, name, value)
    try:
        place = read_place(name)
    except BadExpression:
        raise FieldError(
            f"{name} cannot be set. Choose one of: {', '.join(SETTABLE)}, X, W_Q, X[1,2].", Where(name)
        ) from None
    if _is_computed(scenario, place.name):
        raise FieldError(f"{place.name} is computed. Set an input, such as X[1,2] or W_Q.", Where(name))
    if place.row is None or place.column is None:
        raise FieldError(f"{name} is more than one cell. Set one, or the whole matrix as {place.name}.", Where(name))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise FieldError(f"{name} is to be {value!r}. Give a number.", Where(name))
    return set_block(scenario, place.name, place.row, place.column, [[float(value)]], head=place.head)


def _is_computed(scenario: Scenario, name: str) -> bool:
    """True for a stage of this scenario; weights that are given are an input."""
    return name in BY_NAME and name not in scenario.inputs.dimensions


def _set_matrix(scenario: Scenario, name: str, value: object) -> Scenario:
    if value is _OFF:
        return set_matrix(scenario, name, None)
    axes = 2 if name == "bias" else scenario.inputs.dimensions.get(name, 2)
    if isinstance(value, list) and value and isinstance(value[0], list) and value[0] and isinstance(value[0][0], list):
        axes = 3
    return set_matrix(scenario, name, numbers(value, name, axes))


def _causal(scenario: Scenario, value: object) -> Scenario:
    if not isinstance(value, bool):
        raise FieldError(f"mask.causal is to be {value!r}. Make it true or false.", Where("mask.causal"))
    return set_mask(scenario, causal=value)


def _padding(scenario: Scenario, value: object) -> Scenario:
    if not isinstance(value, list):
        raise FieldError(
            f"mask.padding is to be {brief(value)}. Give a list of key positions, counted from 0.",
            Where("mask.padding"),
        )
    return set_mask(scenario, padding=tuple(position(key, "a key", "mask.padding") for key in value))


def _custom(scenario: Scenario, value: object) -> Scenario:
    return set_mask(scenario, custom=None if value is _OFF else booleans(value, "mask.custom"))


def _heads(scenario: Scenario, value: object) -> Scenario:
    return set_heads(scenario, value)  # type: ignore[arg-type]  # it checks the kind itself


def _field(name: str, *, may_be_off: bool) -> Callable[[Scenario, object], Scenario]:
    def apply(scenario: Scenario, value: object) -> Scenario:
        return changed(scenario, **{name: None if may_be_off and value is _OFF else value})

    return apply


_CHANGES: Mapping[str, Callable[[Scenario, object], Scenario]] = {
    "mask.causal": _causal,
    "mask.alignment": lambda scenario, value: set_mask(scenario, alignment=value),
    "mask.padding": _padding,
    "mask.custom": _custom,
    "temperature": _field("temperature", may_be_off=False),
    "pencil": _field("pencil", may_be_off=True),
    "scale": _field("scale", may_be_off=False),
    "softcap": _field("softcap", may_be_off=True),
    "heads": _heads,
}
SETTABLE: tuple[str, ...] = tuple(_CHANGES)
"""The settings that a step may set, beside inputs and their cells."""

__all__ = ["SETTABLE", "begin", "beginnings", "change"]
