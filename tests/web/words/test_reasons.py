"""The reasons why duels end, as menus name them."""

from intimate.duel import Ending
from web.core.translation import in_language
from web.words.settings import reason_names


def test_every_end_of_a_duel_that_was_played_has_a_name_of_its_own(site):
    with site.test_request_context(), in_language("fr"):
        names = reason_names()
    assert set(Ending) - set(names) == {Ending.LAPSED}
    assert len(set(names.values())) == len(names)
