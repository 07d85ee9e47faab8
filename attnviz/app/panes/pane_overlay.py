"""What a pane shows over its numbers: how much each moves the selected one, and which of them the last edit moved."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from attnviz.app.explaining.influence import Influence, influence_of, signed
from attnviz.app.panes.matrix_words import plane
from attnviz.app.session import State
from attnviz.content.changes import Moves, moves_of
from attnviz.content.colours import Limits
from attnviz.content.numerals import MINUS, full
from attnviz.content.wording import cell_name
from attnviz.engine.arrays import Array
from attnviz.figures.colour_maps import ENTRIES, MIDDLE

TWO_NUMBERS = "with slopes, under each number"
_FEW = 1024  # cells up to which the texts of all of them are measured


@dataclass(frozen=True, eq=False)
class PaneOverlay:
    """Of one matrix as its pane shows it. partials: ∂selected/∂cell, or None while that is not asked for.

    reach: the derivative in full colour, the same for all panes. moved: what moved since the last edit, or None.
    whose: what the selected number is.
    """

    whose: str
    decimals: int
    partials: Array | None = None
    reach: float = 0.0
    moved: Moves | None = None
    _texts: dict[tuple[int, int], str] = field(default_factory=dict, repr=False)

    def text(self, row: int, column: int) -> str:
        """The derivative of a cell with its sign, "0" where nothing moves; made when it is first drawn, and kept."""
        assert self.partials is not None
        key = row, column
        if key not in self._texts:
            self._texts[key] = signed(float(self.partials[key]), self.decimals, self.reach)
        return self._texts[key]

    def entry(self, row: int, column: int) -> int:
        """The place of a cell's derivative in the diverging map, whose middle is 0."""
        assert self.partials is not None
        share = float(self.partials[row, column]) / (self.reach or 1.0)
        return round(MIDDLE + share * (ENTRIES - 1 - MIDDLE))

    @cached_property
    def widest(self) -> tuple[str, ...]:
        """Texts of which one is as wide as the widest: all of a small matrix, the widest possible of a large one."""
        if self.partials is None:
            return ()
        rows, columns = self.partials.shape
        if rows * columns <= _FEW:
            return tuple({self.text(row, column) for row in range(rows) for column in range(columns)})
        return (*self.ends, "+8" + "." * bool(self.decimals) + "8" * self.decimals, "+8×10⁻⁸")

    @property
    def title(self) -> str:
        """What stands in each cell; "" while that is only its number."""
        return "" if self.partials is None else TWO_NUMBERS

    @cached_property
    def limits(self) -> Limits | None:
        """The smallest and the largest derivative."""
        if self.partials is None or not self.partials.size:
            return None
        return float(self.partials.min()), float(self.partials.max())

    @property
    def ends(self) -> tuple[str, ...]:
        """The same as texts; empty where there are none."""
        return () if self.limits is None else tuple(signed(end, self.decimals, self.reach) for end in self.limits)

    def words(self, row: int, column: int) -> str:
        """What is said of a cell after its number."""
        lines = []
        if self.partials is not None:
            slope = full(self.partials[row, column]).replace("-", MINUS)
            lines.append(f"If it changes a little, {self.whose} changes by {slope} times as much.")
        if self.moved is not None and self.moved.moved[row, column]:
            lines.append(f"Last edit: {self.moved.in_words(row, column)}")
        return "\n".join(lines)


def overlay_of(state: State, name: str) -> PaneOverlay | None:
    """What the pane of that matrix shows over its numbers now; None for nothing."""
    if not state.view.moves and not state.view.changes:
        return None
    influence, moved = influence_of(state), _moved(state, name)
    values = None if influence is None else influence.partials.get(name)
    if values is None and moved is None:
        return None
    return _made(state, influence, values, moved)


def overlays_differ(old: State | None, new: State) -> bool:
    """True if what panes show over their numbers may be another than before."""
    if new.view.moves or new.view.changes:
        return True
    return old is None or old.view.moves or old.view.changes


def _moved(state: State, name: str) -> Moves | None:
    comparing = state.view.compare != "off" and state.pinned is not None  # then nothing else is marked
    if not state.view.changes or state.before is None or comparing:
        return None
    head = state.selection.head if state.scenario.matrix(name).ndim == 3 else None
    pair = moves_of(state.before, state.trace, name, head, state.view.decimals)
    return pair if pair is not None and pair.any else None


def _made(state: State, influence: Influence | None, values: Array | None, moved: Moves | None) -> PaneOverlay:
    if influence is None or values is None:
        return PaneOverlay("", state.view.decimals, moved=moved)
    shown, whose = plane(values, state.selection.head), cell_name(state.trace, influence.cell)
    return PaneOverlay(whose, state.view.decimals, shown, influence.reach, moved)
