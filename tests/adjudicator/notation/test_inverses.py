"""`write` and `read` are inverses, in every language and in the canonical form."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adjudicator import PhaseKind
from adjudicator.notation import LANGUAGES, Here, ReadingError, explain, read, write, write_code
from adjudicator.notation.vocabulary import PRINTED
from adjudicator.orders import parse
from tests.adjudicator.notation.orders import UNITS, every_other_order, movement_orders

EDITIONS = st.sampled_from([None, "standard", *PRINTED])
STANDING = {unit.province: unit for unit in UNITS}
EVERYWHERE = [Here(kind, STANDING.get, lambda _: True) for kind in PhaseKind if kind.takes_orders]
OTHERS = list(every_other_order())


def outcome(text, language, edition, here):
    """Return the order that a text means, or the reason why it is none."""
    try:
        return read(text, language, edition, here)
    except ReadingError as error:
        return error


@given(order=movement_orders(), edition=EDITIONS)
@pytest.mark.parametrize("written", LANGUAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_legal_order_is_read_as_it_was_written_in_either_language(order, written, language, edition):
    assert read(write(order, written), language, edition) == order
    assert read(write_code(order), language, edition) == order == parse(write_code(order))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_retreat_build_disbandment_and_neighbouring_move_is_read_as_it_was_written(language):
    assert [order for order in OTHERS if read(write(order, language), language) != order] == []
    assert [order for order in OTHERS if read(write(order, language, winter=True), language) != order] == []
    assert [order for order in OTHERS if read(write_code(order), language) != order] == []


@example(text="&", edition=None)
@given(text=st.text() | st.text("AFHSCRDB -–>/()parbuivéà’'", max_size=40), edition=EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_is_read_or_refused_and_nothing_else_happens(text, language, edition):
    for here in (None, *EVERYWHERE):
        found = outcome(text, language, edition, here)
        if isinstance(found, ReadingError):
            assert found.word in text
            assert all(explain(found, code) for code in LANGUAGES)
        else:
            assert parse(write_code(found)) == found
