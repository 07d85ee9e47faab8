"""What a name was probably meant to be."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 60  # characters: no name of ours is longer, and comparing takes more than its share of time with each


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The one of these names that looks most like it; None where none does."""
    if len(name) > _LONGEST:
        return None
    from difflib import get_close_matches  # here: names are seldom misspelt, and each start would pay for it

    return next(iter(get_close_matches(name, tuple(known), 1)), None)
