"""Softmax in tiles: the matrix of scores comes and goes piece by piece, and the output is the same."""

from attnviz.labs.tiled.lab import Tiles

__all__ = ["Tiles"]
