"""Why a phase went as it did."""

import pytest

from adjudicator import Unit, read_orders
from intimate.causes import SetbackKind, causes_of
from intimate.chapter import Chapter
from intimate.duel import Duel
from intimate.entries import Orders, Sheet
from intimate.events import Event, EventKind
from intimate.play import play
from intimate.players import Player
from intimate.settings import rules
from intimate.start import set_up

FIRST, SECOND = Player.FIRST, Player.SECOND
START = {
    "phase": "F1902M",
    "homes": {"first": "AUSTRIA", "second": "ITALY"},
    "credits": {"first": 20, "second": 20},
    "units": {
        "AUSTRIA": ["A VIE", "A BUD", "F TRI"],
        "ITALY": ["A VEN", "A TYR", "A APU"],
        "RUSSIA": ["A GAL"],
    },
    "centers": {"AUSTRIA": ["VIE", "BUD", "TRI"], "ITALY": ["VEN", "ROM", "NAP"], "RUSSIA": ["WAR"]},
}


def found(first, second, **start):
    before = set_up(rules("intimate", {}), START | start)
    chapter = play(before, {FIRST: Orders(read_orders(first)), SECOND: Orders(read_orders(second))})
    return causes_of(before, chapter)


def bid(first, second, **start):
    before = set_up(rules("intimate", {}), START | {"phase": "S1902B"} | start)
    return causes_of(before, play(before, {FIRST: Sheet(first), SECOND: Sheet(second)}))


def kinds(causes):
    return [(cause.kind.value, cause.player.value) for cause in causes]


def names(units):
    return [str(unit) for unit in units]


def test_a_lost_empty_home_centre_names_the_unit_that_entered():
    (cause,) = found({"AUSTRIA": ["F TRI - ADR"]}, {"ITALY": ["A VEN - TRI"]})
    assert (cause.kind, cause.player, cause.place) == (SetbackKind.LEFT_EMPTY, FIRST, "TRI")
    assert names(cause.by) == ["A VEN"]


def test_a_home_centre_that_was_stormed_was_not_left_empty():
    (cause,) = found({"AUSTRIA": ["F TRI H"]}, {"ITALY": ["A VEN - TRI", "A TYR S A VEN - TRI"]})
    assert (cause.kind, cause.player, str(cause.unit)) == (SetbackKind.DISLODGED, FIRST, "F TRI")
    assert (names(cause.by), names(cause.helpers)) == (["A VEN"], ["A TYR"])


def test_a_cut_support_is_named_only_if_the_supported_unit_fell():
    causes = found(
        {"AUSTRIA": ["F TRI H", "A VIE S F TRI", "A BUD H"]},
        {"ITALY": ["A VEN - TRI", "A TYR - VIE", "A APU H"]},
    )
    assert kinds(causes) == [("bounced", "second"), ("bounced", "second")]
    units = START["units"] | {"ITALY": ["A VEN", "A TYR", "F ALB"], "RUSSIA": ["A BOH"]}
    causes = found(
        {"AUSTRIA": ["F TRI H", "A VIE S F TRI"]},
        {"ITALY": ["A VEN - TRI", "F ALB S A VEN - TRI", "A TYR - VIE"]},
        units=units,
    )
    assert kinds(causes)[:2] == [("dislodged", "first"), ("cut", "first")]
    cut = causes[1]
    assert (str(cut.unit), str(cut.served), names(cut.by)) == ("A VIE", "F TRI", ["A TYR"])
    assert names(causes[0].helpers) == ["F ALB"]


def test_an_overbid_is_named_as_a_cause():
    causes = bid({"RUSSIA": 21}, {"RUSSIA": 5})
    assert kinds(causes)[0] == ("overbid", "first")
    assert causes[0].bid == 20


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (12, 6, ("overpaid", "first", 12, 7)),
        (7, 6, ("missed", "second", 6, 8)),
        (6, 6, ("tied", "first", 6, 0)),
        (7, 1, ("overpaid", "first", 7, 2)),
    ],
)
def test_a_bid_is_compared_with_the_least_that_would_have_won(first, second, told):
    (cause,) = bid({"RUSSIA": first}, {"RUSSIA": second})
    assert (cause.kind, cause.player, cause.bid, cause.enough) == told
    assert cause.power == "RUSSIA"


def test_builds_given_up_are_named():
    centers = START["centers"] | {"AUSTRIA": ["VIE", "BUD", "TRI", "SER", "GRE"]}
    units = START["units"] | {"AUSTRIA": ["A SER", "A GRE", "F ADR"]}
    causes = found({}, {}, phase="W1902A", centers=centers, units=units)
    assert ("builds_given_up", "first") in kinds(causes)


def test_events_and_quiet_phases_have_no_causes():
    assert found({"AUSTRIA": ["A VIE H"]}, {}) == []
    before = Duel(rules("intimate", {}))
    assert causes_of(before, Chapter(before, event=Event(EventKind.CONCEDED, FIRST))) == []


def test_a_unit_disbanded_without_a_retreat_order_has_a_cause():
    units = START["units"] | {"ITALY": ["A VEN", "A TYR", "A APU"]}
    before = set_up(rules("intimate", {}), START | {"units": units})
    given = {"ITALY": ["A VEN - TRI", "A TYR S A VEN - TRI"]}
    moved = play(before, {FIRST: Orders({}), SECOND: Orders(read_orders(given))})
    assert str(moved.after.phase) == "F1902R"
    causes = causes_of(moved.after, play(moved.after, {FIRST: Orders({})}))
    assert [(cause.kind, cause.unit) for cause in causes] == [(SetbackKind.DISBANDED, Unit.parse("F TRI"))]
