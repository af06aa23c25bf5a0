"""Challenges through the pages."""

import re

import pytest

from adjudicator import Power
from intimate.variants import even
from tests.builders import POWERS
from tests.web.reading import rows, text

USUAL = {"kind": "open", "preset": "intimate", "public": "yes", "clock": "day"}


def challenge(visitor, **fields):
    answer = visitor.post("/challenges/new", **{**USUAL, **fields})
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def errors(answer):
    return re.findall(r'class="error" id="(\w+)-errors"', answer.text)


def test_a_friend_without_account_follows_a_link_registers_and_plays(member, visit):
    link = challenge(member("anna"), kind="link")
    friend = visit()
    page = friend.get(link)
    assert page.status_code == 200
    assert all(f'name="rank_{rank}"' in page.text for rank in range(1, 8))
    begun = friend.post(f"{link}/join", name="boris", password="correct horse battery")
    assert begun.status_code == 303
    assert begun.headers["Location"].startswith("/duels/")


def test_a_challenge_by_name_waits_for_the_one_and_is_hidden_from_others(member):
    anna, boris, clara = member("anna"), member("boris"), member("clara")
    link = challenge(anna, kind="named", opponent="BORIS")
    assert 'class="count"' in boris.get("/").text
    assert link in boris.get("/challenges/").text
    assert clara.get(link).status_code == 404
    assert clara.post(f"{link}/accept").status_code == 404
    assert boris.post(f"{link}/decline").status_code == 303
    assert "was declined" in anna.get(link).text


def test_an_open_challenge_stands_in_the_list_until_it_is_taken(member, visit):
    link = challenge(member("anna"))
    assert link in visit().get("/challenges/").text
    assert link in visit().get("/").text
    assert member("boris").post(f"{link}/accept").status_code == 303
    assert link not in visit().get("/challenges/").text


def test_a_link_is_in_no_list_of_others(member):
    link = challenge(member("anna"), kind="link")
    assert link not in member("boris").get("/challenges/").text


def test_a_second_acceptance_is_refused_with_a_message(member):
    link = challenge(member("anna"))
    member("boris").post(f"{link}/accept")
    answer = member("clara").post(f"{link}/accept")
    assert answer.status_code == 409
    assert "Somebody was faster" in answer.text


def test_the_own_challenge_can_be_withdrawn_but_not_accepted(member):
    anna = member("anna")
    link = challenge(anna)
    assert anna.post(f"{link}/accept").status_code == 403
    assert member("boris").post(f"{link}/withdraw").status_code == 403
    assert anna.post(f"{link}/withdraw").status_code == 303
    assert anna.post(f"{link}/withdraw").status_code == 409
    assert "was withdrawn" in anna.get(link).text


def test_the_terms_are_shown_in_words_with_what_differs_from_the_preset(member, visit):
    link = challenge(member("anna"), preset="beginner", loyalty="3", credits_italy="9", public="no")
    page = visit().get(link).text
    assert "Beginners" in page
    assert "The two players only" in page
    assert page.count('<li class="changed">') == 2
    assert "at most 3" in page
    assert "9 Italy" in page


def test_credits_of_each_pair_stand_in_a_table_and_are_no_change(member, visit):
    anna = member("anna")
    link = challenge(anna, preset="even")
    page = visit().get(link)
    assert "Even chances" in page.text
    assert '<li class="changed">' not in page.text
    paired = even.TABLES[-1].credits
    against = [paired.of(Power("TURKEY"), Power(other)) for other in sorted(POWERS) if other != "TURKEY"]
    assert ["Turkey", *map(str, against), ""] in rows(page)
    altered = visit().get(challenge(anna, preset="even", credits_italy="9"))
    assert altered.text.count('<li class="changed">') == 1
    assert "9 Italy" in altered.text


def test_autumn_and_the_first_moves_may_have_times_of_their_own(member, visit):
    """Sources 000, IV, and 004, VI."""
    lengths = {"clock_moves": "960", "clock_auctions": "300", "clock_shorts": "300"}
    seasons = {"clock_first": "1800", "clock_autumns": "1080"}
    page = text(visit().get(challenge(member("anna"), clock="own", **lengths, **seasons)))
    assert "16 minutes (30 minutes for the first moves; 18 minutes for moves in autumn; 5 minutes" in page


def test_a_live_duel_may_end_after_some_hours(member, visit):
    """Source 002, 1: three hours, for example."""
    terms = {"clock": "live", "clock_limit": "10800", "limit_counts": "units"}
    page = text(visit().get(challenge(member("anna"), **terms)))
    assert "15 minutes (5 minutes for retreats and builds) per phase; 3 hours in all" in page
    assert "The home power with more units on the board wins then" in page


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"kind": "named"}, "opponent"),
        ({"kind": "named", "opponent": "nobody"}, "opponent"),
        ({"kind": "named", "opponent": "Anna"}, "opponent"),
        ({"kind": "chess"}, "kind"),
        ({"preset": "chess"}, "preset"),
        ({"public": "perhaps"}, "public"),
        ({"clock": "chess"}, "clock"),
        ({"clock": "own", "clock_moves": "1"}, "clock_moves"),
        ({"clock": "own", "clock_moves": "soon"}, "clock_moves"),
        ({"clock": "own", "clock_bank": "604800", "clock_cap": "86400"}, "clock_cap"),
        ({"clock": "own", "clock_first": "7"}, "clock_first"),
        ({"clock": "day", "clock_limit": "10800"}, "clock_limit"),
        ({"clock": "live", "clock_limit": "1"}, "clock_limit"),
        ({"clock": "own", "clock_bank": "86400", "clock_cap": "86400", "clock_first": "604800"}, "clock_cap"),
        ({"clock": "own", "clock_misses": "0"}, "clock_misses"),
        ({"clock": "own", "clock_misses": "many"}, "clock_misses"),
        ({"loyalty": "-1"}, "loyalty"),
        ({"loyalty": "much"}, "loyalty"),
        ({"credits_italy": "100000"}, "credits_italy"),
        ({"overbid": "perhaps"}, "overbid"),
        ({"income": "fixed"}, "income"),
        ({"income_amount": "3"}, "income_amount"),
        ({"victory": "centres"}, "victory"),
        ({"victory_centres": "18"}, "victory_centres"),
        ({"victory": "centres", "victory_centres": "35"}, "victory_centres"),
        ({"year_limit": "1900"}, "year_limit"),
        ({"stalemate_years": "-1"}, "stalemate_years"),
    ],
)
def test_faults_are_shown_at_their_field_and_the_form_is_kept(member, fields, field):
    answer = member("anna").post("/challenges/new", **{**USUAL, "last": "", "loyalty": "4", **fields})
    assert answer.status_code == 422
    assert field in errors(answer)
    if fields.get("opponent"):
        assert f'value="{fields["opponent"]}"' in answer.text
    if "loyalty" not in fields:
        assert re.search(r'name="loyalty"[^>]*value="4"', answer.text)
    assert re.search(r"<details[^>]* open", answer.text)


def test_every_setting_can_be_altered(member, visit):
    settings = {
        "credits_austria": "1",
        "income": "fixed",
        "income_amount": "5",
        "carry_over": "no",
        "payment": "everyone",
        "overbid_price": "contested_only",
        "unaffordable": "capped",
        "both_overbid": "draw",
        "loyalty": "4",
        "anarchy_builds": "default",
        "mercenary_waive": "allowed",
        "victory_season": "autumn",
        "tie_recheck": "every_season",
        "home_eliminated": "plays_on",
        "stalemate_years": "3",
        "stalemate_tie": "credits",
        "year_limit": "1910",
        "limit_counts": "units",
        "early_end": "vote",
    }
    page = visit().get(challenge(member("anna"), **settings)).text
    assert page.count('<li class="changed">') == len(settings) - 1
    others = {"overbid": "forbidden", "victory": "centres", "victory_centres": "18"}
    page = visit().get(challenge(member("boris"), **others)).text
    assert page.count('<li class="changed">') == 2


def test_waiting_challenges_are_limited(member):
    anna = member("anna")
    for _ in range(20):
        challenge(anna)
    answer = anna.post("/challenges/new", **USUAL)
    assert answer.status_code == 422
    assert "20 challenges waiting" in answer.text


def test_a_challenge_that_does_not_exist_is_not_found(member):
    reader = member("anna")
    assert reader.get("/challenges/nothing").status_code == 404
    assert reader.post("/challenges/nothing/accept").status_code == 404


@pytest.mark.parametrize("page", ["0", "-5", "many", "99999999999999999999"])
def test_a_page_that_is_no_number_of_a_page_is_no_error(visit, page):
    assert visit().get(f"/challenges/?page={page}").status_code == 200


RANKED = {f"rank_{rank}": power for rank, power in enumerate(POWERS, 1)}
NEWCOMER = {"name": "boris", "password": "correct horse battery"}


def test_a_visitor_joins_with_a_list_that_is_handed_in(member, visit):
    anna, friend = member("anna"), visit()
    link = challenge(anna, kind="link")
    begun = friend.post(f"{link}/join", **RANKED, **NEWCOMER)
    page = friend.get(begun.headers["Location"]).text
    assert "Your list is done" in page
    assert "You are done" in page


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({**RANKED, "rank_7": "AUSTRIA", **NEWCOMER}, ["exactly once"]),
        (
            {**RANKED, "rank_7": "", "name": "b", "password": "short"},
            ["exactly once", "2 to 24", "at least 12"],
        ),
        ({"rank_1": "FRANCE", **NEWCOMER}, ["exactly once"]),
        ({**NEWCOMER, "name": "anna"}, ["taken"]),
        ({**NEWCOMER, "name": ""}, ["Choose a name"]),
        ({**NEWCOMER, "as": "member"}, ["Wrong name, address or password"]),
    ],
)
def test_all_faults_are_shown_together_and_nothing_is_stored(member, visit, fields, said):
    link = challenge(member("anna"), kind="link")
    friend = visit()
    answer = friend.post(f"{link}/join", **fields)
    assert answer.status_code == 422
    assert [words for words in said if words not in answer.text] == []
    assert "correct horse" not in answer.text
    for name, value in fields.items():
        if name.startswith("rank_") and value:
            assert re.search(rf'name="{name}".*?<option selected value="{value}">', answer.text, re.DOTALL)
    assert friend.get(link).status_code == 200
    assert visit().post("/login", **NEWCOMER).status_code == 422


def test_logging_in_through_an_invitation_joins_unless_it_is_the_own_one(member, visit):
    anna = member("anna")
    member("boris")
    link = challenge(anna, kind="link")
    own = visit().post(f"{link}/join", **{**NEWCOMER, "name": "anna", "as": "member"})
    assert own.status_code == 403
    begun = visit().post(f"{link}/join", **NEWCOMER, **{"as": "member"})
    assert begun.headers["Location"].startswith("/duels/")
    late = visit().post(f"{link}/join", name="clara", password="correct horse battery")
    assert late.status_code == 409
    assert visit().post("/login", name="clara", password="correct horse battery").status_code == 422


def test_a_visitor_challenges_and_registers_in_one_form(visit):
    friend = visit()
    assert 'name="password"' in friend.get("/challenges/new?kind=link").text
    answer = friend.post("/challenges/new", **{**USUAL, "kind": "link", "clock": "chess"}, name="b")
    assert answer.status_code == 422
    assert set(errors(answer)) == {"clock", "name", "password"}
    made = friend.post("/challenges/new", **{**USUAL, "kind": "link"}, **NEWCOMER)
    assert "Send this link to your friend" in friend.get(made.headers["Location"]).text


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ("?kind=named", "The duel will be rated. Anyone can watch it."),
        ("?kind=link", "The duel will be unrated. Anyone can watch it."),
    ],
)
def test_the_form_says_in_sight_whether_the_duel_will_be_rated(member, terms, said):
    page = member("anna").get(f"/challenges/new{terms}").text
    assert said in re.search(r'id="in-short"[^>]*>([^<]*)<', page)[1]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"rated": "yes", "loyalty": "2"}, "A changed rule makes the duel unrated. Anyone can watch it."),
        ({"rated": "yes", "year_limit": "1908", "public": "no"}, "rated. Only the two players can see it."),
    ],
)
def test_a_form_that_comes_back_says_what_it_would_be(member, fields, said):
    page = member("anna").post("/challenges/new", **{**USUAL, "clock": "chess", **fields}).text
    assert said in re.search(r'id="in-short"[^>]*>([^<]*)<', page)[1]


@pytest.mark.parametrize("kind", ["link", "open", "named"])
def test_a_named_opponent_is_challenged_whichever_kind_was_chosen(member, kind):
    anna, boris = member("anna"), member("boris")
    link = challenge(anna, kind=kind, opponent=" Boris ")
    assert 'class="count"' in boris.get("/").text
    assert link in boris.get("/challenges/").text


def test_for_an_unknown_name_similar_public_names_are_suggested(member):
    anna, boris, _ = member("anna"), member("boris"), member("bornis")
    challenge(boris)
    said = anna.post("/challenges/new", **USUAL, opponent="borris").text
    assert "Do you mean boris?" in said
    assert "bornis" not in said


def test_the_outcome_of_a_challenge_is_shown_on_every_page_until_dismissed(member):
    anna, boris = member("anna"), member("boris")
    link = challenge(anna, kind="named", opponent="boris")
    boris.post(f"{link}/decline")
    for path in ("/rules", "/duels/", "/account", "/rules"):
        assert "boris has declined your challenge." in anna.get(path).text
    assert "boris has declined" not in boris.get("/rules").text
    assert boris.post(f"{link}/seen").status_code == 303
    assert "declined your challenge" in anna.get("/rules").text
    live = {**anna.headers, "X-Live": "yes"}
    assert "was declined" in anna.client.get(link, headers=live).text
    assert "declined your challenge" in anna.get("/rules").text
    assert anna.post(f"{link}/seen", next="/rules").headers["Location"] == "/rules"
    assert "declined your challenge" not in anna.get("/rules").text


def test_the_way_into_the_duel_is_for_its_players(member, visit):
    anna, boris = member("anna"), member("boris")
    link = challenge(anna, kind="link")
    assert anna.get(f"{link}/duel").headers["Location"] == link
    path = boris.post(f"{link}/accept").headers["Location"]
    assert anna.get(f"{link}/duel").headers["Location"] == path
    assert "boris has accepted your challenge" in anna.get(path).text
    assert boris.get(f"{link}/duel").headers["Location"] == path
    assert visit().get(f"{link}/duel").headers["Location"] == link
    assert visit().get("/challenges/nothing/duel").status_code == 404
