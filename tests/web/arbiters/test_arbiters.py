"""Arbiters through the pages: called by a player, ruling on others' duels, answering."""

import re
from datetime import timedelta

import pytest

from models import StoredDuel, User
from services.accounts.accounts import named
from services.duels.authority import appoint
from services.terms import Terms
from tests.fixtures_duels import DAILY, FIRST, LATER, LISTS, SECOND, Contest
from tests.fixtures_site import PASSWORD
from tests.web.accounts.steps import App, kept
from tests.web.reading import plain, text, without_tokens

SECRET = {"orders": {"FRANCE": ["A MAR - SPA"]}}


@pytest.fixture
def duel(pages, member, sqlite_database):
    """Return a private duel of three chapters with a sealed entry, and an arbiter."""
    duel = pages(public=False)
    duel.readers["clara"] = member("clara")
    duel.app = App(duel.site, "clara")
    with sqlite_database.writing() as session:
        appoint(session, "clara", LATER)
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    duel.contest.resolve({"bids": {"ITALY": 5}}, {"bids": {"GERMANY": 6}})
    duel.contest.resolve({"orders": {"AUSTRIA": ["A VIE - GAL"]}}, {"orders": {"FRANCE": ["A PAR - BUR"]}})
    duel.contest.enter(SECOND, SECRET)
    return duel


def called(duel, words="The site was slow."):
    return duel.post("anna", "arbiter", text=words)


def ruled(duel, act, reader="clara", **fields):
    seen = str(duel.contest.stored().ordinal)
    given = {"seen": seen, "reason": "A slip of the site.", **fields}
    sure = {"sure": given.pop("sure")} if "sure" in given else {}
    return duel.send(
        reader, f"ruling/{act}", {**{f"{act}-{name}": str(value) for name, value in given.items()}, **sure}
    )


def test_a_call_without_a_word_is_asked_what_is_wrong(duel):
    for sent in ({}, {"text": ""}):
        refused = duel.post("anna", "arbiter", **sent)
        assert refused.status_code == 422
        assert "Say what is wrong." in refused.text


def test_an_arbiter_sees_a_private_duel_while_they_are_called_and_as_a_spectator_does(duel):
    addresses = (
        *("", "/chapters/0", "/chapters/2", "/record.json", "/stamp", "/ruling"),
        *("/board.svg", "/chapters/2/board.svg", "/what-if/2", "/ruling/correct?chapter=2&player=second"),
    )
    assert {duel.get("clara", page).status_code for page in addresses} == {404}
    assert called(duel).status_code == 303
    before = [duel.get("clara", page) for page in addresses]
    assert {answer.status_code for answer in before} == {200}
    assert "You are the arbiter" in before[0].text
    assert "The site was slow." in before[0].text
    assert duel.get("visitor").status_code == 404
    duel.contest.store(FIRST, {"orders": {"AUSTRIA": ["A BUD - SER"]}})
    after = [duel.get("clara", page) for page in addresses]
    assert [without_tokens(answer) for answer in after] == [without_tokens(answer) for answer in before]


def test_only_the_player_who_called_the_arbiter_reads_the_call_and_the_answer(duel):
    called(duel)
    assert "You called:" in text(duel.get("anna"))
    assert "slow" not in text(duel.get("boris"))
    assert called(duel, "Again").status_code == 422
    listed = text(duel.readers["clara"].get("/arbiter"))
    assert "anna – boris" in listed
    number = re.search(r"/arbiter/(\d+)/answer", duel.readers["clara"].get("/arbiter").text)[1]
    answer = duel.readers["clara"].post(f"/arbiter/{number}/answer", **{f"{number}-text": "I looked."})
    assert answer.status_code == 303
    assert "I looked." in text(duel.get("anna"))
    assert "I looked." not in text(duel.get("boris"))
    assert duel.get("clara").status_code == 404
    assert (
        duel.readers["clara"].post(f"/arbiter/{number}/answer", **{f"{number}-text": "x"}).status_code == 404
    )


def test_the_list_of_calls_is_for_arbiters(duel):
    called(duel)
    assert duel.readers["anna"].get("/arbiter").status_code == 404
    assert duel.readers["visitor"].get("/arbiter").status_code == 303
    assert "/arbiter" not in duel.readers["anna"].get("/account").text
    assert "/arbiter" in duel.readers["clara"].get("/account").text


def test_open_calls_are_counted_in_the_menu_of_those_alone_who_may_answer_them(duel, sqlite_database):
    def menu(reader):
        return plain(duel.readers[reader].get("/rules").text.partition("</nav>")[0])

    assert "open call" not in menu("clara")
    called(duel)
    assert "Calls 1 1 open call" in menu("clara")
    with sqlite_database.writing() as session:
        appoint(session, "anna", LATER)
    assert "open call" not in menu("anna")  # the arbiter's own duel
    assert "open call" not in menu("visitor")
    number = re.search(r"/arbiter/(\d+)/answer", duel.readers["clara"].get("/arbiter").text)[1]
    duel.readers["clara"].post(f"/arbiter/{number}/answer", **{f"{number}-text": "I looked."})
    assert "open call" not in menu("clara")


def test_taking_back_is_asked_about_and_then_seen_by_both_with_its_reason(duel):
    called(duel)
    asked = ruled(duel, "take_back", kept=2)
    assert (asked.status_code, "Take the duel back?" in asked.text) == (422, True)
    assert duel.contest.phase == "F1901M"
    assert ruled(duel, "take_back", kept=2, sure="yes").status_code == 303
    assert duel.contest.phase == "S1901M"
    for reader, words in (("anna", "A slip of the site."), ("boris", "Raison : A slip of the site.")):
        assert words in text(duel.get(reader))
    undone = text(duel.get("anna", "/chapters/2"))
    assert "The arbiter has undone this chapter" in undone
    assert "A slip of the site." in text(duel.get("anna", "/chapters/3"))
    assert "undone" in duel.get("anna").text
    duel.contest.resolve(None, None)
    assert "A slip of the site." not in text(duel.get("anna"))


def test_an_open_page_notices_that_its_phase_restarts(duel):
    called(duel)
    before = re.search(r'data-phase="([^"]*)"', duel.get("anna").text)[1]
    duel.contest.hand_in(FIRST)
    ruled(duel, "take_back", kept=3, sure="yes")
    after = re.search(r'data-phase="([^"]*)"', duel.get("anna").text)[1]
    assert (before, after) == ("F1901M", "F1901M-1")


def test_an_entry_is_corrected_from_what_was_resolved(duel):
    called(duel)
    page = duel.get("clara", "/ruling/correct?chapter=2&player=second")
    assert "A Paris - Burgundy" in page.text or "PAR" in page.text
    assert "SPA" not in page.text
    fields = {
        "chapter": "2",
        "player": "second",
        "orders": "A Par - Gas",
        "correct-seen": "3",
        "correct-reason": "Read wrongly.",
    }
    asked = duel.send("clara", "ruling/correct", fields)
    assert (asked.status_code, "Correct this entry?" in asked.text) == (422, True)
    assert duel.send("clara", "ruling/correct", {**fields, "orders": "nonsense"}).status_code == 422
    assert duel.send("clara", "ruling/correct", {**fields, "correct-reason": ""}).status_code == 422
    assert duel.send("clara", "ruling/correct", {**fields, "sure": "yes"}).status_code == 303
    assert "A GAS" in {str(unit) for unit in duel.contest.stored().duel.position.units}


@pytest.mark.parametrize("chapter", [0, 1])
def test_lists_and_sheets_are_corrected_too(duel, chapter):
    called(duel)
    page = duel.get("clara", f"/ruling/correct?chapter={chapter}&player=first").text
    sheet = dict(re.findall(r'<input[^>]* name="(bid_\w+)"[^>]*? value="([^"]*)"', page)) | {"bid_ITALY": "2"}
    ranks = {f"rank_{rank}": power for rank, power in enumerate(reversed(LISTS[FIRST]["homes"]), 1)}
    fields = {
        "chapter": str(chapter),
        "player": "first",
        "correct-seen": "3",
        "correct-reason": "Read wrongly.",
    }
    sent = {**fields, **(sheet if chapter else ranks), "sure": "yes"}
    assert duel.send("clara", "ruling/correct", sent).status_code == 303
    assert duel.contest.phase == ("S1901M" if chapter else "S1901B")


@pytest.mark.parametrize(
    ("act", "fields", "words"),
    [
        ("extend", {"amount": 2, "unit": "hours"}, "2 hours"),
        ("pause", {"amount": 1, "unit": "days"}, "paused by the arbiter"),
        ("close", {"winner": "second", "sure": "yes"}, "boris won: the arbiter closed the duel."),
        ("close", {"winner": "nobody", "sure": "yes"}, "Nobody won: the arbiter closed the duel."),
    ],
)
def test_each_ruling_is_carried_out_and_shown(duel, act, fields, words):
    called(duel)
    assert ruled(duel, act, **fields).status_code == 303
    assert words in text(duel.get("anna"))


@pytest.mark.parametrize(
    ("act", "fields", "words"),
    [
        ("extend", {"amount": 99, "unit": "days"}, "30 days at the most"),
        ("extend", {"amount": "much", "unit": "days"}, "Not a valid integer"),
        ("pause", {"amount": 99, "unit": "days"}, "14 days at the most"),
        ("extend", {"amount": 2, "unit": "hours", "reason": ""}, "Give the reason"),
        ("resume", {}, "not paused any more"),
        ("grant", {"sure": "yes"}, "no claim"),
        ("take_back", {"kept": 77, "sure": "yes"}, "Not a valid choice"),
    ],
)
def test_an_impossible_ruling_is_refused_at_its_field_and_keeps_the_form(duel, act, fields, words):
    called(duel)
    answer = ruled(duel, act, **fields)
    assert (answer.status_code, words in text(answer)) == (422, True)
    assert duel.contest.stored().ordinal == 3


def test_a_ruling_from_an_outdated_page_is_refused(duel):
    called(duel)
    assert ruled(duel, "take_back", kept=1, seen=2, sure="yes").status_code == 409
    assert duel.contest.phase == "F1901M"


def test_players_cannot_rule_even_if_they_are_arbiters(duel, sqlite_database):
    called(duel)
    with sqlite_database.writing() as session:
        named(session, "boris").is_arbiter = True
    for reader in ("anna", "boris"):
        assert ruled(duel, "close", reader, winner="second", sure="yes").status_code == 403
        assert duel.get(reader, "/ruling").status_code == 403
    assert duel.contest.phase == "F1901M"


ACTS = ("extend", "pause", "resume", "take_back", "grant", "close")
PLACES = ("ruling", "ruling/correct?chapter=2&player=second")


def test_an_arbiter_needs_a_second_factor_to_rule_or_read_calls(duel, member, sqlite_database):
    called(duel)
    duel.readers["dora"] = member("dora")
    with sqlite_database.writing() as session:
        appoint(session, "dora", LATER)
    number = re.search(r"/arbiter/(\d+)/answer", duel.readers["clara"].get("/arbiter").text)[1]
    refused = [
        *(ruled(duel, act, "dora", amount=1, unit="hours", kept=0, sure="yes") for act in ACTS),
        *(duel.get("dora", f"/{place}") for place in PLACES),
        duel.send("dora", "ruling/correct", {"chapter": "2", "player": "second", "sure": "yes"}),
        duel.readers["dora"].get("/arbiter"),
        duel.readers["dora"].post(f"/arbiter/{number}/answer", **{f"{number}-text": "I looked."}),
    ]
    assert {(answer.status_code, "Two-step log-in needed" in answer.text) for answer in refused} == {
        (403, True)
    }
    assert not any("slow" in answer.text for answer in refused)
    assert duel.contest.stored().ordinal == 3


def test_an_arbiter_confirms_their_identity_and_the_ruling_is_then_carried_out(duel):
    called(duel)
    duel.clock(LATER + timedelta(minutes=11))
    asked = ruled(duel, "close", winner="second", sure="yes")
    assert (asked.status_code, "Is it you?" in asked.text) == (200, True)
    assert duel.contest.stored().phase is not None
    proof = {"proof_password": PASSWORD, "second_code": duel.app.recovery[0]}
    done = duel.readers["clara"].post(f"{duel.path}/ruling/close", **(kept(asked) | proof))
    assert done.status_code == 303
    assert duel.contest.stored().phase is None


def test_an_arbiter_cannot_rule_on_duels_of_their_own_opponents(duel, sqlite_database):
    called(duel)
    assert duel.get("clara", "/ruling").status_code == 200
    assert "anna – boris" in text(duel.readers["clara"].get("/arbiter"))
    with sqlite_database.reading() as session:
        players = {"anna": duel.contest.users[SECOND], "boris": named(session, "clara").id}
    other = Contest(sqlite_database, players, Terms(clock=DAILY)).at(None)
    assert {duel.get("clara", page).status_code for page in ("", "/ruling")} == {404}
    assert ruled(duel, "close", winner="first", sure="yes").status_code == 404
    listed = duel.readers["clara"].get("/arbiter")
    assert "anna – boris" not in text(listed)
    assert "open call" not in plain(listed.text.partition("</nav>")[0])
    with sqlite_database.writing() as session:
        session.get(StoredDuel, other.stored().id).ended_at = LATER
    assert duel.get("clara", "/ruling").status_code == 200


def test_after_the_end_nothing_is_ruled(duel):
    called(duel)
    duel.contest.happen(FIRST, "conceded")
    answer = ruled(duel, "take_back", kept=1, sure="yes")
    assert (answer.status_code, "The duel is over" in text(answer)) == (422, True)
    assert duel.send("anna", "arbiter", {"text": "Too late"}).status_code == 422


def test_the_command_makes_an_arbiter_and_unmakes_them(duel, site, sqlite_database):
    run = site.test_cli_runner().invoke
    assert "is an arbiter now" in run(args=["accounts", "arbiter", "anna"]).output
    assert "no arbiter any more" in run(args=["accounts", "arbiter", "anna", "--off"]).output
    assert run(args=["accounts", "arbiter", "nobody"]).exit_code == 1
    with sqlite_database.reading() as session:
        assert not session.get(User, duel.contest.users[FIRST]).is_arbiter
