"""From parts to a scenario: conventions are guessed together, each part is laid, and all of it is put into one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from attnviz.content.importing.array_names import known
from attnviz.content.importing.assembling import Given, assembled
from attnviz.content.importing.evidence import counts_told, mask_told, remarks
from attnviz.content.importing.file_settings import head_counts, settled
from attnviz.content.importing.fitting import Fit, Piece, Shapes, fit
from attnviz.content.importing.found import FoundArray, FoundTexts, Values
from attnviz.content.importing.looking import LOOKING, looked
from attnviz.content.importing.number_format import in_format
from attnviz.content.importing.orienting import BIASES
from attnviz.content.importing.picking import Picked, picked
from attnviz.content.importing.placing import axis_labels, choices_for, matrix_for, previews_for
from attnviz.content.importing.plans import TARGETS, Part, Placed, Plan
from attnviz.content.importing.token_names import first_labels, worded
from attnviz.content.sources import asking
from attnviz.engine.errors import AttentionError, FieldError, Where
from attnviz.engine.scenario import Scenario

_ONE_HEAD = f"1 head: the arrays do not tell how many there are, so {asking.HEADS} if there are more."
_HEADED_AXES = 3  # of an array with a matrix a head


def plan(
    parts: Sequence[Part], into: Scenario | None = None, *, heads: int | None = None, kv_heads: int | None = None,
    title: str = "", dtype: str | None = None,
) -> Plan:  # fmt: skip
    """What becomes of the parts, with the scenario, or with the problem that keeps it from being made.

    heads, kv_heads: how many there are, None as in `into` or as the arrays show. dtype: in which number format it is
    computed, None as is usual for so many numbers. Reads the numbers of all parts.
    """
    label = "Import " + _listed([part.target for part in parts])
    try:
        _check(parts)
    except AttentionError as error:
        return Plan(tuple(map(Placed, parts)), None, error, (), label)
    work = _Work(tuple(parts), into, heads, kv_heads)
    placed = work.placed()
    if heads is None and kv_heads is None:
        work, placed = _with_counts(work, placed)
    problem = next((one.problem for one in placed if one.problem is not None), None)
    notes: list[str] = []
    scenario, kind = None, ""
    if problem is None:
        try:
            scenario, notes = assembled(work.given(placed, title), into)
            scenario, said = settled(scenario, parts, into)
            notes += [*said, *work.told, *(remarks(parts, scenario) if into is None else ())]
            notes += [_ONE_HEAD] if work.one_head_unsaid else []
            scenario, kind, words = in_format(scenario, into, dtype)
            notes += [words] if words else []
        except AttentionError as error:
            scenario, problem = None, error
    return Plan(tuple(placed), scenario, problem, tuple(notes), label, work.heads, kind)


def _with_counts(bare: _Work, placed: list[Placed]) -> tuple[_Work, list[Placed]]:
    """The work with as many heads as the files say, unless the arrays tell themselves or cannot have so many."""
    counts = head_counts(bare.parts)
    if not counts or (bare.heads > 1 and bare.into is None) or not {"W_Q", "W_K", "Q"} & set(bare.matrices):
        return bare, placed
    work = _Work(bare.parts, bare.into, counts.get("heads"), counts.get("kv_heads"))
    again = work.placed()
    if all(one.problem is None for one in again):
        with suppress(AttentionError):
            assembled(work.given(again, ""), work.into)
            work.told.clear()
            return work, again
    return bare, placed


def place(
    parts: Sequence[Part], into: Scenario | None = None, *, heads: int | None = None, kv_heads: int | None = None,
    title: str = "",
) -> Scenario:  # fmt: skip
    """The scenario that the parts make, in `into` or anew. Raises AttentionError with what does not fit."""
    made = plan(parts, into, heads=heads, kv_heads=kv_heads, title=title)
    if made.scenario is None:
        assert made.problem is not None
        raise made.problem
    return made.scenario


@dataclass
class _Work:
    """The parts on their way: what was picked of each, how they fit, and their matrices."""

    parts: tuple[Part, ...]
    into: Scenario | None
    said_heads: int | None
    said_kv: int | None
    heads: int = 1

    def placed(self) -> list[Placed]:
        """All parts, each with its matrix or its problem."""
        self.matrices: dict[str, Values] = {}
        self.told: list[str] = []
        found = [Placed(part) for part in self.parts]
        picks: dict[int, Picked] = {}
        for index, part in enumerate(self.parts):
            if isinstance(part.array, FoundArray):
                try:
                    picks[index] = picked(part.array, part.target, part.words)
                except AttentionError as error:
                    found[index] = replace(found[index], problem=error)
        laid = [index for index in picks if self.parts[index].target not in LOOKING]
        fitted = self._fit([self._piece(index, picks[index]) for index in laid])
        self.heads, self.kv = fitted.heads, fitted.kv_heads
        for place, index in enumerate(laid):
            found[index] = self._laid(found[index], picks[index], fitted, place)
        for place, index in enumerate(laid):
            found[index] = self._shown(found[index], picks[index], fitted, place)
        for index, pick in picks.items():
            if self.parts[index].target in LOOKING and found[index].problem is None:
                found[index] = self._looked(found[index], pick)
        return found

    def given(self, placed: Sequence[Placed], title: str) -> Given:
        """What goes into the scenario; labels that only number are none."""
        tokens = self._texts("tokens") or first_labels(placed, (("X", 0), ("Q", 0), ("weights", 0), ("mask", 0)))
        source = self._texts("source_tokens") or first_labels(
            placed, (("source", 0), ("K", 0), ("V", 0), ("weights", 1), ("mask", 1))
        )
        seen = mask_told(self.parts) if self.into is None and not {"mask", "weights"} & set(self.matrices) else None
        if seen is not None:
            self.matrices["mask"] = seen
            self.told.append("The mask is what “masked” in the file hides.")
        counts = self._counts()
        return Given(self.matrices, tokens, source, *counts, title)

    @property
    def one_head_unsaid(self) -> bool:
        """True where matrices of a model came without a word on how many heads share them."""
        wide = any(self.matrices[name].shape[-1] > 1 for name in ("W_Q", "W_K", "W_V") if name in self.matrices)
        anew = self.into is None or {"X", "W_Q"} <= set(self.matrices)
        unsaid = anew and self.said_heads is None and self.heads == 1
        return unsaid and wide and counts_told(self.parts)[0] is None

    def _counts(self) -> tuple[int | None, int | None]:
        before = self.into.heads if self.into is not None else 1
        if self.said_heads is None and self.said_kv is None and self.heads == before and self.kv == self._kv_before():
            return None, None
        return self.heads, self.kv

    def _kv_before(self) -> int:
        return self.into.sizes.kv_heads if self.into is not None else 1

    def _piece(self, index: int, pick: Picked) -> Piece:
        part = self.parts[index]
        array = part.array
        assert isinstance(array, FoundArray)
        name = known(array.name)
        labels = ""
        if bool(worded(array.row_labels)) != bool(worded(array.column_labels)):
            labels = "rows" if worded(array.row_labels) else "columns"
        return Piece(part.target, pick.shape, part.likely, name.product if name is not None else "", labels)

    def _fit(self, pieces: list[Piece]) -> Fit:
        fixed: Shapes = {}
        targets = {part.target for part in self.parts}
        if self.into is not None:
            for name, values in self.into.inputs.items():
                if name not in targets and values.ndim <= 2:
                    fixed[name] = (1, values.shape[0]) if values.ndim == 1 else values.shape
        texts = self._texts("tokens")
        default = self.into.heads if self.into is not None else 1
        kv = self.said_kv
        anew = {"W_Q", "W_K"} <= targets or {"Q", "K"} <= targets  # which tell by themselves who shares with whom
        if kv is None and self.into is not None and self.said_heads is None and not anew:
            kv = self.into.kv_heads
        square = self._square()
        if "weights" in square:
            fixed["weights"] = (square["weights"], square["weights"])
        count = len(texts) if texts is not None else next(iter(square.values()), None)
        heads = self.said_heads
        if self.into is None and heads is None and kv is None:
            heads, kv = counts_told(self.parts)
        made = fit(pieces, fixed, heads=heads, kv_heads=kv, tokens=count, default=default)
        bent = any(
            len(piece.shape) == _HEADED_AXES and reading.heads == "middle"
            for piece, reading in zip(pieces, made.readings, strict=True)
        )
        if not bent or made.heads == default or heads is not None:
            return made
        # What there was before must not bend new arrays to itself: with other heads they are read by themselves.
        alone = fit(pieces, {}, heads=heads, kv_heads=kv, tokens=count, default=default)
        return replace(alone, misfits=made.misfits)

    def _square(self) -> dict[str, int]:
        """Of weights and a mask that are as high as wide, how many tokens there are."""
        shapes = {part.target: part.array.shape for part in self.parts if isinstance(part.array, FoundArray)}
        return {
            target: shape[-1]
            for target, shape in shapes.items()
            if target in LOOKING and len(shape) > 1 and shape[-1] == shape[-2] > 1
        }

    def _laid(self, placed: Placed, pick: Picked, fitted: Fit, place: int) -> Placed:
        array = placed.part.array
        assert isinstance(array, FoundArray)
        try:
            matrix = matrix_for(array, placed.target, pick, fitted.readings[place], self._count(placed.target))
            if matrix.dtype.kind == "b":
                raise FieldError(f"{placed.target} holds true and false. Import it as mask.", Where(placed.target))
        except AttentionError as error:
            return replace(placed, problem=error)
        self.matrices[placed.target] = matrix
        return axis_labels(replace(placed, matrix=matrix, notes=pick.notes), fitted.readings[place])

    def _shown(self, placed: Placed, pick: Picked, fitted: Fit, place: int) -> Placed:
        """With its choices and what other readings give, now that all matrices are there."""
        if placed.problem is not None or placed.target in BIASES:
            return placed
        reading, count = fitted.readings[place], self._count(placed.target)
        array = placed.part.array
        name = known(array.name)
        shapes: Shapes = {target: values.shape for target, values in self.matrices.items() if values.ndim == 2}
        for target, values in self.into.inputs.items() if self.into is not None else ():
            if values.ndim == 2:
                shapes.setdefault(target, values.shape)
        hint = name.product if name is not None else ""
        try:
            return replace(
                placed,
                choices=choices_for(placed, pick, reading, fitted.open[place], count, shapes, hint),
                previews=previews_for(placed, pick, reading, count, self._matrix),
            )
        except AttentionError as error:
            return replace(placed, problem=error)

    def _looked(self, placed: Placed, pick: Picked) -> Placed:
        try:
            found = looked(placed, pick, self._size(), self.said_heads or (self.into.heads if self.into else None))
        except AttentionError as error:
            return replace(placed, problem=error)
        if found.matrix is not None:
            self.matrices[placed.target] = found.matrix
        return found

    def _size(self) -> tuple[int | None, int | None]:
        """Queries and keys, as far as the other parts or the scenario tell."""
        queries = self._rows("X", "Q")
        keys = self._rows("source", "K", "V")
        if keys is None and queries is not None and "X" in self.matrices:
            keys = queries
        if self.into is not None and not self.matrices:
            size = self.into.sizes
            replaced = any(part.target == "weights" for part in self.parts)
            return (None, None) if replaced else (size.T, size.S)
        return queries, keys

    def _rows(self, *names: str) -> int | None:
        return next((self.matrices[name].shape[0] for name in names if name in self.matrices), None)

    def _matrix(self, name: str) -> Values | None:
        if name in self.matrices:
            return self.matrices[name]
        return getattr(self.into.inputs, name, None) if self.into is not None else None

    def _count(self, target: str) -> int:
        return self.kv if target in ("W_K", "W_V", "K", "V") else self.heads

    def _texts(self, target: str) -> tuple[str, ...] | None:
        for part in self.parts:
            if part.target == target and isinstance(part.array, FoundTexts):
                return part.array.texts
        return None


def _check(parts: Sequence[Part]) -> None:
    if not parts:
        raise FieldError("Nothing is to be imported. Choose what it is.", Where("import"))
    targets = [part.target for part in parts]
    for part in parts:
        if part.target not in TARGETS:
            raise FieldError(f"{part.target} is nothing that can be imported. Choose X, W_Q, …", Where(part.target))
        if targets.count(part.target) > 1:
            raise FieldError(f"{part.target} is given twice. Keep one of them.", Where(part.target))
        if isinstance(part.array, FoundTexts) != (part.target in ("tokens", "source_tokens")):
            raise FieldError(
                f"{part.target} needs {'texts' if part.target.endswith('tokens') else 'numbers'}. Choose another.",
                Where(part.target),
            )


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "nothing"
