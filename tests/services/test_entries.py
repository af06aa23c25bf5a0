"""Entries: stored or refused with a reason, never half stored; nobody else's to see."""

from datetime import timedelta

import pytest

from services import duels, entries
from tests.builders import POWERS, lonely, start
from tests.fixtures_duels import DEADLINE, FIRST, LATER, LISTS, SECOND

LIST = LISTS[FIRST]
OTHER = {"homes": POWERS[::-1]}


def test_an_entry_is_stored_with_its_time_and_is_not_handed_in(contest):
    assert contest.store(FIRST, LIST) is False
    entry = contest.entry(FIRST)
    assert (entry.content, entry.stored_at, entry.ready, entry.seal) == (LIST, LATER, False, None)
    assert contest.entry(SECOND) is None


def test_a_second_entry_replaces_the_first(contest):
    contest.store(FIRST, LIST)
    contest.store(FIRST, OTHER)
    assert contest.entry(FIRST).content == OTHER


def test_a_change_takes_readiness_back_and_breaks_the_seal(contest):
    contest.enter(FIRST, LIST)
    assert contest.store(FIRST, OTHER) is True
    entry = contest.entry(FIRST)
    assert (entry.ready, entry.seal, entry.salt, entry.sealed_at) == (False, None, None, None)


def test_the_same_entry_once_more_keeps_readiness_and_seal(contest):
    contest.enter(FIRST, LIST)
    sealed = contest.entry(FIRST).seal
    assert contest.store(FIRST, dict(LIST), LATER.replace(hour=16)) is False
    entry = contest.entry(FIRST)
    assert (entry.ready, entry.seal, entry.stored_at) == (True, sealed, LATER)


@pytest.mark.parametrize(
    ("phase", "good", "bad", "code"),
    [
        ("HOMES", LIST, {"homes": POWERS[:6]}, "not_a_permutation"),
        ("HOMES", LIST, {}, "wrong_kind"),
        ("S1902B", {"bids": {"ITALY": 3}}, {"bids": {"ITALY": 4, "RUSSIA": -4}}, "bid_not_whole"),
        ("S1902B", {"bids": {}}, {"bids": {"ITALY": 4, "FRANCE": 1}}, "bid_for_home"),
        (
            "S1902M",
            {"orders": {"AUSTRIA": ["A VIE - BOH"]}},
            {"orders": {"AUSTRIA": ["A VIE - GAL", "A BUD - PAR"]}},
            "illegal_order",
        ),
    ],
)
def test_what_is_refused_is_refused_whole_with_a_reason(begun, phase, good, bad, code):
    contest = begun(None if phase == "HOMES" else start(phase))
    contest.enter(FIRST, good)
    with pytest.raises(entries.EntryError) as refused:
        contest.store(FIRST, bad)
    assert refused.value.code == code
    entry = contest.entry(FIRST)
    assert (entry.content, entry.ready) == (good, True)


def test_a_forbidden_overbid_names_total_and_reserve(begun):
    """§4: `overbid` forbidden."""
    contest = begun(start("S1902B"), "beginner")
    with pytest.raises(entries.EntryError) as refused:
        contest.store(FIRST, {"bids": {"ITALY": 20, "RUSSIA": 1}})
    assert refused.value.values == {"total": 21, "reserve": 20}
    assert contest.entry(FIRST) is None
    contest.store(FIRST, {"bids": {"ITALY": 20}})


def test_an_entry_for_a_phase_that_is_over_is_refused(contest):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    with pytest.raises(entries.PhaseOver):
        contest.store(FIRST, OTHER, phase="HOMES")
    assert contest.entry(FIRST, "HOMES").content == LIST


@pytest.mark.parametrize("phase", ["S1901M", "homes", "\x00"])
def test_an_entry_for_a_phase_that_is_not_awaited_is_refused(contest, phase):
    with pytest.raises(entries.PhaseOver):
        contest.store(FIRST, LIST, phase=phase)
    assert contest.entry(FIRST) is None


@pytest.mark.parametrize("seconds", [0, 86400])
def test_after_the_deadline_it_is_too_late_even_before_anybody_has_swept(contest, seconds):
    contest.enter(FIRST, LIST)
    late = DEADLINE + timedelta(seconds=seconds)
    for attempt in (
        lambda: contest.store(FIRST, OTHER, late),
        lambda: contest.hand_in(SECOND, late),
        lambda: contest.take_back(FIRST, late),
    ):
        with pytest.raises(entries.PhaseOver):
            attempt()
    assert contest.entry(FIRST).content == LIST
    assert contest.entry(FIRST).ready
    assert contest.phase == "HOMES"


def test_just_before_the_deadline_is_early_enough(contest):
    just_before = DEADLINE - timedelta(milliseconds=1)
    contest.store(FIRST, LIST, just_before)
    assert contest.entry(FIRST).stored_at == just_before


def test_who_is_not_awaited_enters_nothing(begun):
    """§6: retreats await who commands a dislodged unit with a place to go."""
    contest = begun(start("S1902R", dislodged={"AUSTRIA": {"A SER": ["GRE"]}}))
    for attempt in (contest.hand_in, contest.take_back, lambda who: contest.store(who, {"orders": {}})):
        with pytest.raises(entries.NotAwaited):
            attempt(SECOND)
    assert contest.entry(SECOND) is None
    assert contest.store(FIRST, {"orders": {"AUSTRIA": ["A SER R GRE"]}}) is False


def test_after_the_end_nothing_is_awaited(begun):
    contest = begun(lonely("S1902M"))
    contest.happen(FIRST, "conceded")
    with pytest.raises(entries.PhaseOver):
        contest.store(SECOND, {"orders": {}}, phase="S1902M")


@pytest.mark.parametrize("public", [True, False])
def test_others_enter_nothing_and_of_a_private_duel_they_do_not_even_learn(begun, people, public):
    contest = begun(public=public)
    with pytest.raises(duels.NotAPlayer if public else duels.UnknownDuel):
        contest.store(people["clara"], LIST)
    assert contest.entry(FIRST) is None


def test_a_duel_that_does_not_exist_is_unknown(contest):
    contest.token = "nothing"
    with pytest.raises(duels.UnknownDuel):
        contest.store(FIRST, LIST, phase="HOMES")


def test_what_fails_later_in_the_same_request_leaves_the_former_entry(contest):
    def change_and_fail():
        with contest.database.writing() as session:
            entries.store(session, contest.token, contest.users[FIRST], "HOMES", OTHER, LATER)
            raise RuntimeError

    contest.enter(FIRST, LIST)
    with pytest.raises(RuntimeError):
        change_and_fail()
    entry = contest.entry(FIRST)
    assert (entry.content, entry.ready) == (LIST, True)


def test_others_learn_only_who_has_handed_in_and_the_seal(contest):
    contest.enter(FIRST, LIST)
    contest.store(SECOND, OTHER)
    with contest.database.reading() as session:
        stored = duels.find(session, contest.token, None)
        assert entries.who_handed_in(session, stored) == {FIRST: contest.entry(FIRST).seal}
        assert entries.of_player(session, stored, None) is None
