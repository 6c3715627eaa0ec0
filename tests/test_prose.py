"""What people read is plain English, without odd phrases (tests/prose.py)."""

from __future__ import annotations

import pytest

from tests.approved import Example, examples, files
from tests.prose import PHRASES, PRODUCT, excuses, phrases, product_faults, rates, recorded
from tests.size import text
from tests.test_texts import calls, sentences, templates

MOST_EXCUSES = 20


def test_no_sentence_of_the_product_breaks_a_rule_of_style() -> None:
    said = sentences() | {str(many) for _, call, n in calls() for many in templates(call, n)}
    assert {text: faults for text in sorted(said) if (faults := product_faults(text))} == {}


def test_docs_and_comments_break_no_more_rules_than_before() -> None:
    """tests/prose.tsv: lower the numbers when they fall; they are never raised."""
    most = recorded()
    risen = {name: f"{n} of {most[name]}" for name, n in rates().items() if n > most[name]}
    assert not risen, f"write what `python -m tests.prose` lists in other words: {risen}"


def test_few_lines_are_excused() -> None:
    assert len(excuses()) <= MOST_EXCUSES


(FILE,) = files(__file__)


@pytest.mark.parametrize("example", examples(__file__))
def test_a_phrase_is_found_where_it_is_wrong_alone(example: Example) -> None:
    example.judge(lambda said: [", ".join(phrases(x)) or "(nothing)" for x in said.splitlines()])


def test_every_rule_of_style_has_its_example() -> None:
    said = text(FILE).splitlines()
    assert [rule for rule in PHRASES if not any(phrases(x, [rule]) for x in said)] == []


def test_the_product_talks_as_people_do() -> None:
    assert product_faults("It is your turn.")
    assert product_faults("word " * 26)
    assert product_faults("It's your turn.") == []
    assert len(PRODUCT) == 1
