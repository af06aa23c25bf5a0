"""My duels, other people's, and the way to the next duel to play."""

import re
from html import unescape

import pytest

from clocks.terms import PRESETS
from services.duels import lists
from tests.builders import lonely
from tests.fixtures_duels import DEADLINE, FIRST, LATER, LISTS, SECOND
from tests.web.reading import plain, text
from web.duels import lists as web_lists

CARD = re.compile(r'<article class="card of-duel.*?</article>', re.DOTALL)


def test_my_duels_are_grouped_by_whether_they_await_me(pages):
    mine, theirs, over = pages(), pages(), pages(lonely("S1902M"))
    theirs.contest.enter(FIRST, LISTS[FIRST])
    over.contest.happen(FIRST, "conceded")
    page = text(mine.readers["anna"].get("/duels/"))
    awaiting, rest = page.split("Waiting for your opponents")
    assert "your turn" in awaiting
    assert awaiting.count("Choice of home powers") == rest.count("Choice of home powers") == 1
    assert "You lost. You conceded." in rest


def test_a_finished_duel_says_to_each_player_how_it_went_for_them(pages):
    """Each player sees only their own result, though pages are cached."""
    over = pages(lonely("S1902M"))
    over.contest.happen(FIRST, "conceded")
    for name, said in (
        ("anna", "You lost. You conceded."),
        ("boris", "Vous avez gagné. Votre adversaire a abandonné."),
    ):
        assert said in text(over.readers[name].get("/duels/"))


def test_a_member_without_duels_gets_a_suggestion(member):
    assert "No opponent is waiting for you." in text(member("clara").get("/duels/"))


def test_my_duels_are_for_members(visit):
    for path in ("/duels/", "/duels/next"):
        answer = visit().get(path)
        assert (answer.status_code, answer.headers["Location"][:7]) == (303, "/login?")


def follow(duel, after=None):
    query = f"?after={after}" if after else ""
    return duel.readers["anna"].get(f"/duels/next{query}").headers["Location"]


def test_the_next_duel_that_awaits_me_is_another_one(pages):
    one, other = pages(), pages()
    assert follow(one, one.contest.token) == other.path
    assert follow(one, other.contest.token) == one.path
    assert follow(one) == one.path
    assert follow(one, "nonsense%00") == one.path


def test_the_only_duel_that_awaits_me_comes_again_and_when_none_does_the_list(pages):
    duel = pages()
    assert follow(duel, duel.contest.token) == duel.path
    duel.contest.enter(FIRST, LISTS[FIRST])
    assert follow(duel, duel.contest.token) == "/duels/"


def test_public_duels_can_be_watched_and_private_ones_are_in_no_list(pages):
    public, private, over = pages(), pages(public=False), pages(lonely("S1902M"))
    over.contest.happen(SECOND, "conceded")
    running = public.readers["visitor"].get("/duels/watch").text
    ended = public.readers["visitor"].get("/duels/watch?ended=yes").text
    assert [duel.path in running for duel in (public, private, over)] == [True, False, False]
    assert [duel.path in ended for duel in (public, private, over)] == [False, False, True]


def test_long_lists_have_pages(pages, monkeypatch):
    for place in (lists, web_lists):
        monkeypatch.setattr(place, "PAGE", 2)
    duels = [pages(lonely("S1902M")) for _ in range(5)]
    for hour, duel in enumerate(duels, LATER.hour):
        duel.contest.happen(FIRST, "conceded", LATER.replace(hour=hour))
    anna = duels[0].readers["anna"]
    for path in ("/duels/", "/duels/watch?ended=yes"):
        sights = [anna.get(path).text]
        while older := re.search(r'href="([^"]*before=[^"]*)" rel="next"', sights[-1]):
            sights.append(anna.get(unescape(older[1])).text)
        shown = [[duel for duel in duels if f'href="{duel.path}"' in sight] for sight in sights]
        assert shown == [duels[3:], duels[1:3], duels[:1]]
        assert ["The newest" in sight for sight in sights] == [False, True, True]


@pytest.mark.parametrize("before", ["0", "-1", "many", "9" * 30, "%00", "a/b"])
def test_a_page_that_is_none_is_not_found(pages, before):
    duel = pages()
    for path in ("/duels/", "/duels/watch"):
        assert duel.readers["anna"].get(f"{path}?before={before}").status_code == 404
        assert duel.readers["anna"].get(f"{path}?before=").status_code == 200


def test_a_deadline_that_has_passed_is_said_to_be_any_moment(pages):
    duel = pages()
    duel.clock(DEADLINE)
    assert "any moment now" in text(duel.readers["anna"].get("/duels/"))


def test_cards_of_the_same_two_players_say_what_sets_them_apart(pages):
    pages()
    pages(None, "beginner", clock=PRESETS["live"])
    cards = CARD.findall(pages().readers["anna"].get("/duels/").text)
    said = [plain(card) for card in cards]
    assert len(said) == 3
    assert sum("live · Beginners" in each for each in said) == 1
    assert sum("live" in each for each in said) == 1


@pytest.mark.parametrize(
    ("address", "step"),
    [
        ("/duels/", "/play"),
        ("/duels/watch", "/play"),
        ("/duels/watch?ended=yes", "/duels/watch"),
        ("/tournaments/", "/tournaments/new"),
        ("/tournaments/?list=running", "/tournaments/"),
        ("/tournaments/?list=ended", "/tournaments/"),
        ("/ratings/days/intimate", "/play"),
        ("/archive/", "/duels/watch"),
        ("/archive/powers", "/duels/watch"),
        ("/challenges/", "/challenges/new?kind=open"),
        ("/players/clara", "/play"),
    ],
)
def test_an_empty_list_leads_to_a_next_step(member, address, step):
    page = member("clara").get(address).text
    assert re.search(rf'<p class="soft">[^<]+<a href="{re.escape(step)}">', page), page
