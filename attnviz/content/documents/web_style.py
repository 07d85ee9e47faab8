"""The style sheet of a web page: the program's colours in both palettes, and light that follows the pointer."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from attnviz.content.colours import (
    PALETTE_COLOURS,
    READABLE_ON_BLACK,
    ROLE_COLOURS,
    colour_table,
    luminance,
    named_map,
)  # fmt: skip

MOST_LIT = 128  # rows and columns of tokens that light up across tables
_NAMES = (
    "background", "panel", "border", "text", "soft", "accent", "accent-text", "error", "hover", "grid", "hatch",
)  # fmt: skip
_RULES = """\
*{box-sizing:border-box}
body{--figure:clamp(12px,4px + .6vw,16px);margin:0;background:var(--background);color:var(--text);\
font:15px/1.5 "DejaVu Sans",Verdana,"Segoe UI",\
"Helvetica Neue",Arial,sans-serif}
.roomy{--figure:clamp(13px,3px + .9vw,22px)}
header,main,footer{max-width:1800px;margin:0 auto;padding:8px 24px}
h1{font-size:26px;margin:16px 0 0}
h2{font-size:19px;margin:24px 0 8px}
h3{font-size:15px;margin:16px 0 8px}
h1,h2,h3{break-after:avoid}
header{padding-bottom:0}
header p{max-width:none}
main{padding-top:0}
p{margin:8px 0;max-width:48em;text-wrap:pretty}
.soft,footer{color:var(--soft)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:12px 0}
dt{font-weight:bold}
dd{margin:0}
.line{display:flex;flex-wrap:wrap;gap:24px 40px;align-items:flex-start;margin:16px 0}
.map{margin:0;max-width:100%;overflow-x:auto}
table,.plane figcaption{border-collapse:separate;border-spacing:1px;font-size:calc(var(--figure) + 1px)}
caption{text-align:left;padding-bottom:4px;white-space:nowrap}
caption b,figcaption b{color:var(--role)}
caption span,figcaption span{color:var(--soft);font-size:.92em;margin-left:8px}
th{font-weight:normal;font-size:var(--figure);color:var(--soft);padding:1px 4px;white-space:nowrap}
thead th{text-align:center;vertical-align:bottom}
tbody th{text-align:right}
th bdi{display:inline-block;max-width:9em;overflow:hidden;text-overflow:ellipsis;vertical-align:bottom}
td{font:var(--figure)/1 "DejaVu Sans Mono","Noto Sans Mono",Consolas,Menlo,monospace;text-align:center;\
padding:.5em .55em;\
--row:transparent;--col:transparent}
.map td{--row:inherit;--col:inherit;min-width:3.7em;\
box-shadow:inset 0 2px var(--row),inset 0 -2px var(--row),inset 2px 0 var(--col),inset -2px 0 var(--col)}
.map{--row:transparent;--col:transparent}
.map td.gap{background:none;color:var(--soft);text-align:center;min-width:0;box-shadow:none}
.dense{border-spacing:0}
.dense td{font-size:0;min-width:14px;width:14px;height:14px;padding:0}
.dense th{font-size:12px}
.dense tbody th{line-height:13px;padding:0 4px}
.dense thead th{padding:2px 0;line-height:14px}
.dense thead bdi,.turned thead bdi{writing-mode:vertical-rl;transform:rotate(180deg);max-width:none;max-height:9em}
td.x{color:var(--soft);background:repeating-linear-gradient(45deg,var(--panel) 0 3px,var(--hatch) 3px 4px)}
td.x span{background:var(--panel);padding:0 2px}
.legend{display:flex;align-items:center;gap:6px;margin:6px 0 0;font-size:12px;color:var(--soft)}
.legend span{display:flex;border:1px solid var(--border)}
.legend i{width:3px;height:10px}
.map tbody tr:hover th{color:var(--text)}
.map tr:hover{--row:var(--soft)}
.map tr.followed{--row:var(--queries)}
.map.output tr.followed{--row:var(--output)}
.map tr.followed td:first-of-type{box-shadow:inset 0 2px var(--row),inset 0 -2px var(--row),inset 2px 0 var(--row)}
.map tr.followed td:last-of-type{box-shadow:inset 0 2px var(--row),inset 0 -2px var(--row),inset -2px 0 var(--row)}
.map tr.followed td:only-of-type{box-shadow:inset 0 0 0 2px var(--row)}
.reason{color:var(--error);max-width:20em;white-space:normal}
.tabs{border:0;border-bottom:1px solid var(--border);margin:0;padding:0;display:flex;flex-wrap:wrap;gap:4px 16px}
.tabs legend{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.tabs span{display:flex;align-items:center}
.tabs label{padding:4px 6px;cursor:pointer}
.tabs input:checked+label{color:var(--accent);font-weight:bold}
.bars td{text-align:right;padding:2px 6px}
.bars svg{display:block;width:220px;height:12px;background:var(--grid)}
.bars tr.off td{color:var(--soft)}
.bars tr.off svg{background:repeating-linear-gradient(45deg,var(--panel) 0 3px,var(--hatch) 3px 4px)}
.bars rect{fill:var(--weights)}
.plane svg{display:block;width:calc(22*var(--figure));height:auto;overflow:visible}
.plane path{fill:none;stroke:var(--queries);stroke-width:2}
.plane .before{stroke-width:1.5;stroke-dasharray:4 3}
.plane .arc{stroke-width:1}
.plane .axis{stroke:var(--border);stroke-width:1}
.plane text{fill:var(--queries);font-size:13px}
summary{cursor:pointer;padding:2px 0}
pre{overflow:auto;max-height:24em;background:var(--panel);border:1px solid var(--border);padding:8px;font-size:12px}
@media print{body,.roomy{background:#fff;--figure:11px}.line{gap:16px 24px}.tabs{display:none}
.map{overflow:visible;break-inside:avoid}
td,.legend i,.bars svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
@media (max-width:600px){header,main,footer{padding:8px}.line{gap:16px}dl{display:block}dd{margin:0 0 8px}}
"""


def style_sheet(entries: Iterable[tuple[str, int]], queries: int, keys: int, heads: int) -> str:
    """All rules. entries: the map ("s" signed, "w" sequential) and entry of each colour that the page uses."""
    used = sorted(set(entries))
    light, dark = _palette("light", used), _palette("dark", used)
    at_night = f"@media screen and (prefers-color-scheme:dark){{\n{dark}}}"
    return f"{light}\n{at_night}\n{_RULES}{_lights(queries, keys)}{_tabs(heads)}"


def _palette(theme: str, used: list[tuple[str, int]]) -> str:
    colours = [f"--{name}:#{colour}" for name, colour in zip(_NAMES, PALETTE_COLOURS[theme].split(), strict=True)]
    colours += [f"--{role}:#{colour}" for role, colour in ROLE_COLOURS[theme].items()]
    roles = "".join(f".{role}{{--role:var(--{role})}}" for role in ROLE_COLOURS[theme]) if theme == "light" else ""
    return f":root{{color-scheme:{theme};{';'.join(colours)}}}\n{roles}{_cells(theme, used)}\n"


def _cells(theme: str, used: list[tuple[str, int]]) -> str:
    """The background of each entry, and black or white on it, whichever can be read."""
    tables = {letter: colour_table(named_map("auto", theme, signed=letter == "s")) for letter in ("s", "w")}
    rules = []
    for letter, entry in used:
        colour = tables[letter][entry]
        text = "#000" if float(luminance(colour[np.newaxis])[0]) > READABLE_ON_BLACK else "#fff"
        rules.append(f".{letter}{entry}{{background:#{bytes(colour).hex()};color:{text}}}")
    return "".join(rules)


def _lights(queries: int, keys: int) -> str:
    """Where the pointer is on a token's row or column, that token lights up in every table of the head."""
    rules = []
    for number in range(1, min(queries, MOST_LIT) + 1):
        rules.append(f".lit:has(tr.q{number}:hover) tr.q{number}{{--row:var(--queries)}}")
    for number in range(1, min(keys, MOST_LIT) + 1):
        rules.append(f".lit:has(.k{number}:hover) td.k{number}{{--col:var(--keys)}}")
        rules.append(f".lit:has(.k{number}:hover) tr.k{number}{{--row:var(--keys)}}")
    return "".join(rules) + "\n"


def _tabs(heads: int) -> str:
    """One head at a time where the browser can tell which one is chosen; else, and on paper, all of them."""
    if heads < 2:
        return ""
    shown = ",".join(f".heads:has(#head-{head}:checked) #of-head-{head}" for head in range(1, heads + 1))
    hidden = ".head,.head>h3{display:none}"  # the tab says already which head it is
    return f"@supports selector(:has(*)){{@media screen{{{hidden}{shown}{{display:block}}}}}}\n"
