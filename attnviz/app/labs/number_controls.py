"""Controls of single numbers: a line and a slider for a real one, a spin box and a slider for a whole one."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QSpinBox, QVBoxLayout, QWidget

from attnviz.app.labs.number_edit import NumberEdit
from attnviz.labs.parameters import Number, Value, Whole

_STOPS = 200  # places of a slider at most
_DIGITS = 3  # significant digits of a number that a logarithmic slider gives
_FIELD = 7.5  # heights of text: the width of a field
_LOG_FROM = 200.0  # times the low end: a whole number that reaches so far gets a slider that multiplies


class Track:
    """The places of a slider and the numbers that they stand for."""

    def __init__(self, low: float, high: float, step: float, log: bool) -> None:
        self.low, self.high, self.log = low, high, log
        self.step = step
        self.last = _STOPS if log else max(1, min(_STOPS, round((high - low) / step)))

    def value_at(self, place: int) -> float:
        """The number at a place, in round digits."""
        share = place / self.last
        if self.log:
            raw = float(self.low * (self.high / self.low) ** share)
            digits = _DIGITS - 1 - math.floor(math.log10(raw))
            return min(max(round(raw, digits), self.low), self.high) + 0.0
        raw = self.low + share * (self.high - self.low)
        return min(max(round(round(raw / self.step) * self.step, 12), self.low), self.high) + 0.0

    def place_of(self, value: float) -> int:
        """The place nearest to a number."""
        value = min(max(value, self.low), self.high)
        if self.log:
            return round(math.log(value / self.low) / math.log(self.high / self.low) * self.last)
        return round((value - self.low) / (self.high - self.low) * self.last)


class TrackSlider(QSlider):
    """A slider along a track. `slid` carries the number when a person moves it, not when a number is shown."""

    slid = Signal(float)

    def __init__(self, name: str, title: str, track: Track, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName(name)
        self.setAccessibleName(f"{title} slider")
        self._track = track
        self._shows = False
        self.setRange(0, track.last)
        self.setPageStep(max(1, track.last // 10))
        self.valueChanged.connect(self._slide)

    def follow(self, track: Track) -> None:
        """Stands for the numbers of another track from now on."""
        self._shows = True
        self._track = track
        self.setRange(0, track.last)
        self.setPageStep(max(1, track.last // 10))
        self._shows = False

    def show_number(self, value: float) -> None:
        """Moves to the place of that number."""
        self._shows = True
        self.setValue(self._track.place_of(value))
        self._shows = False

    def _slide(self, place: int) -> None:
        if not self._shows:
            self.slid.emit(self._track.value_at(place))


class NumberControl(QWidget):
    """A real number: its line, and below it a slider where it has two ends."""

    wanted = Signal(str, object)

    def __init__(self, parameter: Number, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parameter = parameter
        name, title = parameter.name, parameter.title
        self.edit = NumberEdit(f"lab.{name}", title, parameter.step, self)
        log = parameter.log and parameter.low > 0
        track = Track(parameter.low, parameter.high, parameter.step, log)
        self.slider = TrackSlider(f"lab.{name}.slider", title, track, self)
        self.edit.said.connect(self._want)
        self.slider.slid.connect(self._want)
        _stack(self, title, parameter.unit, self.edit, self.slider)

    def show_value(self, value: Value) -> None:
        """Shows a number that holds now."""
        assert isinstance(value, int | float)
        self.edit.show_number(float(value))
        self.slider.show_number(float(value))

    def fit_letters(self) -> None:
        """Makes the line as wide as its letters need now."""
        _fit_field(self, self.edit)

    def refuse(self, reason: str) -> None:
        """Says why the number last typed could not be had."""
        self.edit.refuse(reason)

    def _want(self, value: float) -> None:
        self.wanted.emit(self._parameter.name, value)


class WholeControl(QWidget):
    """A whole number: a spin box, and below it a slider unless all its values are as good as each other."""

    wanted = Signal(str, object)

    def __init__(self, parameter: Whole, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parameter = parameter
        self._end = parameter.high
        name, title = parameter.name, parameter.title
        self.box = QSpinBox(self)
        self.box.setObjectName(f"lab.{name}")
        self.box.setAccessibleName(title)
        self.box.setToolTip(self._range())
        self.box.setRange(parameter.low, parameter.high)
        self.box.setKeyboardTracking(False)
        self.box.setGroupSeparatorShown(False)
        self.box.setSpecialValueText("auto" if parameter.lowest else "")
        self._shows = False
        self.box.valueChanged.connect(self._want_box)
        self.slider: TrackSlider | None = None
        low, high = parameter.low, parameter.high
        if 1 < high - low < 2**30:
            track = _whole_track(parameter, high)
            log = track.log
            self.slider = TrackSlider(f"lab.{name}.slider", title, track, self)
            self.slider.slid.connect(lambda value: self._want(round(value)))
            self.box.setStepType(
                QSpinBox.StepType.AdaptiveDecimalStepType if log else QSpinBox.StepType.DefaultStepType
            )
        _stack(self, title, parameter.unit, self.box, self.slider)

    def show_value(self, value: Value) -> None:
        """Shows a number that holds now."""
        assert isinstance(value, int)
        self._shows = True
        self.box.setValue(value)
        self._shows = False
        if self.slider is not None:
            self.slider.show_number(value)

    def end_at(self, last: int | None) -> None:
        """Offers no numbers beyond `last`, which other values may set; None: all up to its own end."""
        low, high = self._parameter.low, self._parameter.high
        end = high if last is None else min(max(last, low), high)
        if end == self._end:
            return
        self._end = end
        self._shows = True
        self.box.setRange(low, end)
        self._shows = False
        self.box.setToolTip(self._range())
        if self.slider is not None:
            self.slider.setEnabled(end > low)
            self.slider.follow(_whole_track(self._parameter, max(end, low + 1)))

    def fit_letters(self) -> None:
        """Makes the box as wide as its letters need now."""
        _fit_field(self, self.box)

    def refuse(self, reason: str) -> None:
        """A spin box offers no number that is refused for itself; another reason stands on hover."""
        self.box.setToolTip(reason or self._range())

    def _range(self) -> str:
        own = self._parameter
        if own.lowest:
            return f"{own.title}: {own.low + 1} to {own.high}, or auto for {own.lowest}"
        return f"{own.title}: {own.low} to {self._end}"

    def _want_box(self, value: int) -> None:
        if not self._shows:
            self._want(value)

    def _want(self, value: int) -> None:
        self.wanted.emit(self._parameter.name, value)


def _whole_track(parameter: Whole, high: int) -> Track:
    """The places of whole numbers up to `high`; those that reach far are multiplied unless they are to be even."""
    low = parameter.low
    return Track(low, high, 1.0, not parameter.even and low > 0 and high / low >= _LOG_FROM)


def _stack(control: QWidget, title: str, unit: str, field: QWidget, slider: QWidget | None) -> None:
    """Title and field in one line, the slider below."""
    label = QLabel(f"{title} ({unit})" if unit else title, control)
    label.setWordWrap(True)
    label.setBuddy(field)
    column = QVBoxLayout(control)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(2)
    line = QHBoxLayout()
    column.addLayout(line)
    line.setSpacing(8)
    line.addWidget(label, 1)
    _fit_field(control, field)
    line.addWidget(field)
    if slider is not None:
        column.addWidget(slider)


def _fit_field(control: QWidget, field: QWidget) -> None:
    """The field has room for the same number in letters of any size."""
    control.ensurePolished()
    field.setFixedWidth(round(_FIELD * control.fontMetrics().height()))
