"""Cached pages: what a request puts into them is never older than the request."""

import importlib.util
import re
import shutil
from datetime import timedelta

import pytest
from markupsafe import escape
from sqlalchemy import update

from models import StoredDuel, User
from services.accounts import accounts
from services.terms import Terms
from tests.builders import start
from tests.fixtures_duels import FIRST, LATER, NOON, Contest
from tests.fixtures_site import TOKEN, open_database
from tests.web.reading import plain, text, without_tokens
from web.core import page
from web.core.cache import Cache
from web.core.page import Frame, filled, kept_skeleton, slot

MOVES = start("S1902M", control={"ITALY": "first"})
NAMES = [
    "\x02csrf\x03",
    "\x02{guess}:csrf\x03",
    "\x02",
    "\x03\x1f",
    "{{ slot('csrf') }}",
    "{% if 1 %}x{% endif %}",
    "%(name)s",
    "<b>anna</b>",
]


@pytest.fixture
def duel(pages):
    return pages(MOVES)


def renderings(duel):
    """Return the number of cache misses."""
    return duel.site.extensions["cache"].counts.misses


def tokens(answer):
    return set(TOKEN.findall(answer.text))


@pytest.mark.parametrize("place", ["", "/chapters/0", "/what-if/0"])
def test_every_form_of_a_page_has_its_viewer_s_own_token(duel, visit, place):
    duel.contest.happen(FIRST, "draw_offered")
    duel.readers["passer-by"] = visit()
    pages = {reader: [duel.get(reader, place) for _ in range(2)] for reader in duel.readers}
    found = {reader: [tokens(answer) for answer in looks] for reader, looks in pages.items()}
    assert all(len(of_look) == 1 for looks in found.values() for of_look in looks)
    forms = {
        reader: [look.text.count('<form method="post"') for look in looks] for reader, looks in pages.items()
    }
    counted = {reader: [len(TOKEN.findall(look.text)) for look in looks] for reader, looks in pages.items()}
    assert forms == counted
    # Tokens are signed anew at each look; what differs between viewers is what they stand for.
    meant = {
        reader: {token.split(".")[0] for look in looks for token in look} for reader, looks in found.items()
    }
    assert all(len(stands_for) == 1 for stands_for in meant.values())
    assert len({next(iter(stands_for)) for stands_for in meant.values()}) == len(duel.readers)


def test_a_token_is_valid_on_a_page_first_shown_to_another_viewer(duel):
    duel.get("boris")
    duel.get("visitor")
    token = next(iter(tokens(duel.get("anna"))))
    sent = {"csrf_token": token, "phase": "S1902M", "order_VIE": "A VIE - GAL"}
    anna, boris = (duel.readers[reader] for reader in ("anna", "boris"))
    assert boris.client.post(f"{duel.path}/entry", data=sent, headers=boris.headers).status_code == 400
    assert anna.client.post(f"{duel.path}/entry", data=sent, headers=anna.headers).status_code == 303


def test_a_flashed_message_appears_once_on_a_cached_page(duel):
    duel.get("anna")
    said = "Saved. Press Done when you are ready"
    assert said not in text(duel.get("anna"))
    duel.post("anna", "entry", order_VIE="A VIE - GAL")
    assert said not in text(duel.get("boris"))
    assert said in text(duel.get("anna"))
    made = renderings(duel)
    assert said not in text(duel.get("anna"))
    assert renderings(duel) == made


def test_a_partial_refresh_leaves_flashed_messages_for_the_next_page(duel):
    duel.post("anna", "entry", order_VIE="A VIE - GAL")
    anna = duel.readers["anna"]
    renewed = anna.client.get(duel.path, headers={**anna.headers, "X-Live": "1"})
    assert "flash" not in renewed.text
    assert "Saved. Press Done when you are ready" in text(duel.get("anna"))


def test_the_times_on_lists_go_by_though_the_lists_are_kept(duel, member):
    clara = member("clara")
    terms = {"kind": "open", "preset": "intimate", "public": "yes", "clock": "live"}
    assert clara.post("/challenges/new", **terms).status_code == 303
    anna, visitor = duel.readers["anna"], duel.readers["visitor"]
    pages = ((anna, "/duels/"), (anna, "/duels/watch"), (visitor, "/"), (anna, "/challenges/"))
    looks = []
    for hours in (0, 2):
        duel.clock(LATER + timedelta(hours=hours))
        looks.append([text(reader.get(path)) for reader, path in pages])
        made = renderings(duel)
    assert renderings(duel) == made
    for before, after in list(zip(*looks, strict=True))[:3]:
        assert ("21 hours left" in before, "19 hours left" in after) == (True, True)
    for before, after in list(zip(*looks, strict=True))[2:]:
        assert ("just now" in before, "2 hours ago" in after) == (True, True)


def test_the_count_of_duels_to_play_is_always_current(pages):
    one, _other = pages(MOVES), pages(MOVES)

    def count(reader, path):
        found = re.search(
            r'class="count" title="(\d+) duels?[^>]*>(.*?)</a>', one.readers[reader].get(path).text
        )
        assert found is None or plain(found[2]).startswith(f"{found[1]} {found[1]} duel")
        return found and int(found[1])

    for path in (one.path, "/rules", "/duels/"):
        count("anna", path), count("boris", path)
    assert [count(reader, one.path) for reader in ("anna", "boris", "visitor")] == [2, 2, None]
    made = renderings(one)
    one.contest.hand_in(FIRST)
    assert [count("anna", path) for path in ("/rules", "/duels/watch")] == [1, 1]
    assert [count("boris", path) for path in ("/rules", "/duels/watch")] == [2, 2]
    assert "My next duel to play" in text(one.get("anna"))
    assert renderings(one) > made  # the readiness is new, the page of the duel is not


def test_the_way_back_from_a_kept_page_is_the_address_that_was_asked_for(duel):
    first, second = (duel.get("visitor", query).text for query in ("", "?from=mail"))
    for address, answer in ((duel.path, first), (f"{duel.path}?from=mail", second)):
        assert re.findall('name="next" value="([^"]*)"', answer) == [address] * 3


def test_a_page_cached_in_one_language_is_not_shown_to_a_viewer_of_another(duel, visit):
    duel.contest.happen(FIRST, "draw_offered")
    duel.readers["visiteur"] = visit("fr")
    for place in ("", "/chapters/0"):
        for _ in range(2):
            for reader, language, words in (
                ("visitor", "en", "What has happened" if not place else "The position afterwards"),
                ("visiteur", "fr", "L’histoire du duel" if not place else "Position obtenue"),
            ):
                page = duel.get(reader, place)
                assert f'<html lang="{language}"' in page.text
                assert (words in text(page), reader) == (True, reader)
                assert f'lang="{language}" formaction="/language/{language}" aria-current="true"' in re.sub(
                    r"\s+", " ", page.text
                )
    duel.readers["visitor"].post("/language/fr")
    assert without_tokens(duel.get("visitor")) == without_tokens(duel.get("visiteur"))


def codes_on(page):
    """Return the codes of Spain and of the Channel on a page's board."""
    shown = re.findall(r"<text[^>]*>([^<]{3,4})</text>", page.text)
    return [code for code in shown if code in {"SPA", "ESP", "ENG", "MAN"}]


def test_codes_are_in_the_viewer_s_language_or_as_chosen(duel, visit):
    duel.contest.happen(FIRST, "draw_offered")
    duel.readers["visiteur"] = visit("fr")
    duel.readers["anna"].post("/account/codes", codes="french")
    duel.readers["boris"].post("/account/codes", codes="english")
    english, french = ["ENG", "SPA"], ["ESP", "MAN"]
    wanted = {"visitor": english, "visiteur": french, "anna": french, "boris": english}
    for place in ("", "/chapters/0"):
        for _ in range(2):
            assert {reader: sorted(codes_on(duel.get(reader, place))) for reader in wanted} == wanted


def test_a_page_cached_in_light_colours_is_not_shown_to_a_viewer_of_dark_ones(duel, visit):
    duel.readers["owl"] = visit()
    duel.readers["owl"].post("/theme/dark")
    for _ in range(2):
        for reader, theme in (("visitor", "auto"), ("owl", "dark")):
            page = re.sub(r"\s+", " ", duel.get(reader).text)
            assert f'data-theme="{theme}"' in page
            assert re.findall(r'formaction="/theme/(\w+)" aria-current="true"', page) == [theme]


def test_the_look_of_the_board_is_a_setting_of_the_account_for_all_devices(duel, member, visit):
    duel.readers["owl"] = visit()
    duel.readers["owl"].post("/board/contrast")
    duel.readers["anna"].post("/board/plain")
    assert duel.readers["boris"].post("/board/glass").status_code == 303
    wanted = {"visitor": "page", "owl": "contrast", "anna": "plain", "boris": "page"}
    for _ in range(2):
        for reader, look in wanted.items():
            page = re.sub(r"\s+", " ", duel.get(reader).text)
            assert f'data-board="{look}"' in page
            assert re.findall(r'formaction="/board/(\w+)" aria-current="true"', page) == [look]
    elsewhere = visit()
    assert 'data-board="page"' in elsewhere.get("/").text


def test_a_page_cached_for_one_host_does_not_name_it_to_a_viewer_of_another(duel):
    client = duel.site.test_client()
    for _ in range(2):
        for host in ("localhost", "duels.localhost"):
            page = client.get(duel.path, headers={"Host": host}).text
            assert f'<meta property="og:url" content="http://{host}{duel.path}">' in page


@pytest.fixture
def twins(tmp_path, migrated_file, site_with):
    """Return two sites with duels of the same number and address, between different people."""
    made = {}
    for name, preset in (("one", "njudge"), ("other", "beginner")):
        file = tmp_path / f"{name}.sqlite3"
        shutil.copy(migrated_file, file)
        database = open_database(f"sqlite:///{file}")
        with database.writing() as session:
            people = {
                who: accounts.register(session, f"{who}-{name}", "hash", "en", NOON).id
                for who in ("anna", "boris")
            }
        contest = Contest(database, people, Terms(preset))
        with database.writing() as session:
            session.execute(update(StoredDuel).values(token="same"))
        assert (contest.id, contest.stored().version) == (1, 1)
        database.close()
        made[name] = site_with(database, CLOCK=lambda: LATER)
    return made


def test_two_applications_with_two_databases_share_nothing_that_is_kept(twins):
    presets = {"one": "As on njudge", "other": "Beginners"}
    for _ in range(2):
        for name, site in twins.items():
            page = text(site.test_client().get("/duels/same"))
            assert f"anna-{name} – boris-{name}" in page
            assert [preset for preset in presets.values() if preset in page] == [presets[name]]
    one, other = (site.extensions["cache"].counts for site in twins.values())
    assert one == other
    assert (one.hits, one.misses) == (5, 6)  # the graphs and the last chapter are parts of the page


def sight(duel, place):
    """Return what a visitor sees, without the addresses of players: names are quoted in them."""
    return re.sub(r"/players/[^\"]*", "/players/", without_tokens(duel.get("visitor", place)))


@pytest.mark.parametrize("name", NAMES)
def test_no_name_can_forge_a_place_where_something_is_put_in(duel, name):
    name = name.replace("guess", "0" * 16)
    duel.contest.happen(FIRST, "draw_offered")
    places = ("", "/chapters/0")
    before = [sight(duel, place) for place in places]
    duel.site.extensions["cache"] = Cache()
    with duel.contest.database.writing() as session:
        session.execute(update(User).where(User.name == "anna").values(name=name))
    for _ in range(2):
        after = [sight(duel, place) for place in places]
        shown = str(escape(name))
        assert all(shown in page for page in after)
        assert [page.replace(shown, "anna") for page in after] == before


def test_a_mark_that_the_process_did_not_make_is_text(site):
    forged = "\x02csrf\x03 \x020000000000000000:csrf\x03"
    with site.test_request_context():
        made = kept_skeleton("forged", lambda: f"{forged}{slot('here')}")
        assert filled(Frame(), made) == f"{forged}/"


def test_the_mark_differs_between_processes_and_no_viewer_sees_it(duel):
    found = importlib.util.spec_from_file_location("another", page.__file__)
    another = importlib.util.module_from_spec(found)
    found.loader.exec_module(another)
    assert another.OPEN != page.OPEN
    for place in ("", "/what-if/start", "/record.json"):
        answer = duel.get("anna", place).text
        assert not {"\x02", "\x03", "\x1f"} & set(answer)
        assert page.OPEN.strip("\x02:") not in answer


def test_a_slot_is_given_what_the_template_says_and_is_filled_once_at_each_look(site):
    class Page(Frame):
        looks = 0

        def greeting(self, *names):
            self.looks += 1
            return f"{self.looks} {' and '.join(names)}"

    rendered = []

    def render():
        rendered.append(1)
        return f"<p>{slot('greeting', 'anna', 7)}</p>{slot('greeting', '<b>')}, {slot('greeting', 'anna', 7)}"

    with site.test_request_context():
        looks = [filled(Page(), kept_skeleton("greeting", render)) for _ in range(2)]
    assert looks == ["<p>1 anna and 7</p>2 &lt;b&gt;, 1 anna and 7"] * 2
    assert rendered == [1]
