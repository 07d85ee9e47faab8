"""Attention by blocks of rows: each stage of one head straight from its queries and keys, nothing between kept."""

from attnviz.engine.blocks.chain import Chain
from attnviz.engine.blocks.mixing import mixed, mixed_together
from attnviz.engine.blocks.stages import shifted, stage_of

__all__ = ["Chain", "mixed", "mixed_together", "shifted", "stage_of"]
