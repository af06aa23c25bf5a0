"""Puzzles on pages: without scripts, answered in words, counted once for members."""

import re

import pytest

from intimate.entries import Sheet
from learning.puzzle import PuzzleKind, lines, puzzle, themes
from services.puzzles.judging import write_answer
from services.puzzles.standing import daily
from tests.fixtures_site import NOON
from tests.web.reading import links, plain


def shown(answer):
    """Return the page without menu and footer."""
    return plain(answer.text.partition("<main")[2].partition("</main>")[0])


def fields(entry):
    """Return the form fields of an answer."""
    if isinstance(entry, Sheet):
        return {f"bid_{power}": bid for power, bid in entry.bids.items()}
    return {f"order_{order.unit.province}": str(order) for order in entry.all}


def first(kind):
    """Return the first puzzle of a kind."""
    return next(found for key in lines() if (found := puzzle(key)).kind is kind)


@pytest.mark.parametrize("kind", PuzzleKind)
def test_the_best_answer_is_checked_by_forms_without_scripts(visit, kind):
    asked = first(kind)
    visitor = visit()
    page = visitor.get(f"/puzzles/{asked.key}")
    assert "Show the solution" in shown(page)
    assert "<details open" not in page.text.partition("<main")[2]
    answer = visitor.post(f"/puzzles/{asked.key}", **fields(asked.best))
    assert ("Nothing given away!" if kind is PuzzleKind.MIX else "Solved!") in shown(answer)
    assert "From a duel between bots" in shown(answer)
    assert any(link.startswith("/puzzles/next?after=") for link in links(answer))


@pytest.mark.parametrize("kind", [PuzzleKind.GUARANTEE, PuzzleKind.NEEDLE, PuzzleKind.AUCTION])
def test_a_wrong_answer_to_a_puzzle_gets_a_reason(visit, kind):
    asked = first(kind)
    answer = visit().post(f"/puzzles/{asked.key}", **fields(asked.usual))
    assert "Not yet." in shown(answer)
    why = "a reply that breaks it" if kind is PuzzleKind.GUARANTEE else "points of 100, the best"
    assert why in shown(answer)


def test_a_reply_that_breaks_a_guarantee_is_put_in_words_that_lead_to_the_rule(visit):
    asked = puzzle("gbcb262de")
    without = {key: order for key, order in fields(asked.best).items() if key != "order_ALB"}
    answer = visit().post(f"/puzzles/{asked.key}", **without)
    said = (
        "Army Serbia supports Army Bulgaria - Greece: cut by the army in Trieste.",
        "Army Bulgaria - Greece: bounced with the fleet in Greece.",
    )
    for sentence in said:
        assert sentence in shown(answer)
    assert "/learn/rules/moves#cut" in links(answer)


def test_a_mix_is_never_called_wrong(visit):
    asked = first(PuzzleKind.MIX)
    answer = visit().post(f"/puzzles/{asked.key}", **fields(asked.usual))
    assert "given away." in shown(answer)
    assert "Not yet" not in shown(answer)


def test_trying_again_keeps_the_answer(visit):
    asked = first(PuzzleKind.GUARANTEE)
    page = visit().post(f"/puzzles/{asked.key}", kept=write_answer(asked.best), again="yes")
    for order in asked.best.all:
        assert f'<option selected value="{order}">' in page.text


def test_a_malformed_answer_is_ignored(visit):
    asked = first(PuzzleKind.GUARANTEE)
    for nonsense in ("7", "[", "{}", '{"orders": {"FRANCE": 7}}', '{"bids": {"ITALY": 1}}', "[" * 5000):
        assert visit().post(f"/puzzles/{asked.key}", kept=nonsense, again="yes").status_code == 200


def test_a_sheet_beyond_the_rules_is_refused_at_its_field(visit):
    asked = first(PuzzleKind.AUCTION)
    power = asked.start.for_hire[0]
    answer = visit().post(f"/puzzles/{asked.key}", **{f"bid_{power}": "six"})
    assert answer.status_code == 422
    assert "A bid is a whole number of credits" in shown(answer)


def test_arrows_are_drawn_of_what_stands_in_the_form(visit):
    asked = first(PuzzleKind.GUARANTEE)
    answer = visit().post(f"/puzzles/{asked.key}/arrows", **fields(asked.best))
    assert "data-unit" in answer.json["arrows"]


def test_the_list_leads_to_the_day_and_to_every_theme(visit, site):
    site.config["CLOCK"] = lambda: NOON
    visitor = visit()
    page = visitor.get("/puzzles")
    assert {f"/puzzles/next?theme={theme}" for theme, keys in themes().items() if keys} <= set(links(page))
    assert visitor.get("/puzzles/daily").headers["Location"] == f"/puzzles/{daily(NOON)}"
    assert re.search(r'href="/learn"[^>]* aria-current', page.text)
    assert "/puzzles" in links(visitor.get("/learn"))


def test_a_stream_goes_round(visit):
    keys, visitor = themes()["mix"], visit()
    for before, after in zip(keys, (*keys[1:], keys[0]), strict=True):
        answer = visitor.get(f"/puzzles/next?theme=mix&after={before}")
        assert answer.headers["Location"] == f"/puzzles/{after}?theme=mix"
    assert visitor.get("/puzzles/next?theme=none&after=none").status_code == 303


def test_a_wrong_link_says_what_to_do(visit):
    visitor = visit()
    for answer in (
        visitor.get("/puzzles/nonsense"),
        visitor.post("/puzzles/nonsense"),
        visitor.post("/puzzles/nonsense/arrows"),
        visitor.post("/puzzles/nonsense/opinion"),
    ):
        assert answer.status_code == 404
        assert "/puzzles" in links(answer)


def test_a_first_attempt_counts_and_no_other(member):
    anna, asked = member("anna"), first(PuzzleKind.GUARANTEE)
    wrong = anna.post(f"/puzzles/{asked.key}", **fields(asked.usual))
    before, after = re.search(r"Your rating: (\d+) → (\d+)", shown(wrong)).groups()
    assert before == "1500"
    assert int(after) < 1500
    right = anna.post(f"/puzzles/{asked.key}", **fields(asked.best))
    assert "Solved!" in shown(right)
    assert "→" not in shown(right)
    page = shown(anna.get("/puzzles"))
    assert f"Your rating: {after}." in page
    assert "Tried 1, solved 0." in page


def test_asking_for_the_solution_does_not_count_as_solving(member):
    anna, asked = member("anna"), first(PuzzleKind.NEEDLE)
    answer = anna.post(f"/puzzles/{asked.key}", solution="yes")
    assert "Solved!" not in shown(answer)
    assert "Tried 1, solved 0." in shown(anna.get("/puzzles"))


def test_a_member_says_whether_they_liked_it_and_is_not_given_it_again(member, visit):
    anna, keys = member("anna"), themes()["needle"]
    assert "Good puzzle" not in anna.get(f"/puzzles/{keys[0]}").text
    asked = puzzle(keys[0])
    tried = anna.post(f"/puzzles/{keys[0]}", **fields(asked.best))
    assert "Good puzzle" in tried.text
    answer = anna.post(f"/puzzles/{keys[0]}/opinion?theme=needle", liked="yes")
    assert "/puzzles/next" in answer.headers["Location"]
    assert 'value="yes" aria-pressed="true"' in anna.post(f"/puzzles/{keys[0]}", **fields(asked.best)).text
    given = {anna.get(f"/puzzles/next?theme=needle&after={key}").headers["Location"] for key in keys}
    assert f"/puzzles/{keys[0]}?theme=needle" not in given
    assert "Good puzzle" not in visit().post(f"/puzzles/{keys[0]}", **fields(asked.best)).text


def test_members_report_what_is_wrong_with_a_puzzle(member, visit):
    key = next(iter(lines()))
    (way,) = [link for link in links(member("anna").get(f"/puzzles/{key}")) if "/reports/new" in link]
    assert f"/puzzles/{key}: " in member("boris").get(way.replace("&amp;", "&")).text
    assert "/reports/new" not in visit().get(f"/puzzles/{key}").text


def test_a_puzzle_whose_duel_is_gone_says_so(visit, monkeypatch):
    key = themes()["mix"][0]
    asked = puzzle(key)
    gone = type(asked.source)(duel="gone", chapter=3)
    moved = type(asked)(**{name: getattr(asked, name) for name in asked.__slots__} | {"source": gone})
    monkeypatch.setattr("web.puzzles.pages.puzzle_of", lambda _: moved)
    answer = visit().post(f"/puzzles/{key}", **fields(asked.best))
    assert "From a duel of this site" in shown(answer)
    assert "That duel is gone." in shown(answer)


def test_a_puzzle_leads_to_its_duel_while_that_is_there(pages, monkeypatch):
    duel = pages()
    key = themes()["mix"][0]
    asked = puzzle(key)
    source = type(asked.source)(duel=duel.contest.token, chapter=1)
    moved = type(asked)(**{name: getattr(asked, name) for name in asked.__slots__} | {"source": source})
    monkeypatch.setattr("web.puzzles.pages.puzzle_of", lambda _: moved)
    answer = duel.readers["visitor"].post(f"/puzzles/{key}", **fields(asked.best))
    assert duel.path in links(answer)


def test_the_puzzle_of_the_day_says_that_it_is_and_no_other_does(site, visit):
    site.config["CLOCK"] = lambda: NOON
    of_today = visit().get("/puzzles/daily").headers["Location"]
    assert "Puzzle of the day" in shown(visit().get(of_today))
    other = next(key for key in lines() if key not in of_today)
    assert "Puzzle of the day" not in shown(visit().get(f"/puzzles/{other}"))
