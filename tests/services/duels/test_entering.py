"""Entries: stored or refused with a reason, never half stored, and checked before any lock."""

from datetime import timedelta

import pytest

from adjudicator import Phase
from intimate.codec import read_duel
from intimate.desk import Desk, check_strictly
from intimate.entries import HomesList, Orders
from intimate.errors import EntryError
from intimate.sealing import seal
from services.duels.access import find_duel, lock_awaited_duel
from services.duels.entering import SeenEntry, check_entry, store_entry
from services.duels.refusals import DuelRefusal
from services.refused import NotFound
from tests.builders import POWERS, lonely, start
from tests.fixtures_duels import DEADLINE, FIRST, LATER, LISTS, SECOND, checked_entry
from tests.refusing import refuses
from tests.services.looking import calls_while_writing, selects

LIST = LISTS[FIRST]
OTHER = {"homes": POWERS[::-1]}
MOVES = {"orders": {"AUSTRIA": ["A VIE - GAL", "A BUD S A VIE - GAL"]}}
NOTHING_SEEN = SeenEntry(None)
RETREAT = start("S1902R", dislodged={"AUSTRIA": {"A SER": ["GRE"]}})


def test_an_entry_is_stored_with_its_time_and_is_not_handed_in(contest):
    assert contest.store(FIRST, LIST) is False
    entry = contest.entry(FIRST)
    assert (entry.content, entry.stored_at) == (HomesList(tuple(LIST["homes"])), LATER)
    assert (entry.ready, entry.sealed_at) == (False, None)
    assert contest.entry(SECOND) is None


def test_a_second_entry_replaces_the_first(contest):
    contest.store(FIRST, LIST)
    contest.store(FIRST, OTHER)
    assert contest.content(FIRST) == OTHER


def test_a_change_takes_readiness_back_and_breaks_the_seal(contest):
    contest.enter(FIRST, LIST)
    before = contest.entry(FIRST)
    assert contest.store(FIRST, OTHER) is True
    entry = contest.entry(FIRST)
    assert (entry.ready, entry.sealed_at) == (False, None)
    assert entry.salt != before.salt
    assert entry.seal == seal(contest.token, "HOMES", "first", OTHER, entry.salt)


def test_an_entry_is_sealed_when_stored_and_handed_in_under_that_seal(contest):
    """The player can then prove later what they had stored."""
    contest.store(FIRST, LIST)
    stored = contest.entry(FIRST)
    assert stored.seal == seal(contest.token, "HOMES", "first", LIST, stored.salt)
    contest.hand_in(FIRST)
    assert contest.entry(FIRST).seal == stored.seal


def test_the_seal_of_a_draft_stands_in_the_record_though_its_player_never_said_ready(contest):
    contest.store(FIRST, LIST)
    stored = contest.entry(FIRST)
    contest.sweep()
    revealed = contest.record()["chapters"][0]["entries"]["first"]
    assert (revealed["seal"], revealed["salt"]) == (stored.seal, stored.salt)


@pytest.mark.parametrize("phase", ["HOMES", "S1902B", "S1902M"])
def test_the_same_entry_once_more_keeps_readiness_and_seal(begun, phase):
    content = {"HOMES": LIST, "S1902B": {"bids": {"ITALY": 3}}, "S1902M": MOVES}[phase]
    contest = begun(None if phase == "HOMES" else start(phase))
    contest.enter(FIRST, content)
    sealed = contest.entry(FIRST).seal
    assert contest.store(FIRST, dict(content), LATER.replace(hour=16)) is False
    entry = contest.entry(FIRST)
    assert (entry.ready, entry.seal, entry.stored_at) == (True, sealed, LATER)


def test_orders_that_came_as_lists_are_the_same_orders(begun):
    contest = begun(start("S1902M"))
    contest.enter(FIRST, MOVES)
    orders = contest.entry(FIRST).content
    listed = Orders({power: list(given) for power, given in orders.by_power.items()})
    assert listed == orders
    with contest.database.reading() as session:
        checked = check_entry(find_duel(session, contest.token, contest.users[FIRST]), listed)
    with contest.database.writing() as session:
        locked = lock_awaited_duel(session, contest.token, contest.users[FIRST], checked.phase, LATER)
        assert store_entry(locked, checked, LATER) is False
    assert contest.entry(FIRST).ready


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
def test_an_invalid_entry_is_refused_whole_with_a_reason(begun, phase, good, bad, code):
    contest = begun(None if phase == "HOMES" else start(phase))
    contest.enter(FIRST, good)
    with pytest.raises(EntryError) as refused:
        contest.store(FIRST, bad)
    assert refused.value.code == code
    assert (contest.content(FIRST), contest.entry(FIRST).ready) == (good, True)


def test_a_forbidden_overbid_names_total_and_reserve(begun):
    """§4: `overbid` forbidden."""
    contest = begun(start("S1902B"), "beginner")
    with pytest.raises(EntryError) as refused:
        contest.store(FIRST, {"bids": {"ITALY": 20, "RUSSIA": 1}})
    assert refused.value.values == {"total": 21, "reserve": 20}
    assert contest.entry(FIRST) is None
    contest.store(FIRST, {"bids": {"ITALY": 20}})


def test_an_entry_for_a_phase_that_is_over_is_refused(contest):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    with refuses(DuelRefusal.PHASE_OVER):
        contest.store(FIRST, OTHER, phase="HOMES")
    assert contest.entry(FIRST, "HOMES") is None
    assert contest.chapters()[0].entries["first"]["homes"] == LIST["homes"]


@pytest.mark.parametrize("phase", ["S1901M", "S1901B", "W9999A"])
def test_an_entry_for_a_phase_that_is_not_awaited_is_refused(contest, phase):
    with refuses(DuelRefusal.PHASE_OVER):
        contest.store(FIRST, LIST, phase=phase)
    assert contest.entry(FIRST) is None


@pytest.mark.parametrize("seconds", [0, 86400])
def test_after_the_deadline_it_is_too_late_even_before_the_sweep(contest, seconds):
    contest.enter(FIRST, LIST)
    late = DEADLINE + timedelta(seconds=seconds)
    for attempt in (
        lambda: contest.store(FIRST, OTHER, late),
        lambda: contest.hand_in(SECOND, late),
        lambda: contest.take_back(FIRST, late),
    ):
        with refuses(DuelRefusal.PHASE_OVER):
            attempt()
    assert contest.content(FIRST) == LIST
    assert contest.entry(FIRST).ready
    assert contest.phase == "HOMES"


def test_just_before_the_deadline_is_early_enough(contest):
    just_before = DEADLINE - timedelta(milliseconds=1)
    contest.store(FIRST, LIST, just_before)
    assert contest.entry(FIRST).stored_at == just_before


def test_a_player_who_is_not_awaited_can_enter_nothing(begun):
    """§6: retreats await only owners of dislodged units with a place to go."""
    contest = begun(RETREAT)
    for attempt in (contest.hand_in, contest.take_back, lambda who: contest.store(who, {"orders": {}})):
        with refuses(DuelRefusal.NOT_AWAITED):
            attempt(SECOND)
    assert contest.entry(SECOND) is None
    assert contest.store(FIRST, {"orders": {"AUSTRIA": ["A SER R GRE"]}}) is False


def test_after_the_end_nothing_is_awaited(begun):
    contest = begun(lonely("S1902M"))
    contest.happen(FIRST, "conceded")
    with refuses(DuelRefusal.PHASE_OVER):
        contest.store(SECOND, {"orders": {}}, phase="S1902M")


@pytest.mark.parametrize("public", [True, False])
def test_only_players_can_enter_and_a_private_duel_is_unknown_to_others(begun, people, public):
    contest = begun(public=public)
    with refuses(DuelRefusal.NOT_A_PLAYER) if public else pytest.raises(NotFound):
        contest.store(people["clara"], LIST)
    assert contest.entry(FIRST) is None


def test_a_duel_that_does_not_exist_is_unknown(contest):
    contest.token = "nothing"
    with pytest.raises(NotFound):
        contest.store(FIRST, LIST, phase="HOMES")


def test_a_request_that_fails_later_leaves_the_former_entry(contest):
    def change_and_fail():
        who = (contest.token, contest.users[FIRST])
        checked = checked_entry(contest.database, *who, Phase.parse("HOMES"), OTHER)
        with contest.database.writing() as session:
            store_entry(lock_awaited_duel(session, *who, checked.phase, LATER), checked, LATER)
            raise RuntimeError

    contest.enter(FIRST, LIST)
    with pytest.raises(RuntimeError):
        change_and_fail()
    assert (contest.content(FIRST), contest.entry(FIRST).ready) == (LIST, True)


def test_an_unseen_entry_of_another_window_is_not_replaced(contest):
    contest.store(FIRST, LIST, seen=NOTHING_SEEN)
    for seen in (NOTHING_SEEN, SeenEntry(LATER + timedelta(seconds=1))):
        with refuses(DuelRefusal.ANOTHER_ENTRY):
            contest.store(FIRST, OTHER, seen=seen)
    assert contest.content(FIRST) == LIST
    contest.store(FIRST, LIST, seen=NOTHING_SEEN)
    contest.store(FIRST, OTHER, seen=SeenEntry(LATER))
    assert contest.content(FIRST) == OTHER


def test_a_delayed_request_does_not_replace_a_later_entry(contest):
    contest.store(FIRST, LIST, LATER)
    with refuses(DuelRefusal.ANOTHER_ENTRY):
        contest.store(FIRST, OTHER, LATER - timedelta(seconds=2))
    assert contest.content(FIRST) == LIST
    with refuses(DuelRefusal.ANOTHER_ENTRY):
        contest.store(FIRST, OTHER, LATER, arrived=LATER - timedelta(seconds=2))
    # The clocks of two machines may differ a little.
    contest.store(FIRST, OTHER, LATER - timedelta(seconds=1))
    assert contest.content(FIRST) == OTHER


def test_an_entry_seen_once_that_is_not_there_is_not_replaced_either(contest):
    with refuses(DuelRefusal.ANOTHER_ENTRY):
        contest.store(FIRST, LIST, seen=SeenEntry(LATER))
    assert contest.entry(FIRST) is None


def test_an_entry_checked_for_another_phase_player_or_duel_is_never_stored(begun):
    contest, other = begun(), begun()
    phase, anna = Phase.parse("HOMES"), contest.users[FIRST]
    for token, user in ((other.token, anna), (contest.token, contest.users[SECOND])):
        checked = checked_entry(contest.database, token, user, phase, LIST)
        with contest.database.writing() as session, pytest.raises(ValueError, match="another phase"):
            store_entry(lock_awaited_duel(session, contest.token, anna, phase, LATER), checked, LATER)
    checked = checked_entry(contest.database, contest.token, anna, phase, LIST)
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    with contest.database.writing() as session, pytest.raises(ValueError, match="another phase"):
        store_entry(
            lock_awaited_duel(session, contest.token, anna, contest.stored().phase, LATER), checked, LATER
        )
    assert contest.entry(FIRST) is None


def test_a_spectator_checks_nothing(contest, people):
    with contest.database.reading() as session:
        viewed = find_duel(session, contest.token, people["clara"])
        with pytest.raises(ValueError, match="only a player"):
            check_entry(viewed, HomesList(tuple(POWERS)))


CHECKS = {
    function.__code__ for function in (check_strictly, check_entry, Desk.accept, Desk.judged, read_duel)
}


def test_all_checks_are_made_before_the_duel_is_locked(begun):
    """Others wait for the lock, so no form is read or checked, and no state loaded, while it is held."""
    contest = begun(start("S1902M"))
    with calls_while_writing(contest.database) as called:
        contest.store(FIRST, MOVES)
        contest.hand_in(FIRST)
        contest.take_back(FIRST)
    assert store_entry.__code__ in called
    assert called.isdisjoint(CHECKS)


def test_storing_asks_the_database_twice_under_the_lock(begun):
    contest = begun(start("S1902M"))
    who = (contest.token, contest.users[FIRST])
    checked = checked_entry(contest.database, *who, Phase.parse("S1902M"), MOVES)
    with selects(contest.database) as asked, contest.database.writing() as session:
        store_entry(lock_awaited_duel(session, *who, checked.phase, LATER), checked, LATER)
    assert len(asked) == 2
