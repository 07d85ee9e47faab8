"""The verb `model`: lists what heads of a model do, finds those that join two tokens, saves one or draws them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from attnviz.cli.asked import MODEL, asked, in_options
from attnviz.cli.endings import check_ending
from attnviz.cli.model_pictures import draw_overview, is_picture
from attnviz.cli.parsing import Arguments
from attnviz.cli.printing import fill_file, put, remark
from attnviz.content.atomic import FileProblem
from attnviz.content.attn_file import encode_into
from attnviz.content.labels import quoted
from attnviz.content.sources.habits import habits
from attnviz.content.sources.minilm import minilm
from attnviz.content.sources.opening import open_source
from attnviz.content.sources.row_sums import row_sums
from attnviz.content.sources.slicing import check_place
from attnviz.content.sources.source import Place, Source
from attnviz.content.sources.strongest import strongest, token_at
from attnviz.content.tables import stage_table
from attnviz.engine.errors import AttentionError, FieldError, Where, counted
from attnviz.engine.tracing import trace

_MOST_FOUND = 12
_OPTIONS = ("x", "residual", "heads", "tensor", "axes", "batch", "layer", "head")


def open_model(given: Arguments) -> int:
    """Saves a layer or head, or prints what was asked about all of them."""
    try:
        return _answer(given)
    except AttentionError as error:
        raise _in_options(asked(error, MODEL)) from error


def _answer(given: Arguments) -> int:
    _refuse_what_changes_nothing(given)
    source = _source(given)
    note = getattr(source, "note", "")
    if note:
        remark(note)
    if given.find:
        put("".join(_finding(source, given.layer, *given.find)))
    if given.output is not None and is_picture(given.output):
        draw_overview(source, given)
    elif given.output is not None:
        _save(source, given)
    if given.listing or (given.output is None and not given.find):
        put("".join(_head_table(source, given) if given.layer and given.head else _overview(source, given.layer)))
    return 0


def _source(given: Arguments) -> Source:
    """The model or file that was asked for. Raises FieldError for options that do not go together."""
    if given.checkpoint is None:
        for name in ("x", "heads", "tensor", "axes", "batch", "residual"):
            if getattr(given, name) not in (None, False):
                raise FieldError(f"--{name} goes with a file of your own. Give it with --checkpoint.", Where(name))
        if not given.sentence.strip():
            raise FieldError('There is no sentence. Give one: attnviz model "She sat by the river."', Where("sentence"))
        return minilm(given.sentence)
    return open_source(
        given.checkpoint, text=given.sentence, x=given.x, layer=None if given.layer is None else given.layer - 1,
        residual=given.residual, heads=given.heads, tensor=given.tensor, axes=given.axes, batch=(given.batch or 1) - 1,
    )  # fmt: skip


def _refuse_what_changes_nothing(given: Arguments) -> None:
    """Raises FieldError for options that would be passed over in silence."""
    if given.head is not None and given.layer is None:
        raise FieldError("Which layer? --head N is a head of one layer. Add --layer N.", Where("layer"))
    if given.head is not None and given.find and given.output is None:
        raise FieldError("--find goes through all heads. Leave --head out, or draw it with -o FILE.svg.", Where("head"))


def _in_options(error: AttentionError) -> AttentionError:
    """The error with -- before the option's name that it begins with."""
    name = error.where.name
    if name in _OPTIONS and str(error).startswith(f"{name} "):
        error.args = (f"--{error}",)
    return error


def _save(source: Source, given: Arguments) -> None:
    assert given.output is not None
    check_ending(given.output, "scenario", also=("json",))
    if given.layer is None:
        raise FieldError(f"Which layer? Give --layer N, from 1 to {source.layers}.", Where("layer"))
    scenario = source.scenario(Place(given.layer - 1, None if given.head is None else given.head - 1))
    fill_file(given.output, partial(encode_into, scenario), force=given.force)


def _finding(source: Source, layer: int | None, query: str, key: str) -> Iterator[str]:
    """The heads in which one token looks most at another, the first few; of one layer, counted from 1, if said."""
    queries, keys = _labels(source)
    row, column = token_at(queries, query), token_at(keys, key)
    if layer is not None:
        check_place(Place(layer - 1, None), source.layers, source.heads)
    found = strongest(source, row, column, None if layer is None else (layer - 1,))
    tops = sum(one.top for one in found)
    yield f"In {counted(tops, 'head')} of {len(found)}, {quoted(row + 1, queries[row])} looks most at "
    yield f"{quoted(column + 1, keys[column])}:\n" if tops else f"{quoted(column + 1, keys[column])}. Nearest:\n"
    yield "layer  head  weight  place\n"
    for one in found[:_MOST_FOUND]:
        head = (one.place.head or 0) + 1
        place = "first" if one.top else f"{one.rank} of {len(keys)}"
        yield f"{one.place.layer + 1:>5}  {head:>4}  {one.weight:>6.3f}  {place}\n"


def _overview(source: Source, layer: int | None) -> Iterator[str]:
    """A line for each head, or what is missing before there is anything to say."""
    yield f"{source.title}: {counted(source.layers, 'layer')} of {counted(source.heads, 'head')}\n"
    if source.missing:
        yield f"{in_options(source.missing, MODEL)}\n"
        return
    queries, keys = _labels(source)
    if layer is not None:
        check_place(Place(layer - 1, None), source.layers, source.heads)
    yield "layer  head  special  itself  before  after  strongest pair\n"
    for index in range(source.layers) if layer is None else (layer - 1,):
        weights = source.weights(index)
        for head, habit in enumerate(habits(weights, source.special)):
            shares = zip((habit.special, habit.itself, habit.before, habit.after), (7, 6, 6, 5), strict=True)
            cells = "  ".join(f"{'–' if share is None else f'{share:.2f}':>{width}}" for share, width in shares)
            pair = ""
            if habit.query is not None and habit.key is not None:
                one, other = quoted(habit.query + 1, queries[habit.query]), quoted(habit.key + 1, keys[habit.key])
                pair = f"{one} → {other} {habit.weight:.3f}"
            yield f"{index + 1:>5}  {head + 1:>4}  {cells}  {pair}".rstrip() + "\n"
        if source.kind == "tensor":
            sentence = row_sums(weights).sentence
            yield f"       {sentence}\n" if sentence else ""


def _head_table(source: Source, given: Arguments) -> Iterator[str]:
    """The weights of one head as a table."""
    assert given.layer is not None
    assert given.head is not None
    scenario = source.scenario(Place(given.layer - 1, given.head - 1))
    yield f"{scenario.title}\n"
    yield stage_table(trace(scenario), "weights", None).text(3, "-o FILE.attn").rstrip("\n") + "\n"


def _labels(source: Source) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What queries and keys are called: their tokens, else numbers from 1."""
    if source.missing:
        raise FileProblem(source.title, source.missing)
    _, rows, columns = source.weights(0).shape if source.tokens is None else (0, len(source.tokens), 0)
    queries = source.tokens or tuple(map(str, range(1, rows + 1)))
    if source.source_tokens is not None:
        return queries, source.source_tokens
    columns = columns or source.weights(0).shape[2]
    same = source.tokens is not None and columns == len(source.tokens)
    return queries, source.tokens if same and source.tokens else tuple(map(str, range(1, columns + 1)))
