"""What can be set in a laboratory, as its help lists it."""

from __future__ import annotations

from attnviz.engine.errors import counted
from attnviz.labs.catalogue import lab
from attnviz.labs.parameters import Choice, Grid, Number, Parameter, Switch, Whole

_WIDE = 16  # characters of the column of names


def parameters_text(name: str) -> str:
    """A line for each parameter of that laboratory on its example, and for each choice. Raises AttentionError."""
    chosen = lab(name)
    lines = [f"parameters of {chosen.name}, for --set NAME=VALUE:"]
    for parameter in chosen.parameters(None):
        lines.append(_line(parameter.name, f"{parameter.title}: {_wanted(parameter)}"))
        if isinstance(parameter, Choice):
            lines += [f"  {_line(option.value, option.title)}" for option in parameter.options]
    return "\n".join(lines) + "\n"


def _line(name: str, text: str) -> str:
    return f"  {name:<{_WIDE}}  {text}"


def _wanted(parameter: Parameter) -> str:
    """What may be given, and what holds unless something is."""
    match parameter:
        case Number():
            return f"a number from {parameter.low:g} to {parameter.high:g} ({parameter.default:g} unless said)"
        case Whole():
            least = f", {parameter.low} for {parameter.lowest}" if parameter.lowest else ""
            ends = f"from {parameter.low} to {parameter.high}{least}"
            return f"a whole number {ends} ({parameter.default} unless said)"
        case Choice():
            return f"one of these ({parameter.default} unless said)"
        case Switch():
            return f"on or off ({'on' if parameter.default else 'off'} unless said)"
        case Grid():
            columns = counted(parameter.default.shape[1], "column")
            return f"a table of {_rows(parameter)} and {columns} ({_table(parameter)} unless said)"


def _rows(grid: Grid) -> str:
    least, most = grid.min_rows or len(grid.default), grid.max_rows or len(grid.default)
    return counted(least, "row") if least == most else f"{least} to {most} rows"


def _table(grid: Grid) -> str:
    """The table as one types it: 1,0;0,1."""
    return ";".join(",".join(f"{value:g}" for value in row) for row in grid.default)
