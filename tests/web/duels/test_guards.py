"""Guards of forms: tokens, log-ins, other people's duels, phases that are over or never existed."""

import html

import pytest

from tests.builders import POWERS, start
from tests.fixtures_duels import DEADLINE, FIRST, LISTS, SECOND
from tests.web.duels.test_entering import RANKS
from tests.web.reading import text

SENT = {
    "entry": {"rank_1": "ITALY", "rank_2": "a <b> title"},
    "typed": {"orders": "A Vie - Gal\nmy plan"},
    "ready": {},
    "unready": {},
    "acts/conceded": {"sure": "yes"},
    "acts/draw_offered": {},
}
"""Example values for each form of a duel."""


@pytest.fixture(params=SENT)
def page(request):
    return request.param


def assert_given_back(answer, fields):
    """Check that a page still holds everything typed."""
    for name, value in fields.items():
        assert f'name="{name}"' in answer.text
        assert value in html.unescape(answer.text)


def untouched(duel):
    """Whether nothing was stored and nothing happened."""
    return duel.contest.entry(FIRST, "HOMES") is None and duel.contest.chapters() == []


def test_a_form_without_a_token_is_refused_and_keeps_its_text(pages, page):
    duel = pages()
    anna = duel.readers["anna"]
    for token in ({}, {"csrf_token": "forged"}):
        fields = {"phase": "HOMES", **SENT[page], **token}
        answer = anna.client.post(f"{duel.path}/{page}", data=fields, headers=anna.headers)
        assert answer.status_code == 400
        assert "This form had expired" in text(answer)
        assert_given_back(answer, SENT[page])
    assert untouched(duel)


def test_a_form_sent_without_log_in_is_refused_and_shown_again(pages, page):
    duel = pages()
    answer = duel.post("visitor", page, **SENT[page])
    assert answer.status_code == 401
    assert "You are not logged in any more" in text(answer)
    assert_given_back(answer, {"phase": "HOMES", **SENT[page]})
    assert untouched(duel)


@pytest.mark.parametrize(("public", "status"), [(True, 403), (False, 404)])
def test_other_people_s_duels_take_nothing(pages, member, page, public, status):
    duel = pages(public=public)
    duel.readers["clara"] = member("clara")
    for fields in (SENT[page], {}):
        assert duel.post("clara", page, **fields).status_code == status
    assert untouched(duel)


def test_a_private_duel_is_seen_by_its_players_only(pages, member):
    duel = pages(public=False)
    duel.readers["clara"] = member("clara")
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    for seen in ("", "/record.json", "/chapters/0"):
        assert [duel.get(reader, seen).status_code for reader in duel.readers] == [200, 200, 404, 404]
    assert duel.path not in duel.readers["clara"].get("/duels/watch").text


def test_a_duel_that_does_not_exist_is_not_found(pages, page):
    duel = pages()
    duel.path = "/duels/nothing"
    assert duel.post("anna", page, **SENT[page]).status_code == 404
    for path in (
        "/duels/nothing",
        "/duels/a%00b",
        "/duels/%F0%9F%99%82",
        "/duels/nothing/record.json",
        "/duels/x/chapters/0",
    ):
        assert duel.readers["anna"].get(path).status_code == 404


@pytest.mark.parametrize("name", ["entry", "typed", "ready", "unready"])
def test_a_phase_that_is_over_or_never_was_is_a_conflict_and_what_was_sent_stays(pages, name):
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    for phase in ("HOMES", "S1901M", "W1999A", "", "s1901b", "S1901B\x00", "x" * 5000):
        answer = duel.send("anna", name, {**SENT[name], "phase": phase})
        assert answer.status_code == 409, phase
        assert "This phase is over" in text(answer)
        for field, value in SENT[name].items():
            called = {"orders": "Orders"}.get(field, field.replace("rank_", "Choice "))
            assert f"<dt>{called}</dt><dd><pre>{value}</pre></dd>" in html.unescape(answer.text)
    assert duel.send("anna", name, SENT[name]).status_code == 409
    assert duel.content() is None


def test_two_phases_in_one_form_count_as_the_first(pages):
    duel = pages()
    assert duel.send("anna", "entry", {**RANKS, "phase": ["S1901B", "HOMES"]}).status_code == 409
    assert duel.send("anna", "entry", {**RANKS, "phase": ["HOMES", "S1901B"]}).status_code == 303
    assert duel.content() == {"homes": POWERS}


def test_a_form_of_another_phase_s_fields_stores_nothing_of_them(pages):
    duel = pages(start("S1902B"))
    duel.post("anna", "entry", **RANKS, order_VIE="A VIE - GAL")
    assert duel.content() == {"bids": {}}


def test_an_entry_after_the_deadline_is_too_late_even_before_a_sweep(pages):
    duel = pages()
    duel.contest.store(FIRST, LISTS[FIRST])
    duel.clock(DEADLINE)
    for page in ("entry", "store"):
        answer = duel.send("anna", page, {**RANKS, "phase": "HOMES", "rank_1": "TURKEY", "rank_7": "AUSTRIA"})
        assert answer.status_code == 409
    assert [chapter.entries["first"]["homes"] for chapter in duel.contest.chapters()] == [POWERS]


@pytest.mark.parametrize("method", ["get", "put", "delete", "patch"])
def test_changes_need_a_post_request(pages, page, method):
    duel = pages()
    anna = duel.readers["anna"]
    answer = getattr(anna.client, method)(f"{duel.path}/{page}", headers=anna.headers)
    if method == "get":
        assert (answer.status_code, answer.headers["Location"]) == (303, duel.path)
    else:
        assert (answer.status_code, "POST" in answer.headers["Allow"]) == (405, True)
    assert untouched(duel)
