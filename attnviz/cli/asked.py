"""What the content floor asks a person for, in the words of the command line: the option that says it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

from attnviz.content.sources import asking
from attnviz.engine.errors import AttentionError

MODEL: Mapping[str, str] = {
    asking.OTHER_HEADS: "give another number with --heads N",
    asking.HEADS: "give the number with --heads N",
    asking.X: "give X with --x FILE",
    asking.LAYER: "say with --layer N which layer they enter",
    asking.ARRAY: "say which with --tensor NAME",
    asking.MATRICES: "open its matrices one by one (attnviz import FILE --name NAME --as W_Q)",
}
IMPORT: Mapping[str, str] = {
    asking.GROUPED: "say --heads N and --kv-heads N",
    asking.OTHER_HEADS: "give another number with --heads N",
    asking.HEADS: "give the number with --heads N",
    asking.LAYER: "say with --layer N which layer they enter",
    asking.ARRAY: "say which with --name NAME",
    asking.FLOAT64: "say --dtype float64",
    asking.SCENARIO: "say into which scenario with --into FILE",
}


def in_options(text: str, options: Mapping[str, str]) -> str:
    """The text with the option for each thing that it asks for."""
    for words, option in options.items():
        text = text.replace(words, option).replace(asking.sentence(words), asking.sentence(option))
    return text


def asked(error: AttentionError, options: Mapping[str, str]) -> AttentionError:
    """The error in those words."""
    found = copy(error)
    found.args = (in_options(str(error), options),)
    return found
