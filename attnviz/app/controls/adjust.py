"""The edits that the toolbar and the Attention menu share, each with the label that undo shows."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from attnviz.app.session import Session
from attnviz.content.numerals import BadNumber, parse_number
from attnviz.engine import edits
from attnviz.engine.inputs import Direct, GivenWeights, Projected
from attnviz.engine.mask import Alignment
from attnviz.engine.scenario import DTYPES, Scenario

NO_WEIGHTS = "The weights are given as they are, so nothing before them applies."


def causal(session: Session, on: bool) -> None:
    """Hides the keys after each query, or shows them again."""
    session.edit(f"Causal mask {_on(on)}", lambda scenario: edits.set_mask(scenario, causal=on))


def alignment(session: Session, corner: Alignment) -> None:
    """Chooses the corner in which the causal staircase starts, where queries and keys differ in number."""
    words = "top left" if corner == "top_left" else "bottom right"
    session.edit(f"Causal mask from the {words}", lambda scenario: edits.set_mask(scenario, alignment=corner))


def hide_key(session: Session, key: int, hidden: bool) -> None:
    """Hides a key from every query as padding, or shows it again."""
    if (key in session.state.scenario.mask.padding) != hidden:
        verb = "Hide" if hidden else "Show"
        session.edit(f"{verb} key {key + 1}", lambda scenario: edits.toggle_padding(scenario, key))


def show_all_keys(session: Session) -> None:
    """Takes the padding mask away."""
    session.edit("Padding mask off", lambda scenario: edits.set_mask(scenario, padding=()))


def clear_custom(session: Session) -> None:
    """Takes the painted mask away."""
    session.edit("Custom mask off", lambda scenario: edits.set_mask(scenario, custom=None))


def scale(session: Session, factor: bool | float) -> None:
    """Divides the scores by √d_k, or not, or multiplies them by a number."""
    label = f"÷ √d_k {_on(factor)}" if isinstance(factor, bool) else f"Scale by {factor:.6g}"
    session.edit(label, lambda scenario: replace(scenario, scale=factor))


def temperature(session: Session, text: str, gesture: Hashable = None) -> bool:
    """Sets the temperature to what the text says; text that says no number above 0 is refused with its reason."""

    def change(scenario: Scenario) -> Scenario:
        try:
            value = parse_number(text)
        except BadNumber as error:
            # A number that is nearly 0 would be told to become 0, which no temperature can be.
            raise BadNumber(str(error).replace("Type 0.", "Type a larger one."), error.where) from error
        return replace(scenario, temperature=value)

    return session.edit(f"Temperature {text.strip()}", change, gesture=gesture)


def pencil(session: Session, decimals: int | None) -> None:
    """Rounds each step to so many decimals as by hand, or computes exactly again."""
    label = "Pencil off" if decimals is None else f"Pencil with {decimals} decimal{'' if decimals == 1 else 's'}"
    session.edit(label, lambda scenario: replace(scenario, pencil=decimals))


def decimals(session: Session, count: int) -> None:
    """Shows numbers with so many decimals; while the pencil is on it rounds to as many."""
    if session.state.scenario.pencil is not None:
        pencil(session, count)
    else:
        session.look(decimals=count)


def heads(session: Session, count: int) -> bool:
    """Slices the same matrices into so many heads; refused where the widths do not allow it."""
    return session.edit(f"{count} head{'' if count == 1 else 's'}", lambda scenario: edits.set_heads(scenario, count))


def add_head(session: Session) -> None:
    """Gives the matrices the columns of one more head."""
    session.edit("Add a head", edits.add_head)


def remove_head(session: Session, head: int) -> None:
    """Takes the columns of one head out of the matrices."""
    session.edit(f"Remove head {head + 1}", lambda scenario: edits.remove_head(scenario, head))


def number_format(session: Session, dtype: Literal["float64", "float32"]) -> None:
    """Computes in another number format."""
    session.edit(f"Compute in {dtype}", lambda scenario: replace(scenario, dtype=dtype))


def softcap(session: Session, limit: float | None) -> None:
    """Keeps the scores softly within ± the limit, or lets them be."""
    label = "Soft cap off" if limit is None else f"Soft cap {limit:.6g}"
    session.edit(label, lambda scenario: replace(scenario, softcap=limit))


def output_projection(session: Session, present: bool) -> None:
    """Adds W_O, at first an identity that changes nothing, or takes it away."""
    session.edit(f"{'Add' if present else 'Remove'} W_O", _with_output_projection if present else _without("W_O"))


def bias(session: Session, name: Literal["b_Q", "b_K", "b_V", "b_O"], present: bool) -> None:
    """Adds a bias, at first zeros that change nothing, or takes it away."""
    session.edit(f"{'Add' if present else 'Remove'} {name}", _with_bias(name) if present else _without(name))


def takes(scenario: Scenario, name: str) -> bool:
    """True if these kinds of inputs can hold a W_O or a bias of that name."""
    if isinstance(scenario.inputs, Direct):
        return name == "W_O"
    return isinstance(scenario.inputs, Projected)


def has(scenario: Scenario, name: str) -> bool:
    """True if these inputs hold a matrix of that name."""
    return any(own == name for own, _ in scenario.inputs.items())


def computes_weights(scenario: Scenario) -> bool:
    """False if the weights are given, so that masks, scale, temperature and heads do not apply."""
    return not isinstance(scenario.inputs, GivenWeights)


def _on(on: bool) -> str:
    return "on" if on else "off"


def _with_output_projection(scenario: Scenario) -> Scenario:
    inputs = scenario.inputs
    if isinstance(inputs, GivenWeights) or inputs.W_O is not None:
        return scenario
    size = scenario.sizes
    assert size.d_v is not None  # only given weights can lack values
    identity = np.eye(size.heads * size.d_v, dtype=DTYPES[scenario.dtype])
    return replace(scenario, inputs=replace(inputs, W_O=identity))


def _with_bias(name: str) -> Callable[[Scenario], Scenario]:
    def change(scenario: Scenario) -> Scenario:
        inputs = scenario.inputs
        if not isinstance(inputs, Projected) or getattr(inputs, name) is not None:
            return scenario
        width = scenario.sizes.d_out if name == "b_O" else inputs.__dict__[f"W_{name[2:]}"].shape[1]
        assert width is not None  # projected inputs know all their widths
        zeros = np.zeros(width, dtype=DTYPES[scenario.dtype])
        return replace(scenario, inputs=replace(inputs, **{name: zeros}))

    return change


def _without(name: str) -> Callable[[Scenario], Scenario]:
    def change(scenario: Scenario) -> Scenario:
        inputs = scenario.inputs
        if isinstance(inputs, Direct) and name == "W_O":
            return replace(scenario, inputs=replace(inputs, W_O=None))
        if isinstance(inputs, Projected):
            absent: dict[str, Any] = {name: None}
            return replace(scenario, inputs=replace(inputs, **absent))
        return scenario

    return change
