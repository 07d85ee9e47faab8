"""The numbers of one or several stages for other programs: CSV, TSV, JSON and NPZ, at full precision."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import IO, Any

import numpy as np

from attnviz.content.attn_file import encode
from attnviz.content.documents.extract import Extract
from attnviz.content.documents.long_table import long_pieces
from attnviz.content.numerals import grouped
from attnviz.content.tables import has_heads, json_rows
from attnviz.content.tensors.npz_writer import Parts, Report, write_arrays
from attnviz.engine.arrays import Array
from attnviz.engine.errors import FieldError, Stopped, Where
from attnviz.engine.scenario import DTYPES

NUMBER_FORMATS = ("csv", "tsv", "json", "npz")
MOST_AS_TEXT = 1 << 27  # the weights of eight heads over 4,096 tokens; what is longer, no program of tables opens
_LETTERS, _LETTERS_IN_LINE = 13, 40  # that a number takes in a table, and in a line of its own with its place
_NOT_ASCII = re.compile("[^\x00-\x7f]+")


def numbers_text(extract: Extract, kind: str, *, carry: bool = True, ascii_only: bool = False) -> str:
    """What `write_numbers` writes, as a text: CSV, TSV or JSON. ascii_only: other characters are escaped in JSON."""
    return "".join(number_pieces(extract, kind, carry=carry, ascii_only=ascii_only))


def write_numbers(
    extract: Extract, kind: str, file: IO[bytes], *, carry: bool = True, report: Report | None = None
) -> None:
    """Writes the numbers into a file, row by row and matrix by matrix: of many only one is there at a time.

    One matrix is a table with its labels in CSV and TSV and {"stage", "head", "rows", "columns", "values"} in JSON.
    Several are a line for each number in CSV and TSV, and {"title", "dtype", "stages": {name: …}} in JSON. In JSON a
    hidden cell is null, in the other formats −inf. carry: JSON and NPZ of everything hold the scenario's file too, as
    the field "scenario" and as the bytes of an entry of that name.
    Raises HiddenRow and Overflow as the trace does, FieldError for labels that NPZ cannot hold.
    report: is told the part that is written; where it says False, Stopped is raised.
    """
    if kind == "npz":
        write_arrays(file, _arrays(extract, carry=carry), report)
        return
    total = sum(row_counts(extract))
    for done, piece in enumerate(number_pieces(extract, kind, carry=carry)):
        file.write(piece.encode())
        if report is not None and not report(min(1.0, done / total)):
            raise Stopped


def number_pieces(extract: Extract, kind: str, *, carry: bool = True, ascii_only: bool = False) -> Iterator[str]:
    """The text of CSV, TSV or JSON, about a row at a time. Raises FieldError for numbers that are too many for one."""
    _check_amount(extract, kind)
    if kind == "json":
        carry = carry and extract.is_whole
        if extract.count == 1 and not carry:
            return next(extract.each()).json_pieces(ascii_only=ascii_only)
        return _json(extract, carry=carry, ascii_only=ascii_only)
    delimiter = "," if kind == "csv" else "\t"
    if extract.count == 1:
        return next(extract.each()).separated_pieces(delimiter)
    return long_pieces(extract.each(), delimiter, shared=extract.shares)


def row_counts(extract: Extract) -> tuple[int, ...]:
    """How many rows each matrix has."""
    return tuple(extract.shape(name)[0] for name in extract.names for _ in extract.heads_of(name))


def amount(extract: Extract) -> int:
    """How many numbers there are in all."""
    shapes = {name: extract.shape(name) for name in extract.names}
    return sum(rows * columns * len(extract.heads_of(name)) for name, (rows, columns) in shapes.items())


def about_bytes(extract: Extract, kind: str) -> int:
    """About how large the file will be, without what it carries."""
    if kind == "npz":
        return amount(extract) * DTYPES[extract.trace.scenario.dtype]().itemsize
    return amount(extract) * (_LETTERS if kind == "json" or extract.count == 1 else _LETTERS_IN_LINE)


def _check_amount(extract: Extract, kind: str) -> None:
    many = amount(extract)
    if many > MOST_AS_TEXT:
        size = about_bytes(extract, kind) / 1e9
        raise FieldError(
            f"{grouped(many)} numbers would be about {size:.0f} GB of text. Take NPZ, one stage or one head.",
            Where("format"),
        )


def stacked(extract: Extract, name: str) -> Array:
    """The matrix of that name; (heads, rows, columns) where each head has its own, of the extract's heads in order."""
    parts = [extract.table(name, head).values for head in extract.heads_of(name)]
    return np.stack(parts) if has_heads(extract.trace, name) else parts[0]


def _json(extract: Extract, *, carry: bool, ascii_only: bool) -> Iterator[str]:
    """{"title", "dtype", "scenario", "stages": {name: {"rows", "columns", "values"}}}, a row a line; heads lead where
    there are.
    """
    scenario = extract.trace.scenario

    def text(value: object) -> str:
        return json.dumps(value, ensure_ascii=ascii_only)

    yield f'{{"title": {text(scenario.title)}, "dtype": {text(scenario.dtype)}'
    if carry:
        fields = encode(scenario, packed=False).decode().rstrip()
        yield f', "scenario": {_escaped(fields) if ascii_only else fields}'
    yield ', "stages": {\n'
    for number, name in enumerate(extract.names):
        with_heads, places = has_heads(extract.trace, name), extract.heads_of(name)
        for place, head in enumerate(places):
            table = extract.table(name, head)
            if place == 0:
                whose = _heads(extract, name) if with_heads else ""
                labels = f'"rows": {text(table.rows)}, "columns": {text(table.columns)}'
                yield (",\n" if number else "") + f'  {text(name)}: {{{whose}{labels}, "values":\n    '
                yield "[" if with_heads else ""
            yield ("" if place == 0 else ",\n    ") + "["
            yield from json_rows(table.values, ",\n    ")
            yield "]"
        yield ("]" if with_heads else "") + "}"
    yield "\n}}\n"


def _heads(extract: Extract, name: str) -> str:
    """Which heads they are of: query heads, key/value heads of what is shared, or both for one query head."""
    whose = [extract.whose(name, head) for head in extract.heads_of(name)]
    numbered = (("heads", [head for head, _ in whose]), ("kv_heads", [kv_head for _, kv_head in whose]))
    return "".join(f'"{word}": {numbers}, ' for word, numbers in numbered if None not in numbers)


def _escaped(text: str) -> str:
    """JSON without what is not ASCII, which can only be in its texts."""
    return _NOT_ASCII.sub(lambda found: json.dumps(found.group())[1:-1], text)


def _arrays(extract: Extract, *, carry: bool) -> dict[str, np.ndarray[Any, Any] | Parts]:
    """What an archive holds, by name; matrices are computed when it is their turn."""
    scenario = extract.trace.scenario
    arrays: dict[str, np.ndarray[Any, Any] | Parts] = {name: _parts(extract, name) for name in extract.names}
    down, across = extract.part or ((0, extract.trace.sizes.T), (0, extract.trace.sizes.S))
    arrays["query_labels"] = _texts(scenario.query_labels[slice(*down)], "query label")
    arrays["key_labels"] = _texts(scenario.key_labels[slice(*across)], "key label")
    arrays["title"] = _texts((scenario.title,), "title").reshape(())
    if carry and extract.is_whole:
        arrays["scenario"] = np.frombuffer(encode(scenario), np.uint8)
    return arrays


def _parts(extract: Extract, name: str) -> Parts:
    """The matrices of that name one after another; (heads, rows, columns) where each head has its own."""
    places = extract.heads_of(name)
    shape = extract.shape(name)
    dtype = np.dtype(DTYPES[extract.trace.scenario.dtype])
    whole = (len(places), *shape) if has_heads(extract.trace, name) else shape
    return Parts(whole, dtype, (extract.table(name, head).values for head in places))


def _texts(texts: tuple[str, ...], what: str) -> np.ndarray[Any, Any]:
    """The texts as an array. Raises FieldError for one that ends in a NUL, which such an array drops."""
    for number, text in enumerate(texts, start=1):
        if text.endswith("\0"):
            raise FieldError(
                f"The {what} {number} ends in a NUL character, which NumPy's texts drop. Export JSON, or change it.",
                Where(what),
            )
    return np.array(texts, dtype=np.str_)
