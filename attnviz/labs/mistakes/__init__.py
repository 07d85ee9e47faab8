"""A switchboard of common mistakes: the wrong lines are run, and their symptom is found in the numbers."""

from attnviz.labs.mistakes.lab import Mistakes

__all__ = ["Mistakes"]
