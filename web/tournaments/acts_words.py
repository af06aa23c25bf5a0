"""The log of a tournament in the reader's language."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator import Power
from models import TournamentAct
from web.frame.translation import gettext, ngettext
from web.words.powers import power_name
from web.words.times import listed
from web.words.tournaments import halves

Names = Mapping[str, Any]


def act_words(act: TournamentAct) -> str:
    """Say what happened, without who did it and why, which stand beside it."""
    facts: Names = {**act.facts, "round": act.round, "table": act.board}
    return WORDS[act.act](facts)


def _pairing(facts: Names) -> str:
    return gettext(
        "round %(round)d, table %(table)d, %(first)s – %(second)s",
        round=facts["round"],
        table=facts["table"],
        first=facts["first"],
        second=facts["second"],
    )


def _points(points: Sequence[int]) -> str:
    return " – ".join(halves(each) for each in points)


def _ruled(facts: Names) -> str:
    return gettext("Points ruled: %(points)s (%(pairing)s)", **_of_pairing(facts))


def _forfeit(facts: Names) -> str:
    return gettext("Lost by forfeit: %(points)s (%(pairing)s)", **_of_pairing(facts))


def _annulled(facts: Names) -> str:
    return gettext("Annulled: %(pairing)s", pairing=_pairing(facts))


def _of_pairing(facts: Names) -> dict[str, str]:
    return {"points": _points(facts["points"]), "pairing": _pairing(facts)}


def _sanction(facts: Names) -> str:
    factor = str(Fraction(facts["factor"]))
    if facts["round"] is None:
        return gettext("The whole score of %(name)s counts %(factor)s", name=facts["name"], factor=factor)
    return gettext(
        "The score of %(name)s in round %(round)d counts %(factor)s",
        name=facts["name"],
        round=facts["round"],
        factor=factor,
    )


def _lifted(facts: Names) -> str:
    return gettext(
        "Sanction lifted: %(name)s, %(factor)s", name=facts["name"], factor=str(Fraction(facts["factor"]))
    )


def _results(facts: Names) -> str:
    place = {"round": facts["round"], "table": facts["table"], "results": _game(facts["after"])}
    if not facts["before"]:
        return gettext("Results of round %(round)d, table %(table)d: %(results)s", **place)
    return gettext(
        "Results of round %(round)d, table %(table)d corrected: %(results)s; before: %(before)s",
        **place,
        before=_game(facts["before"]),
    )


def _game(rows: Mapping[str, Sequence[Any]]) -> str:
    out = gettext("eliminated")
    return listed(
        [
            f"{power_name(Power(power))} {name} {out if eliminated else centres}"
            for power, (name, centres, eliminated) in rows.items()
        ],
        "unit",
    )


def _started(facts: Names) -> str:
    return ngettext(
        "Begun with %(num)d player; lots drawn", "Begun with %(num)d players; lots drawn", facts["players"]
    )


WORDS: Mapping[str, Callable[[Names], str]] = {
    "made": lambda _: gettext("Tournament made"),
    "joined": lambda facts: gettext("%(name)s has signed up", name=facts["name"]),
    "late": lambda facts: gettext("%(name)s has joined late", name=facts["name"]),
    "signed_off": lambda facts: gettext("%(name)s has signed off", name=facts["name"]),
    "left": lambda facts: gettext(
        "%(name)s has left after round %(round)d", name=facts["name"], round=facts["round"]
    ),
    "started": _started,
    "drawn": lambda facts: gettext("Round %(round)d begun", round=facts["round"]),
    "result": lambda facts: gettext("Result: %(points)s (%(pairing)s)", **_of_pairing(facts)),
    "absent": lambda facts: gettext(
        "%(name)s was absent in round %(round)d", name=facts["name"], round=facts["round"]
    ),
    "taken_out": lambda facts: gettext("%(name)s is drawn for no further round", name=facts["name"]),
    "arbiter": lambda facts: gettext("Named as arbiter: %(name)s", name=facts["arbiter"]),
    "no_arbiter": lambda facts: gettext("Arbiter no more: %(name)s", name=facts["arbiter"]),
    "ruled": _ruled,
    "forfeit": _forfeit,
    "annulled": _annulled,
    "sanction": _sanction,
    "sanction_lifted": _lifted,
    "results": _results,
    "round_annulled": lambda facts: gettext("Round %(round)d annulled", round=facts["round"]),
    "stood_down": lambda facts: gettext(
        "%(name)s stood down in round %(round)d when asked to", name=facts["name"], round=facts["round"]
    ),
    "ended": lambda _: gettext("Tournament ended"),
    "cancelled": lambda _: gettext("Tournament called off"),
}
"""What says each kind of act."""
