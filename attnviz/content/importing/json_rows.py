"""JSON as notebooks and programs write it: rows of numbers, records, matrices by name, and what we export ourselves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from attnviz.content.importing.brackets import MOST_AXES
from attnviz.content.importing.file_settings import is_setting
from attnviz.content.importing.found import FoundArray, FoundTexts, array_of
from attnviz.content.importing.refusals import MOST_ARRAYS, MOST_NUMBERS, BadBlock, short, too_many
from attnviz.content.strict_json import NotJson, brief
from attnviz.content.whole_numbers import EXACT_BELOW, REMEDY, ROUNDED, is_rounded_whole
from attnviz.engine.errors import Where, counted

_LARGEST = int(1.7e308)
_MINUS_INFINITY = re.compile("[-−](?:inf|infinity)", re.IGNORECASE)
_TABLE = ("values", "data", "matrix")  # fields under which one matrix stands among its labels
_LABELS = {"rows": "rows", "index": "rows", "columns": "columns"}


def arrays_in(value: object, name: str = "") -> tuple[list[FoundArray], list[FoundTexts], list[str]]:
    """The arrays, the lists of texts, and what was skipped, in a JSON value.

    Raises BadBlock with row and column for what is ragged, empty or no number.
    """
    arrays: list[FoundArray] = []
    texts: list[FoundTexts] = []
    skipped: list[str] = []
    for found in _walk(value, name, skipped, 0):
        if isinstance(found, FoundTexts):
            texts.append(found)
        else:
            arrays.append(found)
        if len(arrays) > MOST_ARRAYS:
            raise BadBlock(f"This JSON holds more than {MOST_ARRAYS} arrays. Give fewer.", Where("block"))
    return arrays, texts, skipped


def _walk(value: object, name: str, skipped: list[str], depth: int) -> Iterator[FoundArray | FoundTexts]:
    if isinstance(value, dict):
        matrix = next((value[field] for field in _TABLE if isinstance(value.get(field), list)), None)
        if matrix is not None:
            yield _table(value, matrix, name)
        elif depth > 3:
            skipped.append(f"Skipped {short(name) or 'an object'}: it is nested too deeply.")
        else:
            yield from _members(value, name, skipped, depth)
    elif isinstance(value, list):
        found = _list(value, name, depth)
        if found is not None:
            yield found
    elif depth == 0:
        raise BadBlock(f"This JSON is {brief(value)}. Give rows of numbers.", Where("block"))


def _members(
    value: Mapping[str, object], name: str, skipped: list[str], depth: int
) -> Iterator[FoundArray | FoundTexts]:
    """Each field that holds an array, by its name; single numbers and words are no arrays."""
    passed = []
    for field, inner in value.items():
        own = field if not name or name == "stages" else f"{name}.{field}"
        if isinstance(inner, dict | list):
            yield from _walk(inner, own, skipped, depth + 1)
        elif not (is_setting(field) and isinstance(inner, bool | int | float)):
            passed.append(short(field, 16))
    if passed:
        shown = ", ".join(passed[:6]) + (", …" if len(passed) > 6 else "")
        skipped.append(f"Skipped {counted(len(passed), 'field')} without an array: {shown}.")


def _table(value: Mapping[str, object], matrix: object, name: str) -> FoundArray:
    """{"stage", "head", "rows", "columns", "values"} as we write it, and the like; a hidden cell is null."""
    labels: dict[str, tuple[str, ...] | None] = {"rows": None, "columns": None}
    for field, side in _LABELS.items():
        given = value.get(field)
        if isinstance(given, list) and all(isinstance(label, str | int) for label in given):
            labels[side] = tuple(map(str, given))
    stage = value.get("stage") if isinstance(value.get("stage"), str) else name.removeprefix("stages.")
    head = value.get("head")
    called = str(stage) if stage else ""
    title = f"{called}, head {head}" if called and type(head) is int else called
    hidden = "stage" in value or ("rows" in value and "columns" in value)
    values = _numbers(matrix, hidden=hidden)
    rows, columns = labels["rows"], labels["columns"]
    if values.ndim < 2 or rows is None or len(rows) != values.shape[-2]:
        rows = None
    if columns is None or len(columns) != values.shape[-1]:
        columns = None
    return array_of(values, title, rows, columns, stage=called)


def _list(value: list[Any], name: str, depth: int) -> FoundArray | FoundTexts | None:
    if not value:
        if depth:
            return None
        raise BadBlock("This list is empty. Give rows of numbers.", Where("block"))
    if all(isinstance(one, str) for one in value) and not all(_is_minus_infinity(one) for one in value):
        return FoundTexts(tuple(value), name)
    if all(isinstance(one, dict) for one in value):
        return _records(value, name)
    return array_of(_numbers(value), name)


def _records(records: list[dict[str, Any]], name: str) -> FoundArray:
    """A list of objects, each a row: fields of numbers are the columns, the first field of texts labels the rows."""
    fields = list(records[0])
    for index, record in enumerate(records):
        missing = next((field for field in fields if field not in record), None)
        extra = next((field for field in record if field not in records[0]), None)
        if missing is not None or extra is not None:
            raise BadBlock(
                f"Row {index + 1} {'lacks' if missing is not None else 'has'} the field "
                f"{brief(missing if missing is not None else extra)}, unlike row 1. Make them alike.",
                Where("block", index),
            )
    texts = [field for field in fields if all(isinstance(record[field], str) for record in records)]
    columns = [field for field in fields if field not in texts]
    if not columns:
        raise BadBlock("These records hold no numbers. Give fields of numbers.", Where("block"))
    if len(records) * len(columns) > MOST_NUMBERS:
        raise too_many(len(records) * len(columns))
    values = _numbers([[record[field] for field in columns] for record in records])
    if values.ndim != 2:
        raise BadBlock("The fields of these records are lists. Give one number a field.", Where("block"))
    rows = tuple(record[texts[0]] for record in records) if texts else None
    return array_of(values, name, rows, tuple(columns))


def _numbers(value: object, *, hidden: bool = False) -> npt.NDArray[Any]:
    """The numbers, or true and false, of nested lists. hidden: null is −∞."""
    shape = _shape(value)
    total = int(np.prod(shape, dtype=object))
    if total > MOST_NUMBERS:
        raise too_many(total)
    rows: list[Any] = []
    _gather(value, shape, (), rows, hidden)
    if len({row.dtype for row in rows}) > 1:
        raise BadBlock("Some rows are true and false, others are numbers. Give one of them.", Where("block"))
    return np.concatenate(rows).reshape(shape)


def _shape(value: object) -> tuple[int, ...]:
    """How long the first list of each depth is."""
    lengths: list[int] = []
    while isinstance(value, list):
        if len(lengths) == MOST_AXES:
            raise BadBlock(f"Lists are nested more than {MOST_AXES} deep. Give one matrix.", Where("block"))
        if not value:
            raise BadBlock("A list is empty. Give it numbers.", Where("block"))
        lengths.append(len(value))
        value = value[0]
    return tuple(lengths)


def _gather(value: object, shape: tuple[int, ...], path: tuple[int, ...], rows: list[Any], hidden: bool) -> None:
    """Appends the innermost lists of numbers in their order. Raises BadBlock for the first that differs."""
    place = _place(path)
    row = path[-1] if path else 0
    if not isinstance(value, list):
        raise BadBlock(f"{place} is {brief(value)} instead of a list. Make all rows lists.", Where("block", row))
    if len(value) != shape[len(path)]:
        raise BadBlock(
            f"{place} has {len(value)} entries but {_place((*path[:-1], 0)).lower()} has {shape[len(path)]}. "
            "Make them equal.",
            Where("block", row),
        )
    if len(path) < len(shape) - 1:
        for index, inner in enumerate(value):
            _gather(inner, shape, (*path, index), rows, hidden)
        return
    kinds = set(map(type, value))
    if kinds <= {int, float} or kinds == {bool}:
        checked = value
    else:
        checked = [_cell(cell, path, column, hidden) for column, cell in enumerate(value)]
    rows.append(np.array(checked) if kinds == {bool} else _floats(checked, path))


def _floats(cells: list[Any], path: tuple[int, ...]) -> npt.NDArray[np.float64]:
    try:
        numbers = np.array(cells, dtype=np.float64)
    except OverflowError:  # a whole number of more than 308 digits
        numbers = np.array([cell if abs(cell) < _LARGEST else np.inf for cell in cells], dtype=np.float64)
    wrong = np.isnan(numbers) | np.isposinf(numbers)
    if wrong.any():
        raise _refused(path, int(np.argmax(wrong)), "is no finite number")
    for column in np.flatnonzero(np.abs(numbers) >= EXACT_BELOW):
        cell = cells[column]
        if type(cell) is int and is_rounded_whole(cell):
            raise _refused(path, int(column), f"is {brief(cell)}, which {ROUNDED}", REMEDY)
    return numbers


def _cell(cell: object, path: tuple[int, ...], column: int, hidden: bool) -> float:
    if type(cell) in (int, float):
        return cell  # type: ignore[return-value]
    if (hidden and cell is None) or _is_minus_infinity(cell):
        return -np.inf
    if cell is None:
        raise _refused(path, column, "is null")
    if isinstance(cell, list):
        raise _refused(path, column, "is a list where others are numbers")
    raise _refused(path, column, f"is {brief(cell)}")


def _is_minus_infinity(cell: object) -> bool:
    text = cell.text if isinstance(cell, NotJson) else cell
    return isinstance(text, str) and _MINUS_INFINITY.fullmatch(text) is not None


def _refused(path: tuple[int, ...], column: int, fault: str, remedy: str = "Give a number there.") -> BadBlock:
    row = path[-1] if path else 0
    return BadBlock(f"{_place(path)}, column {column + 1} {fault}. {remedy}", Where("block", row, column))


def _place(path: tuple[int, ...]) -> str:
    """A row as people count: "Row 2", or "Matrix 1, row 2" where there are several."""
    row = path[-1] + 1 if path else 1
    return f"Row {row}" if len(path) < 2 else f"Matrix {', '.join(str(at + 1) for at in path[:-1])}, row {row}"
