"""What a source asks a person for, as the window says it; the command line puts its options in their place."""

from __future__ import annotations

HEADS = "give the number of heads"
OTHER_HEADS = "give another number of heads"
GROUPED = "say how many heads and key/value heads there are"
X = "give X"
LAYER = "say which layer they enter"
ARRAY = "say which array"
SCENARIO = "say into which scenario"
FLOAT64 = "choose float64"
MATRICES = "open its matrices one by one"


def sentence(words: str) -> str:
    """The words as the beginning of a sentence."""
    return words[:1].upper() + words[1:]
