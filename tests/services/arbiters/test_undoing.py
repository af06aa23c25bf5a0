"""Taking a duel back and correcting an entry, and everything that then reads chapters and phases."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from intimate.codec import read_stored_entry
from intimate.errors import EntryError, EventError
from intimate.record import FORMAT, SECOND_FORMAT
from models import Channel, Message, StoredDuel
from models.notifications import KINDS
from services.arbiters.refusals import ArbiterRefused
from services.challenges import challenges
from services.history.chapters import load_latest_in_force
from services.history.replay import ReplayedDuel, load_scenes
from services.history.series import NOTHING, extend_series
from services.refused import NotFound
from services.terms import Terms
from tests.fixtures_duels import DAILY, DEADLINE, FIRST, LATER, LISTS, SECOND, Clock, Contest
from tests.services.arbiters.bench import WHY, Bench, assert_replays

CORRECTED = read_stored_entry({"orders": {"AUSTRIA": ["A VIE - TYR"]}})
HOURS = timedelta(hours=1)


def test_a_duel_taken_back_restarts_its_phase_with_the_whole_time(bench):
    contest = bench.contest
    contest.enter(FIRST, {"orders": {"AUSTRIA": ["A BUD - SER"]}})
    bench.take_back(2, now=DEADLINE - HOURS)
    stored = contest.stored()
    assert (contest.phase, stored.ordinal, stored.deadline_at) == (
        "S1901M",
        4,
        DEADLINE - HOURS + timedelta(seconds=DAILY.moves),
    )
    assert bench.entries() == set()
    assert not any(contest.entry(player) for player in (FIRST, SECOND))
    contest.resolve({"orders": {"AUSTRIA": ["A VIE - TYR"]}}, None)
    assert contest.phase == "F1901M"
    assert_replays(contest)


@pytest.mark.parametrize("most", [100, 2])
def test_the_war_of_a_duel_leaves_out_what_was_undone(bench, most):
    bench.take_back(2)
    bench.contest.resolve({"orders": {"AUSTRIA": ["A VIE - TYR"]}}, None)
    with bench.contest.database.reading() as session:
        stored = session.get_one(StoredDuel, bench.contest.stored().id)
        pasts = load_latest_in_force(session, stored, most)
    ordinals = [past.ordinal for past in pasts]
    assert ordinals == ([0, 1, 3, 4] if most == 100 else [3, 4])


def test_undone_chapters_stay_in_the_record_which_gets_the_second_format(bench):
    """Formats §2: chapters are only ever appended."""
    before = bench.contest.record()
    assert before["format"] == FORMAT
    bench.take_back(2)
    after = bench.contest.record()
    assert after["format"] == SECOND_FORMAT
    assert after["chapters"] == [*before["chapters"], {"event": "taken_back", "to": 2, "reason": WHY}]


def test_a_duel_can_be_taken_back_to_its_beginning_and_the_draws_stay_the_same(bench):
    lots = bench.contest.record()["lots_secret"]
    bench.take_back(0)
    stored = bench.contest.stored()
    assert (str(stored.phase), stored.home_first, stored.counts) == ("HOMES", None, False)
    assert bench.contest.record()["lots_secret"] == lots
    assert bench.entries() == set()
    assert_replays(bench.contest)


def test_taking_back_twice_reaches_nothing_that_was_undone(bench):
    bench.take_back(2)
    for kept in (3, 4):
        with pytest.raises((ArbiterRefused, EventError)):
            bench.take_back(kept)
    bench.take_back(1)
    assert bench.contest.phase == "S1901B"


def test_a_phase_is_played_again_with_the_corrected_entry_and_the_other_one_as_it_was(bench):
    contest = bench.contest
    before = contest.record()["chapters"][2]["entries"]
    contest.enter(SECOND, {"orders": {"FRANCE": ["A BUR - MUN"]}})
    bench.correct(2, FIRST, CORRECTED)
    *_, ruling, again = contest.record()["chapters"]
    assert ruling == {"event": "corrected", "player": "first", "to": 2, "reason": WHY}
    assert again["entries"]["second"] == before["second"]
    assert again["entries"]["first"]["orders"] == {"AUSTRIA": ["A VIE - TYR"]}
    assert again["entries"]["first"]["salt"] != before["first"]["salt"]
    assert (contest.phase, contest.entry(SECOND)) == ("F1901M", None)
    assert_replays(contest)


def test_an_entry_is_corrected_again_in_the_phase_that_was_played_again(bench):
    bench.correct(2, FIRST, CORRECTED)
    with pytest.raises(NotFound):
        bench.correct(2, SECOND, CORRECTED)
    bench.correct(4, SECOND, read_stored_entry({"orders": {"FRANCE": ["A PAR - GAS"]}}))
    units = bench.contest.stored().duel.position.units
    assert {str(unit) for unit in units} >= {"A TYR", "A GAS"}
    assert_replays(bench.contest)


def test_a_list_is_corrected_and_the_same_secret_gives_the_same_draw(bench):
    ranks = ["TURKEY", "ITALY", "AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "RUSSIA"]
    bench.correct(0, SECOND, read_stored_entry({"homes": ranks}))
    assert bench.contest.stored().home_second == "TURKEY"
    assert bench.contest.phase == "S1901B"
    assert_replays(bench.contest)


def test_correcting_a_list_leaves_out_the_share_for_the_draws(bench):
    """Decision 06: an arbiter must not choose a draw."""
    ranks = ["TURKEY", "ITALY", "AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "RUSSIA"]
    bench.correct(0, SECOND, read_stored_entry({"homes": ranks, "share": "0" * 16}))
    assert bench.contest.chapters()[-1].entries["second"]["homes"] == ranks
    assert "share" not in bench.contest.chapters()[-1].entries["second"]


def test_a_correction_must_be_a_different_entry_that_the_player_could_have_made(bench):
    with pytest.raises(EntryError):
        bench.correct(2, FIRST, read_stored_entry({"orders": {"AUSTRIA": ["A VIE - MUN - BUR"]}}))
    with pytest.raises(ArbiterRefused) as refused:
        bench.correct(2, FIRST, read_stored_entry({"orders": {"AUSTRIA": ["A VIE - GAL"]}}))
    assert refused.value.code == "same_entry"
    assert bench.contest.stored().ordinal == 3


def test_the_replay_and_the_figures_leave_out_undone_chapters(bench):
    contest = bench.contest
    contest.play_on("S1902B")
    contest.resolve({"bids": {"ITALY": 3}}, {"bids": {"GERMANY": 1}})
    with contest.database.reading() as session:
        stored = session.get(StoredDuel, contest.id)
        known = extend_series(session, stored)
    assert [year.number for year in known.years] == [1901, 1902]
    bench.take_back(1)
    contest.resolve({"bids": {"ITALY": 7}}, {"bids": {}})
    with contest.database.reading() as session:
        stored = session.get(StoredDuel, contest.id)
        for before in (known, NOTHING):
            series = extend_series(session, stored, before)
            (year,) = series.years
            assert (year.number, year.auction, series.ordinal) == (1901, stored.ordinal - 1, stored.ordinal)
            assert year.sales["ITALY"].bids[FIRST] == 7
        scenes = load_scenes(session, ReplayedDuel(contest.id, contest.token, "anna", "boris"))
    assert [str(scene.phase) for scene in scenes] == ["HOMES", "S1901B"]


def test_offers_are_reset_with_the_phase(bench):
    for kind in ("draw_offered", "draw_withdrawn") * 3:
        bench.contest.happen(FIRST, kind)
    bench.take_back(2)
    bench.contest.happen(FIRST, "draw_offered")
    assert bench.contest.stored().duel.draw_offers == {FIRST}


def test_taking_back_forgets_the_misses_of_undone_phases(begun):
    contest = begun(clock=Clock(misses=2))
    contest.resolve({"homes": list(reversed(sorted_powers()))}, {"homes": sorted_powers()})
    contest.enter(SECOND, {"bids": {}})
    a_day_later = LATER + 24 * HOURS
    contest.sweep(a_day_later)
    assert contest.stored().times.misses[FIRST] == 1
    bench = Bench(contest)
    bench.take_back(1, now=a_day_later)
    assert contest.stored().times.misses == {}


def sorted_powers():
    return ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]


def test_both_players_are_notified_of_a_ruling_and_reminded_again(bench):
    contest = bench.contest
    with contest.database.writing() as session:
        for player in (FIRST, SECOND):
            channel = Channel(
                user_id=contest.users[player], kind="webhook", address={}, kinds=list(KINDS), created_at=LATER
            )
            session.add(channel)
    for _ in range(2):
        bench.take_back(2)
        contest.resolve(None, None)
    with contest.database.reading() as session:
        told = session.scalars(select(Message).order_by(Message.id)).all()
    ruled = [(message.user_id, message.facts["chapter"]) for message in told if message.facts.get("event")]
    assert ruled == [(contest.users[player], ordinal) for ordinal in (3, 5) for player in (FIRST, SECOND)]
    reminders = [message.subject for message in told if message.kind == "reminder"]
    assert len(reminders) == len(set(reminders)) == 8


def test_home_powers_are_fixed_once_the_other_duel_of_a_match_has_begun(any_database, people):
    """The second duel has them exchanged."""
    with any_database.writing() as session:
        made = challenges.create(session, people["anna"], "open", None, Terms(match=True), LATER)
        duel_id = challenges.accept(session, made.token, people["boris"], LATER).id
    contest = Contest.__new__(Contest)
    contest.database, contest.people, contest.id = any_database, people, duel_id
    stored = contest.stored()
    contest.token, contest.users = stored.token, {FIRST: stored.first_id, SECOND: stored.second_id}
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    bench = Bench(contest)
    with pytest.raises(ArbiterRefused) as refused:
        bench.take_back(0)
    assert refused.value.code == "homes_in_use"
    assert contest.phase == "S1901B"
