"""`make bench`: what was promised about speed, measured here and now. Exit status 1 if a promise is not kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from tools.bench.timing import Times


@dataclass(frozen=True)
class Promise:
    """ours: at least `target` times as fast as theirs, or, where `at_most` is set, at most so many times its time."""

    title: str
    theirs: str
    target: float
    at_most: bool
    measure: Callable[[], tuple[Times, Times]]

    def keep(self) -> bool:
        """Measures, prints, and says whether the promise is kept."""
        print(f"\n{self.title}", flush=True)
        ours, theirs = self.measure()
        ratio = ours.median / theirs.median if self.at_most else theirs.median / ours.median
        kept = ratio <= self.target if self.at_most else ratio >= self.target
        print(f"  attnviz    {ours}\n  {self.theirs:<10} {theirs}")
        wanted = f"at most {self.target:g} times as long" if self.at_most else f"at least {self.target:g} times as fast"
        said = f"{ratio:.2f} times as long" if self.at_most else f"{ratio:.1f} times as fast"
        print(f"  {said}; promised: {wanted}: {'PASS' if kept else 'FAIL'}")
        return kept


# Each measurement imports its own: one of them can be run while another's subject is being rebuilt.
def _edit(tokens: int, width: int, heads: int, turns: int) -> tuple[Times, Times]:
    from tools.bench.edits import edit_against_matplotlib

    ours, theirs, painted = edit_against_matplotlib(tokens, width, heads, turns)
    print(f"  {painted}")
    return ours, theirs


def _start(turns: int) -> tuple[Times, Times]:
    from tools.bench.start import start_against_pyqtgraph

    return start_against_pyqtgraph(turns)


def _export(turns: int) -> tuple[Times, Times]:
    from tools.bench.export import export_against_savefig

    return export_against_savefig(turns)


PROMISES = {
    "a": Promise(
        "(a) one edit, 16 tokens, 16 dimensions, 4 heads side by side, to the last painted widget",
        "matplotlib", 40, False, lambda: _edit(16, 16, 4, turns=9),
    ),
    "b": Promise(
        "(b) the same with 3 tokens and 2 dimensions",
        "matplotlib", 10, False, lambda: _edit(3, 2, 4, turns=25),
    ),
    "c": Promise(
        "(c) from the start of the process to the first painted window",
        "pyqtgraph", 1.6, True, lambda: _start(turns=9),
    ),
    "d": Promise(
        "(d) PNG of a 16×16 annotated heatmap", "matplotlib", 5, False, lambda: _export(turns=15)
    ),
}  # fmt: skip


def main(chosen: list[str]) -> int:
    """Measures the promises named by their letters, or all of them."""
    application = QApplication([])
    application.setStyle("Fusion")
    kept = [PROMISES[letter].keep() for letter in chosen or PROMISES]
    print(f"\n{sum(kept)} of {len(kept)} promises kept")
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
