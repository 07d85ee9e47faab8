"""Every reshape and transpose of multi-head attention, and what happens without the transpose."""

from attnviz.labs.shapes.lab import Shapes

__all__ = ["Shapes"]
