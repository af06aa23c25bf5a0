"""Any request gets a clear answer: stored, refused with a reason, or a conflict; never an error 500."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator import standard
from tests.builders import POWERS, UNITS, start
from tests.intimate.winters import winter

PHASES = {
    "HOMES": None,
    "S1902B": start("S1902B"),
    "S1902M": start("S1902M", control={"RUSSIA": "first"}),
    "S1902R": start("S1902R", dislodged={"AUSTRIA": {"A SER": ["ALB", "GRE"]}}),
    "W1901A": winter(),
}
ORDERS = "A F - – S C H D B R via waive build holds Austria: Vie Vienna Bud Tri Ser Gre Stp spa/nc Mao nth"
ODDS = [
    "\n",
    ",",
    ";",
    "A VIE",
    "F STP/SC",
    "#",
    "é",
    "ſ",
    "\u202e",
    "\x00",
    "🙂",
    "%s",
    "{}",
    "%(line)d",
    "<b>",
]
words = st.sampled_from([*ORDERS.split(), *ODDS, "retreats to", "St Petersburg/nc", "(nc)"])
sheets = st.one_of(st.text(max_size=300), st.lists(words, max_size=25).map(" ".join))
names = st.one_of(
    st.sampled_from([f"rank_{rank}" for rank in range(9)]),
    st.sampled_from([f"bid_{power}" for power in [*POWERS, "", "ATLANTIS"]]),
    st.sampled_from([f"order_{code}" for code in [*standard().spaces, "", "STP/SC"]]),
    st.sampled_from([f"winter_{power}_{number}" for power in POWERS for number in range(3)]),
    st.sampled_from(
        ["phase", "ready", "next", "orders", "powers", "kinds", "homes", "bids", "data", "errors"]
    ),
    st.text(max_size=20),
)
TEXTS = [f"{unit} {rest}" for units in UNITS.values() for unit in units for rest in ("H", "B", "D", "- GAL")]
NUMBERS = ["0", "5", "-1", "1.5", "1e3", "9" * 40]
values = st.one_of(
    st.sampled_from([*POWERS, *TEXTS, *NUMBERS, *PHASES, "A SER R GRE", "WAIVE", "", " "]),
    st.integers().map(str),
    st.text(max_size=60),
)
forms = st.dictionaries(names, st.lists(values, min_size=1, max_size=3), max_size=12)
# Each example requests a whole page, and there are five kinds of phases.
anything = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=settings.default.max_examples // 2,
)


@pytest.fixture(params=PHASES)
def duel(pages, request):
    """Return a duel in each kind of phase in turn."""
    return pages(PHASES[request.param])


@anything
@given(sheet=sheets)
def test_any_text_in_the_typed_box_is_stored_or_refused(duel, sheet):
    phase = duel.contest.phase
    answer = duel.post("anna", "typed", phase=phase, orders=sheet)
    assert answer.status_code in ({303, 422} if phase[-1] in "MRA" else {409})
    if answer.status_code == 422:
        assert "typed-errors" in answer.text


@anything
@given(form=forms)
def test_any_form_is_stored_or_refused_or_a_conflict(duel, form):
    answer = duel.send("anna", "entry", {"phase": duel.contest.phase, **form})
    assert answer.status_code in {303, 409, 422}
    if answer.status_code == 303:
        assert duel.get().status_code == 200
