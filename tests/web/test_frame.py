"""Rules for every page: headers, languages, tokens, links."""

import os
import re
from html.parser import HTMLParser

import pytest
from flask import url_for

from tests.builders import start
from tests.fixtures_duels import FIRST

LANGUAGES = {"en": "Skip to the content", "fr": "Aller au contenu"}
PAGES = (
    "/",
    "/rules",
    "/help/time",
    "/help/fair-play",
    "/ratings/live/dueldip",
    "/login",
    "/register",
    "/forgotten",
    "/challenges/",
)
MEMBERS_PAGES = ("/account", "/account/notifications", "/challenges/new", "/duels/")


class Links(HTMLParser):
    """Everything that a page refers to."""

    def __init__(self, page):
        super().__init__()
        self.found, self.ids, self.styled = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        self.found += [named[name] for name in ("href", "src") if name in named]
        self.ids += [named["id"]] if "id" in named else []
        self.styled += [tag] if tag == "style" or "style" in named or "onclick" in named else []


def rules(site, method):
    return [rule for rule in site.url_map.iter_rules() if method in rule.methods]


def test_every_form_route_demands_the_token_of_a_page(site, member):
    """As a member: everybody else is asked to log in first."""
    client = member("anna").client
    for rule in rules(site, "POST"):
        if rule.endpoint == "notifications.unsubscribe_now":
            continue  # the token of the link is in its address
        if rule.rule.startswith("/api/"):
            continue  # no cookie opens anything there: tests/web/api/test_access.py
        path = re.sub(r"<any\(['\"]?([\w-]+)[^>]*>", r"\1", rule.rule)
        for argument in rule.arguments:
            path = re.sub(rf"<[^>]*{argument}>", "1", path)
        assert client.post(path, data={"name": "anna"}).status_code == 400, path


@pytest.mark.parametrize("path", [*PAGES, "/nowhere", "/static/css/base.css"])
def test_every_answer_carries_the_security_headers(visit, path):
    headers = visit().get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("path", [*PAGES, *MEMBERS_PAGES])
def test_pages_of_members_are_kept_nowhere(member, path):
    assert member("anna").get(path, follow_redirects=True).headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", PAGES)
def test_pages_of_visitors_vary_by_cookie_and_language(visit, path):
    headers = visit().get(path).headers
    assert headers["Cache-Control"] == "private, no-cache"
    assert {"Cookie", "Accept-Language"} <= set(headers["Vary"].split(", "))


def test_static_files_are_kept_for_long_under_an_address_that_changes_with_them(visit):
    reader = visit()
    address = re.search(r'href="(/static/icon\.svg\?v=[^"]+)"', reader.get("/").text)[1]
    assert "immutable" in reader.get(address).headers["Cache-Control"]


def test_scripts_and_all_that_they_import_are_kept_for_long_in_a_folder_of_this_version_alone(visit):
    reader = visit()
    page = reader.get("/").text
    folder, script = re.search(r"src=./static/(js-[0-9a-f]{12})/(lists_live\.js)", page).groups()
    for name in (script, "live_page.js", "board/main.js"):
        answer = reader.get(f"/static/{folder}/{name}")
        assert "immutable" in answer.headers["Cache-Control"]
        before = reader.get(f"/static/js-0123456789ab/{name}")
        assert before.data == answer.data == reader.get(f"/static/js/{name}").data
        assert "immutable" not in before.headers["Cache-Control"]


def test_the_date_of_an_answer_is_left_to_the_server(visit):
    for path in ("/", "/static/icon.svg"):
        assert "Date" not in visit().get(path).headers


def test_another_script_changes_the_addresses_of_all(site, tmp_path):
    (tmp_path / "js").mkdir()
    addresses = []
    site.debug, site.static_folder = True, str(tmp_path)
    for text in ("let a;", "let b;", "let b;"):
        (tmp_path / "js" / "one.js").write_text(text, "utf-8")
        os.utime(tmp_path / "js" / "one.js", ns=(0, len(addresses)))
        with site.test_request_context():
            addresses.append(url_for("static", filename="js/other.js"))
    assert len(set(addresses)) == 2
    assert addresses[1] == addresses[2]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", [*PAGES, *MEMBERS_PAGES, "/nowhere"])
def test_every_page_is_in_the_language_of_the_browser(member, visit, path, language):
    reader = member("anna", language) if path in MEMBERS_PAGES else visit(language)
    page = reader.get(path).text
    assert f'<html lang="{language}"' in page
    assert LANGUAGES[language] in page


@pytest.mark.parametrize("path", [*PAGES, *MEMBERS_PAGES])
def test_no_link_of_a_page_is_dead_and_no_part_has_another_s_name(member, visit, path):
    """As a member, who is redirected from the log-in pages."""
    if path not in MEMBERS_PAGES:
        assert_whole(visit(), path)
    if path not in {"/login", "/register"}:
        assert_whole(member("anna"), path)


@pytest.mark.parametrize("place", ["", "/chapters/0", "/chapters/1", "/what-if/0"])
@pytest.mark.parametrize("reader", ["anna", "visitor"])
def test_no_link_of_a_page_of_a_duel_is_dead_either(pages, reader, place):
    duel = pages(start("S1902M"))
    duel.contest.happen(FIRST, "draw_offered")
    duel.contest.resolve(None, None)
    assert_whole(duel.readers[reader], f"{duel.path}{place}")


def assert_whole(reader, path):
    """Check that a page has no dead link, no duplicate name and no style of its own."""
    answer = reader.get(path)
    assert answer.status_code == 200
    page = Links(answer.text)
    assert len(page.ids) == len(set(page.ids))
    assert page.styled == []
    for link in set(page.found):
        assert link.startswith(("/", "#")), link
        if link.startswith("#"):
            assert link[1:] in page.ids, link
        else:
            target, _, part = link.partition("#")
            answer = reader.get(target, follow_redirects=True)
            assert answer.status_code == 200, link
            assert not part or f'id="{part}"' in answer.text, link


@pytest.mark.parametrize(
    ("accepted", "spoken"),
    [
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("de,fr;q=0.5", "fr"),
        ("de", "en"),
        ("", "en"),
        ("en-GB", "en"),
        ("fr-CA,en;q=0.1", "fr"),
        ("fr;q=0,en", "en"),
    ],
)
def test_the_language_of_the_browser_comes_first(visit, accepted, spoken):
    assert f'<html lang="{spoken}"' in visit(accepted).get("/").text


def test_a_visitor_chooses_another_language_and_stays_on_the_page(visit):
    reader = visit("en")
    answer = reader.post("/language/fr", next="/rules")
    assert answer.headers["Location"] == "/rules"
    assert '<html lang="fr"' in reader.get("/rules").text


def test_a_member_s_language_follows_them_to_another_browser(member, visit):
    member("anna", "en").post("/language/fr")
    elsewhere = visit("en")
    elsewhere.post("/login", name="anna", password="correct horse battery")
    assert '<html lang="fr"' in elsewhere.get("/").text


def test_a_language_or_a_look_that_does_not_exist_changes_nothing(visit):
    reader = visit("en")
    for path in ("/language/xx", "/theme/pink"):
        answer = reader.post(path)
        assert answer.status_code == 303
        set_cookies = [cookie.partition("=")[0] for cookie in answer.headers.getlist("Set-Cookie")]
        assert not {"language", "theme"} & set(set_cookies)
    assert '<html lang="en" data-theme="auto"' in reader.get("/").text


def test_the_looks_are_chosen_without_javascript(visit):
    reader = visit()
    reader.post("/theme/dark")
    assert 'data-theme="dark"' in reader.get("/").text


@pytest.mark.parametrize(
    ("path", "entry"),
    [("/play", "/challenges/"), ("/archive/powers", "/duels/watch"), ("/tournaments/new", "/ladders/")],
)
def test_the_menu_says_in_which_part_of_the_site_a_page_stands(member, path, entry):
    page = member("anna").get(path).text
    menu = re.search(r'<nav class="menu".*?</nav>', page, re.DOTALL)[0]
    assert re.findall(r'href="([^"]+)"\s+aria-current="page"', menu) == [entry]
