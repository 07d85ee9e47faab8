"""Choices are shown mixed, and the same way every time."""

from attnviz.content.lessons.choice_order import shown_order
from attnviz.content.lessons.model import Choice, Question


def question(ask: str, choices: int) -> Question:
    return Question(ask, tuple(Choice(str(number), number == 0, "") for number in range(choices)))


def test_every_choice_is_shown_once() -> None:
    assert all(sorted(shown_order(question(f"Question {one}?", 4))) == [0, 1, 2, 3] for one in range(50))


def test_a_question_is_shown_the_same_way_every_time() -> None:
    assert shown_order(question("Which key wins?", 4)) == shown_order(question("Which key wins?", 4))


def test_over_many_questions_the_first_choice_is_at_no_place_much_more_often() -> None:
    places = [shown_order(question(f"Question {one}?", 4)).index(0) for one in range(400)]
    assert all(70 < places.count(place) < 130 for place in range(4))  # 100 each, four standard deviations are 35
