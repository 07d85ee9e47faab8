"""How numbers enter the engine: checked, copied, and read-only from then on."""

from __future__ import annotations

import math
import sys
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

from attnviz.engine.errors import FieldError, NonFinite, Overflow, ShapeError, Where, brief, counted
from attnviz.engine.replacing import is_known_finite, note_finite
from attnviz.engine.sealing import is_sealed, memory, sealed, sealed_copy

Array = npt.NDArray[np.floating[Any]]
Bools = npt.NDArray[np.bool_]
Format = type[np.floating[Any]]

_WORTH_A_NOTE = 1 << 16  # bytes from which it is remembered that an array's numbers were looked at

# In one array: 2 GB in float64. A computation holds several of its kind at once.
MOST_NUMBERS = 1 << 28


def frozen(
    values: npt.ArrayLike,
    name: str,
    axes: int | tuple[int, ...],
    *,
    dtype: Format | None = None,
    minus_infinity: bool = False,
) -> Array:
    """A copy of `values` that nobody can write to, with so many axes; an array made here comes back as it is.

    dtype: its number format; by default float32 stays float32 and all else becomes float64.
    Raises ShapeError for ragged or empty input or another number of axes, NonFinite with row and column for NaN or an
    infinity (unless `minus_infinity` allows −∞), Overflow for what the format cannot hold, FieldError for what is not
    numbers.
    """
    array = checked(values, name, axes, dtype=dtype, minus_infinity=minus_infinity)
    array = array if is_sealed(array) else sealed_copy(array)
    if array.nbytes >= _WORTH_A_NOTE:
        note_finite(array, minus_infinity=minus_infinity)
    return array


def checked(
    values: npt.ArrayLike,
    name: str,
    axes: int | tuple[int, ...],
    *,
    dtype: Format | None = None,
    minus_infinity: bool = False,
) -> Array:
    """The values as `frozen` has them, but not copied where they are so already: for who copies them anyway.

    One number that stands for many, as `np.broadcast_to` has it, stays one.
    """
    array = values if _is_sealed_kind(values, "fiu") else numbers(values, name)
    _check_axes(array, name, axes)
    own = array[tuple(slice(None if step else 1) for step in array.strides)]  # each number once
    if not is_known_finite(array, minus_infinity=minus_infinity):
        check_finite(own, name, minus_infinity=minus_infinity)
    own = in_format(own, dtype or (np.float32 if format_of(array) == np.float32 else np.float64), name)
    if own.dtype == array.dtype:
        return array
    return own if own.shape == array.shape else np.broadcast_to(own, array.shape)


def frozen_bools(values: npt.ArrayLike, name: str, axes: int) -> Bools:
    """A copy of true/false values that nobody can write to. Raises FieldError if they are not booleans."""
    array = values if _is_sealed_kind(values, "b") else bools(values, name)
    _check_axes(array, name, axes)
    return array if is_sealed(array) else sealed_copy(array)


def frozen_zeros(shape: tuple[int, ...], dtype: Format) -> Array:
    """An array of zeros that nobody can write to; a large one takes memory only where it is read."""
    array: Array = sealed(memory(shape, np.dtype(dtype), zeros=True))
    note_finite(array, minus_infinity=False)
    return array


def frozen_repeats(array: Array, count: int) -> Array:
    """(count, …): an array made here so many times, which takes no memory beside it."""
    repeated: Array = np.broadcast_to(array, (count, *array.shape))
    note_finite(repeated, minus_infinity=not is_known_finite(array, minus_infinity=False))
    return repeated


def numbers(values: npt.ArrayLike, name: str) -> npt.NDArray[Any]:
    """The values as an array of real numbers, not copied if they are one. Raises ShapeError or FieldError."""
    array = _as_array(values, name)
    check_amount(array.shape, name)
    if array.dtype.kind in "fiu" and not _holds_bool(values):
        return array
    entries = np.array(values, dtype=object) if isinstance(values, list | tuple) else array
    if entries.dtype != np.object_:
        raise FieldError(f"{name} holds {array.dtype}. Give real numbers.", Where(name))
    return _from_objects(entries, name)


def bools(values: npt.ArrayLike, name: str) -> Bools:
    """The values as an array of booleans, not copied if they are one. Raises ShapeError or FieldError."""
    array = _as_array(values, name)
    if array.dtype != np.bool_:
        raise FieldError(f"{name} holds {array.dtype}. Give true and false: true = the key may be seen.", Where(name))
    return array


def _is_sealed_kind(values: object, kinds: str) -> TypeGuard[npt.NDArray[Any]]:
    """True if it was sealed, by which it is an array as it was checked before, of one of these kinds of dtype."""
    return isinstance(values, np.ndarray) and values.dtype.kind in kinds and is_sealed(values)


def format_of(array: npt.NDArray[Any]) -> np.dtype[Any]:
    """Its number format, whichever end of a number comes first: files and other machines write both."""
    return array.dtype.newbyteorder("=")


def check_finite(array: npt.NDArray[Any], name: str, *, minus_infinity: bool = False) -> None:
    """Raises NonFinite at the first NaN or infinity, in reading order."""
    bad = ~np.isfinite(array)
    if minus_infinity:
        bad &= array != -np.inf
    if bad.any():
        index, where = _first(bad, name)
        raise NonFinite(f"{where} is {array[index]}. Give a finite number there.", where)


def in_format(array: npt.NDArray[Any], dtype: Format, name: str) -> Array:
    """The array in that number format, the same object if it is so already. Raises Overflow for what does not fit."""
    if array.dtype == dtype:
        return array
    with np.errstate(over="ignore"):
        after: Array = array.astype(dtype)
    _check_kept(array, after, name)
    return after


def recast(array: Array, dtype: Format, name: str) -> Array:
    """A frozen array in another number format, frozen too: written once, where `in_format` would be copied again.

    Raises Overflow for what does not fit.
    """
    if array.dtype == dtype:
        return array
    filled = memory(array.shape, np.dtype(dtype))
    with np.errstate(over="ignore"):
        np.copyto(filled, array, casting="same_kind")
    _check_kept(array, filled, name)
    after: Array = sealed(filled)
    for minus_infinity in (False, True):
        if is_known_finite(array, minus_infinity=minus_infinity):
            note_finite(after, minus_infinity=minus_infinity)
            break
    return after


def _check_kept(before: npt.NDArray[Any], after: npt.NDArray[Any], name: str) -> None:
    """Raises Overflow at the first number that became infinite; a wider format holds all of them."""
    if after.dtype.itemsize >= before.dtype.itemsize and before.dtype.kind == "f":
        return
    lost = np.isinf(after)
    if lost.any():
        lost &= np.isfinite(before)
    if lost.any():
        where = _first(lost, name)[1]
        raise Overflow(f"{where} is too large for {after.dtype}. Make it smaller.", where)


def refuse_overflow(
    array: Array, name: str, *, hidden: Bools | None = None, head: int | None = None, first_row: int = 0
) -> None:
    """Raises Overflow at the first computed number that is not finite; −∞ is expected where `hidden` says so.

    first_row: the place of the array's first row, where it is a block of several.
    """
    finite = np.isfinite(array)
    if np.count_nonzero(finite) == finite.size:  # of few numbers faster than all()
        return
    bad = ~finite if hidden is None else ~(finite | hidden)
    if bad.any():
        where = _first(bad, name)[1]
        where = where._replace(row=(where.row or 0) + first_row, head=head)
        raise Overflow(f"{where} is too large for {array.dtype}. Make the numbers that enter it smaller.", where)


def _check_axes(array: npt.NDArray[Any], name: str, axes: int | tuple[int, ...]) -> None:
    wanted = (axes,) if isinstance(axes, int) else axes
    if array.ndim not in wanted:
        words = " or ".join(_AXES_WORDS[count] for count in wanted)
        raise ShapeError(f"{name} has {counted(array.ndim, 'axis')}. Give it as {words}.", Where(name))
    if array.size == 0:
        raise ShapeError(f"{name} is empty. Give it at least one row and one column.", Where(name))


_AXES_WORDS = {1: "one row of numbers", 2: "rows and columns", 3: "one matrix a head"}


def _as_array(values: npt.ArrayLike, name: str) -> npt.NDArray[Any]:
    # It takes a while to load, perhaps in another thread just now; before it is there nobody has made a masked array.
    masked = getattr(sys.modules.get("numpy.ma"), "MaskedArray", None)
    if masked is not None and isinstance(values, masked):
        raise FieldError(f"{name} is a masked array. Fill its gaps with numbers.", Where(name))
    refuse_tracked(values, name)
    try:
        return np.asarray(values)
    except ValueError as error:
        where = _ragged_place(values, name)
        raise ShapeError(f"{where} has another length than row 1. Make all rows equal.", where) from error
    except (TypeError, RuntimeError, AttributeError, BufferError) as error:  # of another library's own array
        reason = str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
        raise FieldError(
            f"{name} is {_kind(values)}: {reason}. Give a NumPy array of real numbers.", Where(name)
        ) from (error)


def refuse_tracked(values: object, name: str) -> None:
    """Raises FieldError, with the call that helps, for tensors of PyTorch that NumPy cannot hold as they are."""
    first = values
    while isinstance(first, list | tuple) and first:
        first = first[0]
    what, it = ("is a tensor", name) if first is values else ("holds tensors", "each of them as tensor")
    if getattr(first, "requires_grad", False) is True:
        raise FieldError(f"{name} {what} that PyTorch tracks for gradients. Give {it}.detach().", Where(name))
    if str(getattr(first, "dtype", "")) == "torch.bfloat16":
        raise FieldError(f"{name} {what} in bfloat16, which NumPy lacks. Give {it}.float().", Where(name))


def check_amount(shape: tuple[int, ...], name: str) -> None:
    """Raises ShapeError for more numbers than are computed with at once, before any memory is taken for them."""
    if math.prod(shape) > MOST_NUMBERS:
        raise ShapeError(
            f"{name} of shape {shape} would be more than the {MOST_NUMBERS // 10**6} million numbers (2 GB) that one "
            "array may hold. Give fewer at a time.",
            Where(name),
        )


def _kind(values: object) -> str:
    """What kind of thing was given, by its own name or that of its first entry."""
    while isinstance(values, list | tuple) and values:
        values = values[0]
    return brief(values)


def _ragged_place(values: Any, name: str) -> Where:
    """The first row that differs in length from row 1, or row 1 itself where the odd one lies deeper."""
    lengths = [len(row) if hasattr(row, "__len__") else None for row in values]
    return Where(name, next((row for row, length in enumerate(lengths) if length != lengths[0]), 0))


def _holds_bool(values: object) -> bool:
    """True if nested lists hold a bool, which NumPy would take for 0 or 1 among numbers."""
    if not isinstance(values, list | tuple):
        return False
    kinds = set(map(type, values))
    return bool(kinds & {bool, np.bool_}) or (bool(kinds & {list, tuple}) and any(map(_holds_bool, values)))


def _from_objects(entries: npt.NDArray[Any], name: str) -> Array:
    """Python's own numbers as float64, whole ones of any length among them; refuses the first that is no number."""
    for index, entry in np.ndenumerate(entries):
        where = _where(index, name)
        if isinstance(entry, bool | np.bool_) or not isinstance(entry, int | float | np.integer | np.floating):
            raise FieldError(f"{where} is {brief(entry)}. Give a number there.", where)
        if isinstance(entry, int) and abs(entry) > sys.float_info.max:
            raise Overflow(f"{where} is too large for float64. Make it smaller.", where)
    return entries.astype(np.float64)


def _first(marked: Bools, name: str) -> tuple[tuple[int, ...], Where]:
    index = tuple(int(place) for place in np.argwhere(marked)[0])
    return index, _where(index, name)


def _where(index: tuple[int, ...], name: str) -> Where:
    """The place of an entry: the last two axes are rows and columns, one axis alone is one row."""
    row, column = (0, 0, *index)[-2:]
    return Where(name, row, column, head=index[0] if len(index) == 3 else None)
