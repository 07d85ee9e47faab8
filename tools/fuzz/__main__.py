"""Damages files and reads them: `python -m tools.fuzz [--reader NAME] [--count N] [--seed N] [--one N]`."""

from __future__ import annotations

import argparse
import resource
import sys

from tools.fuzz.readers import READERS
from tools.fuzz.running import Outcome, one_file, run


def main() -> int:
    """0 if every reader came through; else 1, after a line for each fault with the number that makes it again."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description="Reads damaged files with every reader.")
    parser.add_argument("--reader", choices=sorted(READERS), help="this one alone")
    parser.add_argument("--count", type=int, default=10_000, help="damaged files for each reader (10000)")
    parser.add_argument("--seed", type=int, default=0, help="where the numbers of files begin (0)")
    parser.add_argument("--one", type=int, metavar="N", help="print the damaged file of this number, and read it")
    given = parser.parse_args()
    names = [given.reader] if given.reader else list(READERS)
    if given.one is not None:
        for name in names:
            sys.stdout.write(f"{name} {given.one}: {one_file(READERS[name], given.one)!r}\n")
            run(READERS[name], 1, given.one, stop=True)
        return 0
    outcomes = [_told(run(READERS[name], given.count, given.seed)) for name in names]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write(f"{sum(len(one.faults) for one in outcomes)} faults, at most {memory} MB of memory\n")
    return 1 if any(one.faults for one in outcomes) else 0


def _told(outcome: Outcome) -> Outcome:
    sys.stdout.write(
        f"{outcome.name}: {outcome.count} files, {outcome.read} read, {outcome.compared} of them compared, "
        f"{outcome.refused} refused, slowest {outcome.slowest:.2f} s (file {outcome.slowest_file})\n"
    )
    for number, fault in outcome.faults[:20]:
        sys.stdout.write(f"  file {number}: {fault}\n")
    sys.stdout.flush()
    return outcome


if __name__ == "__main__":
    sys.exit(main())
