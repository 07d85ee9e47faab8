"""Where the parts of the room of a source stand: the sentence above, the grid left, lines or a comparison right."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from attnviz.app.pipeline.flow import Flow
from attnviz.app.pipeline.text_switch import TextSwitch
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
from attnviz.figures.theme import Theme

HINT = "Click a map to open its head. Ctrl+click adds it to the lines."
_FEWEST, _MOST = 0.46, 0.62  # of the width that the grid may have
_AROUND = QSize(70, 120)  # what is not maps in the grid's widget


class RoomLayout:
    """Makes the parts of the room and puts them in their places."""

    def __init__(self, room: QWidget) -> None:
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
        self.to_lines = TextSwitch("source.show_lines", "Lines", "Lines from each token to what it looks at", room)
        self.to_contrast = TextSwitch("source.show_contrast", "Compare", "A second sentence beside this one", room)
        self.open = QPushButton()
        self.open.setObjectName("source.open")
        self.open.setAutoDefault(False)
        self._placed_by_hand = False
        self.front = QStackedWidget()
        self.right = QStackedWidget()
        self._arrange(room)

    def show_open(self, place: Place, look: Theme) -> None:
        """Says which head the button opens."""
        palette = look.palette
        sheet = (
            f"QPushButton {{ background: {palette.accent.name()}; color: {palette.accent_text.name()};"
            f" border: 1px solid {palette.accent.name()}; border-radius: 4px; padding: 3px 10px; }}"
            f"QPushButton:focus {{ border: 2px solid {palette.text.name()}; padding: 2px 9px; }}"
        )
        if self.open.styleSheet() != sheet:
            self.open.setStyleSheet(sheet)
        text = f"Open Layer {place.layer + 1}, Head {(place.head or 0) + 1}"
        if self.open.text() != text:
            self.open.setText(text)
            self.open.setAccessibleName(f"{text} as the document, to see and edit all its numbers")
            self.open.setToolTip("As the document, to see and edit all its numbers; one undo step leads back")

    def show_page(self, *, comparing: bool, look: Theme) -> None:
        """Shows the lines or the comparison."""
        for switch, on in ((self.to_lines, not comparing), (self.to_contrast, comparing)):
            switch.setChecked(on)
            switch.show_look(look)
        self.controls.show_threshold(not comparing)
        self.right.setCurrentWidget(self.contrast if comparing else self.lines)

    def share(self, layers: int, heads: int, shape: tuple[int, int]) -> None:
        """Gives the grid the width with which its maps fill its height, unless somebody moved the border."""
        if self._placed_by_hand:
            return
        whole, (rows, columns) = self.splitter.width(), shape
        high = max(self.grid.height() - _AROUND.height(), 1) / layers
        wanted = heads * high * min(max(columns / max(rows, 1), 0.5), 2.0) + _AROUND.width()
        left = round(min(max(wanted, _FEWEST * whole), _MOST * whole))
        if abs(self.splitter.sizes()[0] - left) > 2:
            self.splitter.setSizes([left, whole - left])

    def order_tabs(self) -> None:
        """Lets Tab go from the sentence along the left side to the right one, with tokens and heads as they are now."""
        order_tabs((
            self.bar, self.chips, self.saved, self.missing, self.matrices, self.grid, self.scale, self.find,
            self.to_lines, self.to_contrast, self.open, self.controls, self.lines, self.contrast,
        ))  # fmt: skip

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
        splitter.addWidget(self._left())
        splitter.addWidget(self._right())
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

    def _left(self) -> QFrame:
        frame = _column("source.left")
        column = QVBoxLayout(frame)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self.grid, 1)
        line = QWidget()
        flow = Flow(line, margin=12, gap=12, last_at_edge=True)
        flow.addWidget(self.scale)
        flow.addWidget(self.hint)
        column.addWidget(line)
        column.addWidget(self.find)
        return frame

    def _right(self) -> QFrame:
        frame = _column("source.right")
        column = QVBoxLayout(frame)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(8, 4, 8, 0)
        head.setSpacing(0)
        head.addWidget(self.to_lines)
        head.addWidget(self.to_contrast)
        head.addStretch(1)
        head.addWidget(self.open)
        column.addLayout(head)
        column.addWidget(self.controls)
        self.right.addWidget(self.lines)
        self.right.addWidget(self.contrast)
        column.addWidget(self.right, 1)
        return frame


def _column(name: str) -> QFrame:
    frame = QFrame()
    frame.setObjectName(name)
    frame.setProperty("part", "column")
    return frame
