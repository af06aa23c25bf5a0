"""The page of a challenge: the consequences of accepting it."""

import pytest

from tests.web.reading import text
from tests.web.test_challenges import challenge


def test_a_challenge_to_a_live_duel_says_how_it_begins(member, visit):
    link = challenge(member("anna"), kind="link", clock="live")
    for asked in (visit(), member("boris")):
        page = text(asked.get(link))
        assert "Accepting means you are here. The duel begins once anna is here too" in page
        assert "within 15 minutes" in page
        assert "begins at once" not in page


def test_accepting_a_live_duel_counts_as_arriving(member):
    anna, boris = member("anna"), member("boris")
    link = challenge(anna, kind="link", clock="live")
    page = text(boris.get(boris.post(f"{link}/accept").headers["Location"]))
    assert "You are here. The duel begins once your opponent is, too." in page
    assert "The duel begins." not in page
    told = text(anna.get(anna.get(f"{link}/duel").headers["Location"]))
    assert "boris has accepted your challenge." in told
    assert "the duel begins." not in told


@pytest.mark.parametrize(
    ("clock", "when"),
    [("day", "when the home powers of the first are known"), ("live", "when the first is over")],
)
def test_a_challenge_to_a_match_says_when_the_second_duel_begins(member, clock, when):
    link = challenge(member("anna"), clock=clock, match="yes")
    assert f"The second duel, with the home powers exchanged, begins {when}." in text(
        member("boris").get(link)
    )
