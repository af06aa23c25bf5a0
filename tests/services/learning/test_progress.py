"""A member's progress: merged from several sources, and only in lessons."""

import pytest

from services.learning import note, progress_of


@pytest.fixture
def progress(any_database, people):
    """Return a function that stores some progress of Anna's and returns all of it."""

    def noted(states):
        with any_database.writing() as session:
            note(session, people["anna"], states)
        with any_database.reading() as session:
            return dict(progress_of(session, people["anna"]))

    return noted


def test_a_new_account_has_no_progress(any_database, people):
    with any_database.reading() as session:
        assert progress_of(session, people["boris"]) == {}


def test_new_progress_is_merged_with_the_stored_one(progress):
    assert progress({"bounce": "solved"}) == {"bounce": "solved"}
    assert progress({"circle": "skipped"}) == {"bounce": "solved", "circle": "skipped"}


def test_a_solved_lesson_stays_solved_and_a_skipped_one_may_be_solved(progress):
    progress({"bounce": "solved", "circle": "skipped"})
    assert progress({"bounce": "skipped", "circle": "solved"}) == {"bounce": "solved", "circle": "solved"}


def test_unknown_lessons_and_states_are_ignored(progress):
    assert progress({"nonsense": "solved", "bounce": "eaten"}) == {}
