"""Numbers as bytes ordered by strength, so that the largest byte of a block is its strongest cell.

Positive numbers are kept by their roots: 250 even steps of fourth roots tell 10⁻⁹ from 0 and 0.98 from 1.
0 is masked, the next few are kept for marks between and over cells, and the others stand for numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attnviz.content.colours import Limits
from attnviz.engine.arrays import Array, Bools

Codes = npt.NDArray[np.uint8]

MASKED = 0
HATCHES = (1, 2, 3)  # lines over what is masked, from faint to full
GRID = 4  # lines between cells
FIRST = 5  # the weakest number
LEVELS = 256 - FIRST  # steps of numbers of one sign
SIDE = LEVELS // 2 - 1  # steps from 0 to either side where there are both signs: two codes each
_FAINT = 1e-30


@dataclass(frozen=True)
class Coding:
    """Which byte stands for which number. ends: the smallest and largest number. signed: the strongest is furthest
    from 0, else the largest. halvings: of the power of numbers: steps are even between their fourth roots after two,
    and their eighth after three, which reach twice as far down and are twice as coarse. Of signed numbers it is 0
    where steps are even between them.
    """

    ends: Limits
    signed: bool
    halvings: int = 2

    @property
    def both(self) -> bool:
        """True if there are numbers on both sides of 0: even steps outward for one side and odd ones for the other.

        Signed ones between whose roots steps are even have both sides in any case.
        """
        return self.signed and (self.halvings > 0 or self.ends[0] < 0 < self.ends[1])

    @property
    def rooted(self) -> bool:
        """True if the steps are even between the roots: no number is below 0, and the largest is the strongest."""
        return not self.signed and self.ends[0] >= 0

    @property
    def reach(self) -> float:
        """The size of the strongest number where there are both signs."""
        return max(-self.ends[0], self.ends[1])

    @property
    def weak_to_strong(self) -> Limits:
        """The ends, the weaker first, where there is one sign."""
        low, high = self.ends
        return (high, low) if self.signed and high <= 0 and low < 0 else (low, high)

    def numbers(self) -> npt.NDArray[np.float64]:
        """What each code stands for, (256,), NaN for those of no number."""
        numbers = np.full(256, np.nan)
        if self.both:
            steps = (np.arange(SIDE + 1) / SIDE) ** 2**self.halvings * self.reach
            numbers[FIRST : FIRST + 2 * SIDE + 2 : 2] = steps
            numbers[FIRST + 1 : FIRST + 2 * SIDE + 2 : 2] = -steps
        elif self.rooted:
            numbers[FIRST:] = self.ends[1] * (np.arange(LEVELS) / (LEVELS - 1)) ** 2**self.halvings
        else:
            (weak, strong), share = self.weak_to_strong, np.arange(LEVELS) / (LEVELS - 1)
            numbers[FIRST:] = weak * (1 - share) + strong * share
        numbers.flags.writeable = False
        return numbers

    def encode(self, part: Array, codes: Codes, veil: Bools | None) -> None:
        """Writes the codes of some numbers. veil: where they are hidden; whatever stands there is masked."""
        with np.errstate(over="ignore", invalid="ignore"):  # what is hidden may be −inf or anything
            if self.both:
                sizes = np.abs(part)
                for _ in range(self.halvings):
                    np.sqrt(sizes, out=sizes)
                _settle(sizes, self.reach**0.5**self.halvings, SIDE, codes)
                codes *= 2
                codes += (part < 0).view(np.uint8)
            elif self.rooted:
                roots = np.sqrt(part)
                for _ in range(1, self.halvings):
                    np.sqrt(roots, out=roots)
                _settle(roots, self.ends[1] ** 0.5**self.halvings, LEVELS - 1, codes)
            else:
                weak, strong = self.weak_to_strong
                _settle(np.subtract(part, part.dtype.type(weak)), strong - weak, LEVELS - 1, codes)
        codes += FIRST
        if veil is not None:
            codes *= (~veil).view(np.uint8)  # as bytes: NumPy multiplies those many at a time


def _settle(share: Array, reach: float, most: int, codes: Codes) -> None:
    """The nearest of steps 0…most on the way to `reach`, and any for what lies beyond. Overwrites `share`."""
    if not reach:
        codes[...] = 0
        return
    if abs(reach) < _FAINT:  # the steps of numbers so small overflow float32
        share = share.astype(np.float64) / abs(reach) * (reach / abs(reach))
        reach = 1.0
    share *= share.dtype.type(most / reach)
    share += share.dtype.type(0.5)
    codes[...] = share
