"""Duels: begun, found by who may see them, and held while they change."""

import pytest

from intimate.sealing import digest
from intimate.view import View
from services import duels
from services.terms import HOUR
from tests.builders import lonely, start
from tests.fixtures_duels import DEADLINE, FIRST, LATER, LISTS, NOON, SECOND


def test_a_duel_begins_with_the_choice_of_homes_and_awaits_both(contest):
    """§2"""
    stored = contest.stored()
    assert (stored.phase, stored.ordinal, stored.created_at, stored.deadline_at) == (
        "HOMES",
        0,
        NOON,
        DEADLINE,
    )
    assert (stored.awaits_first, stored.awaits_second, stored.ended_at) == (True, True, None)
    assert contest.chapters() == []


def test_the_terms_are_those_that_were_agreed(begun):
    stored = begun(None, "beginner", public=False, phase_seconds=HOUR, loyalty=2).stored()
    assert (stored.preset, stored.settings, stored.public) == ("beginner", {"loyalty": 2}, False)
    assert stored.deadline_at == NOON.replace(hour=13)


def test_the_secret_of_the_lots_is_sealed_from_the_beginning_and_open_once_homes_are_known(contest):
    """Formats §2"""
    stored = contest.stored()
    assert stored.lots_seal == digest(stored.lots_secret)
    assert not stored.lots_opened
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    assert contest.stored().lots_opened
    assert contest.stored().lots_seal == stored.lots_seal


def test_a_duel_that_ends_before_homes_are_known_opens_its_secret_too(contest):
    contest.happen(FIRST, "conceded")
    assert contest.stored().lots_opened


def test_no_two_duels_share_a_name_or_a_secret(begun):
    stored = [begun().stored() for _ in range(20)]
    assert len({duel.token for duel in stored}) == len({duel.lots_secret for duel in stored}) == 20
    assert all(set(duel.token) <= set(duels.ALPHABET) for duel in stored)


def test_what_is_stored_is_restored(begun):
    """A position with all that a duel can hold at once."""
    routed = {"FRANCE": {"F POR": ["SPA/NC", "SPA/SC"]}}
    contest = begun(start("S1902R", dislodged=routed, control={"ITALY": "second"}), loyalty=3)
    duel = duels.restored(contest.stored())
    assert duel.rules.loyalty == 3
    assert (str(duel.phase), duel.control) == ("S1902R", {"ITALY": SECOND})
    assert [str(unit) for unit in duel.position.dislodged] == ["F POR"]
    assert duels.snapshot.take(duel) == contest.stored().state


def test_a_public_duel_is_found_by_everybody(contest, people):
    with contest.database.reading() as session:
        for reader in (*people.values(), None, 0):
            assert duels.find(session, contest.token, reader).id == contest.id


def test_a_private_duel_does_not_exist_for_others(begun, people):
    contest = begun(public=False)
    with contest.database.reading() as session:
        assert duels.find(session, contest.token, people["boris"]).id == contest.id
        for reader in (people["clara"], None, 0, -1):
            with pytest.raises(duels.UnknownDuel):
                duels.find(session, contest.token, reader)


@pytest.mark.parametrize("token", ["nothing", "", "a\x00b", "é" * 40, "%", "' OR 1=1 --"])
def test_a_name_of_no_duel_finds_nothing(contest, token):
    with contest.database.reading() as session, pytest.raises(duels.UnknownDuel):
        duels.find(session, token, contest.users[FIRST])


def test_each_sees_the_duel_with_his_own_eyes(contest, people):
    stored = contest.stored()
    assert [duels.player_of(stored, people[name]) for name in ("anna", "boris", "clara")] == [
        FIRST,
        SECOND,
        None,
    ]
    assert duels.player_of(stored, None) is None
    view = duels.view_of(stored, people["boris"])
    assert isinstance(view, View)
    assert (view.player, view.is_awaited) == (SECOND, True)
    assert duels.view_of(stored, None).player is None


def test_an_event_leaves_the_deadline_and_a_new_phase_moves_it(contest):
    contest.happen(FIRST, "draw_offered")
    assert contest.stored().deadline_at == DEADLINE
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    assert contest.stored().deadline_at == LATER.replace(day=DEADLINE.day)


def test_a_duel_that_ended_says_how(begun):
    contest = begun(lonely("S1902M"))
    contest.happen(SECOND, "conceded")
    stored = contest.stored()
    assert (stored.phase, stored.deadline_at, stored.awaits_first, stored.awaits_second) == (
        None,
        None,
        False,
        False,
    )
    assert (stored.winner, stored.reason, stored.ended_at) == ("first", "conceded", LATER)
