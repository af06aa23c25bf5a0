"""Figures of finished duels: counted once, at the end of a duel; a recount gives the same."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from statistics import median_low

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import delete, select, update

from adjudicator import Power
from competition.shares import Results, Share
from models import BidTally, PairingTally, PlayerFigures, PlayerTally, StoredDuel
from services.archive import tallies
from services.archive.tallies import Bids, bids_by_year, pairings
from services.wiring import HOOKS
from tests.builders import lonely, start
from tests.fixtures_duels import DEADLINE, FIRST, LISTS, SECOND, Clock, Contest, Terms

PHASES, BIDS = (PlayerFigures.phases, PlayerFigures.missed, PlayerFigures.absent), BidTally.amount


@pytest.fixture
def rows(any_database):
    """Return a function that reads columns of a table of figures, in the order of its key."""

    def read(*columns):
        with any_database.reading() as session:
            query = select(*columns).order_by(*columns[0].class_.__table__.primary_key.columns)
            return [tuple(row) for row in session.execute(query)]

    return read


RESULTS = (PlayerFigures.won, PlayerFigures.lost, PlayerFigures.drawn)


def test_a_result_counts_for_both_players_and_for_the_pairing_of_their_home_powers(begun, rows):
    begun(lonely("S1902M")).happen(FIRST, "conceded")
    exchanged = begun(lonely("S1902M", homes={"first": "FRANCE", "second": "AUSTRIA"}))
    exchanged.happen(SECOND, "conceded")
    drawn = begun(lonely("S1902M"))
    drawn.happen(FIRST, "draw_offered")
    assert rows(*RESULTS) == [(1, 1, 0), (1, 1, 0)]
    drawn.happen(SECOND, "draw_agreed")
    assert rows(*RESULTS) == [(1, 1, 1), (1, 1, 1)]
    pairing = (PairingTally.preset, PairingTally.one, PairingTally.other)
    wins = (PairingTally.won_by_one, PairingTally.won_by_other, PairingTally.drawn)
    assert rows(*pairing, *wins) == [("intimate", "AUSTRIA", "FRANCE", 0, 2, 1)]
    one = (PlayerTally.own, PlayerTally.won, PlayerTally.lost, PlayerTally.drawn)
    assert rows(*one) == [
        ("AUSTRIA", 0, 1, 1),
        ("FRANCE", 1, 0, 0),
        ("AUSTRIA", 0, 1, 0),
        ("FRANCE", 1, 0, 1),
    ]


def test_private_duels_count_for_punctuality_only_and_lapsed_ones_not_at_all(begun, rows, any_database):
    begun(lonely("S1902M"), public=False).resolve(None, None).happen(FIRST, "conceded")
    assert rows(*RESULTS, *PHASES) == [(0, 0, 0, 1, 0, 0)] * 2
    assert rows(PairingTally.one) == rows(PlayerTally.own) == rows(BIDS) == []
    live = begun(clock=Clock(300, 300, 120))
    live.sweep(DEADLINE)
    assert live.stored().reason == "lapsed"
    assert rows(*RESULTS, *PHASES) == [(0, 0, 0, 1, 0, 0)] * 2


def test_a_duel_that_ends_before_homes_are_known_counts_for_its_players_alone(contest, rows):
    contest.happen(SECOND, "conceded")
    assert rows(*RESULTS) == [(1, 0, 0), (0, 1, 0)]
    assert rows(PairingTally.one) == rows(PlayerTally.own) == []


def test_only_awaited_players_who_stored_nothing_have_missed_a_phase(begun, rows, people):
    """Only finished duels count; §6: a retreat awaits only the owner of a unit with a place to go."""
    contest = begun(start("F1901R", dislodged={"AUSTRIA": {"A SER": ["ALB"]}}))
    contest.happen(FIRST, "draw_offered")
    contest.sweep()
    assert contest.phase == "S1902B"
    contest.resolve({"bids": {"ITALY": 1}}, {"bids": {}})
    assert rows(*PHASES) == []
    contest.happen(FIRST, "conceded")
    counted = rows(PlayerFigures.user_id, *PHASES)
    assert counted == [(people["anna"], 2, 1, 0), (people["boris"], 1, 0, 0)]


def test_a_player_who_loses_by_absence_has_missed_that_phase_too(begun, rows, people):
    contest = begun(clock=Clock(misses=1))
    contest.enter(FIRST, LISTS[FIRST])
    contest.sweep()
    assert contest.stored().reason == "absent"
    assert rows(PlayerFigures.user_id, *PHASES, PlayerFigures.lost) == [
        (people["anna"], 0, 0, 0, 0),
        (people["boris"], 1, 1, 1, 1),
    ]


def test_bids_are_counted_by_power_year_and_amount_with_those_that_won(begun, rows):
    """§4: both sheets; equal bids win nothing, and no bid counts as 0."""
    contest = begun(start("S1901B"))
    contest.resolve({"bids": {"ITALY": 5, "RUSSIA": 2}}, {"bids": {"ITALY": 3, "RUSSIA": 2}})
    assert rows(BIDS) == []
    contest.happen(FIRST, "conceded")
    found = rows(BidTally.power, BidTally.year, BidTally.amount, BidTally.bids, BidTally.won)
    assert [row for row in found if row[0] in {"ITALY", "RUSSIA", "TURKEY"}] == [
        ("ITALY", 1901, 3, 1, 0),
        ("ITALY", 1901, 5, 1, 1),
        ("RUSSIA", 1901, 2, 2, 0),
        ("TURKEY", 1901, 0, 2, 0),
    ]
    assert {row[0] for row in found} == {"ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY"}


@pytest.fixture
def season(begun):
    """Play some duels to their ends; one of them goes on."""
    for loser in (FIRST, SECOND):
        contest = begun().resolve(LISTS[FIRST], LISTS[SECOND])
        contest.resolve({"bids": {"ITALY": 5}}, {"bids": {"RUSSIA": 30, "TURKEY": 1}})
        contest.resolve(None, {"orders": {}})
        contest.happen(loser, "conceded")
    begun(public=False).happen(FIRST, "conceded")
    begun()


def everything(database):
    with database.reading() as session:
        return {row for table in tallies.TABLES for row in tallies._stored_rows(session, table)}


def test_a_recount_gives_the_same_figures_and_differences_are_reported(season, any_database):
    before = everything(any_database)
    assert tallies.check(any_database) == []
    with any_database.writing() as session:
        session.execute(delete(PairingTally))
        session.execute(update(PlayerFigures).values(won=PlayerFigures.won + 7))
    assert len(tallies.check(any_database)) == 1 + 2 * 2
    assert tallies.recount(any_database) == 3
    assert everything(any_database) == before
    assert tallies.check(any_database) == []


def test_a_duel_that_ends_while_all_are_counted_is_counted_once(season, begun, any_database):
    late = begun(lonely("S1902M"))
    tallies.recount(any_database, lambda _: late.stored().ended_at or late.happen(FIRST, "conceded"))
    assert tallies.check(any_database) == []


def test_duels_that_end_at_the_same_moment_are_all_counted(any_database, people, rows):
    contests = [Contest(any_database, people, Terms()).at(lonely("S1902M")) for _ in range(6)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda contest: contest.happen(FIRST, "conceded"), contests))
    assert rows(*RESULTS) == [(0, 6, 0), (6, 0, 0)]
    assert rows(PairingTally.won_by_other) == [(6,)]


def test_if_a_later_hook_fails_nothing_is_counted(any_database, begun, monkeypatch, rows):
    def fail(*_):
        raise RuntimeError

    contest = begun(lonely("S1902M"))
    failing = replace(HOOKS, after_chapter=(*HOOKS.after_chapter, fail))
    monkeypatch.setattr("services.hooks.hooks_of", lambda session: failing)
    with pytest.raises(RuntimeError):
        contest.happen(FIRST, "conceded")
    assert rows(PlayerFigures.won) == []
    with any_database.reading() as session:
        assert session.scalar(select(StoredDuel.ended_at)) is None


AUSTRIA, FRANCE, ITALY = map(Power, ("AUSTRIA", "FRANCE", "ITALY"))
AMOUNTS = st.dictionaries(st.integers(0, 30), st.integers(1, 50), min_size=1)


def test_a_pairing_is_read_from_either_side_and_there_are_21(any_database):
    with any_database.writing() as session:
        for preset, won in (("intimate", 3), ("njudge", 10)):
            session.add(
                PairingTally(preset=preset, one=AUSTRIA, other=FRANCE, won_by_one=won, won_by_other=1)
            )
        session.add(PairingTally(preset="intimate", one=FRANCE, other=ITALY, drawn=2))
    with any_database.reading() as session:
        found, every = pairings(session, "intimate"), pairings(session)
        none = pairings(session, "dueldip")
    assert len(found.rows) == 21
    assert found.of(AUSTRIA, FRANCE) == Results(3, 1, 0)
    assert found.of(FRANCE, AUSTRIA) == Results(1, 3, 0)
    assert found.total(FRANCE) == Results(1, 3, 2)
    assert (found.duels, every.duels) == (6, 17)
    assert every.of(AUSTRIA, FRANCE).share == Share(13, 15)
    assert none.of(AUSTRIA, FRANCE).duels == 0


def test_bids_are_listed_by_year_with_the_share_that_would_have_won(any_database):
    rows = ((1901, 0, 6, 0), (1901, 4, 2, 1), (1901, 7, 2, 2), (1902, 1, 2, 0))
    with any_database.writing() as session:
        for year, amount, bids, won in rows:
            session.add(
                BidTally(preset="intimate", power=ITALY, year=year, amount=amount, bids=bids, won=won)
            )
    with any_database.reading() as session:
        found = bids_by_year(session, ITALY, "intimate")
        assert bids_by_year(session, ITALY, "njudge") == bids_by_year(session, FRANCE) == {}
        assert bids_by_year(session, ITALY) == found
    first = found[1901]
    assert (list(found), first.bid, first.share_won) == ([1901, 1902], Share(4, 10), Share(3, 4))
    assert [first.quantile(part) for part in (0.25, 0.5, 0.75)] == [4, 4, 7]
    beaten = [first.beaten_by(amount).part for amount in (0, 1, 4, 5, 8)]
    assert (first.most, beaten) == (7, [0, 6, 6, 8, 10])


@given(AMOUNTS)
def test_the_median_and_the_share_that_is_beaten_are_those_of_the_single_bids(amounts):
    bids = Bids(amounts)
    every = [amount for amount, number in amounts.items() for _ in range(number)]
    placed = [amount for amount in every if amount]
    assert bids.quantile(0.5) == (median_low(placed) if placed else None)
    for amount in range(32):
        beaten = bids.beaten_by(amount)
        assert Fraction(beaten.part, beaten.whole) == Fraction(sum(bid < amount for bid in every), len(every))
