"""What a drag or a key in an exhibit asks of a parameter: pure functions from a point to a new value."""

from __future__ import annotations

from math import atan2, degrees, floor, log10

import numpy as np

from attnviz.app.inspection.arrow_edits import drawn_query, settled, turned
from attnviz.app.labs.mixing import weights_at
from attnviz.figures.vectors import Point
from attnviz.labs.exhibits import NEVER, Mark, Plane, Sweep
from attnviz.labs.parameters import Grid, Number, Parameter, Value, Values, Whole

Wish = tuple[str, Value]  # a parameter's name and the value that is asked for
_DIGITS = 3  # of a number that is dragged along a logarithmic axis


def dragged_tip(
    plane: Plane, index: int, tip: Point, scale: float, parameters: tuple[Parameter, ...], values: Values
) -> Wish | None:
    """What dragging the arrow's tip there asks for. scale: pixels a unit, beyond which nobody can tell numbers apart.

    An arrow behind which stands an angle turns, one of a table moves, and the output of a mixture sets its weights.
    """
    arrow = plane.arrows[index]
    if not arrow.parameter:
        return _mixed(plane, tip, values) if plane.mixture and arrow.role == "output" else None
    parameter = _named(parameters, arrow.parameter)
    if isinstance(parameter, Number):
        return parameter.name, _angle(float(round(degrees(atan2(tip[1], tip[0])))), parameter, values)
    if not isinstance(parameter, Grid):
        return None
    before = arrow.tip
    place = drawn_query(tip, before, scale) if arrow.role == "queries" else settled(tip, scale)
    return _placed(parameter, arrow.index, place, values)


def turned_tip(plane: Plane, index: int, by: float, parameters: tuple[Parameter, ...], values: Values) -> Wish | None:
    """What turning the arrow by `by` degrees counter-clockwise asks for."""
    arrow = plane.arrows[index]
    parameter = _named(parameters, arrow.parameter)
    if isinstance(parameter, Number):
        return parameter.name, _angle(_number(values, parameter) + by, parameter, values)
    if isinstance(parameter, Grid):
        return _placed(parameter, arrow.index, turned(arrow.tip, by), values)
    return None


def dragged_mark(mark: Mark, value: float, log: bool, parameters: tuple[Parameter, ...]) -> Wish | None:
    """What dragging a mark to a number of its axis asks for: a number in the parameter's steps, within its ends."""
    parameter = _named(parameters, mark.parameter)
    if isinstance(parameter, Whole):
        return parameter.name, int(min(max(round(value), parameter.low), parameter.high))
    if isinstance(parameter, Number):
        if parameter.log or log:
            digits = _DIGITS - 1 - floor(log10(abs(value) or 1.0))
            value = round(value, digits)
        else:
            value = round(round(value / parameter.step) * parameter.step, 12)
        return parameter.name, min(max(value, parameter.low), parameter.high) + 0.0
    return None


def stepped_mark(mark: Mark, steps: int, parameters: tuple[Parameter, ...], values: Values) -> Wish | None:
    """What moving a mark by so many steps asks for; along a logarithmic parameter a step is a tenth of the number."""
    parameter = _named(parameters, mark.parameter)
    if isinstance(parameter, Whole):
        whole = int(_number(values, parameter))
        step = max(1, round(whole * 0.1)) if parameter.high > 200 * max(parameter.low, 1) else 1
        return dragged_mark(mark, whole + steps * step, False, parameters)
    if isinstance(parameter, Number):
        present = _number(values, parameter)
        value = present * 1.1**steps if parameter.log else present + steps * parameter.step
        return dragged_mark(mark, value, parameter.log, parameters)
    return None


def visited(sweep: Sweep, row: int, column: int) -> Wish | None:
    """What a click on a cell asks for: the step that computes it."""
    if not sweep.parameter or sweep.steps is None or sweep.states[row, column] == NEVER:
        return None
    return sweep.parameter, int(sweep.steps[row, column])


def stepped(sweep: Sweep, by: int, parameters: tuple[Parameter, ...], values: Values) -> Wish | None:
    """What going on or back by so many steps asks for; beyond the last one nothing."""
    parameter = _named(parameters, sweep.parameter)
    if not isinstance(parameter, Whole) or sweep.steps is None:
        return None
    return parameter.name, min(max(int(_number(values, parameter)) + by, parameter.low), int(sweep.steps.max()))


def _mixed(plane: Plane, tip: Point, values: Values) -> Wish | None:
    """The weights that bring the mixture to the point, or as near as the hull lets it."""
    corners = np.array([arrow.tip for arrow in plane.arrows if arrow.role == "values" and arrow.start == (0.0, 0.0)])
    table = np.array(values[plane.mixture], dtype=np.float64)
    if len(corners) != table.shape[1]:
        return None
    table[0] = weights_at(tip, corners, table[0])
    return plane.mixture, table


def _placed(parameter: Grid, row: int, tip: Point, values: Values) -> Wish | None:
    table = np.array(values[parameter.name], dtype=np.float64)
    if not 0 <= row < len(table) or table.shape[1] != 2:
        return None
    table[row] = np.clip(tip, parameter.low, parameter.high)
    return parameter.name, table


def _angle(angle: float, parameter: Number, values: Values) -> float:
    """The same direction as `angle`, at the turn nearest to the present one, within the parameter's ends."""
    present = _number(values, parameter)
    nearest = angle + 360.0 * round((present - angle) / 360.0)
    turns = [nearest + 360.0 * turn for turn in (0, -1, 1)]
    return next((turn for turn in turns if parameter.low <= turn <= parameter.high), present) + 0.0


def _number(values: Values, parameter: Parameter) -> float:
    value = values[parameter.name]
    assert isinstance(value, int | float)
    return float(value)


def _named(parameters: tuple[Parameter, ...], name: str) -> Parameter | None:
    return next((parameter for parameter in parameters if parameter.name == name), None)
