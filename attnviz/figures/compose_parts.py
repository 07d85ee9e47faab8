"""One stage as it stands among others: small with its numbers, large as a map of a part; and scales that are shared."""

from __future__ import annotations

from dataclasses import replace

from attnviz.content.colours import Limits
from attnviz.content.stage_formulas import group_title
from attnviz.content.wording import head_title
from attnviz.engine.errors import AttentionError, NotYet
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace
from attnviz.figures.compose_heatmap import heatmap_of, map_of
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.in_steps import Steps
from attnviz.figures.large.compose_large import is_large_map
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.pictures import picture_before, picture_of
from attnviz.figures.numbers import ends_of, shown_numbers
from attnviz.figures.view import Selection, Veil, View

MOST_ON_BOARD = 256  # rows or columns: more are maps by themselves


def fits_board(trace: Trace) -> bool:
    """True if a board can show this scenario's stages: of more rows or columns nothing could be told apart there."""
    return max(trace.sizes.T, trace.sizes.S) <= MOST_ON_BOARD


def part_of(name: str, trace: Trace, selection: Selection, view: View, *, thumb: bool = False) -> Heatmap | LargeMap:
    """A stage or input beside others; of a scenario that no board has room for as a large map.

    thumb: drawn from its thumb, so that the numbers of no more than one large stage are kept at a time.
    """
    if fits_board(trace):
        return heatmap_of(name, trace, selection, view, compact=True)
    title = group_title(trace, name, min(selection.head, trace.sizes.heads - 1))
    panel = map_of(name, trace, selection, view, thumb=thumb, title=title)
    return replace(panel, minimap=False) if isinstance(panel, LargeMap) else replace(panel, captions=False)


def among_heads(
    name: str, trace: Trace, selection: Selection, view: View, head: int, limits: Limits | None
) -> Heatmap | LargeMap:
    """One head's stage beside the other heads'; a large one from its thumb: those of all heads fit in the memory."""
    title = head_title(trace, head)
    return map_of(name, trace, selection, view, head, compact=True, limits=limits, title=title)


def shared_limits(trace: Trace, name: str, veil: Veil) -> Steps[Limits | None]:
    """The ends of all heads together as far as they are shown; for weights of a board at least 0…1.

    Of large maps they are those of the heads that are there so far, and of what is shown for one until it is.
    """
    small = not is_large_map(trace.shape(name))
    ends = []
    for head in range(trace.sizes.heads):
        ends.append(_ends(trace, name, head, veil, small=small))
        yield
    known = [own for own in ends if own is not None]
    if not known:
        return None
    low, high = min(low for low, _ in known), max(high for _, high in known)
    if name != "weights":
        return low, high
    return min(low, 0.0), max(high, 1.0) if small else high


def _ends(trace: Trace, name: str, head: int, veil: Veil, *, small: bool) -> Limits | None:
    if small or name not in BY_NAME:
        values, _, hidden, _ = shown_numbers(trace, name, head, veil)
        return None if values is None else ends_of(values, hidden)
    try:
        return picture_of(trace, name, head, thumb=True).ends
    except NotYet:
        before = picture_before(trace, name, head, thumb=True)
        return None if before is None else before.ends
    except AttentionError:
        return None
