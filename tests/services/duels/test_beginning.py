"""New duels, and their stored state from phase to phase."""

from adjudicator import Phase
from intimate.codec import write_duel
from intimate.draws import digest
from services.duels.beginning import ALPHABET
from tests.builders import lonely, start
from tests.fixtures_duels import DEADLINE, FIRST, HOURLY, LATER, LISTS, NOON, SECOND


def test_a_duel_begins_with_the_choice_of_homes_and_awaits_both(contest):
    """§2"""
    stored = contest.stored()
    assert (stored.phase, stored.ordinal, stored.created_at, stored.deadline_at) == (
        Phase.parse("HOMES"),
        0,
        NOON,
        DEADLINE,
    )
    assert (stored.awaits_first, stored.awaits_second, stored.ended_at) == (True, True, None)
    assert stored.awaited == {FIRST, SECOND}
    assert contest.chapters() == []


def test_the_terms_are_those_that_were_agreed(begun):
    stored = begun(None, "beginner", public=False, clock=HOURLY, loyalty=2).stored()
    assert (stored.preset, stored.settings, stored.public) == ("beginner", {"loyalty": 2}, False)
    assert stored.deadline_at == NOON.replace(hour=13)


def test_a_duel_by_even_stores_the_credits_that_it_is_played_by(begun):
    """§9: later measurements do not change it."""
    pairs = begun(None, "even").stored().settings["starting_credits"]["pairings"]
    assert len(pairs) == 21
    assert begun(None, "even").stored().rated


def test_the_secret_of_the_draws_is_sealed_from_the_beginning_and_open_once_homes_are_known(contest):
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
    assert all(set(duel.token) <= set(ALPHABET) for duel in stored)


def test_a_stored_duel_is_read_back_unchanged(begun):
    """The position has everything that a duel can hold."""
    routed = {"FRANCE": {"F POR": ["SPA/NC", "SPA/SC"]}}
    contest = begun(start("S1902R", dislodged=routed, control={"ITALY": "second"}), loyalty=3)
    duel = contest.stored().duel
    assert duel.rules.loyalty == 3
    assert (str(duel.phase), duel.control) == ("S1902R", {"ITALY": SECOND})
    assert [str(unit) for unit in duel.position.dislodged] == ["F POR"]
    assert write_duel(duel) == contest.stored().state


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
    assert stored.awaited == set()
