"""The Atom feed of a public duel: valid, in the requested language, and free of sealed values."""

import re
from datetime import datetime
from xml.etree import ElementTree as ET

import pytest
from sqlalchemy import update

from models import User
from tests.builders import start
from tests.fixtures_duels import FIRST, LATER, LISTS, NOON, SECOND
from tests.web.counting import Meter
from tests.web.reading import without_tokens

ATOM = "{http://www.w3.org/2005/Atom}"
HTML = "{http://www.w3.org/1999/xhtml}"
FEED = "/feed.atom"


def feed(answer):
    """Parse a feed, and check the elements that RFC 4287 demands."""
    assert answer.status_code == 200
    assert answer.mimetype == "application/atom+xml"
    root = ET.fromstring(answer.data)  # noqa: S314  # made by our own pages
    assert root.tag == f"{ATOM}feed"
    required = ("id", "title", "updated")
    assert [len(root.findall(f"{ATOM}{name}")) for name in required] == [1, 1, 1]
    assert root.findtext(f"{ATOM}author/{ATOM}name")
    entries = root.findall(f"{ATOM}entry")
    for entry in entries:
        assert [len(entry.findall(f"{ATOM}{name}")) for name in required] == [1, 1, 1]
        assert len(links(entry, "alternate")) == 1
    for moment in root.iter(f"{ATOM}updated"):
        assert datetime.fromisoformat(moment.text).tzinfo
    ids = [entry.findtext(f"{ATOM}id") for entry in [root, *entries]]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", each) for each in ids)
    return root


def links(element, relation):
    return [link.attrib["href"] for link in element.findall(f"{ATOM}link") if link.attrib["rel"] == relation]


def entries(answer):
    """Return the title and the summary of each entry, the latest first."""
    return [
        (entry.findtext(f"{ATOM}title"), entry.findtext(f"{ATOM}summary"))
        for entry in feed(answer).findall(f"{ATOM}entry")
    ]


@pytest.fixture
def duel(pages):
    """Return a duel in the autumn of its first year."""
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    duel.contest.resolve({"bids": {"ITALY": 5}}, {"bids": {"RUSSIA": 6, "ITALY": 2}})
    orders = {"AUSTRIA": ["A BUD - SER", "A VIE - GAL"]}
    duel.contest.resolve({"orders": orders}, {"orders": {"RUSSIA": ["A WAR - GAL"]}})
    return duel


def test_a_duel_that_has_just_begun_has_a_feed_without_entries(pages):
    root = feed(pages().get("visitor", FEED))
    assert root.findtext(f"{ATOM}title") == "anna – boris"
    assert root.findtext(f"{ATOM}subtitle") == "Choice of home powers"
    assert root.findtext(f"{ATOM}updated") == NOON.isoformat(timespec="seconds")
    assert root.findall(f"{ATOM}entry") == []


def test_each_chapter_is_an_entry_that_says_what_it_brought(duel):
    assert entries(duel.get("visitor", FEED)) == [
        ("Spring 1901, movement", "Orders carried out: 1 of 3."),
        (
            "Auction of 1901",
            "anna commands Italy. boris commands Russia. In anarchy: England, Germany and Turkey.",
        ),
        ("Choice of home powers", "anna plays Austria. boris plays France."),
    ]


def test_a_feed_reports_centres_builds_dislodgements_and_the_end(duel):
    duel.contest.play_on("W1901A")
    duel.contest.resolve({"orders": {"AUSTRIA": ["A BUD B"]}}, None)
    duel.contest.happen(FIRST, "draw_offered")
    duel.contest.happen(SECOND, "conceded")
    told = entries(duel.get("visitor", FEED))
    assert told[0] == ("boris: Concession", "anna won: boris conceded.")
    assert told[1] == ("anna: Offer of a draw", "anna offers a draw.")
    assert told[2] == ("Winter 1901, adjustments", "Build A Budapest.")
    assert "Austria gains Serbia." in told[3][1]
    assert feed(duel.get("visitor", FEED)).findtext(f"{ATOM}subtitle") == "anna won: boris conceded."


def test_a_dislodged_unit_is_named(pages):
    duel = pages(
        start(
            "S1902M", control={"ITALY": "first"}, units={"AUSTRIA": ["A TYR", "A BOH"], "FRANCE": ["A MUN"]}
        )
    )
    duel.contest.resolve({"orders": {"AUSTRIA": ["A TYR - MUN", "A BOH S A TYR - MUN"]}}, None)
    assert "Dislodged: A Munich." in entries(duel.get("visitor", FEED))[0][1]


def test_an_entry_leads_to_its_chapter_and_shows_its_picture(duel):
    (latest, *_) = feed(duel.get("visitor", FEED)).findall(f"{ATOM}entry")
    assert links(latest, "alternate") == [f"http://localhost{duel.path}/chapters/2"]
    (picture,) = links(latest, "enclosure")
    assert picture.startswith(f"http://localhost{duel.path}/chapters/2/board.png")
    image = latest.find(f"{ATOM}content/{HTML}div//{HTML}img")
    assert (image.attrib["src"], image.attrib["alt"]) == (picture, "The board: Spring 1901, movement")
    assert latest.findtext(f"{ATOM}updated") == LATER.isoformat(timespec="seconds")


@pytest.mark.parametrize(
    ("query", "language"),
    [("", "en"), ("?lang=en", "en"), ("?lang=fr", "fr"), ("?lang=de", "en"), ("?lang=%00", "en")],
)
@pytest.mark.parametrize("reader", ["anna", "boris", "visitor"])
def test_a_feed_is_in_the_language_asked_for(duel, query, language, reader):
    root = feed(duel.get(reader, f"{FEED}{query}"))
    assert root.attrib["{http://www.w3.org/XML/1998/namespace}lang"] == language
    (latest, *_) = entries(duel.get(reader, f"{FEED}{query}"))
    assert latest[0] == {"en": "Spring 1901, movement", "fr": "Printemps 1901, mouvements"}[language]
    assert links(root, "self") == [f"http://localhost{duel.path}{FEED}?lang={language}"]


def test_entries_stay_the_same_as_others_come(duel):
    def ids():
        return [
            each.findtext(f"{ATOM}id") for each in feed(duel.get("visitor", FEED)).findall(f"{ATOM}entry")
        ]

    before = ids()
    duel.contest.resolve(None, None)
    assert ids()[-len(before) :] == before
    assert len(ids()) > len(before)


def test_nothing_stored_for_the_present_phase_shows(duel):
    before = duel.get("visitor", FEED)
    duel.contest.store(FIRST, {"orders": {"AUSTRIA": ["A SER - GRE"]}})
    duel.contest.hand_in(SECOND)
    after = duel.get("visitor", FEED)
    assert before.data == after.data
    assert before.headers["ETag"] == after.headers["ETag"]


def test_a_private_duel_has_no_feed_and_its_page_names_none(pages):
    duel = pages(public=False)
    for reader in duel.readers:
        assert duel.get(reader, FEED).status_code == 404
    assert "atom+xml" not in duel.get("anna").text
    unknown = without_tokens(duel.readers["visitor"].get("/duels/aaaaaaaa/feed.atom"))
    assert unknown == without_tokens(duel.get("visitor", FEED)).replace(duel.contest.token, "aaaaaaaa")


@pytest.mark.parametrize("token", ["%00", "..", "<b>", "x" * 2000])
def test_an_unknown_duel_has_no_feed(visit, token):
    assert visit().get(f"/duels/{token}/feed.atom").status_code == 404


def test_the_pages_of_a_public_duel_name_the_feed_in_their_language(duel):
    for reader, language in (("visitor", "en"), ("boris", "fr")):
        for place in ("", "/chapters/0"):
            found = re.search(
                r'<link rel="alternate" type="application/atom\+xml"[^>]*href="([^"]+)"',
                duel.get(reader, place).text,
            )
            assert found[1] == f"{duel.path}{FEED}?lang={language}"


def test_it_is_the_same_for_everybody_made_once_and_not_sent_twice(duel, monkeypatch):
    meter = Meter(duel.site, monkeypatch)
    duel.get("visitor", FEED)
    counts = meter.of(duel.get, "anna", FEED)
    assert (len(counts.statements), counts.renderings) == (1, 0)
    answer = duel.get("anna", FEED)
    assert answer.cache_control.public
    assert "Cookie" not in answer.vary
    assert "Set-Cookie" not in answer.headers
    client = duel.site.test_client()
    known = {"If-None-Match": answer.headers["ETag"]}
    assert client.get(f"{duel.path}{FEED}", headers=known).status_code == 304
    duel.contest.resolve(None, None)
    assert client.get(f"{duel.path}{FEED}", headers=known).status_code == 200


@pytest.mark.parametrize("name", ["<b>&\"'", "]]>", "&amp;", "<script>", "Zoë 李雷"])
def test_names_are_escaped_in_feeds(duel, name):
    with duel.contest.database.writing() as session:
        session.execute(update(User).where(User.name == "anna").values(name=name))
    root = feed(duel.get("visitor", FEED))
    assert root.findtext(f"{ATOM}title") == f"{name} – boris"
    assert f"{name} commands Italy." in entries(duel.get("visitor", FEED))[1][1]
    assert {element.tag for element in root.iter()} == {
        element.tag for element in feed(duel.get("boris", FEED)).iter()
    }


def test_a_long_duel_tells_its_last_chapters_only(pages, monkeypatch):
    duel = pages(start("S1902M"))
    for number in range(4):
        duel.contest.happen((FIRST, SECOND)[number % 2], "draw_offered")
        duel.contest.happen((FIRST, SECOND)[number % 2], "draw_withdrawn")
    monkeypatch.setattr("web.feeds.MOST", 3)
    told = feed(duel.get("visitor", FEED)).findall(f"{ATOM}entry")
    assert [links(entry, "alternate")[0].rpartition("/")[2] for entry in told] == ["7", "6", "5"]
