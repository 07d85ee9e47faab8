"""Figures of many heads at once: the grid of a model's maps, lines between tokens, two rows compared."""
