"""Our own exports of several stages at once, a line for each number, as found arrays: one a stage, heads stacked."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from attnviz.content.documents.long_table import read_long
from attnviz.content.importing.found import FoundArray, array_of
from attnviz.content.tables import Table
from attnviz.engine.errors import FieldError, Where


def long_arrays(text: str, name: str) -> list[FoundArray] | None:
    """The stages of such a table in its order; None if the text is none. Raises FileProblem with the line."""
    tables = read_long(text, name)
    return None if tables is None else arrays_of_tables(tables)


def arrays_of_tables(tables: Iterable[Table]) -> list[FoundArray]:
    """One array a stage, with the matrices of its heads stacked."""
    stages: dict[str, list[Table]] = {}
    for table in tables:
        stages.setdefault(table.stage, []).append(table)
    return [_stage(stage, parts) for stage, parts in stages.items()]


def _stage(stage: str, parts: list[Table]) -> FoundArray:
    first = parts[0]
    if first.head is None and first.kv_head is None and len(parts) == 1:
        return array_of(first.values, stage, first.rows, first.columns, stage=stage)
    if len({part.values.shape for part in parts}) > 1:
        raise FieldError(f"The heads of {stage} differ in size. Export them again.", Where(stage))
    parts = sorted(parts, key=lambda part: part.head or part.kv_head or 0)
    return array_of(np.stack([part.values for part in parts]), stage, first.rows, first.columns, stage=stage)
