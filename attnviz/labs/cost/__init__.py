"""What attention costs: scores, multiplications and memory for any size, and this machine's own time."""

from attnviz.labs.cost.lab import Cost

__all__ = ["Cost"]
