"""How far a member is: joined from several sides, and nothing but lessons."""

import pytest

from services.learning import note, progress_of


@pytest.fixture
def progress(any_database, people):
    """Return a function that notes something of Anna's, and returns how far she is."""

    def noted(states):
        with any_database.writing() as session:
            note(session, people["anna"], states)
        with any_database.reading() as session:
            return dict(progress_of(session, people["anna"]))

    return noted


def test_nobody_has_begun_before_something_is_noted(any_database, people):
    with any_database.reading() as session:
        assert progress_of(session, people["boris"]) == {}


def test_what_is_new_is_joined_to_what_is_known(progress):
    assert progress({"bounce": "solved"}) == {"bounce": "solved"}
    assert progress({"circle": "skipped"}) == {"bounce": "solved", "circle": "skipped"}


def test_what_is_solved_stays_solved_and_what_is_skipped_may_be_solved(progress):
    progress({"bounce": "solved", "circle": "skipped"})
    assert progress({"bounce": "skipped", "circle": "solved"}) == {"bounce": "solved", "circle": "solved"}


def test_lessons_and_states_that_there_are_not_are_left_out(progress):
    assert progress({"nonsense": "solved", "bounce": "eaten"}) == {}
