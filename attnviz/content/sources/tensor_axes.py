"""Which arrays of a file are attention weights, and which axis of them is which: guessed, and open to correction."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from attnviz.content.atomic import FileProblem
from attnviz.content.sources import asking
from attnviz.content.tensors.formats import Stored, not_read
from attnviz.content.tensors.tensors import Tensors, in_words, quoted
from attnviz.engine.errors import FieldError, Where

AXES = {"l": "layers", "b": "batch", "h": "heads", "t": "queries", "s": "keys"}
_NUMBER = re.compile(r"[0-9]{1,9}")
_LIKELY = re.compile(r"attn|attention|weights|prob", re.IGNORECASE)
_MOST_NAMED = 4
_NUMERIC = frozenset({"float16", "bfloat16", "float32", "float64"})


@dataclass(frozen=True)
class Reading:
    """How a file's arrays are read as layers of heads.

    names: one array, or one for each layer. axes: a letter for each axis of an array, of l b h t s. shape: that of the
    first array. note: what was guessed and could be otherwise, in one sentence, or "".
    """

    names: tuple[str, ...]
    axes: str
    shape: tuple[int, ...]
    note: str = ""

    def size(self, axis: str) -> int:
        """The length of an axis; 1 where there is none."""
        return self.shape[self.axes.index(axis)] if axis in self.axes else 1

    @property
    def layers(self) -> int:
        """How many layers there are."""
        return self.size("l") if len(self.names) == 1 else len(self.names)

    def block(self, tensors: Tensors, layer: int, batch: int) -> Stored:
        """One layer, (heads, T, S) or with queries and keys the other way round if the axes say so."""
        at = {"l": layer, "b": batch}
        leading = [at[axis] for axis in self.axes if axis in at]
        name = self.names[layer] if len(self.names) > 1 else self.names[0]
        found = tensors.read(name, *leading)
        if "h" not in self.axes:
            found = found.reshape(1, *found.shape)
        return found if self.axes.endswith("ts") else found.swapaxes(-1, -2)


def reading_of(tensors: Tensors, chosen: str | None = None, axes: str | None = None) -> Reading:
    """The attention weights of a file. chosen: the array's name, or what the names of several begin with.

    axes: a letter for each axis, such as "bhts" for batch, heads, queries, keys; guessed if None.
    Raises FileProblem if there are none or several to choose from, FieldError for axes that do not fit.
    """
    groups = _groups(tensors, _candidates(tensors, chosen))
    if not groups:
        raise FileProblem(tensors.path, _nothing(tensors))
    likely = [names for names in groups if _LIKELY.search(names[0])]
    if len(groups) > 1 and len(likely) == 1:
        groups = likely
    if len(groups) > 1:
        listed = ", ".join(quoted(names[0]) for names in groups[:6])
        raise FileProblem(tensors.path, f"it holds several arrays: {listed}. {asking.sentence(asking.ARRAY)}.")
    names = groups[0]
    shape = tensors.shape(names[0])
    odd = next((name for name in names if len(tensors.shape(name)) != len(shape)), None)
    odd = odd or next((name for name in names if tensors.shape(name) != shape), None)
    if odd is not None:
        raise FileProblem(
            tensors.path,
            f"{quoted(odd)} is {tensors.shape(odd)} but {quoted(names[0])} is {shape}. "
            f"{asking.sentence(asking.ARRAY)}.",
        )
    if axes is None:
        return _guessed(tensors, names, shape)
    _check_axes(axes, shape, len(names))
    return Reading(names, axes, shape)


def _candidates(tensors: Tensors, chosen: str | None) -> tuple[str, ...]:
    """The arrays of real numbers with two axes or more, as far as their name is the chosen one or begins so."""
    fit = tuple(
        name for name in tensors.names
        if tensors.dtype(name) in _NUMERIC and len(tensors.shape(name)) >= 2 and 0 not in tensors.shape(name)
    )  # fmt: skip
    if chosen is None:
        return fit
    if chosen in tensors.names and chosen not in fit:
        raise FileProblem(
            tensors.path,
            f"{quoted(chosen)} is {in_words(tensors.shape(chosen))} ({tensors.dtype(chosen)}). Choose an array of "
            "real numbers with two axes or more.",
        )
    found = (chosen,) if chosen in fit else tuple(name for name in fit if name.startswith(chosen))
    if not found:
        listed = ", ".join(quoted(name) for name in fit[:6])
        raise FieldError(f"There is no array {quoted(chosen)}. Choose one of: {listed}.", Where(chosen))
    return found


def _nothing(tensors: Tensors) -> str:
    """Why none of the arrays can be attention weights, and what to do."""
    if not tensors.names:
        return "it holds no arrays. Choose another file."
    matrices = (one for one in tensors.names if len(tensors.shape(one)) >= 2 and 0 not in tensors.shape(one))
    odd = next((one for one in matrices if tensors.dtype(one) not in _NUMERIC), None)
    if odd is not None:
        told, kind = f"{quoted(odd)} ({in_words(tensors.shape(odd))}) holds", tensors.dtype(odd)
        if not kind.startswith(("int", "uint", "bool")):
            return f"{told} {not_read(kind)}"
        return f"{told} {kind}, but weights are float16, bfloat16, float32 or float64. Save it as float32."
    listed = ", ".join(f"{quoted(name)} ({_size(tensors, name)})" for name in tensors.names[:_MOST_NAMED])
    listed += ", …" if len(tensors.names) > _MOST_NAMED else ""
    return f"it holds {listed} and no attention weights. Choose a file with queries in rows and keys in columns."


def _size(tensors: Tensors, name: str) -> str:
    return in_words(tensors.shape(name), "text" if tensors.dtype(name) == "text" else "number")


def _groups(tensors: Tensors, names: Iterable[str]) -> list[tuple[str, ...]]:
    """Arrays whose names differ in one number belong together, in the order of that number."""
    alike: dict[str, list[tuple[tuple[int, ...], str]]] = {}
    for name in names:
        numbers = tuple(int(number) for number in _NUMBER.findall(name))
        alike.setdefault(_NUMBER.sub("#", name), []).append((numbers, name))
    groups = []
    for members in alike.values():
        varying = {place for place in range(len(members[0][0])) if len({numbers[place] for numbers, _ in members}) > 1}
        if len(varying) > 1:
            raise FileProblem(
                tensors.path,
                f"names such as {quoted(members[0][1])} count two things. Save one array for each layer instead.",
            )
        groups.append(tuple(name for _, name in sorted(members)))
    return groups


def _guessed(tensors: Tensors, names: tuple[str, ...], shape: tuple[int, ...]) -> Reading:
    """The axes that arrays of this many have in practice, with a note where two readings are common."""
    numbered = len(names) > 1 or (_NUMBER.search(names[0]) is not None and not names[0].startswith("arr_"))
    if len(shape) == 2:
        return Reading(names, "ts", shape)
    if len(shape) == 3:
        return Reading(names, "hts", shape)
    if len(shape) == 4 and (shape[0] == 1 or numbered):
        return Reading(names, "bhts", shape)
    if len(shape) == 4:
        return Reading(names, "lhts", shape, f"The first axis, {shape[0]}, is read as layers; it may be a batch.")
    if len(shape) == 5 and len(names) == 1:
        if shape[1] == 1 or shape[0] != 1:
            note = "" if shape[1] == 1 else "Read as layers, batch, heads, queries, keys."
            return Reading(names, "lbhts", shape, note)
        return Reading(names, "blhts", shape)
    raise FileProblem(
        tensors.path, f"{quoted(names[0])} has the shape {shape}: more axes than attention has. Save fewer."
    )


def _check_axes(axes: str, shape: tuple[int, ...], arrays: int) -> None:
    known = len(set(axes)) == len(axes) and set(axes) <= set(AXES) and axes[-2:] in ("ts", "st")
    leading = axes[:-2].replace("h", "", 1) if axes[:-2].endswith("h") else axes[:-2]
    if not known or "h" in leading:
        raise FieldError(
            f"axes is {axes!r}. Give a letter for each axis: l layers, b batch, h heads, t queries, s keys; "
            "queries and keys last, heads before them.",
            Where("axes"),
        )
    if len(axes) != len(shape):
        raise FieldError(f"axes names {len(axes)} axes but the array has {len(shape)}. Make them equal.", Where("axes"))
    if "l" in axes and arrays > 1:
        raise FieldError("axes names layers, but each layer is an array of its own. Leave out l.", Where("axes"))
