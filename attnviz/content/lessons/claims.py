"""Whether what a lesson states is what the engine gives."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnviz.content.lessons.expressions import NONE, LabNumbers, value_of
from attnviz.content.lessons.model import Claim
from attnviz.content.lessons.prose import shown_value
from attnviz.engine.errors import AttentionError
from attnviz.engine.tracing import Trace

DECIMALS = 3
_CLOSER = 6  # decimals where a value would else read like the number that it is not


@dataclass(frozen=True)
class Verdict:
    """Whether a claim is true at present, the value that its expression has (None without one), and that in words."""

    true: bool
    value: object
    shown: str


def judge_claim(claim: Claim, trace: Trace, lab_numbers: LabNumbers = NONE, decimals: int = DECIMALS) -> Verdict:
    """Compares a claim with the present state. What has no value, such as a hidden row, makes it false and says why.

    Raises BadExpression where the expression itself cannot be read, which `parse_lesson` refuses.
    """
    try:
        value = value_of(claim.of, trace, lab_numbers)
    except AttentionError as error:
        return Verdict(False, None, str(error))
    agree, shown = _agree(claim, value), shown_value(value, decimals)
    if not agree and shown == shown_value(claim.equals, decimals):
        shown = shown_value(value, max(decimals, _CLOSER))
    return Verdict(agree, value, shown)


def _agree(claim: Claim, value: object) -> bool:
    got, stated = np.asarray(value), np.asarray(claim.equals)
    if (got.dtype == np.bool_) != (stated.dtype == np.bool_):
        return False
    if got.dtype == np.bool_:
        return bool(got.all()) == bool(stated)
    if got.shape != stated.shape:
        got, stated = np.squeeze(got), np.squeeze(stated)  # a table of one row may be stated as a row
    within = np.broadcast_to(np.asarray(claim.within, dtype=np.float64), np.shape(claim.equals)).reshape(stated.shape)
    if got.shape != stated.shape:
        return False
    with np.errstate(invalid="ignore"):  # −∞ minus −∞
        near = np.abs(got - stated) <= within
    return bool((near | (got == stated)).all())
