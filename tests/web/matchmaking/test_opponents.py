"""Blocks, limits, ratings and filters on the pages; matches."""

import re

import pytest

from services.challenges import challenges
from tests.builders import POWERS
from tests.fixtures_site import NOON
from tests.web.reading import links, text

USUAL = {"kind": "open", "preset": "intimate", "public": "yes", "clock": "day", "rated": "yes"}


def challenge(visitor, **fields):
    answer = visitor.post("/challenges/new", **{**USUAL, **fields})
    assert answer.status_code == 303, text(answer)
    return answer.headers["Location"]


def test_a_player_is_blocked_from_their_page_and_unblocked_there(member):
    anna, boris = member("anna"), member("boris")
    answer = anna.post("/account/blocks", blocked="boris", next="/players/boris")
    assert answer.headers["Location"] == "/players/boris"
    assert "You have blocked this player." in text(anna.get("/players/boris"))
    refused = boris.post("/challenges/new", **{**USUAL, "kind": "named", "opponent": "anna"})
    assert refused.status_code == 422
    assert "anna accepts no challenges from you." in text(refused)
    assert "block" not in text(boris.get("/players/anna")).lower().replace("block (anna)", "")
    anna.post("/account/blocks/remove", blocked="boris", next="/players/boris")
    assert "You have blocked" not in text(anna.get("/players/boris"))
    assert challenge(boris, kind="named", opponent="anna")


def test_players_are_blocked_by_name_on_the_page_of_the_account(member):
    anna = member("anna")
    member("boris")
    assert anna.post("/account/blocks", blocked="BORIS").status_code == 303
    assert "/players/boris" in links(anna.get("/account"))
    for name, words in (("anna", "You cannot block yourself."), ("nobody", "Nobody here has this name.")):
        answer = anna.post("/account/blocks", blocked=name)
        assert answer.status_code == 422
        assert words in text(answer)
    anna.post("/account/blocks/remove", blocked="boris")
    assert "/players/boris" not in links(anna.get("/account"))


def test_a_blocked_player_cannot_accept_an_open_challenge_and_gets_no_reason(member):
    anna, boris = member("anna"), member("boris")
    link = challenge(anna)
    anna.post("/account/blocks", blocked="boris")
    answer = boris.post(f"{link}/accept")
    assert answer.status_code == 403
    assert "anna accepts no challenges from you." in text(answer)


def test_open_challenges_of_blocked_players_are_not_listed(member):
    anna, boris = member("anna"), member("boris")
    link = challenge(boris)
    assert link in links(anna.get("/challenges/"))
    anna.post("/account/blocks", blocked="boris")
    assert link not in links(anna.get("/challenges/"))


@pytest.mark.parametrize("typed", ["-1", "51", "many"])
def test_an_invalid_limit_is_refused_and_stays_in_the_form(member, typed):
    answer = member("anna").post("/account/duels-at-once", most_duels=typed)
    assert answer.status_code == 422
    assert f'value="{typed}"' in answer.text


def test_a_limit_is_stored_and_shown_and_taken_back(member):
    anna = member("anna")
    anna.post("/account/duels-at-once", most_duels="3")
    assert 'name="most_duels" type="number" value="3"' in anna.get("/account").text
    anna.post("/account/duels-at-once", most_duels="")
    assert 'name="most_duels" type="number" value=""' in anna.get("/account").text


def test_a_refused_acceptance_says_which_player_is_at_their_limit(member):
    anna, boris = member("anna"), member("boris")
    link = challenge(anna)
    anna.post("/account/duels-at-once", most_duels="0")
    assert "anna plays as many duels as they want." in text(boris.post(f"{link}/accept"))
    boris.post("/account/duels-at-once", most_duels="0")
    assert "You have reached your limit of duels." in text(boris.post(f"{link}/accept"))


def test_filters_choose_and_are_remembered_by_the_links(member, visit):
    anna = member("anna")
    live, days = challenge(anna, clock="live"), challenge(anna, rated="")
    page = visit().get("/challenges/?pace=live&rated=yes&preset=chess&clock=")
    assert live in links(page)
    assert days not in links(page)
    for name in ("boris", "clara"):
        other = member(name)
        for _ in range(15):
            challenge(other, clock="blitz")
    first = visit().get("/challenges/?pace=live")
    older = [link for link in links(first) if "before=" in link]
    assert len(older) == 1
    assert "pace=live" in older[0]
    second = visit().get(older[0])
    assert live in links(second)
    assert "No such challenge" in text(visit().get("/challenges/?preset=dueldip"))
    assert visit().get("/challenges/?before=nothing%00").status_code == 200


def test_only_a_member_chooses_what_they_may_accept(member, visit):
    challenge(member("anna"))
    assert 'name="acceptable"' not in visit().get("/challenges/").text
    assert 'name="acceptable"' in member("boris").get("/challenges/").text


def test_a_card_and_a_page_say_the_rating_who_may_accept_and_whether_it_counts(member, visit):
    anna = member("anna")
    link = challenge(anna, within="200", match="yes")
    for page in (visit().get("/challenges/"), visit().get("/")):
        assert "1500 ? (provisional)" in text(page)
        assert "For ratings from 1300 to 1700" in text(page)
    said = text(visit().get(link))
    assert "Rating 1500 ? (provisional)" in said
    assert "Ratings from 1300 to 1700" in said
    assert "Home-and-away match" in said
    assert "Rated Yes" in said
    altered = challenge(anna, loyalty="2")
    assert "No: the rules are changed" in text(visit().get(altered))


def test_a_challenge_to_a_player_carries_what_one_challenged_on_last(member):
    anna = member("anna")
    member("boris")
    challenge(anna, preset="beginner", clock="week", public="no", rated="", match="yes")
    page = anna.get("/challenges/new?kind=named&to=boris").text
    for name, value in (("preset", "beginner"), ("clock", "week"), ("public", "no")):
        assert f'checked id="{name}-' in page
        assert f'value="{value}"' in page
    assert 'checked id="match"' in page
    assert 'checked id="rated"' not in page
    assert '<option selected value="week">' not in anna.get("/challenges/new").text


def test_an_expired_challenge_is_shown_on_every_page_until_dismissed(site, member, sqlite_database):
    site.config["CLOCK"] = lambda: NOON
    anna = member("anna")
    member("boris")
    named, opened = challenge(anna, kind="named", opponent="boris"), challenge(anna)
    challenges.expire_due(sqlite_database, NOON + challenges.WAITS["named"])
    said = text(anna.get("/rules"))
    assert "boris has not answered your challenge: it has expired." in said
    assert "Nobody has accepted your challenge: it has expired." in said
    assert "This challenge has expired" in text(anna.get(named))
    late = member("clara").post(f"{opened}/accept")
    assert (late.status_code, "has expired" in text(late)) == (409, True)


def test_a_declined_challenge_is_not_repeated_at_once_and_the_page_says_from_when_it_can_be(member):
    anna, boris = member("anna"), member("boris")
    link = challenge(anna, kind="named", opponent="boris")
    boris.post(f"{link}/decline")
    answer = anna.post("/challenges/new", **{**USUAL, "kind": "named", "opponent": "boris"})
    assert answer.status_code == 422
    assert "boris has declined a challenge of yours. You can challenge them again in" in text(answer)


def ranked(visitor, path, powers):
    fields = {f"rank_{rank}": power for rank, power in enumerate(powers, 1)}
    visitor.post(f"{path}/entry", phase="HOMES", **fields)
    return visitor.post(f"{path}/ready", phase="HOMES")


def test_a_match_is_shown_to_its_players_on_its_page_and_its_duels(member, visit):
    anna, boris, clara = member("anna"), member("boris"), member("clara")
    link = challenge(anna, match="yes", public="no")
    first = boris.post(f"{link}/accept").headers["Location"]
    page = anna.get(first)
    assert "First duel of a home-and-away match: anna – boris 0–0" in text(page)
    (match,) = {each for each in links(page) if each.startswith("/matches/")}
    assert "begins when the home powers of the first are known" in text(anna.get(match))
    for other in (clara, visit()):
        assert other.get(match).status_code == 404
    ranked(anna, first, POWERS)
    ranked(boris, first, [*POWERS[2:], *POWERS[:2]])
    page = boris.get(match)
    duels = {each for each in links(page) if re.fullmatch(r"/duels/[a-z0-9]{8}", each)}
    (second,) = duels - {first}
    assert "Second duel of a home-and-away match" in text(boris.get(second))
    anna.post(f"{first}/acts/conceded", phase="S1901B", sure="yes")
    boris.post(f"{second}/acts/draw_offered", phase="S1901B", sure="yes")
    assert "0–1" in text(anna.get(match))
    anna.post(f"{second}/acts/draw_agreed", phase="S1901B", sure="yes")
    assert "½–1½" in text(anna.get(match))
    assert "boris has won the match." in text(anna.get(match))
    assert "boris has won the match." in text(anna.get(first))


def test_anybody_can_join_a_public_match(member, visit):
    link = challenge(member("anna"), match="yes")
    duel = member("boris").post(f"{link}/accept").headers["Location"]
    (match,) = {each for each in links(visit().get(duel)) if each.startswith("/matches/")}
    assert visit().get(match).status_code == 200
    assert visit().get("/matches/nothing").status_code == 404
