"""From one [[steps]] table of a lesson file to a step, its mistakes told as they are met."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import cast

from attnviz.content.lessons import glossary
from attnviz.content.lessons.drafts import StepDraft
from attnviz.content.lessons.entries import Entries, figures, plain
from attnviz.content.lessons.expressions import is_condition
from attnviz.content.lessons.language import BadExpression, parse
from attnviz.content.lessons.model import Build, Choice, Claim, Place, Question, Step, Task
from attnviz.content.lessons.places import read_place
from attnviz.content.lessons.prose import left_open, split_terms
from attnviz.content.lessons.toml_lines import Path
from attnviz.content.misspelling import nearest
from attnviz.content.strict_json import brief
from attnviz.engine.scenario import MOST_DECIMALS, Scenario

_KEYS = ("title", "text", "notes", "scenario", "set", "figure", "lab", "lab_set", "head", "query", "cell", "highlight",
         "blank", "until", "show", "decimals", "build", "claims", "questions", "tasks")  # fmt: skip
AREAS = ("inputs", "inspector")
_BUILDS = ("", "rows", "stages", "values")
MOST_CHARACTERS = 20_000  # of a text: ten times what a page takes
_MOST = 10_000  # heads, queries: their own limits are the scenario's

# Reads the entry "scenario" of a table: the scenario if it could be read, else None; mistakes are told.
ScenarioReader = Callable[[Entries], Scenario | None]


class StepReader:
    """Reads one step."""

    def __init__(self, entries: Entries, read_scenario: ScenarioReader) -> None:
        self._entries = entries
        self._scenario = read_scenario
        self._values: list[tuple[Path, int, str]] = []
        self._formulas: list[tuple[Path, int, str, bool]] = []

    def read(self) -> StepDraft:
        """The draft of the step."""
        entries = self._entries
        entries.refuse_unknown(*_KEYS)
        lab, lab_set = entries.text("lab"), entries.table("lab_set")
        step = Step(
            title=entries.text("title", required=True),
            text=self._prose(entries, "text"),
            notes=self._prose(entries, "notes"),
            scenario=self._scenario(entries) if "scenario" in entries.values else None,
            changes=self._changes(),
            figure=entries.text("figure"),
            lab=lab,
            lab_values={} if lab_set is None else cast(Mapping[str, object], plain(lab_set.values)),
            head=_from_zero(entries.whole("head", 1, _MOST)),
            query=_from_zero(entries.whole("query", 1, _MOST)),
            cell=None,
            lit=(),
            blank=(),
            build=self._build(),
            claims=(),
            questions=(),
            tasks=(),
            line=entries.complaints.lines.of(entries.path),
            until=entries.text("until"),
            show=self._show(),
            decimals=entries.whole("decimals", 0, MOST_DECIMALS),
        )
        if lab and step.figure:
            entries.add("lab", "a step shows a figure or a laboratory. Keep one of the two.")
        if lab and "blank" in entries.values:
            entries.add(
                "blank", "blank covers numbers of figures, and a laboratory stands in their place. Leave it out."
            )
        if "lab_set" in entries.values and not lab:
            entries.add("lab_set", "lab_set is for a laboratory. Give lab as well.")
        draft = StepDraft(
            step, entries.path, scenario_known=step.scenario is not None or "scenario" not in entries.values
        )
        draft.cell = self._place(entries.text("cell"), (*entries.path, "cell")) if "cell" in entries.values else None
        draft.lit, draft.blank = self._places("highlight"), self._places("blank")
        draft.claims, draft.questions, draft.tasks = self._claims(), self._questions(), self._tasks()
        draft.values, draft.formulas = self._values, self._formulas
        if not any(key in entries.values for key in _KEYS if key not in ("title", "notes")):
            entries.complaints.add(entries.path, "this step is empty. Give it text, a figure or something to do.")
        return draft

    def _build(self) -> Build:
        build = self._entries.text("build")
        if build not in _BUILDS:
            self._entries.add("build", f"build is {brief(build)}. Make it rows, stages or values.")
            return ""
        return cast(Build, build)

    def _show(self) -> tuple[str, ...] | None:
        if "show" not in self._entries.values:
            return None
        shown = []
        for path, text in self._entries.texts("show"):
            if text in AREAS:
                shown.append(text)
            else:
                self._entries.complaints.add(path, f"show has {brief(text)}. Make it inputs or inspector.")
        return tuple(shown)

    def _changes(self) -> Mapping[str, object]:
        """The settings, those of the mask by their full names however they were written."""
        table = self._entries.table("set")
        if table is None:
            return {}
        found: dict[str, object] = {}
        for name, value in table.values.items():
            if name == "mask" and isinstance(value, dict):
                found |= {f"mask.{inner}": plain(part) for inner, part in value.items()}
            else:
                found[name] = plain(value)
        return found

    def _place(self, text: str, path: Path) -> tuple[Path, Place] | None:
        try:
            return path, read_place(text)
        except BadExpression as error:
            self._entries.complaints.add(path, str(error))
            return None

    def _places(self, key: str) -> list[tuple[Path, Place]]:
        found = [self._place(text, path) for path, text in self._entries.texts(key)]
        return [place for place in found if place is not None]

    def _claims(self) -> list[tuple[Path, Claim]]:
        found = []
        for entries in self._entries.tables("claims", "[[steps.claims]]"):
            entries.refuse_unknown("text", "of", "is", "within", "source")
            text, of = self._prose(entries, "text", required=True), self._expression(entries, "of")
            stated = figures(entries.values.get("is")) if "is" in entries.values else "is is missing. Give the number."
            if isinstance(stated, str):
                entries.add("is", stated)
            within = entries.values.get("within")
            if within is not None and not _is_positive(within):
                entries.add("within", f"within is {brief(within)}. Give a number above 0.")
            source = entries.text("source")
            if of is None or isinstance(stated, str):
                continue
            equals, tolerance = stated
            if _is_positive(within):
                tolerance = float(cast(float, within))
            line = entries.complaints.lines.of(entries.path)
            found.append((entries.path, Claim(text, of, equals, tolerance, source, line)))
        return found

    def _questions(self) -> list[Question]:
        found = []
        for entries in self._entries.tables("questions", "[[steps.questions]]"):
            entries.refuse_unknown("ask", "choices")
            ask = self._prose(entries, "ask", required=True)
            choices = []
            for choice in entries.tables("choices", '{ text = "…", why = "…" }'):
                choice.refuse_unknown("text", "right", "why")
                text = self._prose(choice, "text", required=True)
                choices.append(Choice(text, choice.flag("right"), self._prose(choice, "why", required=True)))
            right = sum(choice.right for choice in choices)
            if len(choices) < 2:
                entries.add("choices", f"this question has {len(choices)} of at least 2 choices. Add them.")
            elif right != 1:
                entries.add("choices", f"{right} choices are right. Mark exactly one with right = true.")
            texts = [choice.text for choice in choices]
            for index, text in enumerate(texts):
                if text and text in texts[:index]:
                    entries.complaints.add(
                        (*entries.path, "choices", index), f"the choice {brief(text)} is there twice. Change one."
                    )
            found.append(Question(ask, tuple(choices)))
        return found

    def _tasks(self) -> list[tuple[Path, Task]]:
        found = []
        for entries in self._entries.tables("tasks", "[[steps.tasks]]"):
            entries.refuse_unknown("text", "goal", "hint")
            text, hint = self._prose(entries, "text", required=True), self._prose(entries, "hint")
            goal = self._expression(entries, "goal")
            if goal is None:
                continue
            if not is_condition(goal):
                entries.add(
                    "goal", f"{brief(goal)} is a number, not a condition. Compare it, as in weights[2,1] > 0.9."
                )
                continue
            found.append((entries.path, Task(text, goal, hint, entries.complaints.lines.of(entries.path))))
        return found

    def _expression(self, entries: Entries, key: str) -> str | None:
        """An expression that can be read, else None."""
        text = entries.text(key, required=True)
        if not text.strip():
            return None
        try:
            parse(text)
        except BadExpression as error:
            entries.add(key, str(error))
            return None
        return text

    def _prose(self, entries: Entries, key: str, *, required: bool = False) -> str:
        """A text with its formulas, terms and numbers checked; what it computes is kept for later."""
        text, path, complaints = entries.text(key, required=required), (*entries.path, key), entries.complaints
        if len(text) > MOST_CHARACTERS:
            entries.add(key, f"{key} is longer than {MOST_CHARACTERS} characters. Make several steps of it.")
            return ""
        for fault in left_open(text):
            complaints.add_within(path, text.count("\n", 0, fault.at), str(fault))
        for piece in split_terms(text):
            row = text.count("\n", 0, piece.at)
            if piece.kind == "value":
                try:
                    parse(piece.text)
                except BadExpression as error:
                    complaints.add_within(path, row, str(error))
                else:
                    self._values.append((path, row, piece.text))
            elif piece.kind in ("formula", "display"):
                self._formulas.append((path, row, piece.text, piece.kind == "formula"))
            elif piece.kind == "term" and glossary.entry(piece.text) is None:
                complaints.add_within(path, row, _unknown_term(piece.text))
        return text


def _unknown_term(term: str) -> str:
    near = nearest(term, glossary.names())
    remedy = f"Did you mean [[{near}]]?" if near else "Take the double brackets away."
    return f"the glossary has no term {brief(term)}. {remedy}"


def _from_zero(number: int | None) -> int | None:
    return None if number is None else number - 1


def _is_positive(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value > 0
