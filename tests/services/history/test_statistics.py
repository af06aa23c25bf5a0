"""Statistics: what the figures of pairings and bids say."""

from fractions import Fraction
from statistics import median_low

from hypothesis import given
from hypothesis import strategies as st

from adjudicator import Power
from competition.shares import Share
from models import BidTally, PairingTally
from services.history.statistics import Bids, Results, bids_by_year, pairings

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


def test_bids_are_told_by_year_and_what_would_have_won_by_all_sheets(any_database):
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
