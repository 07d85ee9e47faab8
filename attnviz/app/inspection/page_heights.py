"""Which figures the inspector shows of a state, and how high they are."""

from __future__ import annotations

from attnviz.app.explaining.explain_bar import joins_heads
from attnviz.app.pipeline.head_tabs import shown_tab
from attnviz.app.session import State
from attnviz.engine.inputs import Direct
from attnviz.figures.bar_lines import MOST_LINES, title_height
from attnviz.figures.bars import Bars, bars_size
from attnviz.figures.compose import components_of, figure_of
from attnviz.figures.compose_rotation import has_rotation
from attnviz.figures.heatmap import Fit
from attnviz.figures.theme import Theme

PLANE, LEAST_PLANE = 210, 160  # heights of a plane at normal size, and the least at any
LEAST_GIVEN = 150  # of planes whose arrows are given, under the steps, which are to be seen whole
PART = 0.34  # of the page's height that a plane takes, if that is less
_BEFORE_SCALE = frozenset({"queries", "keys", "rotated_queries", "rotated_keys", "scores"})
PART_OF_BARS = 0.5  # of the page's height that bars of thousands of keys take
PITCH = 1.7  # the height of a bar's line, in number sizes
MOST_BARS = 10  # bars that get room before the rest are summed in one
_FEWEST = 4  # lines of bars of very many keys


def of_all_heads(state: State) -> bool:
    """True if it is about what all heads put out together."""
    return shown_tab(state) == "concat" or joins_heads(state)


def turns(state: State) -> bool:
    """True if the query can be turned: it is given, lies in a plane, and no position turns it."""
    given = isinstance(state.scenario.inputs, Direct) and not has_rotation(state.trace)
    return given and state.trace.sizes.d_k == 2


def shows_rotation(state: State) -> bool:
    """True if queries and keys turn, and no number is selected that comes after the scores."""
    cell = state.selection.cell
    return has_rotation(state.trace) and (cell is None or cell.name in _BEFORE_SCALE)


def rotation_height(state: State, look: Theme, room: int) -> int:
    """More of the page where the output's plane does not stand below."""
    return _plane_height(look, room) if state.selection.cell is None else round(1.4 * _plane_height(look, room))


def has_plane(state: State) -> bool:
    """Values keep their plane where a query sees no key; components have nothing to show then."""
    return state.trace.sizes.d_v == 2 or state.problem is None


def no_weights_yet(state: State) -> bool:
    """True while an exercise keeps back every weight of the query: bars would be names without bars."""
    query, head, keys = state.selection.query, state.selection.head, state.trace.sizes.S
    return any(
        (region.name, region.head, region.columns) == ("weights", head, (0, keys)) and query in range(*region.rows)
        for region in state.view.veil.unseen
    )


class BarsRoom:
    """How high the bars of a query are: of very many keys as high as its own need, so that what follows is in sight.

    While a query stays, its bars never become lower: what stands below them does not jump as a number is typed. While
    their numbers are on their way they stay as they were.
    """

    def __init__(self) -> None:
        self._of: tuple[object, ...] = ()
        self._height = 0

    def height(self, state: State, look: Theme, room: int) -> int:
        """In pixels, so that words and vectors keep their room."""
        figure = figure_of("bars", state.trace, state.selection, state.view)
        if not isinstance(figure, Bars):
            return 0
        if not figure.ranked:
            return _height_of(figure, look, room)
        if figure.values is None:
            return self._height or _height_of(figure, look, room)
        of = look, room, state.trace.sizes, state.view, state.selection.head, state.selection.query
        own = _height_of(figure, look, room, most=max(len(figure.order) + 1, _FEWEST))
        self._height = max(own, self._height) if of == self._of else own
        self._of = of
        return self._height


class Heights:
    """Of the bars, the vectors and the layer's output; they depend on how many there are, not on the numbers.

    Of very many keys the bars of one query may be few.
    """

    def __init__(self) -> None:
        self._room: int | None = None
        self._bars = BarsRoom()
        self._measured: tuple[tuple[object, ...], tuple[int, int, int]] | None = None

    def suit(self, room: int) -> bool:
        """False if the last ones were for another room."""
        return self._room in (None, room)

    def of(self, state: State, look: Theme, room: int) -> tuple[int, int, int]:
        """In pixels. room: the height of what is seen of the page."""
        self._room = room
        reasons = (look, room, state.trace.sizes, state.view, state.problem is None, of_all_heads(state))
        about = state, look, room
        if self._measured is None or self._measured[0] != reasons:
            own = self._bars.height(*about), vectors_height(*about), joined_height(*about)
            self._measured = reasons, own
        elif state.trace.sizes.S > MOST_LINES:
            self._measured = reasons, (self._bars.height(*about), *self._measured[1][1:])
        return self._measured[1]


def joined_height(state: State, look: Theme, room: int) -> int:
    if not of_all_heads(state):
        return 0
    return _height_of(components_of(state.trace, state.selection, state.view, of_layer=True), look, room)


def _plane_height(look: Theme, room: int) -> int:
    """High enough to read, and so high that two of them and some words are seen at once."""
    return max(LEAST_PLANE, min(round(PLANE * look.factor), round(PART * room)))


def vectors_height(state: State, look: Theme, room: int) -> int:
    if state.trace.sizes.d_v == 2:
        return round(LEAST_GIVEN * look.factor) if turns(state) else _plane_height(look, room)
    figure = figure_of("vectors", state.trace, state.selection, state.view)
    return _height_of(figure, look, room) if isinstance(figure, Bars) else 0


def _height_of(bars: Bars, look: Theme, room: int, *, most: int = MOST_LINES) -> int:
    """Room for so many bars as are shown, with their title; of very many for as many as a part of the page holds.

    most: lines that very many have.
    """
    if len(bars.labels) > MOST_LINES:
        lines = min(max(MOST_BARS, int(PART_OF_BARS * room / (PITCH * look.number_px))), most)
        return round(title_height(bars, look) + PITCH * look.number_px * lines) + 12
    size = bars_size(bars, look, _fit(look))
    return round(size.height() - PITCH * look.number_px * max(0, min(len(bars.labels), 16) - MOST_BARS)) + 10


def _fit(look: Theme) -> Fit:
    return Fit(look.number_px, 0.0, PITCH * look.number_px, False)
