"""Players as others see them: private duels of others neither show nor count."""

import pytest

from services.challenges import challenges
from services.challenges.terms import Terms
from services.players import PlayedDuels, UnknownPlayer, find_player, near_names
from tests.builders import lonely
from tests.fixtures_duels import FIRST, NOON, SECOND
from tests.services.looking import selects


@pytest.fixture
def seen(any_database, people):
    """Return a function that looks somebody up for a reader."""

    def look(name, reader=None):
        with any_database.reading() as session:
            return find_player(session, name, people.get(reader))

    return look


def test_public_duels_are_counted_by_how_they_went(begun, seen):
    begun()
    for loser in (FIRST, SECOND, SECOND):
        begun(lonely("S1902M")).happen(loser, "conceded")
    drawn = begun(lonely("S1902M"))
    drawn.happen(FIRST, "draw_offered")
    drawn.happen(SECOND, "draw_agreed")
    assert seen("anna").played == PlayedDuels(running=1, won=2, lost=1, drawn=1)
    assert seen("boris").played == PlayedDuels(running=1, won=1, lost=2, drawn=1)
    assert len(seen("anna").duels) == 5
    assert seen("anna").duels[0].phase is not None
    assert seen("clara").played == PlayedDuels(0, 0, 0, 0)


def test_private_duels_show_to_their_players_alone(begun, seen):
    begun(lonely("S1902M"), public=False).happen(FIRST, "conceded")
    for reader in (None, "clara"):
        assert (seen("anna", reader).played.lost, len(seen("anna", reader).duels)) == (0, 0)
    for reader in ("anna", "boris"):
        assert (seen("anna", reader).played.lost, len(seen("anna", reader).duels)) == (1, 1)


def test_a_player_is_found_however_the_name_is_written_and_by_three_statements(any_database, people, seen):
    assert seen("ANNA").name == "anna"
    with any_database.reading() as session, selects(any_database) as asked:
        find_player(session, "anna", None)
    assert len(asked) == 3
    for name in ("nobody", "a\0b", ""):
        with pytest.raises(UnknownPlayer):
            seen(name)


def test_near_names_are_those_that_anybody_is_shown(any_database, people, begun):
    def near(name):
        with any_database.reading() as session:
            return near_names(session, name)

    begun(public=False)
    assert near("bori") == []
    begun()
    assert near("bori") == near("Boriss") == ["boris"]
    assert near("clar") == near("%") == near("") == []
    with any_database.writing() as session:
        challenges.create(session, people["clara"], "open", None, Terms(), NOON)
    assert near("clar") == ["clara"]
