"""What is promised about speed: who is compared with whom, and where the bar lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tools.bench.fresh import Task, Variant
from tools.bench.starts import OURS as OUR_START
from tools.bench.starts import SHORTEST

Sense = Literal["at most", "at least"]
SIZES = (512, 2048, 4096)
LARGEST = SIZES[-1]


@dataclass(frozen=True)
class Measure:
    """One number that a variant finds."""

    variant: Variant
    what: str = "seconds"


@dataclass(frozen=True)
class Promise:
    """ours divided by theirs is at most, theirs by ours at least, so much; without `theirs` it is the number itself.

    key: by which a run chooses it, shared by those that belong together. unit: of the number, "×" for a ratio.
    halted: the same number at moments when the machine itself halted, which is told and not held against the bar.
    """

    key: str
    title: str
    ours: Measure
    theirs: Measure | None
    sense: Sense
    bar: float
    unit: str = "×"
    halted: Measure | None = None

    @property
    def variants(self) -> tuple[Variant, ...]:
        """What has to run for it."""
        return (self.ours.variant,) if self.theirs is None else (self.ours.variant, self.theirs.variant)


@dataclass(frozen=True)
class Group:
    """Promises that are chosen by one letter; rounds: how often each of their variants runs."""

    key: str
    title: str
    rounds: int
    promises: tuple[Promise, ...]


def _small(key: str, tokens: int, width: int, bar: float) -> Promise:
    size: dict[str, object] = {"tokens": tokens, "width": width, "heads": 4}
    ours = Task(f"attnviz, edit of {tokens} tokens", "edits:ours", size)
    theirs = Task(f"matplotlib, {tokens} tokens redrawn", "edits:matplotlibs", size, ours=False)
    title = f"one edit, {tokens} tokens, {width} dimensions, 4 heads side by side, to the last painted widget"
    return Promise(key, title, Measure(ours), Measure(theirs), "at least", bar)


def _export() -> Promise:
    ours, theirs = Task("attnviz, PNG", "exports:ours"), Task("matplotlib, PNG", "exports:matplotlibs", ours=False)
    return Promise("d", "PNG of a 16×16 annotated heatmap", Measure(ours), Measure(theirs), "at least", 5)


def _threads(threads: int) -> str:
    return f"{threads} thread{'' if threads == 1 else 's'}"


def _outputs(threads: int) -> tuple[Promise, ...]:
    on = _threads(threads)
    ours = Task(f"attnviz, output, {on}", "engine:output", {"sizes": SIZES}, threads)
    fused = Task(f"PyTorch, fused, {on}", "torches:fused", {"sizes": SIZES, "threads": threads}, threads, ours=False)
    compared = [
        Promise(
            "e", f"output without weights, {tokens} tokens, {on}, to PyTorch's fused call",
            Measure(ours, f"seconds at {tokens}"), Measure(fused, f"seconds at {tokens}"), "at most",
            1.8 if tokens == SIZES[0] else 1.6,
        )
        for tokens in SIZES
    ]  # fmt: skip
    kept = Promise(
        "e", f"memory for it beside its operands, {LARGEST} tokens, {on}",
        Measure(ours, f"growth at {LARGEST}"), None, "at most", 50, "MB",
    )  # fmt: skip
    return (*compared, kept)


def _with_weights(threads: int) -> tuple[Promise, ...]:
    on, sizes = _threads(threads), SIZES[1:]
    ours = Task(f"attnviz, weights, {on}", "engine:weights", {"sizes": sizes}, threads)
    steps = Task(
        f"PyTorch, step by step, {on}", "torches:explicit", {"sizes": sizes, "threads": threads}, threads, ours=False
    )
    return tuple(
        Promise(
            "f", f"output and weights, {tokens} tokens, {on}, to PyTorch step by step",
            Measure(ours, f"seconds at {tokens}"), Measure(steps, f"seconds at {tokens}"), "at most", 1.0,
        )
        for tokens in sizes
    )  # fmt: skip


def _causal(threads: int) -> Promise:
    on, at = _threads(threads), f"seconds at {LARGEST}"
    full = Task(f"attnviz, output, {on}", "engine:output", {"sizes": SIZES}, threads)
    causal = Task(f"attnviz, causal, {on}", "engine:output", {"sizes": SIZES, "causal": True}, threads)
    title = f"causal output, {LARGEST} tokens, {on}, faster than full"
    return Promise("g", title, Measure(causal, at), Measure(full, at), "at least", 1.6)


def _one_head(threads: int) -> Promise:
    on = _threads(threads)
    whole = Task(f"attnviz, one head, {on}", "engine:one_head", {"tokens": LARGEST}, threads)
    # Its own parts have as many threads for their products as NumPy gives them.
    parts = Task(f"NumPy, its parts, {on}", "engine:one_head_parts", {"tokens": LARGEST}, threads, ours=False)
    title = f"one head of {LARGEST} tokens with weights, {on}, to its two products and exp"
    return Promise("h", title, Measure(whole), Measure(parts), "at most", 1.8)


def _error(tokens: int) -> Promise:
    task = Task("attnviz, error", "engine:error", {"sizes": SIZES})
    title = f"output and weights, {tokens} tokens, away from float64 by"
    return Promise("i", title, Measure(task, f"error at {tokens}"), None, "at most", 2e-6, "")


def _picture() -> Promise:
    ours = Task("attnviz, first picture", "pictures:ours", {"tokens": LARGEST})
    theirs = Task("matplotlib, imshow and draw", "pictures:matplotlibs", {"tokens": LARGEST}, ours=False)
    title = f"first picture of a {LARGEST}×{LARGEST} map, from its values to pixels"
    return Promise("j", title, Measure(ours), Measure(theirs), "at least", 10)


_EDITED = Task("attnviz, window of 4096 tokens, edited", "windows:edits", {"tokens": LARGEST})
_HELD = Task("attnviz, window of 4096 tokens, in use", "windows:held", {"tokens": LARGEST})
ACTIVITIES = (
    "edit", "mask", "temperature", "resize", "zoom", "scroll", "choose", "undo",
    "theme and size", "open", "paste", "fill", "paint", "copy",
)  # fmt: skip

GROUPS = (
    Group("a", "an edit of a usual example", 3, (_small("a", 16, 16, 40),)),
    Group("b", "an edit of a small example", 5, (_small("b", 3, 2, 10),)),
    Group("c", "the start", 7, (
        Promise("c", "from the start of the process to the first painted window, to pyqtgraph's",
                Measure(OUR_START), Measure(SHORTEST), "at most", 1.6),
    )),
    Group("d", "a small picture", 3, (_export(),)),
    Group("e", "outputs without weights", 7, (*_outputs(1), *_outputs(2))),
    Group("f", "outputs with weights", 3, (*_with_weights(1), *_with_weights(2))),
    Group("g", "causal outputs", 3, (_causal(1), _causal(2))),
    Group("h", "one head", 3, (_one_head(1), _one_head(2))),
    Group("i", "exactness", 1, tuple(map(_error, SIZES))),
    Group("j", "the first picture of a large map", 3, (_picture(),)),
    Group("k", "an edit of thousands of tokens", 2, (
        Promise("k", "edit of W_Q, 4096 tokens, 8 heads, d_model 512, to the visible head's pixels",
                Measure(_EDITED), None, "at most", 0.5, "s"),
        Promise("k", "the same, to the two products and exp of one head on one thread",
                Measure(_EDITED), Measure(_EDITED, "parts"), "at most", 5.0),
    )),
    Group("l", "a window that answers", 5, (
        *(Promise("l", f"longest time without an answer: {name}", Measure(_HELD, name), None, "at most", 50, "ms")
          for name in ACTIVITIES),
        Promise("l", "longest work of the window's own thread in one go",
                Measure(_HELD, "work"), None, "at most", 50, "ms", Measure(_HELD, "work halted")),
        Promise("l", "memory of the process at its highest", Measure(_HELD, "peak"), None, "at most", 1000, "MB"),
    )),
)  # fmt: skip
CURVES = "m"
CURVE_SIZES = (128, 256, 512, 1024, 2048, 4096)
CURVE_ROUNDS = 2


def curve(tokens: int) -> Task:
    """Everything at one size."""
    return Task(f"attnviz, {tokens} tokens", "curves:at", {"tokens": tokens})


def curve_memory(tokens: int) -> Task:
    """The memory of the window at one size."""
    return Task(f"attnviz, memory, {tokens} tokens", "curves:memory", {"tokens": tokens})
