"""A friend opens a link and plays at once under a name; an account comes later and keeps the duel."""

import pytest

from models.ids import DuelToken
from services.duels.access import find_duel
from tests.fixtures_site import PASSWORD
from tests.web.reading import text
from tests.web.test_challenges import RANKED, challenge


def joined(friend, link, name="Sam", **fields):
    answer = friend.post(f"{link}/join", name=name, **{"as": "guest"}, **fields)
    assert answer.status_code == 303, text(answer)
    return answer.headers["Location"]


def of_duel(site, address):
    token = DuelToken(address.split("/")[2])
    with site.extensions["database"].reading() as session:
        stored = find_duel(session, token, None).stored
        return stored.rated, (stored.first.name, stored.first.kind), (stored.second.name, stored.second.kind)


def test_a_friend_plays_by_a_name_and_a_ranking_without_password(site, member, visit):
    anna, friend = member("anna"), visit()
    link = challenge(anna, kind="link", rated="yes")
    assert "You need no account: this browser remembers you. Without one the duel is unrated." in text(
        friend.get(link)
    )
    duel = joined(friend, link, **RANKED)
    assert "Your list is done" in text(friend.get(duel))
    assert of_duel(site, duel) == (False, ("anna", "person"), ("Sam", "guest"))
    led = text(anna.get(anna.get(f"{link}/duel").headers["Location"]))
    assert "Sam has accepted your challenge" in led
    assert "They play as a guest, so the duel is unrated." in led
    assert "Sam guest" in led
    assert duel in friend.get("/duels/").text
    assert "Sam guest" in text(anna.get("/duels/"))


def test_a_guest_has_no_page_of_a_player_that_a_name_would_lead_to(member, visit):
    anna = member("anna")
    duel = joined(visit(), challenge(anna, kind="link"), name="anna")
    page = anna.get(duel).text
    assert page.count('href="/players/anna"') == 1, "two people are called anna; only the member has a page"


def test_a_guest_by_another_name_is_called_so_on_the_page_of_an_earlier_friend(member, visit):
    anna, friend = member("anna"), visit()
    duel = joined(friend, challenge(anna, kind="link"))
    assert "anna – Sam ·" in text(anna.get(duel))
    joined(friend, challenge(member("boris"), kind="link"), name="Samira")
    assert "anna – Samira ·" in text(anna.get(duel))


def test_an_account_that_comes_later_keeps_the_duel(site, member, visit):
    friend = visit()
    duel = joined(friend, challenge(member("anna"), kind="link"))
    friend.post("/register", name="boris", password=PASSWORD)
    assert of_duel(site, duel)[2] == ("boris", "person")
    assert "boris you" in text(friend.get(duel))


def test_a_guest_who_registers_finds_their_name_filled_in(member, visit):
    friend = visit()
    joined(friend, challenge(member("anna"), kind="link"))
    for form in ("/register", "/play"):
        assert 'value="Sam"' in friend.get(form).text, form


def test_a_password_that_was_lost_with_another_fault_is_asked_for_again(visit):
    friend, again = visit(), "Type the password again."
    assert again not in friend.get("/register").text
    refused = friend.post("/register", name="x", password=PASSWORD)
    assert (refused.status_code, PASSWORD in refused.text) == (422, False)
    assert again in refused.text
    assert 'aria-describedby="password-hint password-again"' in refused.text
    assert again not in friend.post("/register", name="boris", password="short").text


def test_logging_in_takes_a_guest_s_duel_along_unless_against_oneself(site, member, visit):
    anna = member("anna")
    member("boris")
    friend = visit()
    duel = joined(friend, challenge(anna, kind="link"))
    friend.post("/login", name="boris", password=PASSWORD)
    assert of_duel(site, duel)[2] == ("boris", "person")
    other = visit()
    own = joined(other, challenge(anna, kind="link"))
    other.post("/login", name="anna", password=PASSWORD)
    assert of_duel(site, own)[1:] == (("anna", "person"), ("Sam", "guest"))


def test_a_returning_guest_keeps_their_name_and_plays_another_friend(member, visit):
    friend = visit()
    joined(friend, challenge(member("anna"), kind="link"))
    link = challenge(member("boris"), kind="link")
    assert 'value="Sam"' in friend.get(link).text
    duel = joined(friend, link, name="Samira")
    assert "Samira" in text(friend.get(duel))


@pytest.mark.parametrize(
    ("name", "said"), [("", "Choose a name"), ("x", "2 to 24"), ("Marshal", "name is reserved for the site")]
)
def test_a_guest_says_a_name_that_can_be_shown(member, visit, name, said):
    link, friend = challenge(member("anna"), kind="link"), visit()
    answer = friend.post(f"{link}/join", name=name, **{"as": "guest"})
    assert answer.status_code == 422
    assert said in text(answer)
    assert friend.get("/duels/").status_code == 303, "nobody was logged in"


def test_an_open_challenge_takes_an_account(member, visit):
    anna, friend = member("anna"), visit()
    open_to_all = challenge(anna, kind="open")
    assert 'value="guest"' not in friend.get(open_to_all).text
    assert friend.post(f"{open_to_all}/join", name="Sam", **{"as": "guest"}).status_code == 422
    joined(friend, challenge(anna, kind="link"))
    refused = friend.post(f"{open_to_all}/accept")
    assert refused.status_code == 403
    assert "You need an account." in text(refused)


def test_a_guest_and_a_friend_talk_and_play_again(site, member, visit):
    anna, friend = member("anna"), visit()
    duel = joined(friend, challenge(anna, kind="link"))
    said = friend.post(f"{duel}/talk", text="hello anna")
    assert said.status_code == 303
    assert "hello anna" in text(anna.get(f"{duel}/talk"))
    assert friend.post(f"{duel}/acts/conceded", sure="yes", phase="HOMES").status_code == 303
    keep = "it keeps this duel, and you can play rated duels from now on"
    assert keep in text(friend.get(duel))
    assert keep not in text(anna.get(duel))
    offered = anna.post(f"{duel}/rematch").headers["Location"]
    begun = friend.post(f"{offered}/accept")
    assert of_duel(site, begun.headers["Location"]) == (False, ("anna", "person"), ("Sam", "guest"))


def test_guests_from_one_address_are_limited(site_with, sqlite_database, visit):
    from tests.fixtures_site import Visitor  # noqa: PLC0415

    site = site_with(sqlite_database, GUESTS_PER_HOUR=1)
    anna = Visitor(site).registered("anna")
    links = [challenge(anna, kind="link") for _ in range(2)]
    joined(Visitor(site), links[0])
    refused = Visitor(site).post(f"{links[1]}/join", name="Kim", **{"as": "guest"})
    assert refused.status_code == 422
