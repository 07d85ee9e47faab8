"""The glossary: all words of the course, searched by any of their names, each leading to the others."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger

from attnviz.app.lessons.glossary_dialog import GlossaryDialog, matching
from attnviz.content.lessons.glossary import GLOSSARY
from attnviz.figures.view import View

# Curriculum: the glossary has at least these.
WANTED = (
    "attention", "softmax", "token", "vector", "dot product", "weights", "matrix", "gradient", "KV cache", "prompt",
    "training", "query", "key", "value", "score", "temperature", "mask", "head", "d_model", "d_k",
)  # fmt: skip


def shown(qtbot: QtBot) -> GlossaryDialog:
    dialog = GlossaryDialog(View())
    qtbot.addWidget(dialog)
    return dialog


def test_the_words_of_the_curriculum_are_found_first_under_their_names() -> None:
    for term in WANTED:
        assert matching(term)[0].term.casefold() == term.casefold(), term


def test_without_a_search_all_words_are_listed_by_the_alphabet(qtbot: QtBot) -> None:
    dialog = shown(qtbot)
    text = find(dialog, "glossary.text").toPlainText()
    found = [text.index(f"{term}") for term in ("activation", "attention map", "batch")]
    assert found == sorted(found)
    assert len(matching("")) == len(GLOSSARY)


def test_typing_narrows_the_list(qtbot: QtBot) -> None:
    dialog = shown(qtbot)
    find(dialog, "glossary.search").setText("soft")
    assert find(dialog, "glossary.text").toPlainText().startswith("softmax")
    find(dialog, "glossary.search").setText("nothing of the kind")
    assert "No word" in find(dialog, "glossary.text").toPlainText()


def test_a_word_inside_a_text_is_looked_up(qtbot: QtBot) -> None:
    dialog = shown(qtbot)
    find(dialog, "glossary.text").anchorClicked.emit(QUrl("term:parameter"))
    assert find(dialog, "glossary.text").toPlainText().startswith("parameter")


def test_the_menu_shows_it(qtbot: QtBot) -> None:
    window = opened(qtbot, glossary=None)
    trigger(window, "glossary")
    assert window.questions.names == ["glossary"]
