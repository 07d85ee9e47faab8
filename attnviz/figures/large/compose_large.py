"""One stage or input of very many cells as a large map: what it says and which part of it is seen."""

from __future__ import annotations

from attnviz.content.colours import LONGEST_SINGLY, Limits, is_drawn_singly, scale_for
from attnviz.content.numerals import share_decimals
from attnviz.engine.arrays import Array
from attnviz.engine.errors import AttentionError, HiddenRow, NoSuchStage, NotYet
from attnviz.engine.tracing import Trace
from attnviz.figures.large.large_map import ALONG, Follows, LargeMap, followed
from attnviz.figures.large.picture import Picture
from attnviz.figures.large.pictures import POSITIVE, matrix_of, near_picture, picture_before, picture_of
from attnviz.figures.large.powers import positive_powers, weight_powers
from attnviz.figures.told import Told
from attnviz.figures.view import View

BEFORE = "before the edit"  # is said of numbers that are not those of the scenario as it is
_FOLLOWS = {("queries", 0): "rows", ("keys", 0): "columns", ("keys", 1): "columns"}  # by axis and its place


def is_large_map(shape: tuple[int, ...]) -> bool:
    """True if a matrix of that shape is drawn as a large map: of many cells, or so long that none could be seen."""
    return len(shape) == 2 and not is_drawn_singly(*shape)


def large_map_of(
    told: Told,
    trace: Trace,
    view: View,
    head: int,
    *,
    axes: tuple[str, str],
    limits: Limits | None = None,
    compact: bool = False,
    thumb: bool = False,
) -> LargeMap:
    """The map of one head's stage or of an input.

    told: which it is and what it says. axes: what its rows and columns are. limits: the ends of a scale shared with
    other figures. compact: among others, without labels. thumb: drawn from its thumb alone, so that it keeps no
    numbers.
    Where the trace has no such numbers, or not yet, the map is dimmed and says why.
    """
    name, shape = told["key"], told["shape"]
    picture, missing = _picture(trace, name, head, thumb=thumb)
    values = None if thumb or picture is None else _values(trace, name, head)
    before = picture_before(trace, name, head, thumb=thumb) if isinstance(missing, NotYet) else None
    follows = follows_of(axes, shape)
    viewport = None if view.viewport is None else followed(view.viewport, follows, shape)
    near = None
    if viewport is not None and compact and thumb and picture is not None:
        near = near_picture(trace, name, head, viewport)
    picture = near or picture or before
    ends = picture.ends if picture is not None else None
    return LargeMap(
        **told,
        picture=picture,
        values=values,
        viewport=viewport,
        follows=follows,
        limits=_scale(name, shape[1], ends, limits, view),
        powers=goes_by_powers(name, view, limits or ends),
        scale_ends=limits,
        decimals=decimals_of(name, shape, view.decimals),
        legend=view.legend and not compact,
        compact=compact,
        dim_reason="" if picture is not None or missing is None else _reason(missing),
        pending=BEFORE if before is not None else "",
    )


def follows_of(axes: tuple[str, str], shape: tuple[int, int]) -> Follows:
    """What a map's rows and columns go along with; of columns that are no tokens very many alone are seen in part.

    Of a projection, whose rows are no tokens either, all is seen.
    """
    down, across = _FOLLOWS.get((axes[0], 0)), _FOLLOWS.get((axes[1], 1))
    return down, across or (ALONG if down is not None and shape[1] > LONGEST_SINGLY else None)


def goes_by_powers(name: str, view: View, ends: Limits | None) -> bool:
    """True if a large map of that stage has a colour scale by powers of ten: all but negative numbers may."""
    return name in POSITIVE and view.colour_scale != "linear" and (ends is None or ends[0] >= 0)


def _scale(name: str, keys: int, ends: Limits | None, shared: Limits | None, view: View) -> Limits:
    """Where the colour scale begins and ends.

    By powers of ten weights on a shared scale go up to 1, so that it is the same for all heads whether they are known.
    """
    if not goes_by_powers(name, view, shared or ends):
        return scale_for(ends, signed=name not in POSITIVE, fixed=shared, choice=view.colour_map)
    low, high = shared or ends or (0.0, 1.0)
    if name != "weights":
        return positive_powers((low, high))
    return weight_powers(max(high, 1.0) if view.shared_scale else high, keys)


def decimals_of(name: str, shape: tuple[int, int], decimals: int) -> int:
    """The decimals of numbers in a map: of weights over many keys, as many as show two digits of an even share."""
    return share_decimals(shape[1], decimals) if name == "weights" else decimals


def _picture(trace: Trace, name: str, head: int, *, thumb: bool) -> tuple[Picture | None, AttentionError | None]:
    """The picture, or None and what is the matter."""
    try:
        return picture_of(trace, name, head, thumb=thumb), None
    except NoSuchStage:
        raise
    except AttentionError as error:
        return None, error.with_traceback(None)  # whose frames would hold state and error until garbage is collected


def _reason(error: AttentionError) -> str:
    """Why there is no picture, in few words."""
    brief = isinstance(error, HiddenRow) and error.where.row is not None
    return f"Row {(error.where.row or 0) + 1} sees no key." if brief else str(error)


def _values(trace: Trace, name: str, head: int) -> Array | None:
    """The exact numbers, None where a deferred trace has let them go; it is asked for them again."""
    try:
        return matrix_of(trace, name, head)
    except AttentionError:
        return None
