"""`make bench`: what was promised about speed, measured here and now. Exit status 1 if a promise is not kept."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tools.bench import promises
from tools.bench.fresh import Variant, run_rounds
from tools.bench.machine import machine
from tools.bench.pace import pace, told
from tools.bench.promises import GROUPS, Group
from tools.bench.results import Curves, Result, Run, result_of, to_json
from tools.bench.words import line_of

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # the curves are drawn without a display

OUT = Path("out")
DOCS = Path("docs")
PACE = "a million additions in plain Python"


def main(arguments: Sequence[str]) -> int:
    """Measures the promises named by their letters, or all of them and the scaling curves."""
    asked = _parser().parse_args(arguments)
    chosen = set(asked.letters) or {group.key for group in GROUPS} | {promises.CURVES}
    begin = time.monotonic()
    results: list[Result] = []
    paces = [pace()]
    for group in GROUPS:
        if group.key in chosen:
            results += _measured(group, asked.rounds or group.rounds)
            paces.append(pace())
    curves = _curves(asked.rounds or promises.CURVE_ROUNDS) if promises.CURVES in chosen else None
    run = Run({**machine(), PACE: told(paces)}, tuple(results), curves)
    OUT.mkdir(exist_ok=True)
    (OUT / "bench.json").write_text(to_json(run), encoding="utf-8")
    took = time.monotonic() - begin
    print(f"\n{run.kept} of {len(results)} promises kept, in {took:.0f} s; every number is in {OUT / 'bench.json'}")
    if asked.keep:
        _keep(run)
    return 0 if run.kept == len(results) else 1


def _parser() -> argparse.ArgumentParser:
    letters = "\n".join(f"  {group.key}  {group.title}" for group in GROUPS)
    parser = argparse.ArgumentParser(
        prog="make bench",
        description=f"{__doc__}\n\nletters:\n{letters}\n  {promises.CURVES}  scaling curves",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("letters", nargs="*", type=_letter, metavar="LETTER", help="which promises; all without any")
    parser.add_argument("--rounds", type=_rounds, help="processes for each variant, instead of what each promise has")
    parser.add_argument("--keep", action="store_true", help="write the run to docs/speed.json, .md and .svg too")
    return parser


def _letter(given: str) -> str:
    known = "".join((*(group.key for group in GROUPS), promises.CURVES))
    if len(given) != 1 or given not in known:
        raise argparse.ArgumentTypeError(f"“{given}” is no promise. Give letters from {known[0]} to {known[-1]}.")
    return given


def _rounds(given: str) -> int:
    if not given.isdecimal() or int(given) < 1:
        raise argparse.ArgumentTypeError(f"“{given}” is no number of rounds. Give 1 or more.")
    return int(given)


def _measured(group: Group, rounds: int) -> list[Result]:
    """The results of a group, told as soon as they are there."""
    variants: dict[str, Variant] = {}
    for promise in group.promises:
        variants |= {variant.name: variant for variant in promise.variants}
    found = run_rounds(tuple(variants.values()), rounds, _tell)
    _tell("")
    results = [result_of(promise, found) for promise in group.promises]
    print("\n".join(map(line_of, results)), flush=True)
    return results


def _curves(rounds: int) -> Curves:
    """The medians at every size."""
    sizes = promises.CURVE_SIZES
    values: dict[str, list[float]] = {}
    for tokens in sizes:
        variants = (promises.curve(tokens), promises.curve_memory(tokens))
        found = run_rounds(variants, rounds, _tell)
        for variant in variants:
            for name, spread in found[variant.name].items():
                values.setdefault(name, []).append(spread.median)
    _tell("")
    curves = Curves(sizes, {name: tuple(own) for name, own in values.items()})
    print("\ntokens    " + "".join(f"{name:>15}" for name in curves.values))
    for place, tokens in enumerate(sizes):
        print(f"{tokens:<10}" + "".join(f"{own[place]:15.4g}" for own in curves.values.values()))
    return curves


def _tell(text: str) -> None:
    """What is going on, in a terminal's own line."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def _keep(run: Run) -> None:
    """Makes the run the one that the page shows."""
    from tools.bench.chart import chart
    from tools.bench.page import page

    (DOCS / "speed.json").write_text(to_json(run), encoding="utf-8")
    (DOCS / "speed.md").write_text(page(run), encoding="utf-8")
    if run.curves is not None:
        (DOCS / "speed.svg").write_bytes(chart(run.curves, "light"))
    print(f"kept in {DOCS / 'speed.json'}, {DOCS / 'speed.md'} and {DOCS / 'speed.svg'}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
