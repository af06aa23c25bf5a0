"""Practice: one press without an account, the duel on its pages, and who may see and do what."""

import re

import pytest
from sqlalchemy import func, select

from models import LoginSession, StoredDuel, User
from tests.fixtures_site import NOON, PASSWORD

FLASH = re.compile(r'<p class="notice flash[^>]*>([^<]*)')


def accounts_of(database, kind):
    with database.reading() as session:
        return session.scalar(select(func.count()).select_from(User).where(User.kind == kind))


def practice_form(front):
    """Return the fields of the front page's form, without its token."""
    form = re.search(r'<form method="post" action="/practise">.*?</form>', front, re.DOTALL)[0]
    return dict(re.findall(r'name="(level|home|preset)" value="([^"]*)"', form))


def test_one_press_on_the_front_page_and_the_first_sheet_is_there(practise, visit):
    stranger = visit()
    front = stranger.get("/").text
    assert "Your opponent: Recruit. Home powers: random." in front
    assert practice_form(front) == {"level": "recruit", "home": "", "preset": "beginner"}
    answer = stranger.post("/practise", **practice_form(front))
    assert answer.status_code == 303
    assert 'class="bid-rows"' in stranger.get(answer.headers["Location"]).text


def test_one_press_brings_again_the_level_that_was_practised_last(practise):
    practising = practise(level="colonel", home="ITALY")
    guest = practising.who
    assert not re.search(r'<form method="post" action="/practise">', guest.get("/").text)
    practising.send("acts/conceded", phase="S1901B", sure="yes")
    front = guest.get("/").text
    assert practice_form(front) == {"level": "colonel", "home": "", "preset": "intimate"}
    assert "Your opponent: Colonel." in front


def test_a_stranger_chooses_and_the_first_sheet_is_there(practise, visit):
    stranger = visit("fr")
    assert 'href="/practise"' in stranger.get("/").text
    form = stranger.get("/practise").text
    assert re.search(r'value="recruit"[^>]*checked|checked[^>]*value="recruit"', form)
    practising = practise(stranger)
    page = practising.get().text
    assert "Enchérissez" in page or 'id="sheet-sum"' in page
    assert 0 < page.find("l’offre secrète la plus haute en commande") < page.find('class="bid-rows"')
    for words in ("Guest", "arbiter-heading", "data-clock"):
        assert words not in page
    assert stranger.client.get_cookie("remember_token") is not None
    front = stranger.get("/").text
    assert practising.path in front
    assert 'href="/register"' in front


@pytest.mark.parametrize(
    ("sent", "said"),
    [({"level": "general"}, "Your opponent"), ({"level": "recruit", "home": "SPAIN"}, "Your home power")],
)
def test_invalid_choices_create_no_guest(practise, visit, sqlite_database, sent, said):
    answer = visit().post("/practise", **{"home": "", "preset": "intimate", **sent})
    assert answer.status_code == 422
    assert said in answer.text
    assert accounts_of(sqlite_database, "guest") == 0


def test_a_browser_without_cookies_gets_a_message_and_no_account(practise, visit, sqlite_database):
    stranger = visit()
    token = stranger.token()
    for cookie in ("session", "unasked"):
        stranger.client.delete_cookie(cookie)
    fields = {"csrf_token": token, "level": "recruit", "home": "", "preset": "intimate"}
    answer = stranger.client.post("/practise", data=fields, headers=stranger.headers)
    assert answer.status_code == 400
    assert "sent no cookies" in answer.text
    assert accounts_of(sqlite_database, "guest") == 0


def test_nobody_else_sees_a_practice_duel_or_its_player(practise, visit, member, sqlite_database):
    practising = practise()
    practising.think()
    practising.send("acts/conceded", phase="S1901B", sure="yes")
    running = practise(practising.who)
    others = visit(), member("anna")
    with sqlite_database.reading() as session:
        names = session.scalars(select(User.name).where(User.kind != "person")).all()
    for other in others:
        for page in ("", "/stamp", "/events", "/record.json", "/chapters/0", "/small.svg"):
            for path in (practising.path, running.path):
                assert other.get(f"{path}{page}").status_code == 404, page
        for page in ("/", "/duels/watch", "/duels/watch?ended=yes", "/archive/", "/ratings/days/intimate"):
            text = other.get(page, follow_redirects=True).text
            assert practising.path not in text
            assert not [name for name in names if name in text]
        for name in names:
            assert other.get(f"/players/{name}").status_code == 404
    anna = others[1]
    for page in ("hint", "hint/taken", "year", "ready", "acts/conceded"):
        answer = anna.post(f"{running.path}/{page}", phase="S1901B", sure="yes")
        assert answer.status_code in {403, 404}, page


def test_a_guest_is_asked_to_register_wherever_an_account_is_needed(practise):
    practising = practise()
    answer = practising.who.get("/account")
    assert answer.headers["Location"] == "/register?next=/account"
    assert "you keep your duels" in practising.who.get("/register").text
    for page in ("/account/password", "/reports/new", "/tournaments/new"):
        answer = practising.who.post(page)
        assert answer.status_code in {403, 405}, page
        if answer.status_code == 403:
            assert "you keep your duels" in answer.text
    challenge = practising.who.post("/challenges/new", kind="open", preset="intimate")
    assert challenge.status_code == 422
    assert 'name="password"' in challenge.text


def test_a_guest_who_registers_goes_on_with_their_duel(practise, sqlite_database):
    practising = practise()
    before = practising.get().text
    assert "Guest" in before
    who = practising.who
    answer = who.post("/register", name="Zoe", password=PASSWORD, next=practising.path)
    assert answer.headers["Location"] == practising.path
    page = practising.get().text
    assert "Zoe" in page
    assert "Guest" not in page
    assert (accounts_of(sqlite_database, "guest"), accounts_of(sqlite_database, "person")) == (0, 1)
    assert practising.path in who.get("/duels/").text
    with sqlite_database.reading() as session:
        assert session.scalar(select(func.count()).select_from(LoginSession)) == 1


def test_the_name_of_a_guest_who_registers_is_the_same_on_every_tab_and_page(practise):
    """Nothing cached calls them a guest: history, graphs, results, the replay, the record."""
    practising = practise()
    practising.think()
    practising.send("entry", phase="S1901B", ready="yes")
    practising.think()
    pages = ("", "/chapters/0", "/chapters/1", "/record.json", "/board.svg", "/what-if/1")
    before = {page: practising.get(page).text for page in pages}
    assert "Guest" in before["/chapters/1"]
    practising.who.post("/register", name="Zoe", password=PASSWORD)
    for page in pages:
        after = practising.get(page).text
        assert "Guest" not in after, page
        assert ("Zoe" in after) is ("Guest" in before[page]), page


def test_a_guest_who_has_an_account_after_all_takes_the_duel_there(practise, member, sqlite_database):
    member("anna")
    practising = practise()
    assert practising.who.post("/login", name="anna", password=PASSWORD).status_code == 303
    assert "anna" in practising.get().text
    assert accounts_of(sqlite_database, "guest") == 0


def test_a_member_practises_as_themselves_and_has_it_in_a_list_of_its_own(practise, member):
    anna = member("anna")
    practising = practise(anna)
    page = anna.get("/duels/").text
    assert practising.path in page[page.index('id="practice"') :]
    assert "(1)" not in page
    assert practising.path not in anna.get("/players/anna").text
    assert 'value="captain"' in anna.get("/practise").text


def test_too_many_at_once_are_listed_so_that_one_can_be_ended(practise):
    first = practise()
    for _ in range(2):
        practise(first.who)
    refused = practise(first.who).begun
    assert refused.status_code == 409
    assert first.path in refused.text
    assert "3 practice duels" in refused.text
    first.send("acts/conceded", phase="S1901B", sure="yes")
    assert practise(first.who).begun.status_code == 303


def test_guests_of_one_address_and_of_the_site_are_limited_and_learn_what_to_do(practise, site):
    site.config["GUESTS_PER_HOUR"] = 2
    assert [practise().begun.status_code for _ in range(2)] == [303, 303]
    refused = practise().begun
    assert refused.status_code == 429
    assert "Create an account" in refused.text


def test_all_addresses_of_a_network_of_ipv6_are_one(site, visit):
    """The owner of one has all 2 ** 64."""
    site.config["GUESTS_PER_HOUR"] = 1
    site.extensions["counting"].storage.reset()

    def begun_from(address):
        visitor = visit()
        visitor.client.environ_base["REMOTE_ADDR"] = address
        return visitor.post("/practise", level="captain", home="FRANCE", preset="intimate").status_code

    addresses = ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "192.0.2.1", "192.0.2.2")
    assert [begun_from(address) for address in addresses] == [303, 429, 303, 303, 303]


def test_the_number_of_guests_is_limited(practise, site, member):
    site.config["MOST_GUESTS"] = 1
    assert practise().begun.status_code == 303
    refused = practise().begun
    assert refused.status_code == 429
    assert "no room for more guests" in refused.text
    assert "in an hour" not in refused.text
    assert practise(member("anna")).begun.status_code == 303


def test_a_guest_s_visit_is_noted_once_a_day(practise, site, sqlite_database):
    practising = practise()
    site.config["CLOCK"] = lambda: NOON.replace(day=25)
    assert practising.get().status_code == 200
    with sqlite_database.reading() as session:
        guest = session.scalars(select(User).where(User.kind == "guest")).one()
    assert guest.seen_on.day == 25
    assert not guest.zone


def test_after_the_end_another_duel_is_begun_against_the_same_level(practise, sqlite_database):
    practising = practise(level="colonel")
    practising.send("acts/conceded", phase="S1901B", sure="yes")
    end = practising.get().text
    assert 'name="level" value="colonel"' in end
    assert f'action="{practising.path}/rematch"' not in end
    for of_duels_between_people in ('class="end-ratings"', "data-share="):
        assert of_duels_between_people not in end
    assert practising.send("rematch").status_code in {303, 403}
    practise(practising.who, level="colonel", home="")
    with sqlite_database.reading() as session:
        assert [str(level) for level in session.scalars(select(StoredDuel.level))] == ["colonel"] * 2


def test_after_a_defeat_the_last_year_can_be_tried_again(practise):
    practising = practise(level="colonel")
    practising.send("acts/conceded", phase="S1901B", sure="yes")
    assert "Try that year again" not in practising.get().text  # nothing was played
    practising = practise(practising.who, level="recruit")
    practising.think()
    practising.send("entry", phase="S1901B", ready="yes", sure="slips")
    assert "Spring 1901" in practising.get().text
    practising.send("acts/conceded", phase="S1901M", sure="yes")
    end = practising.get().text
    assert "Try that year again" in end
    action = re.search(r'action="(/duels/\w+/chapters/0/play)"', end)[1]
    begun = practising.who.post(action, level="recruit", side="first")
    assert begun.headers["Location"] != practising.path
    again = practising.who.get(begun.headers["Location"]).text
    assert "Auction of 1901" in again
    assert "France" in again


def test_without_room_for_another_practice_duel_the_form_is_not_shown(practise):
    guest = practise().who
    for _ in range(2):
        assert 'name="level"' in guest.get("/practise").text
        practise(guest)
    full = guest.get("/practise")
    assert full.status_code == 200
    assert "You may have 3 practice duels running at once." in full.text
    assert 'name="level"' not in full.text
    assert len(set(re.findall(r'href="(/duels/[a-z0-9]{8})"', full.text))) == 3


def test_acts_that_need_an_account_lead_a_guest_to_register_and_keep_the_form(practise):
    refused = practise().who.post("/tournaments/new", description="Bring tea")
    assert refused.status_code == 403
    assert '<a class="button" href="/register">Create an account</a>' in refused.text
    assert "<dt>What players should know</dt><dd><pre>Bring tea</pre></dd>" in refused.text
    assert "Open the duel again" not in refused.text


def test_addresses_around_one_are_counted_together_for_a_day(site, visit):
    site.config["GUESTS_PER_HOUR"] = 2
    site.extensions["counting"].storage.reset()
    sent = {"level": "captain", "home": "FRANCE", "preset": "intimate"}
    answers = [
        visit().at(f"198.51.100.{number}").post("/practise", **sent).status_code for number in range(8)
    ]
    assert answers == [303] * 6 + [429] * 2
    assert visit().at("198.51.101.1").post("/practise", **sent).status_code == 303
