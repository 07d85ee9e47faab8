"""What a mask from elsewhere means: true and false, 1 and 0, or 0 and −∞ to be added; never guessed in silence."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from attnviz.content.importing.choices import Choice, choice
from attnviz.content.numerals import amount
from attnviz.engine.arrays import Bools
from attnviz.engine.errors import FieldError, Where

_OPTIONS = {"see": "may be seen", "hide": "is hidden"}
HIDES_FROM = -1e3  # what is added to hide a key is below this: −10 000, −65 504, −1e9, the smallest float, −∞


def allowed_by(values: npt.NDArray[Any], said: str | None, name: str = "") -> tuple[Bools, Choice | None, str]:
    """Where keys may be seen, the choice that this is, and a note for what leaves no choice.

    values: (T, S) or one row. name: what the mask is called.
    said: "see" or "hide", what true or 1 stands for. Raises FieldError for other numbers.
    """
    if values.dtype.kind == "b":
        flags, word = values, "True"
    else:
        hidden = values < HIDES_FROM
        if hidden.any() and (hidden | (values == 0)).all():
            if len(np.unique(values[hidden])) > 1:
                where = _place(hidden & (values != values[hidden][0]))
                raise FieldError(f"{where}: not all hidden cells hold one number. Import it as bias.", where)
            return ~hidden, None, f"0 may be seen, {_shown(float(values[hidden][0]))} hides: it is added to the scores."
        wrong = (values != 0) & (values != 1)
        if wrong.any():
            where = _place(wrong)
            value = amount(float(values[np.nonzero(wrong)][0]), 3)
            raise FieldError(
                f"{where} is {value}. A mask holds true and false, 1 and 0, or 0 and −∞. Import it as bias.", where
            )
        flags, word = values == 1, "1"
    value, reason = _guess(flags, word, name.lower())
    made = choice("true", f"{word} means that a key", _OPTIONS, value, reason)
    made = made.settled({} if said is None else {"true": said})
    return flags if made.value == "see" else ~flags, made, ""


def _guess(flags: Bools, word: str, name: str) -> tuple[str, str]:
    """see or hide, and why: a token sees itself, each query some key, and padding is the smaller part."""
    if flags.ndim == 2 and flags.shape[0] == flags.shape[1] > 1:
        diagonal = np.diagonal(flags)
        later = np.triu(np.ones(flags.shape, dtype=bool), 1)
        if diagonal.all():
            causal = not bool(flags[later].any())
            later_ones = " and none that come after it" if causal else ""
            return "see", f"Read so, each token sees itself{later_ones}."
        if not diagonal.any():
            causal = bool(flags[later].all())
            later_ones = " and none that come after it" if causal else ""
            return "hide", f"Read so, each token sees itself{later_ones}."
    rows = np.atleast_2d(flags)
    if (rows == rows[0]).all() and rows[0].any() and not rows[0].all():
        return _guess_padding(rows[0], word, name)
    if not rows.any(axis=1).all() and not rows.all(axis=1).any():
        return "hide", f"Else some queries would see no key at all: their rows hold no {word}."
    if rows.all(axis=1).any() and rows.any(axis=1).all():
        return "see", f"Else some queries would see no key at all: their rows hold nothing but {word}."
    return "see", f"{word} = may be seen, as in PyTorch's scaled_dot_product_attention and in transformers."


def _guess_padding(keys: Bools, word: str, name: str) -> tuple[str, str]:
    """What one row for all queries says: names first, then that fewer keys are padding than not."""
    if "padding" in name:
        return "hide", f"A key padding mask is {word} where there is padding, in PyTorch."
    if "attention_mask" in name:
        return "see", f"An attention mask of a tokenizer is {word} where there is a token."
    many = 2 * int(keys.sum())
    if many == len(keys):
        return ("see" if keys[0] else "hide"), "Padding most often stands at the end."
    return ("see" if many > len(keys) else "hide"), "Fewer keys are padding than not."


def _place(wrong: Bools) -> Where:
    row, column = (0, *(int(index) for index in np.argwhere(wrong)[0]))[-2:]
    return Where("mask", row, column)


def _shown(value: float) -> str:
    return "−∞" if np.isneginf(value) else amount(value, 0)
