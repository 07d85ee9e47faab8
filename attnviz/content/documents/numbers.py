"""The numbers of one or several stages for other programs: CSV, TSV, JSON and NPZ, at full precision."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Sequence
from typing import Any

import numpy as np

from attnviz.content.attn_file import encode
from attnviz.content.documents.extract import Extract
from attnviz.content.documents.long_table import long_table
from attnviz.content.tables import Table, full_row, has_heads
from attnviz.engine.arrays import Array
from attnviz.engine.errors import FieldError, Where

NUMBER_FORMATS = ("csv", "tsv", "json", "npz")
_NOT_ASCII = re.compile("[^\x00-\x7f]+")


def numbers_bytes(extract: Extract, kind: str, *, carry: bool = True) -> bytes:
    """The file's content. Raises HiddenRow and Overflow as the trace does, FieldError for labels that NPZ cannot hold.

    One matrix is a table with its labels in CSV and TSV and {"stage", "head", "rows", "columns", "values"} in JSON.
    Several are a line for each number in CSV and TSV, and {"title", "dtype", "stages": {name: …}} in JSON. In JSON a
    hidden cell is null, in the other formats −inf. carry: JSON and NPZ of everything hold the scenario's file too, as
    the field "scenario" and as the bytes of an entry of that name.
    """
    if kind == "npz":
        return _npz(extract, carry=carry)
    return numbers_text(extract, kind, carry=carry).encode()


def numbers_text(extract: Extract, kind: str, *, carry: bool = True, ascii_only: bool = False) -> str:
    """The same as a text, for CSV, TSV and JSON. ascii_only: other characters are escaped in JSON."""
    tables = extract.tables()
    if kind == "json":
        carry = carry and extract.is_whole
        if len(tables) == 1 and not carry:
            return tables[0].json(ascii_only=ascii_only)
        return _json(extract, carry=carry, ascii_only=ascii_only)
    if len(tables) == 1:
        return tables[0].csv() if kind == "csv" else tables[0].tsv()
    return long_table(tables, "," if kind == "csv" else "\t")


def stacked(extract: Extract, name: str) -> Array:
    """The matrix of that name; (heads, rows, columns) where each head has its own, of the extract's heads in order."""
    parts = [extract.table(name, head).values for head in extract.heads_of(name)]
    return np.stack(parts) if has_heads(extract.trace, name) else parts[0]


def _json(extract: Extract, *, carry: bool, ascii_only: bool) -> str:
    """{"title", "dtype", "scenario", "stages": {name: {"rows", "columns", "values"}}}, a row a line; heads lead where
    there are.
    """
    scenario = extract.trace.scenario

    def text(value: object) -> str:
        return json.dumps(value, ensure_ascii=ascii_only)

    stages = []
    for name in extract.names:
        tables = [extract.table(name, head) for head in extract.heads_of(name)]
        values = [_rows(table) for table in tables]
        matrix = "[" + ",\n    ".join(values) + "]" if has_heads(extract.trace, name) else values[0]
        labels = f'"rows": {text(tables[0].rows)}, "columns": {text(tables[0].columns)}'
        heads = _heads(tables) if has_heads(extract.trace, name) else ""
        stages.append(f'  {text(name)}: {{{heads}{labels}, "values":\n    {matrix}}}')
    head = f'"title": {text(scenario.title)}, "dtype": {text(scenario.dtype)}'
    if carry:
        fields = encode(scenario, packed=False).decode().rstrip()
        head += f', "scenario": {_escaped(fields) if ascii_only else fields}'
    body = ",\n".join(stages)
    return f'{{{head}, "stages": {{\n{body}\n}}}}\n'


def _heads(tables: Sequence[Table]) -> str:
    """Which heads they are of: query heads, key/value heads of what is shared, or both for one query head."""
    numbered = (("heads", [table.head for table in tables]), ("kv_heads", [table.kv_head for table in tables]))
    return "".join(f'"{name}": {numbers}, ' for name, numbers in numbered if None not in numbers)


def _escaped(text: str) -> str:
    """JSON without what is not ASCII, which can only be in its texts."""
    return _NOT_ASCII.sub(lambda found: json.dumps(found.group())[1:-1], text)


def _rows(table: Table) -> str:
    return "[" + ",\n    ".join("[" + ", ".join(full_row(row, "null")) + "]" for row in table.values) + "]"


def _npz(extract: Extract, *, carry: bool) -> bytes:
    """An archive that `numpy.load` reads without pickle; the same numbers always give the same bytes."""
    scenario = extract.trace.scenario
    arrays: dict[str, np.ndarray[Any, Any]] = {name: stacked(extract, name) for name in extract.names}
    arrays["query_labels"] = _texts(scenario.query_labels, "query label")
    arrays["key_labels"] = _texts(scenario.key_labels, "key label")
    arrays["title"] = _texts((scenario.title,), "title").reshape(())
    if carry and extract.is_whole:
        arrays["scenario"] = np.frombuffer(encode(scenario), np.uint8)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:  # packing gains little and takes seconds
        for name, array in arrays.items():
            entry = io.BytesIO()
            np.lib.format.write_array(entry, np.ascontiguousarray(array) if array.ndim else array, allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), entry.getvalue())
    return file.getvalue()


def _texts(texts: tuple[str, ...], what: str) -> np.ndarray[Any, Any]:
    """The texts as an array. Raises FieldError for one that ends in a NUL, which such an array drops."""
    for number, text in enumerate(texts, start=1):
        if text.endswith("\0"):
            raise FieldError(
                f"The {what} {number} ends in a NUL character, which NumPy's texts drop. Export JSON, or change it.",
                Where(what),
            )
    return np.array(texts, dtype=np.str_)
