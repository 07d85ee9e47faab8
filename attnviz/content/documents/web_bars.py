"""The weights of each query as bars, in HTML."""

from __future__ import annotations

from html import escape
from math import inf

from attnviz.content.colours import per_one
from attnviz.content.documents.web_tables import Face, full_text
from attnviz.content.labels import HEADING, isolated, visible
from attnviz.content.numerals import format_result
from attnviz.content.wording import query_looks_at, query_name
from attnviz.engine.errors import AttentionError
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.tracing import Trace

MOST_KEYS, MOST_QUERIES = 40, 40
_WIDTH = 100.0


def web_bars(trace: Trace, head: int, face: Face) -> str:
    """What the followed query looks at, and the other queries folded up below; nothing where there are no weights."""
    try:
        trace.row("weights", face.query, head)
    except AttentionError:
        return ""
    queries = [face.query, *(query for query in range(min(trace.sizes.T, MOST_QUERIES)) if query != face.query)]
    first = f"<p><b>What {_name(trace, face.query)} looks at</b></p>\n{_bars(trace, head, face.query, face)}"
    others = "".join(
        f"<details><summary>What {_name(trace, query)} looks at</summary>\n"
        f"{_bars(trace, head, query, face)}</details>\n"
        for query in queries[1:]
    )
    folded = f"<details><summary>The other queries</summary>\n{others}</details>\n" if others else ""
    return f'<figure class="map weights bars">{first}{folded}</figure>\n'


def _name(trace: Trace, query: int) -> str:
    return escape(query_name(trace, query, HEADING))


def _hidden(trace: Trace, head: int, query: int) -> list[bool]:
    """Which keys a mask hides from that query; of given weights nothing is known."""
    if isinstance(trace.scenario.inputs, GivenWeights):
        return [False] * trace.sizes.S
    return [bool(score == -inf) for score in trace.row("masked", query, head)]


def _key(trace: Trace, key: int) -> str:
    return f"<bdi>{escape(visible(trace.scenario.key_labels[key]))}</bdi>"


def _bars(trace: Trace, head: int, query: int, face: Face) -> str:
    """A line for each key, those with the largest weights where there are many, in the order of the keys."""
    weights = trace.row("weights", query, head)
    low, high = min(0.0, float(weights.min())), max(1.0, float(weights.max()))
    unit = per_one(_WIDTH, (low, high))
    hidden = _hidden(trace, head, query)
    keys = sorted(sorted(range(len(weights)), key=lambda key: -abs(float(weights[key])))[:MOST_KEYS])
    lines = []
    for key in keys:
        weight = float(weights[key])
        start, length = min(weight, 0.0) * unit - low * unit, abs(weight) * unit
        bar = f'<rect x="{start:.2f}" width="{length:.2f}" height="10"/>'
        said = escape(f"{query_looks_at(trace, query, key, HEADING)}: ") + full_text(trace, "weights", weights[key])
        shown, off = ("hidden", " off") if hidden[key] else (format_result(weight, face.decimals), "")
        lines.append(
            f'<tr class="k{key + 1}{off}"><th scope="row">{_key(trace, key)}</th>'
            f'<td title="{said}">'
            f'<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">{bar}</svg></td>'
            f"<td>{shown}</td></tr>\n"
        )
    left_out = len(weights) - len(keys)
    more = f'<p class="soft">{left_out} smaller weights are left out.</p>' if left_out else ""
    name = escape(isolated(query_name(trace, query, HEADING)))
    return f'<table aria-label="Weights of {name}"><tbody>\n{"".join(lines)}</tbody></table>{more}\n'
