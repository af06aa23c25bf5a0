"""Bots play a duel: what they read, what they enter, and which field a refusal names."""

from datetime import timedelta

import pytest

from adjudicator import Cause
from intimate.record import load
from intimate.replay import replay
from services.accounts import accounts
from services.arbiters.calls import call_arbiter
from services.practice.beginning import PracticeWish, begin_practice
from tests.builders import POWERS, lonely, start
from tests.fixtures_duels import FIRST, LATER, LISTS, NOON, Clock
from tests.intimate.winters import winter
from tests.web.api.asking import PATH
from web.words.rules import ANCHORS

STUCK = {"FRANCE": {"A SER": ["ALB", "GRE"]}}


def enter(program, duel, phase, body):
    """Save an entry and hand it in; return whether that resolved the phase."""
    path = f"/duels/{duel.contest.token}/entries/{phase}"
    assert program.put(path, body).status_code == 200
    answer = program.put(f"{path}/readiness", {"ready": True})
    assert answer.status_code == 200, answer.text
    return answer.json["resolved"]


def test_two_bots_play_from_a_challenge_to_a_record_that_replays(pages, program, member):
    pages()  # another duel, of other players
    anna, boris = program("anna"), program("boris")
    made = anna.post("/challenges", {"kind": "named", "opponent": "boris", "settings": {"year_limit": 1901}})
    assert made.status_code == 201
    challenge = made.headers["Location"].removeprefix("/api/v1")
    assert [each["challenge"] for each in boris.get_json("/challenges")["to_me"]] == [made.json["challenge"]]
    accepted = boris.post(f"{challenge}/accept").json
    assert anna.get_json(challenge) == accepted
    path = f"/duels/{accepted['duel']}"
    known = {each["duel"]: each for each in anna.get_json("/changes")["duels"]}
    assert known[accepted["duel"]]["phase"] == "HOMES"
    while (phase := anna.get_json(path)["phase"]) is not None:
        for name, each in (("first", anna), ("second", boris)):
            duel = each.get_json(path)
            if duel["phase"] == phase and duel["awaits_you"]:
                each.put(f"{path}/entries/{phase}", entry_of(each.get_json(f"{path}/options/{phase}"), name))
                each.put(f"{path}/entries/{phase}/readiness", {"ready": True, "accept_overbid": True})
    ended = anna.get_json(path)
    assert ended["result"]["reason"] == "year_limit"
    chapters = boris.get_json(f"{path}/chapters")
    assert [each["chapter"]["phase"] for each in chapters["chapters"]][:4] == [
        *("HOMES", "S1901B", "S1901M", "F1901M"),
    ]
    record = boris.get_json(f"{path}/record")
    lines = list(replay(load(record)))
    assert lines[:-1] == [each["line"] for each in chapters["chapters"]]
    assert lines[-1] == {"result": ended["result"]}
    assert boris.get_json(f"{path}/chapters/1") == chapters["chapters"][1]
    assert accepted["duel"] not in {each["duel"] for each in anna.get_json("/changes")["duels"]}
    (over,) = anna.get_json("/duels?state=ended")["duels"]
    assert (over["duel"], over["you"], over["reason"]) == (accepted["duel"], "first", "year_limit")


def entry_of(options, name):
    """Return the first legal entry: a list, no bids, the first orders of each unit."""
    if options["takes"] == "homes":
        return {"homes": options["powers"] if name == "first" else options["powers"][::-1]}
    if options["takes"] == "bids":
        return {"bids": {each["power"]: 1 for each in options["mercenaries"][name == "first" :: 2]}}
    orders = {}
    for each in options["units"]:
        orders.setdefault(each["power"], []).append(each["orders"][-1])
    for each in options["winters"]:
        orders[each["power"]] = each["orders"][: each["number"]]
    return {"orders": orders}


CASES = [
    ({"homes": ["FRANCE"] * 7}, None, "homes", "not_a_permutation"),
    ({"homes": POWERS[:6]}, None, "homes", "wrong_value"),
    ({"bids": {}}, None, "bids", "wrong_kind"),
    ({}, None, "", "wrong_value"),
    ({"bids": {"ITALY": -1}}, start("S1902B"), "bids.ITALY", "wrong_value"),
    ({"bids": {"ITALY": "3"}}, start("S1902B"), "bids.ITALY", "wrong_type"),
    ({"bids": {"AUSTRIA": 3}}, start("S1902B"), "bids.AUSTRIA", "bid_for_home"),
    ({"bids": {"NOBODY": 3}}, start("S1902B"), "bids.NOBODY", "wrong_value"),
    ({"bids": {}, "more": 1}, start("S1902B"), "more", "unknown_field"),
    (
        {"orders": {"AUSTRIA": ["A BUD H", "A VIE - LON"]}},
        start("S1902M"),
        "orders.AUSTRIA.1",
        "illegal_order",
    ),
    ({"orders": {"FRANCE": ["A PAR H"]}}, start("S1902M"), "orders.FRANCE.0", "illegal_order"),
    ({"orders": {"AUSTRIA": ["A BUD H", "A BUD H"]}}, start("S1902M"), "orders.AUSTRIA", "ordered_twice"),
    ({"orders": {"AUSTRIA": ["A BUD \x00"]}}, start("S1902M"), "orders.AUSTRIA.0", "illegal_order"),
]


def test_faults_of_an_entry_name_their_field_and_nothing_is_stored(duel):
    begun = {}
    for body, position, field, code in CASES:
        key = str(position)
        if key not in begun:
            begun[key] = duel(position)
        contest, anna = begun[key].contest, begun[key].programs["anna"]
        answer = anna.put(f"/duels/{contest.token}/entries/{contest.phase}", body)
        assert answer.status_code == 422, (body, answer.text)
        assert [(each["field"], each["code"]) for each in answer.json["errors"]] == [(field, code)]
        assert answer.json["errors"][0]["message"]
        assert contest.content(FIRST) is None


def test_every_order_that_cannot_be_given_is_named(duel):
    begun = duel(start("S1902M"))
    body = {"orders": {"AUSTRIA": ["A VIE - LON", "A BUD H", "nonsense"], "FRANCE": ["A PAR H"]}}
    answer = begun.programs["anna"].put(f"/duels/{begun.contest.token}/entries/S1902M", body)
    faults = answer.json["errors"]
    assert [each["field"] for each in faults] == ["orders.AUSTRIA.0", "orders.AUSTRIA.2", "orders.FRANCE.0"]
    assert {each["code"] for each in faults} == {"illegal_order"}
    assert len({each["message"] for each in faults}) == 3


REFUSED = [
    (
        "S1902M",
        "AUSTRIA",
        "A VIE - LON",
        "unreachable",
        "A VIE H",
        "it cannot reach London",
    ),
    ("S1902M", "AUSTRIA", "A VIE - VIE", "same_place", "A VIE - GAL", "it stands there already"),
    ("S1902M", "AUSTRIA", "A VIE S A BUD - LVN", "cannot_support_there", "A VIE S A BUD - GAL", "Livonia"),
    ("S1902M", "AUSTRIA", "nonsense", "unreadable", None, "the order cannot be read"),
    ("S1902M", "AUSTRIA", "A GAL - UKR", "no_unit", None, "A Galicia is not there"),
    ("S1902M", "FRANCE", "A PAR H", "foreign_unit", None, "belongs to another power"),
    ("S1902M", "FRANCE", "A VIE H", "foreign_unit", None, "belongs to another power"),
    ("S1902M", "AUSTRIA", "A VIE B", "wrong_phase", "A VIE H", "does not belong to this phase"),
]


@pytest.mark.parametrize(("phase", "power", "order", "reason", "legal", "words"), REFUSED)
def test_an_illegal_order_says_why_and_what_could_be_ordered(duel, phase, power, order, reason, legal, words):
    begun = duel(start(phase))
    path = f"/duels/{begun.contest.token}/entries/{phase}"
    answer = begun.programs["anna"].put(path, {"orders": {power: [order]}})
    (fault,) = answer.json["errors"]
    assert (fault["code"], fault["reason"]) == ("illegal_order", reason)
    assert words in fault["message"]
    assert fault["rule"].startswith("http")
    assert fault["rule"].endswith(f"/learn/rules/moves#{ANCHORS[Cause(reason)]}")
    options = begun.programs["anna"].get_json(f"/duels/{begun.contest.token}/options/{phase}")
    offered = {each["unit"]: each["orders"] for each in options["units"]}
    listed = next((orders for unit, orders in offered.items() if order.startswith(unit)), [])
    assert fault["alternatives"] == (listed if power == "AUSTRIA" else [])
    assert legal is None or legal in fault["alternatives"]


def test_an_order_that_is_only_written_otherwise_names_how_it_is_stored(duel):
    units = {"AUSTRIA": ["A GAS", "F MAO", "F TRI"], "FRANCE": ["A PAR"]}
    begun = duel(start("S1902M", units=units))
    path = f"/duels/{begun.contest.token}/entries/S1902M"
    answer = begun.programs["anna"].put(path, {"orders": {"AUSTRIA": ["A GAS - SPA/NC"]}})
    (fault,) = answer.json["errors"]
    assert (fault["code"], fault["reason"], fault["alternatives"]) == ("illegal_order", None, ["A GAS - SPA"])


def test_the_reasons_of_illegal_orders_are_those_of_the_adjudicator_in_the_language_that_is_asked_for(duel):
    begun = duel(start("S1902M"))
    anna = begun.programs["anna"]
    path = f"{PATH}/duels/{begun.contest.token}/entries/S1902M"
    french = {**anna.headers, "Accept-Language": "fr"}
    answer = anna.client.put(path, json={"orders": {"AUSTRIA": ["A VIE - VIE"]}}, headers=french)
    assert "elle s’y trouve déjà" in answer.json["errors"][0]["message"]


def test_no_more_faults_than_there_are_units_list_what_could_be_ordered(duel):
    begun = duel(start("S1902M"))
    path = f"/duels/{begun.contest.token}/entries/S1902M"
    answer = begun.programs["anna"].put(path, {"orders": {"AUSTRIA": ["A VIE - LON"] * 36}})
    listed = [bool(fault["alternatives"]) for fault in answer.json["errors"][:36]]
    assert listed == [True] * 34 + [False] * 2


def test_entries_too_late_too_early_or_by_others_are_refused_with_a_code(duel, program, member):
    begun = duel(start("S1902M"))
    token, anna, boris = begun.contest.token, begun.programs["anna"], begun.programs["boris"]
    member("clara")
    clara = program("clara")
    moves, path = {"orders": {}}, f"/duels/{token}/entries"
    assert anna.code("PUT", f"{path}/S1901M", moves) == "phase_over"
    assert anna.code("PUT", f"{path}/nonsense", moves) == "not_found"
    assert clara.code("PUT", f"{path}/S1902M", moves) == "not_a_player"
    assert clara.code("GET", f"/duels/{token}/options/S1902M") == "not_a_player"
    assert clara.code("PUT", f"{path}/S1902M/readiness", {"ready": True}) == "not_a_player"
    assert clara.get_json(f"/duels/{token}")["you"] is None
    assert (
        anna.code("POST", f"/duels/{token}/events", {"event": "draw_agreed", "phase": "S1902M"})
        == "not_possible"
    )
    for event in ("closed", "corrected", "nonsense"):  # what players cannot do is no value of the field
        refused = anna.post(f"/duels/{token}/events", {"event": event, "phase": "S1902M"})
        assert refused.status_code == 422
        assert [fault["field"] for fault in refused.json["errors"]] == ["event"]
        assert "draw_offered" in refused.json["detail"]
        assert "closed" not in refused.json["detail"]
    assert anna.code("POST", f"/duels/{token}/time", {"act": "resume", "phase": "S1902M"}) == "not_possible"
    offered = anna.post(f"/duels/{token}/events", {"event": "draw_offered", "phase": "S1902M"}).json
    assert (offered["draw_offered_by"], offered["ordinal"]) == (["first"], 1)
    assert "draw_agreed" in boris.get_json(f"/duels/{token}")["events"]
    begun.clock(LATER.replace(day=LATER.day + 3))
    assert anna.code("PUT", f"{path}/S1902M", moves) == "phase_over"
    assert anna.get_json(f"/duels/{token}")["phase"] != "S1902M"


def test_a_sheet_that_may_be_overbid_is_handed_in_only_with_accept_overbid(duel):
    begun = duel(start("S1902B"))
    anna, path = begun.programs["anna"], f"/duels/{begun.contest.token}/entries/S1902B"
    assert anna.put(path, {"bids": {"ITALY": 999}}).json["may_be_overbid"]
    assert anna.code("PUT", f"{path}/readiness", {"ready": True}) == "may_be_overbid"
    assert not anna.get_json(path)["ready"]
    assert anna.put(f"{path}/readiness", {"ready": True, "accept_overbid": True}).json["seal"]
    assert anna.put(path, {"bids": {"ITALY": 1}}).json["was_ready"]
    told = anna.put(f"{path}/readiness", {"ready": False}).json
    assert (told["ready"], told["resolved"]) == (False, False)
    assert told["seal"] == anna.get_json(path)["seal"] == begun.contest.entry(FIRST).seal


def test_a_list_is_stored_with_the_bot_s_share_for_the_draws(duel):
    begun = duel()
    anna, path = begun.programs["anna"], f"/duels/{begun.contest.token}/entries/HOMES"
    listed = {**LISTS[FIRST], "share": "0123456789abcdef"}
    assert anna.put(path, listed).status_code == 200
    assert anna.get_json(path)["entry"] == listed
    assert anna.code("PUT", path, {**listed, "share": "no hex"}) == "invalid"


def test_retreats_builds_and_a_sheet_are_entered_in_advance_and_taken_back(duel):
    begun = duel(start("F1902M"))
    anna, path = begun.programs["anna"], f"/duels/{begun.contest.token}"
    ahead = anna.get_json(path)["ahead"]
    assert ahead == ["F1902R", "W1902A", "S1903B"]
    for phase in ahead:
        options = anna.get_json(f"{path}/options/{phase}")
        assert options["units" if phase == "F1902R" else "winters" if phase == "W1902A" else "mercenaries"]
    sheet = f"{path}/entries/S1903B"
    assert anna.put(sheet, {"bids": {"ITALY": 2}}).json["entry"] == {"bids": {"ITALY": 2}}
    assert anna.put(f"{sheet}?accept_overbid=true", {"bids": {"ITALY": 999}}).json["ready"]
    assert anna.get_json(sheet)["entry"] == {"bids": {"ITALY": 999}}
    assert anna.ask("DELETE", sheet).json == {"phase": "S1903B", "taken_back": True}
    assert anna.code("GET", sheet) == "not_found"
    assert anna.code("GET", f"{path}/entries/F1909M") == "phase_to_come"


def test_options_of_a_retreat_and_of_a_winter_are_those_of_the_account_alone(duel):
    retreats = duel(start("S1902R", dislodged=STUCK))
    path = f"/duels/{retreats.contest.token}/options/S1902R"
    (unit,) = retreats.programs["boris"].get_json(path)["units"]
    assert unit == {"power": "FRANCE", "unit": "A SER", "orders": ["A SER D", "A SER R ALB", "A SER R GRE"]}
    assert retreats.programs["anna"].code("GET", path) == "not_awaited"
    builds = duel(winter())
    of_winter = builds.programs["boris"].get_json(f"/duels/{builds.contest.token}/options/W1901A")["winters"]
    assert {each["power"] for each in of_winter} == {"FRANCE"}


def test_a_live_duel_is_come_to_and_a_tag_says_that_nothing_has_changed(
    site, sqlite_database, pages, program
):
    pages()
    anna, boris = program("anna"), program("boris")
    made = anna.post("/challenges", {"kind": "link", "clock": "live"}).json["challenge"]
    token = boris.post(f"/challenges/{made}/accept").json["duel"]
    before = anna.get(f"/duels/{token}")
    assert before.json["time_acts"] == ["come"]
    assert anna.get(f"/duels/{token}", **{"If-None-Match": before.headers["ETag"]}).status_code == 304
    come = anna.post(f"/duels/{token}/time", {"act": "come", "phase": "HOMES"})
    assert come.json["times"]["opens_until"] is None
    assert anna.get(f"/duels/{token}", **{"If-None-Match": before.headers["ETag"]}).status_code == 200


TERMS = [
    ({"clock": {"moves": 1}}, "clock.moves"),
    ({"clock": {"autumns": 1}}, "clock.autumns"),
    ({"clock": {"limit": 10_800}}, "clock.limit"),
    ({"clock": {"rest_days": ["friday", "someday"]}}, "clock.rest_days.1"),
    ({"clock": {"moves": 60, "auctions": 60, "shorts": 60, "rest_days": ["monday"]}}, "clock.rest_days"),
    ({"clock": "never"}, "clock"),
    ({"clock": 3}, "clock"),
    ({"settings": {"income": {"fixed": -1}}}, "settings.income.fixed"),
    ({"settings": {"victory": 3}}, "settings.victory"),
    ({"preset": "chess"}, "preset"),
    ({"edition": "none"}, "edition"),
    ({"settings": {"loyalty": -1}}, "settings.loyalty"),
    ({"settings": {"starting_credits": {"ITALY": 3}}}, "settings.starting_credits"),
    ({"kind": "named"}, "opponent"),
    ({"kind": "named", "opponent": "nobody"}, "opponent"),
    ({"kind": "named", "opponent": "a\x00"}, "opponent"),
    ({"kind": "open", "opponent": "boris"}, "opponent"),
    ({"kind": "link", "within": 100}, "within"),
    ({"unknown": 1}, "unknown"),
]


@pytest.mark.usefixtures("pages")
def test_terms_that_cannot_be_are_named_and_challenges_are_answered_and_taken_back(member, program):
    member("clara")
    anna, boris = program("anna"), program("boris")
    for body, field in TERMS:
        answer = anna.post("/challenges", body)
        assert (answer.status_code, answer.json["errors"][0]["field"]) == (422, field), answer.text
    assert anna.code("POST", "/challenges", {"kind": "named", "opponent": "anna"}) == "challenge_refused"
    named = anna.post("/challenges", {"kind": "named", "opponent": "boris", "match": True}).json["challenge"]
    assert program("clara").code("GET", f"/challenges/{named}") == "not_found"
    assert anna.code("POST", f"/challenges/{named}/decline") == "challenge_refused"
    assert boris.code("POST", f"/challenges/{named}/withdraw") == "challenge_refused"
    assert boris.post(f"/challenges/{named}/decline").json["state"] == "declined"
    assert boris.code("POST", f"/challenges/{named}/accept") == "challenge_settled"
    assert anna.code("POST", "/challenges", {"kind": "named", "opponent": "boris"}) == "limit_reached"
    clock = {"moves": 7200, "auctions": 7200, "shorts": 3600, "rest_days": ["friday", "monday"]}
    opened = anna.post("/challenges", {"clock": clock, "rated": True, "within": 200}).json
    assert (opened["clock"]["shorts"], opened["rating_low"], opened["counts"]) == (3600, 1300, True)
    assert (opened["clock"]["rest_days"], opened["clock"]["weekends"]) == (["monday", "friday"], True)
    assert [
        each["challenge"] for each in boris.get_json("/challenges?pace=days&acceptable=true")["open"]
    ] == [opened["challenge"]]
    assert boris.get_json("/challenges?pace=live")["open"] == []
    assert anna.post(f"/challenges/{opened['challenge']}/withdraw").json["state"] == "withdrawn"
    assert anna.code("GET", "/challenges?pace=slow") == "invalid"
    assert anna.code("GET", "/challenges?pace=live&pace=days") == "invalid"
    assert anna.code("GET", "/challenges?what=1") == "invalid"


def test_a_private_duel_is_unknown_to_others_even_where_they_could_rule_on_it_on_the_site(
    pages, member, program, sqlite_database
):
    private = pages(public=False)
    clara, token = member("clara"), private.contest.token
    with sqlite_database.writing() as session:
        accounts.make_moderator(session, "clara")
        call_arbiter(session, token, private.contest.users[FIRST], "Help, please.", LATER)
    assert clara.get(f"/duels/{token}").status_code == 200
    for path in ("", "/chapters", "/record", "/options/HOMES", "/entries/HOMES"):
        assert program("clara").code("GET", f"/duels/{token}{path}") == "not_found"
    assert program("clara").get_json("/public-duels")["duels"] == []


def test_practice_counts_neither_as_running_nor_as_awaiting(duel, sqlite_database):
    """A practice player may still play as many duels as the account allows."""
    anna = duel().programs["anna"]
    before = anna.get_json("/account")
    with sqlite_database.writing() as session:
        begin_practice(session, accounts.named(session, "anna").id, PracticeWish(), LATER)
    assert before["running"] == 1
    assert anna.get_json("/account") == before


def test_in_practice_an_api_client_can_make_no_offers(duel, sqlite_database):
    anna = duel().programs["anna"]
    with sqlite_database.writing() as session:
        token = begin_practice(session, accounts.named(session, "anna").id, PracticeWish(), LATER).token
    shown = anna.get_json(f"/duels/{token}")
    assert shown["events"] == ["conceded"]
    for event in ("draw_offered", "end_asked"):
        answer = anna.post(f"/duels/{token}/events", {"event": event, "phase": shown["phase"]})
        assert (answer.status_code, answer.json["code"]) == (409, "not_possible")
        assert "answers no offers" in answer.json["detail"]
    assert anna.get_json(f"/duels/{token}")["ordinal"] == shown["ordinal"]
    assert anna.post(f"/duels/{token}/events", {"event": "conceded", "phase": shown["phase"]}).json["result"]


def test_a_bot_sees_that_the_agreed_hours_are_over(pages, program):
    """Source 002, 1."""
    duel = pages(lonely("F1903M"), clock=Clock(3000, 3000, 3000, misses=9, limit=7200))
    anna, path = program("anna"), f"/duels/{duel.contest.token}"
    duel.clock(NOON)
    for reader in ("anna", "boris"):
        duel.post(reader, "time/come")
    seen = anna.get_json(path)
    assert seen["clock"]["limit"] == 7200
    assert seen["times"]["over_at"] == "2026-11-20T14:00:00Z"
    duel.clock(NOON + timedelta(hours=2))
    over = anna.get_json(path)
    assert (over["result"]["reason"], over["times"]["over_at"]) == ("time_up", None)
