"""The outcomes of orders in the viewer's language."""

from adjudicator import Flag
from web.words.orders import outcome_words


def test_every_outcome_has_words_of_its_own(language):
    said = [outcome_words([flag]) for flag in Flag]
    assert all(said)
    assert len({*said, outcome_words([])}) == len(Flag) + 1


def test_several_outcomes_of_one_order_are_all_said(language, in_it):
    assert outcome_words([Flag.BOUNCE, Flag.DISLODGED]) == in_it("bounced, dislodged", "repoussée, délogée")
    assert outcome_words([]) == in_it("succeeded", "réussi")
