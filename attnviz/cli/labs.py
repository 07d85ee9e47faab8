"""The verb `lab`: runs a laboratory and prints its numbers."""

from __future__ import annotations

from pathlib import Path

from attnviz.cli.endings import check_ending
from attnviz.cli.exhibits import draw_exhibit
from attnviz.cli.numbers import named
from attnviz.cli.parsers_labs import LAB_FORMATS
from attnviz.cli.parsing import Arguments
from attnviz.cli.printing import check_files, put, put_data, put_file
from attnviz.cli.result_texts import csv_of, json_of, text_of
from attnviz.content.attn_file import load
from attnviz.content.blocks import parse_block
from attnviz.content.numerals import parse_number
from attnviz.content.presets import OPENING
from attnviz.engine.errors import AttentionError, FieldError, Where
from attnviz.engine.scenario import Scenario
from attnviz.labs.catalogue import lab
from attnviz.labs.parameters import Choice, Grid, Parameter, Switch, Value, settle
from attnviz.labs.protocol import Lab, unhurried

_SWITCH = {"true": True, "on": True, "yes": True, "1": True, "false": False, "off": False, "no": False, "0": False}


def run_lab(given: Arguments) -> int:
    """Runs a laboratory and prints its numbers, or writes them to a file."""
    chosen = lab(given.lab)
    scenario = _scenario(chosen, given.scenario)
    values = settle(chosen.parameters(scenario), _values(chosen.parameters(scenario), given.settings))
    if given.output is not None:
        check_files(given.output, force=given.force)
    try:
        result = chosen.run(values, scenario, unhurried)
    except AttentionError as error:
        if given.scenario is None:
            raise
        raise named(error, given.scenario) from error
    if given.figure:
        if given.format is not None:
            raise FieldError("--format is of the numbers, and --figure draws. Leave one of them out.", Where("format"))
        return draw_exhibit(result, given)
    if given.theme_asked is not None:
        raise FieldError("--theme is of a figure. Say which with --figure, or leave it out.", Where("theme"))
    kind = given.format or _kind_of(given.output)
    check_ending(given.output, kind, asked=given.format is not None)
    match kind:
        case "json":
            text = json_of(chosen, values, result)
        case "csv":
            text = csv_of(result)
        case _:
            text = text_of(chosen, values, result)
    if given.output is None:
        (put_data if kind in ("json", "csv") else put)(text)
    else:
        put_file(given.output, text.encode(), force=given.force)
    return 0


def _scenario(chosen: Lab, name: str | None) -> Scenario | None:
    if name is None:
        return load(OPENING) if chosen.takes_scenario else None
    if not chosen.takes_scenario:
        raise AttentionError(
            f"The laboratory {chosen.name} has numbers of its own and takes no scenario. Leave X out.", Where("X")
        )
    return load(name)


def _values(parameters: tuple[Parameter, ...], settings: list[str]) -> dict[str, Value]:
    """The typed values by name; an unknown name is left to `settle`, which lists those there are."""
    by_name = {parameter.name: parameter for parameter in parameters}
    values: dict[str, Value] = {}
    for setting in settings:
        name, sign, text = setting.partition("=")
        if not sign:
            raise AttentionError(f"--set {setting} has no value. Write NAME=VALUE, such as seed=7.", Where(name))
        if name in values:
            raise AttentionError(f"--set {name}=… is there twice. Keep one of them.", Where(name))
        values[name] = _value(by_name[name], text) if name in by_name else text
    return values


def _value(parameter: Parameter, text: str) -> Value:
    """What the text says for that kind of parameter. Raises AttentionError naming the parameter."""
    if isinstance(parameter, Choice):
        return text
    if isinstance(parameter, Switch):
        return _SWITCH.get(text.lower(), text)
    try:
        return _table(text) if isinstance(parameter, Grid) else parse_number(text)
    except AttentionError as error:
        raise AttentionError(f"{parameter.name}: {error}", Where(parameter.name)) from error


def _table(text: str) -> Value:
    """The numbers of 1,0;0,1 or of anything that can be pasted into a matrix.

    Without brackets a comma stands between two numbers: the decimal mark of a command line is the point.
    """
    return parse_block(text if "[" in text else "[" + "], [".join(text.split(";")) + "]")


def _kind_of(output: str | None) -> str:
    ending = Path(output).suffix[1:].lower() if output else ""
    return ending if ending in LAB_FORMATS else "text"
