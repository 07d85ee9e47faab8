"""The figures of many heads at once as one kind, light to load: what paints them is loaded with the first of them."""

from __future__ import annotations

from attnviz.figures.overview.contrast_sheet import ContrastSheet
from attnviz.figures.overview.head_grid import HeadGrid
from attnviz.figures.overview.token_lines import TokenLines

Overview = HeadGrid | TokenLines | ContrastSheet
