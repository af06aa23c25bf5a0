"""Players as others see them: private duels of others neither show nor count."""

import pytest

from competition.shares import Results
from services.challenges import challenges
from services.players import Rival, find_player, near_names, rivals
from services.refused import NotFound
from services.terms import Terms
from tests.builders import lonely
from tests.fixtures_duels import FIRST, NOON, SECOND
from tests.services.looking import selects


@pytest.fixture
def seen(any_database, people):
    """Return a function that looks up a player for a viewer."""

    def look(name, reader=None):
        with any_database.reading() as session:
            return find_player(session, name, people.get(reader))

    return look


def results(player):
    return player.figures.won, player.figures.lost, player.figures.drawn


def test_public_duels_are_counted_by_how_they_went(begun, seen, people):
    begun()
    for loser in (FIRST, SECOND, SECOND):
        begun(lonely("S1902M")).happen(loser, "conceded")
    drawn = begun(lonely("S1902M"))
    drawn.happen(FIRST, "draw_offered")
    drawn.happen(SECOND, "draw_agreed")
    anna = seen("anna")
    assert (results(anna), results(seen("boris")), results(seen("clara"))) == (
        (2, 1, 1),
        (1, 2, 1),
        (0, 0, 0),
    )
    assert [(tally.own, tally.opponents, tally[2:]) for tally in anna.tallies] == [
        ("AUSTRIA", "FRANCE", (2, 1, 1))
    ]
    assert (len(anna.running), len(anna.finished)) == (1, 4)
    assert anna.finished[0].token == drawn.token


def test_private_duels_show_to_their_players_alone_and_count_for_them_among_themselves(begun, seen):
    begun(public=False)
    begun(lonely("S1902M"), public=False).happen(FIRST, "conceded")
    begun(lonely("S1902M")).happen(FIRST, "conceded")
    for reader in (None, "clara"):
        player = seen("anna", reader)
        assert (results(player), len(player.finished), len(player.running)) == ((0, 1, 0), 1, 0)
    for reader in ("anna", "boris"):
        player = seen("anna", reader)
        assert (results(player), len(player.finished), len(player.running)) == ((0, 1, 0), 2, 1)
    assert seen("anna", "boris").met == Results(won=2, lost=0, drawn=0)
    assert seen("boris", "anna").met == Results(won=0, lost=2, drawn=0)
    assert seen("anna", "clara").met == Results(0, 0, 0)
    assert seen("anna", "anna").met is seen("anna").met is None


def test_rivals_are_those_met_again_with_the_results_from_the_player_s_side(any_database, people, begun):
    def of(name, *, is_own=False):
        with any_database.reading() as session:
            return list(rivals(session, people[name], is_own=is_own))

    begun(lonely("S1902M")).happen(FIRST, "conceded")
    assert of("anna") == of("anna", is_own=True) == []
    begun(lonely("S1902M"), public=False).happen(FIRST, "conceded")
    assert (of("anna"), of("anna", is_own=True)) == ([], [Rival("boris", "person", 0, 2, 0)])
    begun(lonely("S1902M")).happen(SECOND, "conceded")
    assert of("anna") == [Rival("boris", "person", 1, 1, 0)]
    assert of("boris", is_own=True) == [Rival("anna", "person", 2, 1, 0)]


def test_pages_of_a_player_s_duels_hold_every_duel_once(any_database, people, begun):
    contests = [begun(lonely("S1902M"), public=bool(number % 3)) for number in range(7)]
    for contest in contests:
        contest.happen(FIRST, "conceded")
    for reader, wanted in ((None, 4), ("clara", 4), ("anna", 7), ("boris", 7)):
        shown, before = [], None
        with any_database.reading() as session:
            while len(page := find_player(session, "anna", people.get(reader), before, 3).finished) == 3:
                shown += [duel.token for duel in page[:2]]
                before = shown[-1]
        shown += [duel.token for duel in page]
        assert len(shown) == len(set(shown)) == wanted
        assert shown == [each.token for each in contests[::-1] if each.token in shown]


def test_a_player_is_found_however_the_name_is_written_and_by_four_statements(any_database, people, seen):
    assert seen("ANNA").name == "anna"
    with any_database.reading() as session, selects(any_database) as asked:
        find_player(session, "anna", None)
    assert len(asked) == 4
    for name in ("nobody", "a\0b", ""):
        with pytest.raises(NotFound):
            seen(name)


def test_similar_names_are_suggested_only_for_publicly_visible_players(any_database, people, begun):
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
