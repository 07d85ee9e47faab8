"""Why √d_k: random pairs measured, and what unscaled scores do to softmax."""

from attnviz.labs.root_d_k.lab import RootDK

__all__ = ["RootDK"]
