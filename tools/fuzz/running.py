"""Runs one reader over damaged files and counts what came of them."""

from __future__ import annotations

import time
import traceback
from dataclasses import dataclass, field
from random import Random

from attnviz.engine.errors import AttentionError
from tools.fuzz.mutations import mutated
from tools.fuzz.readers import Reader, WrongNumber

TOO_LONG = 5.0  # seconds for one small file


@dataclass
class Outcome:
    """What came of so many files: faults by the number of the file."""

    name: str
    count: int
    read: int = 0
    compared: int = 0
    refused: int = 0
    slowest: float = 0.0
    slowest_file: int = 0
    faults: list[tuple[int, str]] = field(default_factory=list)


def one_file(reader: Reader, number: int) -> bytes:
    """The damaged file of that number, always the same."""
    random = Random(f"{reader.name} {number}")
    return mutated(random.choice(reader.samples), reader.samples, random)


def run(reader: Reader, count: int, first: int = 0, *, stop: bool = False) -> Outcome:
    """Reads `count` damaged files. stop: a fault is raised instead of noted."""
    outcome = Outcome(reader.name, count)
    for number in range(first, first + count):
        data = one_file(reader, number)
        start = time.perf_counter()
        fault = ""
        try:
            outcome.compared += reader.check(data)
            outcome.read += 1
        except AttentionError as error:
            outcome.refused += 1
            fault = _wording(str(error))
        except WrongNumber as error:
            fault = str(error)
        except Exception as error:
            if stop:
                raise
            last = traceback.extract_tb(error.__traceback__)[-1]
            fault = f"{type(error).__name__}: {error} ({last.filename}:{last.lineno})"[:300]
        taken = time.perf_counter() - start
        if taken > outcome.slowest:
            outcome.slowest, outcome.slowest_file = taken, number
        if taken > TOO_LONG:
            fault = fault or f"took {taken:.1f} s"
        if fault:
            outcome.faults.append((number, fault))
    return outcome


def _wording(message: str) -> str:
    """What is wrong with the words of a refusal: more than one line, or too long to be read."""
    if "\n" in message:
        return f"an error of several lines: {message!r}"[:300]
    return f"an error of {len(message)} characters: {message[:200]}" if len(message) > 1000 else ""
