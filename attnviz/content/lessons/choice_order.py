"""In which order the choices of a question are shown: mixed, but the same every time and everywhere."""

from __future__ import annotations

from random import Random

from attnviz.content.lessons.model import Question


def shown_order(question: Question) -> tuple[int, ...]:
    """The places in the file of the choices, as they are shown from top to bottom.

    The words of the question are the seed, so window, slide and every later day agree. Answers are kept by their place
    in the file.
    """
    order = list(range(len(question.choices)))
    Random(question.ask).shuffle(order)
    return tuple(order)
