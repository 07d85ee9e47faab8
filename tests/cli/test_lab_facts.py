"""What a laboratory says of itself in the terminal, in each of its parts: numbers, and no place left for one."""

from __future__ import annotations

import pytest

from attnviz.labs.catalogue import LABS
from attnviz.labs.parameters import Choice


def parts() -> list[tuple[str, ...]]:
    """Every laboratory as it opens, and with each option of each choice, on an example that has all there is."""
    found: list[tuple[str, ...]] = []
    for lab in LABS:
        given = (lab.name, "two-heads") if lab.takes_scenario else (lab.name,)
        choices = [one for one in lab.parameters(None) if isinstance(one, Choice)]
        settings = [f"{one.name}={option.value}" for one in choices for option in one.options]
        found += [given, *((*given, "--set", setting) for setting in settings)]
    return found


@pytest.mark.parametrize("asked", parts(), ids=" ".join)
def test_facts_hold_numbers_and_no_place_for_one(asked: tuple[str, ...], said) -> None:
    assert "{" not in said("lab", *asked)
