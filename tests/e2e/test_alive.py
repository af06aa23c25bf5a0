"""Every page updates itself: challenges, counts and lists change without a reload."""

import pytest
from playwright.sync_api import expect

from tests.e2e.campaign import entered
from tests.e2e.inspection import barriers
from tests.e2e.pages import DUEL
from tests.e2e.people import PHONE
from tests.e2e.playing import begin_duel, enter, phase_named, play_until

pytestmark = pytest.mark.e2e
MARK = "() => { window.sameDocument = true; }"


def was_never_reloaded(person):
    return person.page.evaluate("window.sameDocument === true")


def challenge_by_name(person, name):
    person.go("/challenges/new")
    person.page.locator("[name='kind'][value='named']").check()
    person.page.locator("[name='opponent']").fill(name)
    person.press("main form[action='/challenges/new'] button:not([data-show])")
    return person.path


@pytest.fixture
def anna_and_boris(people):
    """Return Anna and Boris under unique names."""
    return people.member("anna"), people.member("boris", "fr", PHONE)


def test_the_challenger_is_in_the_duel_as_soon_as_the_friend_has_accepted(anna_and_boris):
    anna, boris = anna_and_boris
    link = anna.challenge_by_link()
    boris.go(link)
    boris.accept()
    anna.page.wait_for_url(DUEL)
    assert anna.path == boris.path
    assert anna.says(".flash") == [f"{boris.name} has accepted your challenge: the duel begins."]
    anna.page.go_back()
    assert "/challenges/new" in anna.page.url


def test_a_challenged_player_sees_it_in_the_header_and_title(anna_and_boris):
    anna, boris = anna_and_boris
    boris.go("/challenges/")
    boris.page.evaluate(MARK)
    path = challenge_by_name(anna, boris.name.upper())
    expect(boris.page.locator("#menu .count").first).to_contain_text("1")
    expect(boris.page).to_have_title("(1) Jouer · Intimate Diplomacy")
    # The list has a button of the same kind.
    boris.press(f".awaits-me a[href='{path}']")
    boris.accept()
    anna.page.wait_for_url(DUEL)
    assert anna.path == boris.path


def test_the_form_says_whether_the_duel_will_be_rated_as_soon_as_that_changes(people):
    anna = people.member("anna")
    anna.go("/challenges/new")
    said, form = anna.page.locator("#in-short"), anna.page.locator("form.against")
    expect(said).to_have_text("The duel will be unrated. Anyone can watch it.")
    form.locator("[name='kind'][value='named']").check()
    expect(said).to_have_text("The duel will be rated. Anyone can watch it.")
    form.locator("details.rest > summary").click()
    form.locator("[name='public'][value='no']").check()
    form.locator("[name='loyalty']").fill("2")
    expect(said).to_have_text("A changed rule makes the duel unrated. Only the two players can see it.")
    form.locator("[name='loyalty']").fill("")
    form.locator("[name='rated']").uncheck()
    expect(said).to_have_text("The duel will be unrated. Only the two players can see it.")


def test_a_declined_challenge_is_shown_on_every_page_until_seen(anna_and_boris):
    anna, boris = anna_and_boris
    path = challenge_by_name(anna, boris.name)
    anna.page.evaluate(MARK)
    boris.go(path)
    boris.press("form[action$='/decline'] button")
    expect(anna.page.locator("#challenge h2")).to_have_text("This challenge was declined")
    assert was_never_reloaded(anna)
    told = f"{boris.name} has declined your challenge."
    anna.go("/rules")
    assert told in anna.says("#notices")[0]
    assert barriers(anna.page) == []
    anna.press("#notices button")
    assert anna.path == "/rules"
    assert anna.says("#notices .notice") == []


def test_the_challenged_player_sees_a_withdrawn_challenge_until_they_look_at_it(anna_and_boris):
    anna, boris = anna_and_boris
    path = challenge_by_name(anna, boris.name)
    boris.go("/challenges/")
    boris.page.evaluate(MARK)
    anna.press("form[action$='/withdraw'] button")
    notice = boris.page.locator("#notices .notice")
    expect(notice).to_contain_text(anna.name)
    expect(boris.page.locator(f"#challenges a[href='{path}']")).to_have_count(0)
    assert was_never_reloaded(boris)
    notice.locator("a").click()
    boris.page.wait_for_url(f"**{path}")
    boris.go("/rules")
    assert boris.says("#notices .notice") == []


def test_my_duels_follow_what_others_do(anna_and_boris, served_database):
    anna, boris = anna_and_boris
    path = play_until(served_database, anna.number, boris.number, "S1901M")
    enter(served_database, path, anna.number, "S1901M", entered(phase_named("S1901M"), "first"))
    anna.go("/duels/")
    anna.page.evaluate(MARK)
    expect(anna.page).to_have_title("My duels · Intimate Diplomacy")
    assert anna.page.locator(".awaits-me").count() == 0
    enter(served_database, path, boris.number, "S1901M", entered(phase_named("S1901M"), "second"))
    expect(anna.page.locator(".awaits-me")).to_contain_text("Autumn 1901")
    expect(anna.page).to_have_title("(1) My duels · Intimate Diplomacy")
    assert was_never_reloaded(anna)


def test_the_list_of_public_duels_updates_for_visitors_too(people, anna_and_boris, served_database):
    anna, boris = anna_and_boris
    visitor = people.visitor()
    visitor.control_clock()
    visitor.go("/duels/watch")
    visitor.page.evaluate(MARK)
    path = begin_duel(served_database, anna.number, boris.number)
    visitor.waits_until(lambda: visitor.page.locator(f"#duels a[href='{path}']").count() == 1)
    assert was_never_reloaded(visitor)


def test_a_page_without_lists_updates_by_polling(anna_and_boris, served_database):
    anna, boris = anna_and_boris
    anna.control_clock()
    anna.go("/account")
    anna.page.evaluate(MARK)
    begin_duel(served_database, anna.number, boris.number)
    anna.waits_until(lambda: anna.page.title() == "(1) Account · Intimate Diplomacy")
    expect(anna.page.locator("#menu .count").first).to_contain_text("1")
    assert was_never_reloaded(anna)


def test_a_member_who_is_writing_is_not_redirected(anna_and_boris):
    anna, boris = anna_and_boris
    link = anna.challenge_by_link()
    anna.page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<textarea id=draft></textarea>')"
    )
    anna.page.locator("#draft").fill("Dear Boris")
    boris.go(link)
    boris.accept()
    expect(anna.page.locator("#challenge [data-begun]")).to_be_visible()
    assert anna.page.url == link
    anna.page.locator("[data-begun]").click()
    anna.page.wait_for_url(DUEL)


def test_after_sending_a_form_only_its_answer_redirects(anna_and_boris):
    anna, boris = anna_and_boris
    boris.go(anna.challenge_by_link())
    held, asked = [], []
    boris.page.route("**/accept", lambda route: held.append((route, route.fetch(max_redirects=0))))
    boris.page.on("request", lambda request: asked.append(request.url))
    with boris.page.expect_navigation():
        with boris.page.expect_event("requestfinished", lambda request: "x-live" in request.headers):
            boris.page.locator("form[action$='/accept'] button").click(no_wait_after=True)
        boris.page.wait_for_timeout(200)
        [(route, answer)] = held
        route.fulfill(response=answer)
    assert DUEL.search(boris.page.url)
    assert [address for address in asked if address.endswith("/duel")] == []


def test_without_a_connection_the_page_says_so_sends_nothing_and_catches_up_later(
    people, anna_and_boris, served_database
):
    anna, boris = anna_and_boris
    anna.go("/challenges/new")
    anna.page.locator("[name='kind'][value='named']").check()
    anna.page.locator("[name='opponent']").fill(boris.name)
    anna.page.context.set_offline(True)
    anna.page.locator("main form[action='/challenges/new'] button:not([data-show])").click()
    unsent = anna.page.locator("[data-unsent]")
    expect(unsent).to_be_in_viewport(ratio=1)
    assert anna.page.locator("[name='opponent']").input_value() == boris.name
    begin_duel(served_database, anna.number, boris.number)
    anna.page.context.set_offline(False)
    expect(anna.page).to_have_title("(1) New challenge · Intimate Diplomacy")
    expect(anna.page.locator("[data-send-again]")).to_be_visible()
    assert anna.press("main form[action='/challenges/new'] button:not([data-show])").ok
    people.complaints[:] = [said for said in people.complaints if "ERR_INTERNET_DISCONNECTED" not in said]


def test_an_offer_of_a_rematch_appears_on_the_open_page_of_the_ended_duel(anna_and_boris, served_database):
    anna, boris = anna_and_boris
    path = play_until(served_database, anna.number, boris.number)
    anna.go(path)
    anna.page.evaluate(MARK)
    boris.go(path)
    boris.page.locator("form[action$='/rematch'] button").first.click()
    offer = anna.page.locator("#live-rematch")
    expect(offer).to_contain_text(f"{boris.name} offers a rematch.")
    assert was_never_reloaded(anna)
    offer.get_by_role("button", name="Accept the rematch").click()
    boris.page.wait_for_url(DUEL)
    anna.page.wait_for_url(DUEL)
    assert anna.path == boris.path != path


def test_a_link_is_copied_by_one_press_and_shared_where_the_system_can(anna_and_boris):
    anna, boris = anna_and_boris
    anna.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link = anna.challenge_by_link()
    anna.page.locator("[data-share]").click()
    expect(anna.page.locator("[data-share-says]")).to_have_text("Copied.")
    assert anna.page.evaluate("navigator.clipboard.readText()") == link
    boris.page.add_init_script(
        "Object.defineProperty(navigator, 'share', {value: async (what) => { window.shared = what.url; }})"
    )
    link = boris.challenge_by_link()
    boris.page.locator("[data-share]").click()
    assert boris.page.evaluate("window.shared") == link
