"""How attention is told where tokens stand: vectors turned by their position, or a penalty that grows with distance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from attnviz.engine.errors import FieldError, Where, brief
from attnviz.engine.records import Record
from attnviz.engine.settings import MOST_COUNTED, finite, positive

Pairing = Literal["half", "interleaved"]
PAIRINGS: tuple[Pairing, ...] = ("half", "interleaved")
# Beyond these an angle in float64 has too few digits left behind its full turns, or none.
FARTHEST = 1_000_000_000
FASTEST = 1e6


@dataclass(frozen=True, eq=False)
class Rotary(Record):
    """Queries and keys are turned by their position, pair of numbers by pair, so that scores depend on distance.

    pairing: "half" turns number c of a head with c + width/2 (GPT-NeoX, Llama), "interleaved" turns c with c + 1 for
    even c (GPT-J). Pair i of a token at position p turns by p · base^(−2i/width). width: how many of the d_k numbers of
    a head turn, an even number, None for all. start: the position of the first key. The T queries are the last T of the
    S positions: query i stands at start + i + S − T. frequencies: the angles by which each pair turns from one position
    to the next, width/2 of them, in place of those that base gives.
    Source: Su et al. 2021, section 3.4.2.
    """

    pairing: Pairing = "half"
    base: float = 10000.0
    start: int = 0
    width: int | None = None
    frequencies: tuple[float, ...] | None = None

    kind: ClassVar[str] = "rotary"

    def __post_init__(self) -> None:
        put = object.__setattr__
        if not isinstance(self.pairing, str) or self.pairing not in PAIRINGS:
            raise FieldError(
                f"positions.pairing is {brief(self.pairing)}. Make it half or interleaved.", Where("positions.pairing")
            )
        put(self, "pairing", str.__str__(self.pairing))
        put(self, "base", positive(self.base, "positions.base", np.float64))
        if self.base < 1 / FASTEST:
            raise FieldError(
                f"positions.base is {self.base:g}. Give a number from 0.000001, such as 10000.", Where("positions.base")
            )
        if isinstance(self.start, bool | np.bool_) or not isinstance(self.start, int | np.integer):
            raise FieldError(
                f"positions.start is {brief(self.start)}. Give a whole number, the position of the first key.",
                Where("positions.start"),
            )
        if abs(int(self.start)) > FARTHEST:
            raise FieldError(
                f"positions.start is {brief(self.start)}. Give a whole number within ±1,000,000,000.",
                Where("positions.start"),
            )
        put(self, "start", int(self.start))
        if self.width is not None:
            width = self.width
            whole = isinstance(width, int | np.integer) and not isinstance(width, bool | np.bool_)
            if not whole or not 2 <= width <= MOST_COUNTED or width % 2:
                raise FieldError(
                    f"positions.width is {brief(width)}. Give an even number from 2: numbers turn in pairs.",
                    Where("positions.width"),
                )
            put(self, "width", int(width))
        if self.frequencies is not None:
            put(self, "frequencies", _numbers(self.frequencies, "positions.frequencies"))

    def check(self, d_k: int) -> None:
        """Raises FieldError if heads of that width cannot be turned so."""
        width = self.turning(d_k)
        if width % 2 or width > d_k:
            raise FieldError(
                f"rotary positions turn {width} of the d_k = {d_k} numbers of a head in pairs. "
                "Make d_k even, or give positions.width an even number up to d_k.",
                Where("positions.width" if self.width is not None else "positions"),
            )
        if self.frequencies is not None and len(self.frequencies) != width // 2:
            raise FieldError(
                f"positions.frequencies holds {len(self.frequencies)} numbers but {width // 2} pairs turn. "
                "Make them equal.",
                Where("positions.frequencies"),
            )

    def turning(self, d_k: int) -> int:
        """How many of the d_k numbers of a head turn."""
        return d_k if self.width is None else self.width

    def pairs(self, d_k: int) -> tuple[tuple[int, int], ...]:
        """The two columns of a head that turn together, pair by pair."""
        width = self.turning(d_k)
        if self.pairing == "interleaved":
            return tuple((column, column + 1) for column in range(0, width, 2))
        return tuple((column, column + width // 2) for column in range(width // 2))

    def per_position(self, d_k: int) -> tuple[float, ...]:
        """The angle in radians by which each pair turns from one position to the next."""
        if self.frequencies is not None:
            return self.frequencies
        width = self.turning(d_k)
        return tuple(float(1 / self.base ** (2 * pair / width)) for pair in range(width // 2))


@dataclass(frozen=True, eq=False)
class Alibi(Record):
    """To each score slope · (j − i − (S − T)) is added: a penalty that grows with the distance to earlier keys.

    slopes: one for each head; None gives head h of H, from 0, the slope 2^(−8(h + 1)/H).
    Source: Press et al. 2022, section 3.
    """

    slopes: tuple[float, ...] | None = None

    kind: ClassVar[str] = "alibi"

    def __post_init__(self) -> None:
        if self.slopes is not None:
            object.__setattr__(self, "slopes", _numbers(self.slopes, "positions.slopes"))

    def check(self, heads: int) -> None:
        """Raises FieldError if there is not one slope for each head."""
        if self.slopes is not None and len(self.slopes) != heads:
            raise FieldError(
                f"positions.slopes holds {len(self.slopes)} numbers but there are {heads} heads. Make them equal.",
                Where("positions.slopes"),
            )

    def of(self, heads: int) -> tuple[float, ...]:
        """The slope of each of that many heads."""
        return tuple(2.0 ** (-8 * (head + 1) / heads) for head in range(heads)) if self.slopes is None else self.slopes


Positions = Rotary | Alibi
KINDS: dict[str, type[Positions]] = {"rotary": Rotary, "alibi": Alibi}


def _numbers(values: object, name: str) -> tuple[float, ...]:
    if not isinstance(values, tuple | list | np.ndarray) or getattr(values, "ndim", 1) != 1 or len(values) == 0:
        raise FieldError(f"{name} is {brief(values)}. Give a list of numbers.", Where(name))
    numbers = tuple(finite(value, name, np.float64) for value in values)
    largest = max(numbers, key=abs)
    if abs(largest) > FASTEST:
        raise FieldError(f"{name} holds {largest:g}. Give numbers within ±1,000,000.", Where(name))
    return numbers
