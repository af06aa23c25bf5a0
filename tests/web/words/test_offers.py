"""Offers and requests in words."""

from web.history.messages import offer_words


def test_a_request_for_an_early_end_names_the_player(language, in_it):
    said = in_it("boris asks to end the duel early", "boris demande la fin du duel")
    assert offer_words("end_asked", "boris") == said
