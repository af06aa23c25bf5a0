"""The page "What if": tried without scripts, shared by link, stored nowhere."""

import re

import pytest

from adjudicator import parse_or_keep
from services.what_if import MOST_STEPS, read_link, write_link
from tests.builders import lonely
from tests.fixtures_duels import FIRST, LISTS, SECOND
from tests.web.counting import Meter
from tests.web.reading import links, rows, text

BATTLE = lonely("S1902M", units={"AUSTRIA": ["A MUN"], "FRANCE": ["A PAR", "A MAR", "F BRE"]})


@pytest.fixture
def duel(pages):
    """Return a duel with chosen home powers, before its auction."""
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    return duel


def follow(duel, answer, reader="visitor"):
    assert answer.status_code == 303, answer.text
    return duel.readers[reader].get(answer.headers["Location"])


def sent(duel, path, reader="visitor", **fields):
    """Send the form of a page; return the next page."""
    return follow(duel, duel.send(reader, path, fields), reader)


def action(answer):
    """Return the target of the form for orders."""
    found = re.search(r'<form method="post" action="([^"]+)" class="entry"', answer.text)
    return found[1].replace("&amp;", "&").split("/", 3)[3]


def written(*play):
    """Return a line of play, given as texts, in the format of links."""
    return write_link([[parse_or_keep(order) for order in phase] for phase in play])


def test_the_present_position_is_tried_by_an_address_that_will_mean_the_same_tomorrow(pages):
    duel = pages()
    assert f"{duel.path}/what-if/now" in links(duel.get("visitor"))
    assert duel.get("visitor", "/what-if/now").headers["Location"] == f"{duel.path}/what-if/start"
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    assert duel.get("visitor", "/what-if/now").headers["Location"] == f"{duel.path}/what-if/0"
    assert f"{duel.path}/what-if/0" in links(duel.get("visitor", "/chapters/0"))
    page = duel.get("visitor", "/what-if/0")
    assert f"{duel.path}/chapters/0" in links(page)
    assert "Spring 1901, movement" in text(page)


def test_orders_of_all_sides_are_chosen_and_adjudicated_at_once(duel):
    page = sent(duel, "what-if/0", order_PAR="A PAR - BUR", order_MUN="A MUN - BUR", order_LON="F LON - NTH")
    told = rows(page)
    assert ["Army Paris", "- Burgundy", "bounced", "bounced with A Munich"] in told
    assert ["Fleet London", "- North Sea", "succeeded", ""] in told
    assert "Autumn 1901, movement" in text(page)
    assert 'name="order_NTH"' in page.text
    assert 'name="order_LON"' not in page.text


def test_a_branch_goes_on_through_retreats_and_winter_and_every_phase_has_its_link(pages):
    duel = pages(lonely("S1902M", units={"AUSTRIA": ["A BUR"], "FRANCE": ["A PAR", "A MAR"]}))
    duel.contest.happen(FIRST, "draw_offered")
    path = "what-if/0"
    for fields, heading in [
        ({"order_PAR": "A PAR - BUR", "order_MAR": "A MAR S A PAR - BUR"}, "Spring 1902, retreats"),
        ({"order_BUR": "A BUR R PIC"}, "Autumn 1902, movement"),
        ({"order_PIC": "A PIC - BEL"}, "Winter 1902, adjustments"),
        ({"winter_FRANCE_0": "F BRE B", "winter_AUSTRIA_0": "A VIE B"}, "Spring 1903, movement"),
    ]:
        page = sent(duel, path, **fields)
        assert f'<h2 id="task">{heading}</h2>' in page.text
        path = action(page)
    told = rows(page)
    assert ["Army Burgundy", "retreats to Picardy", "succeeded", ""] in told
    assert ["Fleet Brest", "Build F Brest", "succeeded", ""] in told
    play = read_link(path.partition("play=")[2])
    for length in range(1, 5):
        assert f"{duel.path}/what-if/0?play={write_link(play[:length])}" in links(page)
    assert "Begin again" in text(page)


def test_orders_are_typed_for_any_side_in_either_language(duel):
    told = {
        "visitor": [
            ["Army Paris", "- Burgundy", "bounced", "bounced with A Munich"],
            ["Army Munich", "- Burgundy", "bounced", "bounced with A Paris"],
        ],
        "boris": [
            ["Armée Paris", "– Bourgogne", "repoussée", "repoussée par A Munich"],
            ["Armée Munich", "– Bourgogne", "repoussée", "repoussée par A Paris"],
        ],
    }
    for sheet in ("A Par - Bur\nA Mun - Bur", "A Paris vers Bourgogne; A Munich vers Bourgogne"):
        for reader, expected in told.items():
            page = sent(duel, "what-if/0", reader, orders=sheet, order_PAR="A PAR - PIC")
            assert [row for row in expected if row in rows(page)] == expected
            assert page.text.count('class="tag bad"') == 2


def test_lines_that_cannot_be_read_are_named_and_nothing_is_lost(duel):
    answer = duel.send(
        "visitor", "what-if/0", {"orders": "A Par - Bur\nA Foo - Bar", "order_MUN": "A MUN - RUH"}
    )
    assert answer.status_code == 422
    assert "Nothing was tried." in text(answer)
    assert "Line 2, “A Foo - Bar”" in text(answer)
    assert "A Par - Bur\nA Foo - Bar</textarea>" in answer.text
    assert '<option selected value="A MUN - RUH">' in answer.text


def test_orders_that_cannot_be_carried_out_are_void_with_the_reason(duel):
    page = sent(duel, "what-if/0", orders="A Par - Mos", order_MUN="nonsense", order_KIE="A GAS - BUR")
    assert ["Army Paris", "- Moscow", "void", "it cannot reach Moscow"] in rows(page)
    assert "These orders match nothing on the board:" in text(page)
    assert "A Gascony - Burgundy: A Gascony is not there" in text(page)


def test_a_phase_can_be_changed_with_what_was_ordered_in_it(duel):
    play = written(["A PAR - BUR", "A MUN S A KIE", "F XYZ H"], ["A BUR - MUN"])
    first = f"{duel.path}/what-if/0?play={written(['A PAR - BUR', 'A MUN S A KIE', 'F XYZ H'])}&change=yes"
    assert first in links(duel.get("visitor", f"/what-if/0?play={play}"))
    page = duel.readers["visitor"].get(first)
    assert '<option selected value="A PAR - BUR">' in page.text
    assert action(page) == "what-if/0"


def test_after_twelve_phases_there_is_no_more_form(duel):
    eleven, twelve = (written(*[[]] * length) for length in (11, 12))
    page = sent(duel, f"what-if/0?play={eleven}")
    assert "12 phases at most" in text(page)
    assert "Adjudicate" not in text(page)
    answer = duel.send("visitor", f"what-if/0?play={twelve}", {})
    assert answer.status_code == 422


def test_an_api_client_gets_the_link_and_the_outcomes(duel):
    visitor = duel.readers["visitor"]
    duel.send("visitor", "what-if/0", {})
    form = {"csrf_token": duel.tokens["visitor"], "order_PAR": "A PAR - BUR", "orders": "A Mun - Bur"}
    headers = {**visitor.headers, "Accept": "application/json"}
    answer = visitor.client.post(f"{duel.path}/what-if/0", data=form, headers=headers)
    assert answer.json["url"] == f"{duel.path}/what-if/0?play={written(['A MUN - BUR', 'A PAR - BUR'])}"
    assert {
        "unit": "A PAR",
        "order": "A PAR - BUR",
        "flags": ["bounce"],
        "outcome": "bounced",
        "reason": "bounced with A Munich",
    } in answer.json["outcomes"]["FRANCE"]
    assert answer.json["after"]["next"] == "F1901M"
    form["orders"] = "nonsense"
    answer = visitor.client.post(f"{duel.path}/what-if/0", data=form, headers=headers)
    assert (answer.status_code, len(answer.json["faults"])) == (422, 1)


@pytest.mark.parametrize("play", ["x", "1", "1Aw", "2AwA", "1%00", "1" + "A" * 3600, "%F0%9F%99%82"])
@pytest.mark.parametrize("place", ["0", "start"])
def test_a_damaged_link_says_so_and_offers_to_begin(duel, play, place):
    answer = duel.get("visitor", f"/what-if/{place}?play={play}")
    assert answer.status_code == 400
    assert "This link is damaged" in text(answer)
    assert f"{duel.path}/what-if/{place}" in links(answer)
    assert (f"{duel.path}/chapters/0" if place == "0" else duel.path) in links(answer)
    assert duel.send("visitor", f"what-if/{place}?play={play}", {}).status_code == 400


def test_a_link_needs_no_cookie_and_a_form_of_another_site_is_refused(duel):
    stranger = duel.site.test_client()
    assert stranger.get(f"{duel.path}/what-if/0?play={written(['A PAR - BUR'])}").status_code == 200
    assert stranger.post(f"{duel.path}/what-if/0", data={"order_PAR": "A PAR - BUR"}).status_code == 400


def test_a_private_duel_is_unknown_to_others(pages):
    duel = pages(public=False)
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    for place in ("now", "start", "0", f"0?play={written([])}", "0?play=damaged"):
        assert duel.get("visitor", f"/what-if/{place}").status_code == 404
    assert duel.send("visitor", "what-if/0", {}).status_code == 404
    assert duel.get("boris", "/what-if/now").status_code == 303
    assert duel.get("boris", "/what-if/0").status_code == 200


@pytest.mark.parametrize("ordinal", ["1", "7", "9" * 30, "-1", "x"])
def test_a_chapter_that_is_not_there_is_not_found(duel, ordinal):
    assert duel.get("visitor", f"/what-if/{ordinal}").status_code == 404


def test_nothing_is_stored_and_no_entry_is_changed(pages):
    duel = pages(BATTLE)
    duel.contest.happen(FIRST, "draw_offered")
    duel.contest.store(SECOND, {"orders": {"FRANCE": ["A PAR - BUR"]}})
    before = duel.contest.record()
    sent(duel, "what-if/0", "boris", order_PAR="A PAR - PIC")
    assert duel.content("boris") == {"orders": {"FRANCE": ["A PAR - BUR"]}}
    assert duel.contest.record() == before


def test_a_player_may_start_a_what_if_with_their_own_stored_orders(pages):
    duel = pages(BATTLE)
    duel.contest.happen(FIRST, "draw_offered")
    duel.contest.store(SECOND, {"orders": {"FRANCE": ["A PAR - BUR"]}})
    assert "A PAR - BUR</option>" not in duel.get("boris", "/what-if/0").text
    own = duel.send("boris", "what-if/0", {"own": "yes"})
    assert '<option selected value="A PAR - BUR">' in own.text
    assert "play=" not in own.text
    for reader in ("anna", "visitor"):
        other = duel.send(reader, "what-if/0", {"own": "yes"})
        assert '<option selected value="A PAR - BUR">' not in other.text
    assert "Begin with my stored orders" not in text(duel.get("visitor", "/what-if/0"))
    for elsewhere in ("start", f"0?play={written([])}"):
        assert (
            '<option selected value="A PAR - BUR">'
            not in duel.send("boris", f"what-if/{elsewhere}", {"own": "yes"}).text
        )


def test_each_phase_that_is_tried_adds_its_own_work_and_no_more(duel, monkeypatch):
    """The longest possible line is adjudicated once from its beginning, and its menus are listed once."""
    meter = Meter(duel.site, monkeypatch)
    work = []
    for length in range(MOST_STEPS + 1):
        counts = meter.of(duel.get, "visitor", f"/what-if/0?play={written(*[[]] * length)}")
        work.append((counts.adjudications, counts.listings, len(counts.statements)))
    assert [adjudications for adjudications, *_ in work] == sorted(
        {adjudications for adjudications, *_ in work}
    )
    assert work[0] == (0, 1, 2)
    # Nobody moves: each year has two phases to play and three without, one of them a winter.
    assert work[-1][0] <= 3 * MOST_STEPS
    assert {listings for _, listings, _ in work[:-1]} == {1}
    assert {statements for *_, statements in work} == {2}


def test_both_players_are_named_beside_the_powers_that_they_command_this_year(duel):
    page = duel.get("visitor", f"/what-if/0?play={written(['A VIE - GAL', 'A PAR - BUR'])}")
    assert re.search(
        r"<caption>.*Austria</span> · <a class=\"player\" href=\"[^\"]*\">anna</a></caption>", page.text
    )


def test_what_if_never_takes_all_threads_and_says_that_it_is_busy(duel, site):
    room = site.extensions["what if"]
    page = duel.get("visitor", "/what-if/0")
    assert page.status_code == 200
    taken = 0
    while room.acquire(blocking=False):
        taken += 1
    assert taken < site.config["WEB_THREADS"] // 2
    refused = duel.get("visitor", "/what-if/0")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    again = duel.send("visitor", "what-if/0", {"orders": "A Par - Bur"})
    assert again.status_code == 503
    assert "A Par - Bur" in again.text
    room.release()
    assert duel.get("visitor", "/what-if/0").status_code == 200


def test_what_if_and_its_arrows_have_rate_limits_of_their_own(duel, monkeypatch):
    monkeypatch.setattr("web.what_if.RATE", "2 per minute")
    monkeypatch.setattr("web.what_if.ARROWS_RATE", "1 per minute")
    assert [duel.get("visitor", "/what-if/0").status_code for _ in range(3)] == [200, 200, 429]
    assert duel.get("visitor", "").status_code == 200
    asked = [duel.send("visitor", "what-if/0?arrows=yes", {}).status_code for _ in range(2)]
    assert asked == [200, 429]


def test_an_overlong_sheet_is_not_shown_again(duel):
    answer = duel.send("visitor", "what-if/0", {"orders": "A Foo - Bar\n" * 10_000})
    assert answer.status_code == 422
    assert 0 < answer.text.count("A Foo - Bar") < 10  # where the page says that it is too long
