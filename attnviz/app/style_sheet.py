"""The rules that Qt's palette cannot say: edges that can be seen in the dark, chips, panels, messages, bad input."""

from __future__ import annotations

from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QWidget

from attnviz.content.presets import resource_path
from attnviz.figures.theme import Palette


def style_sheet(px: int, colours: Palette) -> str:
    """The application's style sheet for controls with text of `px` pixels."""
    names = ("background", "border", "accent", "panel", "hover", "text", "soft", "error")
    words = {name: getattr(colours, name).name() for name in names} | {
        "faint": mixed(colours.soft, colours.background, 0.35).name(),
        "edge": mixed(colours.panel, colours.text, 0.45).name(),
        "trouble": mixed(colours.panel, colours.error, 0.12).name(),
        "done": mixed(colours.panel, colours.accent, 0.12).name(),
        "onaccent": colours.accent_text.name(),
        "px": str(px),
        "inner": str(px // 4),
        "outer": str(px // 2),
        "third": str(px // 3),
        "tick": str(px + 1),
        "radio": str((px + 3) // 2),
        "dot": str((px + 1) // 3),
        "stepper": str(px + 4),
        "arrow": str(max(8, px * 2 // 3)),
        "menu": str(px + 6),
    }
    for picture in ("up", "up-off", "down", "down-off", "check"):
        words[picture] = resource_path("icons", f"{picture}-{colours.name}.svg").as_posix()
    sheet = _RULES
    for word in sorted(words, key=len, reverse=True):
        sheet = sheet.replace(f"@{word}", words[word])
    return sheet


def dress(widget: QWidget, sheet: str, letters: QFont | None = None) -> None:
    """Gives a widget its rules and then its letters, each only where it is another one: new rules cost milliseconds.

    The letters come last: a widget that gets its first rules forgets those that it was given before.
    """
    if widget.styleSheet() != sheet:
        widget.setStyleSheet(sheet)
    if letters is not None and widget.font() != letters:
        widget.setFont(letters)


def mixed(colour: QColor, other: QColor, part: float) -> QColor:
    """The colour with so large a part of another one."""
    one, two = ((each.red(), each.green(), each.blue()) for each in (colour, other))
    return QColor(*(round(a + (b - a) * part) for a, b in zip(one, two, strict=True)))


# @word stands for a colour, a length in pixels or a picture.
_RULES = """
QLineEdit, QSpinBox, QComboBox, QPlainTextEdit, QDialog QAbstractItemView {
  background: @panel; color: @text; border: 1px solid @edge; border-radius: 3px; }
QLineEdit, QSpinBox, QComboBox { padding: @innerpx; }
QLineEdit:focus, QSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus { border: 1px solid @accent; }
QLineEdit:disabled, QSpinBox:disabled, QComboBox:disabled, QPlainTextEdit:disabled {
  color: @faint; background: @background; border: 1px solid @border; }
QSpinBox { padding: 1px @stepperpx 1px 1px; }
QSpinBox::up-button, QSpinBox::down-button { width: @stepperpx; border: none; subcontrol-origin: border; }
QSpinBox::up-button { subcontrol-position: top right; }
QSpinBox::down-button { subcontrol-position: bottom right; }
QSpinBox::up-button:hover, QSpinBox::down-button:hover { background: @hover; }
QSpinBox::up-arrow { image: url("@up"); width: @arrowpx; height: @arrowpx; }
QSpinBox::down-arrow { image: url("@down"); width: @arrowpx; height: @arrowpx; }
QSpinBox::up-arrow:off, QSpinBox::up-arrow:disabled { image: url("@up-off"); }
QSpinBox::down-arrow:off, QSpinBox::down-arrow:disabled { image: url("@down-off"); }
QComboBox::drop-down { border: none; width: @stepperpx; }
QComboBox::down-arrow { image: url("@down"); width: @arrowpx; height: @arrowpx; }
QCheckBox::indicator, QListView::indicator {
  width: @tickpx; height: @tickpx; border: 1px solid @edge; border-radius: 3px; background: @panel; }
QCheckBox::indicator:checked, QListView::indicator:checked {
  background: @accent; border: 1px solid @accent; image: url("@check"); }
QListWidget::item, KeysView::item { border: 1px solid transparent; }
QListWidget::item:selected, KeysView::item:selected { background: @hover; color: @text; border: 1px solid @accent; }
QCheckBox:focus, QRadioButton:focus { color: @accent; }
QRadioButton::indicator {
  width: @tickpx; height: @tickpx; border: 1px solid @edge; border-radius: @radiopx; background: @panel; }
QRadioButton::indicator:checked { background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5,
  stop: 0 @accent, stop: 0.55 @accent, stop: 0.65 @panel); border: 1px solid @accent; }
QProgressBar { background: @panel; border: 1px solid @edge; border-radius: 3px; }
QProgressBar::chunk { background: @accent; border-radius: 2px; }
#toolbar { background: @panel; border-bottom: 1px solid @border; }
#toolbar QSpinBox, #toolbar QLineEdit { border: 1px solid @border; }
#toolbar QSpinBox:focus, #toolbar QLineEdit:focus { border: 1px solid @accent; }
#toolbar QToolButton, *[part="hint"] QToolButton, #message QToolButton {
  background: @panel; color: @text; border: 1px solid @border; border-radius: 4px; padding: @innerpx @outerpx; }
#toolbar QToolButton:hover, *[part="hint"] QToolButton:hover, #message QToolButton:hover { background: @hover; }
#toolbar QToolButton:focus, *[part="hint"] QToolButton:focus, #message QToolButton:focus { border: 1px solid @accent; }
#toolbar QToolButton:checked, #toolbar QToolButton[inforce="true"] {
  background: @hover; border: 1px solid @accent; }
#toolbar QToolButton:pressed { background: @border; }
#toolbar QToolButton:disabled { color: @faint; }
#toolbar QToolButton[primary="true"] { background: @accent; color: @onaccent; border: 1px solid @accent; }
#toolbar QToolButton[primary="true"]:focus { border: 2px solid @text; }
#toolbar QToolButton[primary="true"]:disabled { background: @border; color: @faint; border: 1px solid @border; }
#toolbar QToolButton[popupMode="1"] { padding-right: @menupx; }
#toolbar QToolButton[popupMode="2"] { padding-right: @menupx; }
#toolbar QToolButton::menu-indicator { image: url("@down"); width: @arrowpx; height: @arrowpx;
  subcontrol-origin: padding; subcontrol-position: right center; right: @thirdpx; }
#toolbar QToolButton::menu-button { border: none; width: @pxpx; }
#toolbar QToolButton::menu-arrow { image: url("@down"); width: @arrowpx; height: @arrowpx; }
#toolbar QLabel { color: @soft; }
*[part="column"] { background: @panel; border: 1px solid @border; border-radius: 4px; }
*[part="hint"] { background: @hover; border-top: 1px solid @border; }
*[part="hint"] QLabel { color: @soft; }
*[part="hint"] QToolButton[flat="true"], #message QToolButton[flat="true"] {
  border: 1px solid transparent; background: transparent; padding: 1px @thirdpx; }
*[part="hint"] QToolButton[flat="true"]:focus, #message QToolButton[flat="true"]:focus { border: 1px solid @accent; }
#message { background: @background; border-top: 1px solid @border; }
#message QLabel { color: @soft; }
#message[kind="problem"] { background: @trouble; border-top: 1px solid @error; }
#message[kind="done"], #message[kind="hint"] { background: @done; border-top: 1px solid @accent; }
#message[kind="problem"] QLabel, #message[kind="done"] QLabel, #message[kind="hint"] QLabel { color: @text; }
#control\\.forms\\.panel { background: @panel; border: 1px solid @edge; }
#inputs, #inputs_scroll, #inputs_content { background: @panel; }
#inputs\\.examples { color: @text; background: @panel; padding: 2px 8px;
  border: 1px solid @border; border-radius: 4px; }
#inputs\\.examples:hover { background: @hover; }
#inputs\\.examples:focus { border: 1px solid @accent; }
NumbersView { background: @panel; border: none; selection-background-color: @panel; }
NumbersView QHeaderView { background: @panel; border: none; }
NumbersView QTableCornerButton::section { background: @panel; border: none; }
PaneTitle QToolButton { color: @soft; border: none; padding: 0 5px; background: transparent; }
PaneTitle QToolButton:hover, PaneTitle QToolButton:focus { background: @hover; color: @text; }
PaneTitle QToolButton::menu-indicator { image: none; }
PaneTitle ShortenedLabel, FindLine QLabel { color: @soft; }
Complaint { background: @panel; color: @error; border: 1px solid @error; padding: 2px 4px; }
ExplainBar QToolButton { color: @soft; background: transparent; padding: 2px 6px;
  border: 1px solid @border; border-radius: 4px; }
ExplainBar QToolButton:hover { background: @hover; color: @text; }
ExplainBar QToolButton:focus { border: 1px solid @accent; }
ExplainBar QToolButton:checked { background: @accent; color: @onaccent; }
ExplainBar QToolButton::menu-indicator { image: none; }
#message\\.details { background: @panel; border: 1px solid @border; }
QLineEdit[bad="true"], #toolbar QLineEdit[bad="true"] { border: 2px solid @error; }
QLabel[bad="true"] { color: @error; }
*[part="lesson"] { background: @panel; border: 1px solid @border; border-radius: 4px; }
*[part="lesson"] QToolButton {
  background: @panel; color: @text; border: 1px solid @border; border-radius: 4px; padding: @innerpx @outerpx; }
*[part="lesson"] QToolButton[popupMode="2"] { padding-right: @menupx; }
*[part="lesson"] QToolButton::menu-indicator { image: url("@down"); width: @arrowpx; height: @arrowpx;
  subcontrol-origin: padding; subcontrol-position: right center; right: @thirdpx; }
*[part="lesson"] QToolButton:hover { background: @hover; }
*[part="lesson"] QToolButton:focus { border: 1px solid @accent; }
*[part="lesson"] QToolButton:disabled { color: @faint; }
*[part="lesson"] QToolButton[primary="true"] { background: @accent; color: @onaccent; border: 1px solid @accent; }
*[part="lesson"] QToolButton[primary="true"]:focus { border: 2px solid @text; }
*[part="lesson"] QToolButton[flat="true"] { border: 1px solid transparent; padding: 1px @thirdpx; }
*[part="lesson"] QToolButton[fold="true"] { border: 1px solid transparent; background: transparent; color: @soft;
    padding: 0; }
*[part="lesson"] QToolButton[fold="true"]:hover { color: @text; }
*[part="lesson"] QToolButton[fold="true"]:focus { border: 1px solid @accent; }
*[part="lesson"] QToolButton[flat="true"]:focus { border: 1px solid @accent; }
*[part="lesson"] QScrollBar:vertical, #welcome QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
*[part="lesson"] QScrollBar::handle:vertical, #welcome QScrollBar::handle:vertical {
  background: @border; border-radius: 4px; min-height: 24px; margin: 0 1px; }
*[part="lesson"] QScrollBar::handle:vertical:hover { background: @edge; }
*[part="lesson"] QScrollBar::add-line:vertical, *[part="lesson"] QScrollBar::sub-line:vertical,
#welcome QScrollBar::add-line:vertical, #welcome QScrollBar::sub-line:vertical { height: 0; }
*[part="lesson"] QScrollBar::add-page:vertical, *[part="lesson"] QScrollBar::sub-page:vertical,
#welcome QScrollBar::add-page:vertical, #welcome QScrollBar::sub-page:vertical { background: transparent; }
#code QPlainTextEdit { border: 0; border-top: 1px solid @border; border-radius: 0; padding: 1px 0 0 0; }
#code QPlainTextEdit:focus { border: 0; border-top: 2px solid @accent; padding: 0; }
*[part="heading"], *[part="soft"], #lesson\\.count { color: @soft; }
*[part="definition"] { background: @panel; border: 1px solid @accent; border-radius: 4px; }
QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: @border; }
QToolTip { color: @text; background: @panel; border: 1px solid @border; padding: 3px; }
"""
