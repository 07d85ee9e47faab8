"""Rows that build `allowed` (T, S): which keys each query may see, one row for each mask that is on."""

from __future__ import annotations

from attnviz.content.code.library import Library
from attnviz.content.code.rows import Row, row
from attnviz.engine.mask import Mask

MASKED = "masked"


def mask_rows(mask: Mask, library: Library) -> list[Row]:
    """The rows, none where nothing is hidden."""
    if mask.hides_nothing:
        return []
    first = row(_first(mask, library), _FIRST[mask.causal, mask.alignment] if mask.causal else _TRUE, MASKED)
    rows = [first]
    if mask.window is not None:
        rows += _window(*mask.window, library)
    if mask.padding:
        rows.append(row(f"allowed[:, {list(mask.padding)}] = False", "padding: keys that no query may see", MASKED))
    if mask.custom is not None:
        rows.append(row("allowed &= custom", "the pairs that are hidden one by one", MASKED))
    return rows


_TRUE = "(T, S)  True: the query may see the key"
_FIRST = {
    (True, "top_left"): "(T, S)  True: key j <= query i",
    (True, "bottom_right"): "(T, S)  True: key j <= query i + S - T",
}


def _first(mask: Mask, library: Library) -> str:
    shift = "S - T" if mask.alignment == "bottom_right" else ""
    if library.is_numpy:
        causal = f"np.tri(T, S, {shift}, dtype=bool)" if shift else "np.tri(T, S, dtype=bool)"
        return f"allowed = {causal if mask.causal else 'np.ones((T, S), dtype=bool)'}"
    return f"allowed = torch.ones(T, S, dtype=torch.bool){f'.tril({shift})' if mask.causal else ''}"


def _window(left: int | None, right: int | None, library: Library) -> list[Row]:
    name = library.name
    how_far = row(
        f"before = {name}.arange(T)[:, None] + (S - T) - {name}.arange(S)",
        "(T, S)  how far key j lies before query i",
        MASKED,
    )
    rows = [how_far]
    if left is not None:
        rows.append(row(f"allowed &= before <= {left}", f"window: {_keys(left)} back", MASKED))
    if right is not None:
        rows.append(row(f"allowed &= before >= -{right}", f"window: {_keys(right)} ahead", MASKED))
    return rows


def _keys(count: int) -> str:
    return {0: "no key", 1: "1 key"}.get(count, f"{count} keys")
