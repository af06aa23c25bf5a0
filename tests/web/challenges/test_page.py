"""The page of one challenge: what follows from accepting it."""

import pytest

from tests.web.reading import text
from tests.web.test_challenges import challenge


def test_who_is_asked_to_a_live_duel_is_told_how_it_begins(member, visit):
    link = challenge(member("anna"), kind="link", clock="live")
    for asked in (visit(), member("boris")):
        page = text(asked.get(link))
        assert "The duel begins once both of you have said on its page that you are here." in page
        assert "within 15 minutes" in page
        assert "begins at once" not in page


@pytest.mark.parametrize(
    ("clock", "when"),
    [("day", "when the home powers of the first are known"), ("live", "when the first is over")],
)
def test_who_is_asked_to_a_match_is_told_when_its_second_duel_begins(member, clock, when):
    link = challenge(member("anna"), clock=clock, match="yes")
    assert f"The second duel, with the home powers exchanged, begins {when}." in text(
        member("boris").get(link)
    )
