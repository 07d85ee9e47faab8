"""docs/speed.md: how to read the numbers, and the latest run, written from its JSON."""

from __future__ import annotations

from tools.bench.promises import GROUPS
from tools.bench.results import Curves, Result, Run
from tools.bench.words import bar_of, found_by, seconds, spread_of, with_unit

_HEAD = """# Speed

*Written by `make bench ARGS=--keep`; change the tool, not this page.*

attnviz promises how fast it is, and `make bench` measures on your own machine whether that is so. {kept} of {all}
promises were kept in the run below.

## How to read it

- **Ratios, not seconds.** Another machine has other seconds. What is compared was measured in the same minutes on the
  same processors: attnviz beside PyTorch, matplotlib, pyqtgraph, or beside the parts that its own work consists of.
- **A process for each variant and each round.** Each variant of a comparison starts in a fresh process, warms up, and
  measures a few calls, of which the middle counts. The variants take turns, so that whatever slows the machine slows
  all of them. A ratio is made within a round; the table shows the median of the rounds and, in brackets, their
  quartiles.
- **Bars.** "at most 1.6×": ours takes at most 1.6 times as long. "at least 10×": theirs takes at least 10 times as
  long. Without a second name the number itself is held against the bar.
- **Threads.** "1 thread" means one processor for the whole process, "2 threads" two, for both sides alike. NumPy's
  matrix products have one thread each in attnviz, which has threads of its own for blocks of rows; PyTorch and plain
  NumPy get as many threads as there are processors for them.
- **Memory** is by how much the process grew at its highest during the call (for a window: its highest resident size),
  as Linux counts it.
- **Without an answer**: a timer in the window's own thread ticks every 5 ms while the window is used, once it has
  loaded what the program loads in its first seconds; the longest time between two ticks is told, the 5 ms included.
  Other programs that keep the processors busy make it longer; they do not change the longest work of that thread in
  one go, which is counted in its own processor time.
- **While the machine halted**: on a virtual machine whose memory is mapped anew, everything that touches memory takes
  a hundred times as long for a moment, and this is counted as processor time too. A process of its own touches 1,000
  pages fifty times a second beside the window; where that takes it twenty times as long as usual in processor time,
  the machine halted. Work of the window at such a moment is told beside the number, and not held against the bar.
- **The machine's pace**: milliseconds without a second name depend on how fast the machine is, and a shared one may be
  twice as fast in one minute as in the next. So a fixed loop of plain Python is measured before the first promises and
  after those of each letter; its fastest and its slowest time stand in the table.
- PyTorch, matplotlib and pyqtgraph are never needed by attnviz itself; `make bench` brings them in, PyTorch alone with
  some hundred megabytes.

`make bench ARGS="e f"` measures the promises of these letters; `make bench` all of them, in some twelve minutes, and
writes the numbers of every round to `out/bench.json`; [speed.json](speed.json) holds those of the run below. The exit
status is 1 if a promise is not kept.
"""


def page(run: Run) -> str:
    """The whole page in Markdown."""
    parts = [_HEAD.format(kept=run.kept, all=len(run.results)), "## The latest run\n", _machine(run.machine)]
    for group in GROUPS:
        of_group = [result for result in run.results if result.key == group.key]
        if of_group:
            parts.append(f"### ({group.key}) {group.title[0].upper()}{group.title[1:]}\n")
            parts.append(_table(of_group))
    if run.curves is not None:
        parts.append(_curves(run.curves))
    return "\n".join(parts)


def _machine(machine: dict[str, str]) -> str:
    rows = "\n".join(f"| {name} | {told} |" for name, told in machine.items())
    return f"| | |\n|---|---|\n{rows}\n"


def _table(results: list[Result]) -> str:
    compared = any(result.theirs.values for result in results)
    head = "| promise | bar | found | |" + (f" attnviz | {_other(results)} |" if compared else "")
    lines = [head, "|---|---|---|---|" + ("---|---|" if compared else "")]
    for result in results:
        found, verdict = found_by(result), "kept" if result.kept else "**not kept**"
        line = f"| {result.title} | {bar_of(result)} | {found} | {verdict} |"
        if compared:
            theirs = bool(result.theirs.values)
            line += f" {spread_of(result.ours) if theirs else ''} | {spread_of(result.theirs) if theirs else ''} |"
        lines.append(line)
    return "\n".join(lines) + "\n"


def _other(results: list[Result]) -> str:
    """Who is compared with, by name."""
    name = next(result.their_name for result in results if result.theirs.values).split(",")[0]
    return "its parts" if name == "attnviz" else name


_COLUMNS = {
    "output": "outputs", "output memory": "memory for them", "weights": "outputs and weights",
    "picture": "first picture", "export": "PNG", "opened": "window to picture", "edit": "edit to pixels",
    "peak": "memory of the window",
}  # fmt: skip


def _curves(curves: Curves) -> str:
    names = [name for name in _COLUMNS if name in curves.values]
    lines = ["| tokens | " + " | ".join(_COLUMNS[name] for name in names) + " |", "|---:" * (len(names) + 1) + "|"]
    for place, tokens in enumerate(curves.sizes):
        own = (_cell(name, curves.values[name][place]) for name in names)
        lines.append(f"| {tokens:,} | " + " | ".join(own) + " |")
    return (
        "### From 128 tokens to 4,096\n\n"
        "8 heads × 64 and d_model 512 in float32; all processors. Outputs keep no weights; the first picture goes\n"
        "from the weights of one head to pixels, the PNG has a pixel or more for each of them. An edit changes a\n"
        "number of W_Q, until the map of the visible head shows it. Below 512 tokens a trace keeps every step of\n"
        "every head, to show them all at once: there outputs take as long as all of these. Their memory is that of\n"
        "the first call of a fresh process. The promise above calls the smaller sizes first, and what these gave\n"
        "back is used again: its process grows by less.\n\n"
        "![Seconds over tokens, both by powers of ten](speed.svg)\n\n" + "\n".join(lines) + "\n"
    )


def _cell(name: str, value: float) -> str:
    return with_unit(value, "MB") if name in ("peak", "output memory") else seconds(value)
