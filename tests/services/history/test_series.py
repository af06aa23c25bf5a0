"""A duel in figures: what each year brought, from resolved phases only."""

from dataclasses import replace

import pytest

from models import StoredChapter
from services.duels.access import find_duel
from services.history.series import NOTHING, extend_series, sales_of
from tests.builders import CENTRES, lonely, start
from tests.fixtures_duels import FIRST, LISTS, SECOND
from tests.services.looking import selects

HOLD, NO_BIDS = {"orders": {}}, {"bids": {}}


def figures(contest, known=NOTHING):
    with contest.database.reading() as session:
        return extend_series(session, find_duel(session, contest.token, None).stored, known)


def both(first, second):
    return {FIRST: first, SECOND: second}


@pytest.fixture
def played(contest):
    """Return a duel in its second auction: Italy is the first player's mercenary, Germany nobody's."""
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    contest.resolve({"bids": {"ITALY": 5, "GERMANY": 3}}, {"bids": {"ITALY": 2, "GERMANY": 3, "RUSSIA": 6}})
    contest.resolve(HOLD, HOLD)
    contest.resolve({"orders": {"ITALY": ["A VEN - TYR"]}}, HOLD)
    contest.play_on("S1902B")
    return contest


def test_before_anything_is_resolved_there_are_no_figures(contest):
    assert figures(contest).start is None
    assert figures(contest).years == ()


def test_a_duel_begins_with_the_credits_of_its_homes(contest):
    """§3.1"""
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    assert figures(contest).start == both(24, 20)
    assert figures(contest).years == ()


def test_figures_have_the_reserves_after_the_auction_and_after_autumn_s_income(played):
    """§3.2: a credit for each centre of the home power."""
    (year,) = figures(played).years
    assert year.number == 1901
    assert year.after_auction == both(19, 14)
    assert year.after_autumn == both(22, 17)


def test_a_sale_has_the_commander_and_the_price(played):
    sales = sales_of(figures(played), 1901)
    told = {power: (sale.commander, sale.price) for power, sale in sales.items() if any(sale.bids.values())}
    assert told == {"ITALY": (FIRST, 5), "GERMANY": (None, None), "RUSSIA": (SECOND, 6)}
    assert sales_of(figures(played), 1900) == sales_of(NOTHING, 1901) == {}


def test_after_an_overbid_the_price_of_a_sale_is_half_the_bid(begun):
    """§4.4"""
    contest = begun(start("S1902B"))
    contest.resolve({"bids": {"ITALY": 21}}, {"bids": {"ITALY": 7, "RUSSIA": 4}})
    sales = sales_of(figures(contest), 1902)
    assert {power: (sales[power].commander, sales[power].price) for power in ("ITALY", "RUSSIA")} == {
        "ITALY": (SECOND, 4),
        "RUSSIA": (SECOND, 2),
    }


def test_the_centres_of_mercenaries_count_for_their_commander(played):
    (year,) = figures(played).years
    assert year.home_centres == both(3, 3)
    assert year.all_centres == both(3 + len(CENTRES["ITALY"]), 3 + len(CENTRES["RUSSIA"]))


def test_the_figures_of_an_auction_have_both_bids_and_the_winner(played):
    (year,) = figures(played).years
    told = {power: (dict(sale.bids), sale.commander) for power, sale in year.sales.items()}
    assert year.auction == 1
    assert told == {
        "ENGLAND": (both(0, 0), None),
        "GERMANY": (both(3, 3), None),
        "ITALY": (both(5, 2), FIRST),
        "RUSSIA": (both(0, 6), SECOND),
        "TURKEY": (both(0, 0), None),
    }


def test_a_sealed_bid_sheet_changes_no_figure(played):
    before = figures(played)
    played.enter(FIRST, {"bids": {"TURKEY": 7}})
    assert figures(played) == before


def test_the_figures_of_an_overbid_name_the_new_commander(begun):
    """§4.4"""
    contest = begun(start("S1902B"))
    contest.resolve({"bids": {"ITALY": 21}}, {"bids": {"ITALY": 4, "TURKEY": 5}})
    (year,) = figures(contest).years
    assert year.overbid == (FIRST,)
    assert year.sales["ITALY"].commander is SECOND
    assert year.after_auction == both(0, 15)


def test_an_autumn_that_still_awaits_retreats_is_not_over(begun):
    """§6.1"""
    beaten = lonely("F1902M", units={"AUSTRIA": ["A RUH", "A MUN"], "FRANCE": ["A BUR"]})
    contest = begun(beaten)
    attack = {"orders": {"AUSTRIA": ["A RUH - BUR", "A MUN S A RUH - BUR"]}}
    contest.resolve(attack, HOLD)
    assert contest.phase == "F1902R"
    assert figures(contest).years == ()
    contest.resolve(None, None)
    (year,) = figures(contest).years
    assert year.home_centres == both(4, 3)


def test_a_year_without_an_auction_has_its_centres_all_the_same(begun):
    """§4.6."""
    contest = begun(lonely("S1902M"))
    contest.play_on("S1903M")
    years = figures(contest).years
    assert [(year.number, year.auction, year.home_centres) for year in years] == [(1902, None, both(3, 3))]


def test_an_event_changes_no_figure(played):
    before = figures(played)
    played.happen(SECOND, "draw_offered")
    assert played.chapters()[-1].event == "draw_offered"
    assert figures(played) == replace(before, ordinal=before.ordinal + 1)


def test_figures_extended_chapter_by_chapter_are_those_made_at_once(contest):
    known = NOTHING

    def go_on(act, *arguments):
        nonlocal known
        act(*arguments)
        known = figures(contest, known)
        assert known == figures(contest)
        assert known.ordinal == contest.stored().ordinal

    def go_on_until(phase):
        while contest.phase != phase:
            go_on(contest.resolve, None, None)

    go_on(contest.resolve, LISTS[FIRST], LISTS[SECOND])
    go_on(contest.resolve, {"bids": {"ITALY": 5}}, {"bids": {"RUSSIA": 6}})
    go_on(contest.happen, FIRST, "draw_offered")
    go_on(contest.resolve, HOLD, HOLD)
    go_on(contest.resolve, {"orders": {"ITALY": ["A VEN - TYR"]}}, HOLD)
    go_on_until("S1902B")
    go_on(contest.resolve, {"bids": {"ITALY": 50}}, {"bids": {"ITALY": 3, "TURKEY": 2}})
    go_on_until("S1903B")
    go_on(contest.happen, SECOND, "conceded")
    assert [(year.number, year.auction) for year in known.years] == [(1901, 1), (1902, 5)]


def test_figures_of_several_new_chapters_are_the_same_too(played):
    known = figures(played)
    played.resolve({"bids": {"TURKEY": 1}}, NO_BIDS)
    played.play_on("S1903B")
    assert played.stored().ordinal > known.ordinal + 1
    assert figures(played, known) == figures(played)


def test_figures_that_are_complete_ask_the_database_nothing(played):
    known = figures(played)
    with played.database.reading() as session:
        stored = find_duel(session, played.token, None).stored
        with selects(played.database) as asked:
            assert extend_series(session, stored, known) is known
    assert asked == []


def test_figures_are_extended_by_one_statement_that_asks_for_the_new_chapters(played):
    """It also reads the chapter before, for the duel in which the first new one was played."""
    known = figures(played)
    played.resolve({"bids": {"TURKEY": 1}}, NO_BIDS)
    with played.database.reading() as session:
        stored = find_duel(session, played.token, None).stored
        with selects(played.database) as asked:
            extended = extend_series(session, stored, known)
        loaded = [each for each in session.identity_map.values() if isinstance(each, StoredChapter)]
    assert extended == figures(played)
    assert len(asked) == 1
    assert {chapter.ordinal for chapter in loaded} <= {known.ordinal - 1, known.ordinal}
