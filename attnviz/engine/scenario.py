"""The one immutable document: everything that a person can change about one attention layer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from operator import is_
from typing import Literal

import numpy as np

from attnviz.engine.amounts import NARROW
from attnviz.engine.arrays import Array, Format, check_amount, frozen
from attnviz.engine.errors import FieldError, ShapeError, Where, brief, counted
from attnviz.engine.inputs import Direct, GivenWeights, Inputs, Projected, Sizes, cast, lengths, sizes
from attnviz.engine.mask import Mask
from attnviz.engine.positions import Alibi, Positions, Rotary
from attnviz.engine.records import Record
from attnviz.engine.settings import count, decimals, finite, positive, text

DTYPES: dict[str, Format] = {"float64": np.float64, "float32": np.float32}
MOST_DECIMALS = 12


@dataclass(frozen=True, eq=False)
class Scenario(Record):
    """One attention layer's inputs and settings; it cannot be made with wrong shapes or non-finite numbers.

    tokens, source_tokens: labels of the T queries and S keys, or None. heads: None means 1, or as many as the given
    weights hold. dtype: None means float64, or float32 for float32 inputs from 1,024 × 1,024 scores a head on.
    kv_heads: None means one for each head. scale: True = 1/√d_k, False = 1, or the factor itself. softcap: c in
    c·tanh(s/c), or None. bias: (T, S) or (heads, T, S), added to the scores; −∞ hides. positions: Rotary, Alibi or
    None. temperature: divides the finished logits. pencil: decimals to which each step is rounded, or None.
    Raises AttentionError with the place.
    """

    inputs: Inputs
    title: str = ""
    tokens: tuple[str, ...] | None = None
    source_tokens: tuple[str, ...] | None = None
    heads: int = None  # type: ignore[assignment]
    kv_heads: int | None = None
    dtype: Literal["float64", "float32"] = None  # type: ignore[assignment]
    scale: bool | float = True
    softcap: float | None = None
    bias: Array | None = None
    positions: Positions | None = None
    mask: Mask = field(default_factory=Mask)
    temperature: float = 1.0
    pencil: int | None = None

    def __post_init__(self) -> None:
        put = object.__setattr__
        if not isinstance(self.inputs, Projected | Direct | GivenWeights):
            raise FieldError(
                f"inputs is {brief(self.inputs)}. Give Projected, Direct or GivenWeights.", Where("inputs")
            )
        put(self, "title", text(self.title, "title", Where("title")))
        put(self, "heads", count(self._heads_or_default(), "heads"))
        put(self, "dtype", usual_dtype(self.inputs) if self.dtype is None else _dtype(self.dtype))
        dtype = DTYPES[self.dtype]
        put(self, "inputs", cast(self.inputs, dtype))
        if self.kv_heads is not None:
            put(self, "kv_heads", count(self.kv_heads, "kv_heads"))
            if self.heads % self.kv_heads:
                raise FieldError(
                    f"kv_heads is {self.kv_heads}, which does not divide heads = {self.heads}. Choose a divisor.",
                    Where("kv_heads"),
                )
        put(self, "scale", self.scale if isinstance(self.scale, bool) else finite(self.scale, "scale", dtype))
        if self.softcap is not None:
            put(self, "softcap", positive(self.softcap, "softcap", dtype))
        put(self, "temperature", positive(self.temperature, "temperature", dtype))
        put(self, "pencil", decimals(self.pencil, "pencil", MOST_DECIMALS))
        if self.positions is not None and not isinstance(self.positions, Rotary | Alibi):
            raise FieldError(
                f"positions is {brief(self.positions)}. Give Rotary(), Alibi() or None.", Where("positions")
            )
        if not isinstance(self.mask, Mask):
            raise FieldError(f"mask is {brief(self.mask)}. Give a Mask.", Where("mask"))
        size = self.sizes
        _check_amounts(size)
        put(self, "tokens", _labels(self.tokens, "tokens", size.T))
        put(self, "source_tokens", _labels(self.source_tokens, "source_tokens", size.S))
        self.mask.check(size.T, size.S)
        self._check_positions(size)
        if self.bias is not None:
            put(self, "bias", _score_bias(self.bias, size, dtype))
        if isinstance(self.inputs, GivenWeights):
            self._refuse_what_weights_cannot_use()

    @cached_property
    def sizes(self) -> Sizes:
        """T, S, heads, kv_heads, d_model, d_k, d_v and d_out of these inputs."""
        return sizes(self.inputs, self.heads, self.kv_heads or self.heads)

    @cached_property
    def query_labels(self) -> tuple[str, ...]:
        """The T row labels: the tokens, else "1", "2", …"""
        return self.tokens or _numbered(self.sizes.T)

    @cached_property
    def key_labels(self) -> tuple[str, ...]:
        """The S column labels: the source tokens, else the tokens where keys are the same tokens, else "1", "2", …"""
        if self.source_tokens is not None:
            return self.source_tokens
        size = self.sizes
        own_source = isinstance(self.inputs, Projected) and self.inputs.source is not None
        if self.tokens is not None and size.T == size.S and not own_source:
            return self.tokens
        return _numbered(size.S)

    @cached_property
    def factor(self) -> float:
        """What the scores are multiplied by."""
        if isinstance(self.scale, bool):
            d_k = self.sizes.d_k
            return float(1 / np.sqrt(d_k)) if self.scale and d_k else 1.0
        return self.scale

    def given(self) -> Iterator[tuple[str, Array]]:
        """Every matrix that is given, with its name: the inputs, and the score bias if there is one."""
        yield from self.inputs.items()
        if self.bias is not None:
            yield "bias", self.bias

    def matrix(self, name: str) -> Array:
        """The matrix of that name, X or W_Q or bias and so on. Raises FieldError if this scenario has none."""
        for own, values in self.given():
            if own == name:
                return values
        raise FieldError(
            f"This scenario has no matrix {name}. Choose one of: {', '.join(own for own, _ in self.given())}.",
            Where(name),
        )

    def _check_positions(self, size: Sizes) -> None:
        if isinstance(self.positions, Rotary) and size.d_k is not None:
            self.positions.check(size.d_k)
        elif isinstance(self.positions, Alibi):
            self.positions.check(size.heads)

    def _heads_or_default(self) -> int:
        if self.heads is not None:
            return self.heads
        return self.inputs.weights.shape[0] if isinstance(self.inputs, GivenWeights) else 1

    def _refuse_what_weights_cannot_use(self) -> None:
        settings = {
            "mask": self.mask == Mask(),
            "scale": self.scale is True,
            "temperature": self.temperature == 1.0,
            "softcap": self.softcap is None,
            "bias": self.bias is None,
            "positions": self.positions is None,
        }
        for name, unset in settings.items():
            if not unset:
                raise FieldError(f"{name} does not apply to given weights. Leave it out.", Where(name))


def _check_amounts(size: Sizes) -> None:
    """Raises ShapeError for stages of more numbers than one array may hold."""
    for name, shape in (
        ("queries", (size.T, size.heads, size.d_k or 0)), ("keys", (size.S, size.kv_heads, size.d_k or 0)),
        ("values", (size.S, size.kv_heads, size.d_v or 0)), ("scores", (size.T, size.S)),
        ("head_output", (size.T, size.heads, size.d_v or 0)), ("output", (size.T, size.d_out or 0)),
    ):  # fmt: skip
        check_amount(shape, name)


def _labels(labels: object, name: str, size: int) -> tuple[str, ...] | None:
    if labels is None:
        return None
    if not isinstance(labels, tuple | list):
        raise FieldError(f"{name} is {brief(labels)}. Give a list of texts.", Where(name))
    known = _checked.get(id(labels))
    if known is labels and len(known) == size:  # thousands are looked at once, not at each edit
        return known
    texts = tuple(text(label, f"{name}, label {row + 1}", Where(name, row)) for row, label in enumerate(labels))
    if len(labels) != size:
        rows = "query" if name == "tokens" else "key"
        raise ShapeError(
            f"{name} holds {counted(len(labels), 'label')} but the scenario has {counted(size, rows)}. "
            "Make them equal.",
            Where(name),
        )
    # The same object where nothing differs: who shows labels compares by identity.
    checked = labels if type(labels) is tuple and all(map(is_, labels, texts)) else texts
    if len(_checked) >= _MOST_CHECKED:
        _checked.clear()
    _checked[id(checked)] = checked
    return checked


_MOST_CHECKED = 16
_checked: dict[int, tuple[str, ...]] = {}  # by identity; they live here, so that no other tuple can have theirs


def check_scenario(scenario: object, taker: str) -> None:
    """Raises FieldError for what is no scenario, naming the function that takes one."""
    if not isinstance(scenario, Scenario):
        kind = type(scenario).__name__
        raise FieldError(f"{taker} takes a Scenario, not {kind}. Make one, or load it.", Where("scenario"))


def usual_dtype(inputs: Inputs) -> Literal["float64", "float32"]:
    """The number format where nobody names one: float64, and float32 for large inputs that are all float32 already."""
    queries, keys = lengths(inputs)
    narrow = queries * keys >= NARROW and all(values.dtype == np.float32 for _, values in inputs.items())
    return "float32" if narrow else "float64"


def _dtype(dtype: object) -> str:
    """The name of a number format; NumPy's own type or dtype of that name serves too."""
    for name, own in DTYPES.items():
        if dtype is own or (isinstance(dtype, str | np.dtype) and dtype == name):
            return name
    raise FieldError(f"dtype is {brief(dtype)}. Make it float64 or float32.", Where("dtype"))


def _score_bias(bias: Array, size: Sizes, dtype: Format) -> Array:
    array = frozen(bias, "bias", (2, 3), dtype=dtype, minus_infinity=True)
    wanted = (size.heads, size.T, size.S)[-array.ndim :]
    if array.shape != wanted:
        have, need = ("×".join(map(str, shape)) for shape in (array.shape, wanted))
        raise ShapeError(f"bias is {have} but the scores are {need}. Make them equal.", Where("bias"))
    return array


@lru_cache(8)
def _numbered(count: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, count + 1))
