"""A scenario as one web page: the board with every number on hover. No script, no network, nothing to install."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import replace
from html import escape

from attnviz import __version__
from attnviz.content.attn_file import encode
from attnviz.content.carrying import for_page
from attnviz.content.documents.extract import Extract
from attnviz.content.documents.settings import settings_in_words, sizes_in_words
from attnviz.content.documents.web_bars import web_bars
from attnviz.content.documents.web_planes import web_plane
from attnviz.content.documents.web_style import style_sheet
from attnviz.content.documents.web_tables import Colours, Face, web_table
from attnviz.content.documents.worked_example import UNTITLED, shown_names
from attnviz.content.labels import isolated
from attnviz.content.tables import has_heads
from attnviz.engine.dependencies import shape_of
from attnviz.engine.errors import FieldError, Where
from attnviz.engine.stages import BY_NAME

MOST_NUMBERS = 80_000  # of a page: some 8 MB
_SIDES = (100, 40, 24)  # rows and columns of a stage that are shown, as many as the page has room for
_GIVEN_SIDE = 24  # of an input: what is computed of it is what the page is about
_FEW_COLUMNS = 16  # of a line that has room for large numbers
_MOST_SCENARIO = 200_000  # bytes of the scenario that the page carries
_LINES = (
    ("queries", "rotated_queries", "keys", "rotated_keys", "values"),
    ("scores", "scaled", "capped", "alibi", "bias", "biased", "tempered", "masked"),
    ("exponentials", "weights"),
    ("head_output", "output"),
)


def web_page(extract: Extract, query: int, decimals: int, *, carry: bool = True) -> str:
    """The page. query: the one that is followed, from 0. carry: the scenario's file stands at its end, if it is short.

    Large matrices are shortened, with their true size. Raises FieldError where there are so many that it is of no use.
    """
    colours = Colours()
    face = Face(decimals, query, _side(extract), colours)
    body = "".join(_body(extract, face, carry=carry))
    size = extract.trace.sizes
    style = style_sheet(colours.used, size.T, size.S, len(extract.heads))
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    title = escape(isolated(extract.trace.scenario.title) if extract.trace.scenario.title else UNTITLED)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-{digest}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="attnviz {__version__}">
<title>{title}</title>
<style>{style}</style>
</head>
<body{' class="roomy"' if _roomy(extract) else ""}>
{body}</body>
</html>
"""


def _body(extract: Extract, face: Face, *, carry: bool) -> Iterator[str]:
    scenario = extract.trace.scenario
    title = escape(isolated(scenario.title) if scenario.title else UNTITLED)
    yield f"<header><h1>{title}</h1>\n<p>Attention over {escape(sizes_in_words(scenario))}.</p>\n"
    yield '<p class="soft">Point at a number: it is told in full, and its query and key light up in every table.</p>'
    pairs = "".join(f"<dt>{escape(name)}</dt><dd>{escape(words)}</dd>" for name, words in settings_in_words(scenario))
    yield f"<dl>{pairs}</dl></header>\n<main>\n"
    yield from _given(extract, face)
    yield from _heads(extract, face)
    yield from _together(extract, face)
    yield "</main>\n"
    yield from _footer(extract, carry=carry)


def _given(extract: Extract, face: Face) -> Iterator[str]:
    names = [name for name in extract.names if name not in extract.trace.stages and not has_heads(extract.trace, name)]
    if names:
        yield '<section class="lit"><h2>What is given</h2>\n<div class="line">\n'
        small = replace(face, most=min(face.most, _GIVEN_SIDE))
        yield from (web_table(extract, name, None, small) for name in names)
        yield "</div></section>\n"


def _heads(extract: Extract, face: Face) -> Iterator[str]:
    trace, several = extract.trace, len(extract.heads) > 1
    names = [name for name in shown_names(extract) if has_heads(trace, name) or (name == "output" and _alone(extract))]
    if not names:
        return
    if several:
        yield '<section class="heads"><h2>Head by head</h2>\n<fieldset class="tabs"><legend>Choose a head</legend>\n'
        for number, head in enumerate(extract.heads, start=1):
            checked = " checked" if number == 1 else ""
            yield f'<span><input type="radio" name="head" id="head-{number}"{checked}>'
            yield f'<label for="head-{number}">Head {head + 1}</label></span>\n'
        yield "</fieldset>\n"
    for number, head in enumerate(extract.heads, start=1):
        heading = f"Head {head + 1}" if trace.sizes.heads > 1 else "Stage by stage"
        level = "h3" if several else "h2"
        yield f'<section class="head lit" id="of-head-{number}"><{level}>{heading}</{level}>\n'
        for line in _LINES:
            tables = [
                web_table(extract, name, head if has_heads(trace, name) else None, face)
                for name in line
                if name in names
            ]
            if "weights" in line and "weights" in names:
                tables.append(web_bars(trace, head, face))
            if "rotated_queries" in line and "rotated_queries" in names:
                tables.append(web_plane(trace, head, face))
            if any(tables):
                yield f'<div class="line">\n{"".join(tables)}</div>\n'
        yield "</section>\n"
    if several:
        yield "</section>\n"


def _together(extract: Extract, face: Face) -> Iterator[str]:
    trace = extract.trace
    names = [
        name
        for name in shown_names(extract)
        if name in trace.stages and not BY_NAME[name].per_head and not (name == "output" and _alone(extract))
    ]
    if names:
        heading = "All heads together" if trace.sizes.heads > 1 else "Output"
        yield f'<section class="lit"><h2>{heading}</h2>\n<div class="line">\n'
        yield from (web_table(extract, name, None, face) for name in names)
        yield "</div></section>\n"


def _alone(extract: Extract) -> bool:
    """True if the only head's output is the layer's and stands on its board."""
    return extract.trace.sizes.heads == 1


def _footer(extract: Extract, *, carry: bool) -> Iterator[str]:
    scenario = extract.trace.scenario
    yield f"<footer><h2>How it was made</h2>\n<p>attnviz {__version__} computed every number here in {scenario.dtype}"
    yield " from what is given; in the cells they are rounded, on hover they are whole. The page holds no script and"
    yield " loads nothing.</p>\n"
    few = sum(values.size for _, values in scenario.given()) <= _MOST_SCENARIO  # each takes a sign at least
    file = encode(scenario, packed=False) if carry and few else b""
    if file and len(file) <= _MOST_SCENARIO:
        yield "<details><summary>The scenario as a file: open this page with attnviz, or save the text as .attn"
        yield f"</summary>\n{for_page(file)}</details>\n"
    yield "</footer>\n"


def _roomy(extract: Extract) -> bool:
    """True if even the longest line has so few columns that all can be large."""
    names = shown_names(extract)
    given = tuple(name for name in names if name not in extract.trace.stages)
    lines = (given, *(tuple(name for name in line if name in names) for line in _LINES))
    return max(sum(shape_of(extract.trace, name)[1] for name in line) for line in lines) <= _FEW_COLUMNS


def _side(extract: Extract) -> int:
    """How many rows and columns of each matrix are shown. Raises FieldError if even few are too many."""
    counts = [(name, *shape_of(extract.trace, name), len(extract.heads_of(name))) for name in shown_names(extract)]
    total = 0
    for side in _SIDES:
        total = 0
        for name, rows, columns, times in counts:
            most = side if name in extract.trace.stages else min(side, _GIVEN_SIDE)
            total += min(rows, most) * min(columns, most) * times
        if total <= MOST_NUMBERS:
            return side
    raise FieldError(
        f"A page with {total} numbers would open slowly or not at all. Take one head, or fewer stages.", Where("html")
    )
