"""Every change that a person can make to a scenario, as a pure function from one scenario to the next.

A change that changes nothing gives the same object back; an impossible one raises AttentionError.
"""

from attnviz.engine.edits.arrays import dimensions_of
from attnviz.engine.edits.forms import drop_source, make_cross, set_bias, set_positions, set_softcap, set_window
from attnviz.engine.edits.heads import add_head, head_choices, remove_head, set_heads
from attnviz.engine.edits.kv_heads import kv_head_choices, kv_heads_words, set_kv_heads
from attnviz.engine.edits.masks import paint_cells, paint_custom, set_mask, show_a_key, toggle_padding
from attnviz.engine.edits.numbers import set_block, set_cell, set_matrix, set_token
from attnviz.engine.edits.sizes import insert, remove

__all__ = [
    "add_head",
    "dimensions_of",
    "drop_source",
    "head_choices",
    "insert",
    "kv_head_choices",
    "kv_heads_words",
    "make_cross",
    "paint_cells",
    "paint_custom",
    "remove",
    "remove_head",
    "set_bias",
    "set_block",
    "set_cell",
    "set_heads",
    "set_kv_heads",
    "set_mask",
    "set_matrix",
    "set_positions",
    "set_softcap",
    "set_token",
    "set_window",
    "show_a_key",
    "toggle_padding",
]
