"""Two windows of one player: what the other one has stored is not overwritten without a word."""

LISTED = ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]


def test_a_window_that_is_behind_stores_nothing_and_shows_what_was_entered(pages):
    duel = pages()
    ranks = {f"rank_{rank}": power for rank, power in enumerate(LISTED, 1)}
    assert duel.post("anna", "entry", seen="", **ranks).status_code == 303
    late = duel.post("anna", "entry", seen="", **{**ranks, "rank_1": "ITALY", "rank_5": "AUSTRIA"})
    assert late.status_code == 409
    assert "Another window has stored something" in late.text
    assert duel.content() == {"homes": LISTED}
