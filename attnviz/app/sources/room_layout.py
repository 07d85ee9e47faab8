"""Where the parts of the room of a source stand: the sentence above, the grid left, lines or a comparison right.

In a projector's letters, or in large ones in a small window, one figure at a time has the room, and what is chosen
stands in a column beside it.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from attnviz.app.controls.pages import Pages
from attnviz.app.pipeline.flow import Flow
from attnviz.app.pipeline.text_switch import TextSwitch
from attnviz.app.sources.accent import accent_sheet
from attnviz.app.sources.contrast_panel import ContrastPanel
from attnviz.app.sources.find_bar import FindBar
from attnviz.app.sources.grid_view import GridView
from attnviz.app.sources.lines_controls import LinesControls
from attnviz.app.sources.lines_view import LinesPage
from attnviz.app.sources.matrices_panel import MatricesPanel
from attnviz.app.sources.missing_panel import MissingPanel
from attnviz.app.sources.saved_bar import SavedBar
from attnviz.app.sources.sentence_bar import SentenceBar
from attnviz.app.sources.token_chips import TokenChips
from attnviz.app.tab_order import order_tabs
from attnviz.content.sources.source import Place
from attnviz.figures.theme import LAST_ROW, Theme

HINT = "Click a map to open its head. Ctrl+click adds it to the lines."
COMPARING_HINT = "Click a map to open its head. Ctrl+click compares in it."
_FEWEST, _MOST = 0.46, 0.62  # of the width that the grid may have
_AROUND = QSize(70, 120)  # what is not maps in the grid's widget
_LINES_LETTERS = 44  # heights of small letters that the lines need across
_ROOMY = 50  # heights of small letters from which on two figures have room
_BESIDE = 0.3  # of the width that the choices have beside one figure


class RoomLayout:
    """Makes the parts of the room and puts them in their places."""

    def __init__(self, room: QWidget) -> None:
        self._room = room
        self.bar = SentenceBar(room)
        self.chips = TokenChips(room)
        self.saved = SavedBar(room)
        self.missing = MissingPanel(room)
        self.matrices = MatricesPanel(room)
        self.grid = GridView()
        self.find = FindBar()
        self.controls = LinesControls()
        self.lines = LinesPage()
        self.contrast = ContrastPanel()
        self.scale = QCheckBox("Colours to the largest weight")
        self.scale.setObjectName("source.scale")
        self.scale.setToolTip("One scale for all maps: from 0 to 1, or from 0 to the largest weight of all")
        self.hint = QLabel(HINT)
        self.hint.setObjectName("source.hint")
        self.hint.setProperty("part", "soft")
        self.to_grid = TextSwitch("source.show_grid", "Grid", "The maps of all heads", room)
        self.to_lines = TextSwitch("source.show_lines", "Lines", "Lines from each token to what it looks at", room)
        self.to_contrast = TextSwitch("source.show_contrast", "Compare", "A second sentence beside this one", room)
        self.open = QPushButton()
        self.open.setObjectName("source.open")
        self.open.setAutoDefault(False)
        self._placed_by_hand = False
        self.folded: bool | None = None  # whether one figure at a time has the room
        self.front = Pages()
        self.right = Pages()
        self._arrange(room)

    def show_open(self, place: Place, look: Theme) -> None:
        """Says which head the button opens."""
        sheet = accent_sheet(look)
        if self.open.styleSheet() != sheet:
            self.open.setStyleSheet(sheet)
        text = f"Open Layer {place.layer + 1}, Head {(place.head or 0) + 1}"
        if self.open.text() != text:
            self.open.setText(text)
            self.open.setAccessibleName(f"{text} as the document, to see and edit all its numbers")
            self.open.setToolTip("As the document, to see and edit all its numbers; one undo step leads back")

    def show_page(self, *, on_grid: bool, comparing: bool, look: Theme) -> None:
        """Shows the lines or the comparison; on_grid: the grid instead, where only one has room."""
        alone = bool(self.folded) and on_grid
        self.to_grid.setVisible(bool(self.folded))
        pages = (
            (self.to_grid, alone),
            (self.to_lines, not alone and not comparing),
            (self.to_contrast, not alone and comparing),
        )
        for switch, on in pages:
            switch.setChecked(on)
            switch.show_look(look)
        self.grid.setVisible(alone or not self.folded)
        self.right.setVisible(not alone)
        self.controls.show_threshold(not comparing)
        self.hint.setText(COMPARING_HINT if comparing else HINT)
        idle = bool(self.folded) and comparing  # there are no maps whose heads or colours could be seen
        for part in (self.find, self.scale):
            part.setEnabled(not idle)
        self.right.setCurrentWidget(self.contrast if comparing else self.lines)

    def cramped(self, look: Theme) -> bool:
        """True if letters are so large that only one figure at a time can be read."""
        return look.text_size == "projector" or self._room.height() < _ROOMY * look.small_px

    def fold(self, folded: bool) -> None:
        """Puts grid and lines beside each other, or one at a time beside what is chosen."""
        if folded == self.folded:
            return
        self.folded, self._placed_by_hand = folded, False
        left, right = self._columns
        if folded:
            places: tuple[tuple[QVBoxLayout, tuple[QWidget, ...]], ...] = (
                (left, (self.strip, self.grid, self.right)), (right, (self.find, self.controls, self._line)),
            )  # fmt: skip
        else:
            places = (left, (self.grid, self._line, self.find)), (right, (self.strip, self.controls, self.right))
        for column in self._columns:  # all of it before anything is put anywhere
            for widget in (self.strip, self.grid, self.right, self.find, self.controls, self._line, self._rest):
                column.removeWidget(widget)
        for column, widgets in places:
            for widget in widgets:
                column.addWidget(widget, 1 if widget in (self.grid, self.right) else 0)
                widget.show()
        if folded:
            right.addWidget(self._rest, 1)
        self._rest.setVisible(folded)
        self.hint.setVisible(not folded)
        self.find.stack(folded)

    def show_look(self, look: Theme) -> None:
        """Letters of what is chosen beside one figure are as large as its labels; a projector's reach the last row."""
        pixels = max(look.small_px, QFontInfo(self.bar.font()).pixelSize())
        if look.text_size == "projector":
            pixels = max(pixels, self._room.window().height() // LAST_ROW)
        sheet = f"QWidget {{ font-size: {pixels}px }}" if self.folded else ""
        for part in (self.find, self.controls, self._line):
            if part.styleSheet() != sheet:
                part.setStyleSheet(sheet)

    def share(self, layers: int, heads: int, shape: tuple[int, int], look: Theme) -> None:
        """Gives the grid the width with which its maps fill its height, unless somebody moved the border."""
        if self._placed_by_hand:
            return
        whole, (rows, columns) = self.splitter.width(), shape
        if self.folded:
            aside = round(_BESIDE * whole)
            if abs(self.splitter.sizes()[1] - aside) > 2:
                self.splitter.setSizes([whole - aside, aside])
            return
        high = max(self.grid.height() - _AROUND.height(), 1) / layers
        wanted = heads * high * min(max(columns / max(rows, 1), 0.5), 2.0) + _AROUND.width()
        most = max(_MOST * whole, whole - _LINES_LETTERS * look.small_px)
        left = round(min(max(wanted, _FEWEST * whole), most))
        if abs(self.splitter.sizes()[0] - left) > 2:
            self.splitter.setSizes([left, whole - left])

    def begins_at(self, *, empty: bool) -> QWidget:
        """What has the keyboard at first: the sentence while nothing is there, else the figure that is in sight."""
        if empty and self.bar.edit.isVisibleTo(self._room):
            return self.bar.edit
        return self.lines.view if self.grid.isHidden() else self.grid

    def order_tabs(self) -> None:
        """Lets Tab go from the sentence along the left side to the right one, with tokens and heads as they are now."""
        above = (self.bar, self.chips, self.saved, self.missing, self.matrices)
        strip = (self.to_grid, self.to_lines, self.to_contrast, self.open)
        if self.folded:
            order_tabs((*above, *strip, self.grid, self.lines, self.contrast, self.find, self.controls, self.scale))
        else:
            order_tabs((*above, self.grid, self.scale, self.find, *strip, self.controls, self.lines, self.contrast))

    def _keep_places(self) -> None:
        self._placed_by_hand = True

    def _arrange(self, room: QWidget) -> None:
        top = _column("source.top")
        above = QVBoxLayout(top)
        above.setContentsMargins(1, 1, 1, 1)
        above.setSpacing(0)
        above.addWidget(self.bar)
        above.addWidget(self.chips)
        above.addWidget(self.saved)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setObjectName("source.splitter")
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(8)
        self.strip, self._line = self._over_lines(), self._under_grid()
        self.right.addWidget(self.lines)
        self.right.addWidget(self.contrast)
        left, right = self._side("source.left"), self._side("source.right")
        self._rest = QWidget(right[0])  # what is left over under what is chosen: a stretch could not be taken out again
        self._columns = left[1], right[1]
        for frame, _ in (left, right):
            splitter.addWidget(frame)
        splitter.splitterMoved.connect(self._keep_places)
        self.front.addWidget(splitter)
        self.empty, self.without = _column("source.empty"), _column("source.without")
        for frame, panel in ((self.empty, self.missing), (self.without, self.matrices)):
            inside = QVBoxLayout(frame)
            inside.setContentsMargins(1, 1, 1, 1)
            inside.addWidget(panel)
            self.front.addWidget(frame)
        whole = QVBoxLayout(room)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(8)
        whole.addWidget(top)
        whole.addWidget(self.front, 1)
        self.splitter = splitter
        self.fold(False)

    def _side(self, name: str) -> tuple[QFrame, QVBoxLayout]:
        frame = _column(name)
        column = QVBoxLayout(frame)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        return frame, column

    def _under_grid(self) -> QWidget:
        line = QWidget()
        flow = Flow(line, margin=12, gap=12, last_at_edge=True)
        flow.addWidget(self.scale)
        flow.addWidget(self.hint)
        return line

    def _over_lines(self) -> QWidget:
        strip = QWidget()
        head = QHBoxLayout(strip)
        head.setContentsMargins(8, 4, 8, 0)
        head.setSpacing(0)
        for switch in (self.to_grid, self.to_lines, self.to_contrast):
            head.addWidget(switch)
        head.addStretch(1)
        head.addWidget(self.open)
        return strip


def _column(name: str) -> QFrame:
    frame = QFrame()
    frame.setObjectName(name)
    frame.setProperty("part", "column")
    return frame
