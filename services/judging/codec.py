"""A judgement as JSON and back: its entries as records have them, all figures from 0 to 1."""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator import PhaseKind
from intimate.codec import read_entry, write_entry
from intimate.entries import Entry
from intimate.errors import DuelError
from intimate.players import Player
from opponent.judging import Judgement, Plan

Plain = dict[str, Any]
MOST_PLANS = 2
"""The plans of each player that are stored: those that are shown."""
DIGITS = 4
FIELDS, PLAN_FIELDS = {"share", "plans", "played", "looked_at"}, {"entry", "weight", "worth"}


class DamagedJudgement(ValueError):
    """What is stored is no judgement; `field` is where."""

    def __init__(self, field: str) -> None:
        super().__init__(f"{field} is no part of a judgement")
        self.field = field


def write_judgement(judgement: Judgement) -> Plain:
    """Write a judgement with two plans of each player; `read_judgement` is the inverse."""
    return {
        "share": round(judgement.share, DIGITS),
        "plans": {player.value: _write_plans(plans) for player, plans in judgement.plans.items()},
        "played": {player.value: round(worth, DIGITS) for player, worth in judgement.played.items()},
        "looked_at": judgement.looked_at,
    }


def _write_plans(plans: Sequence[Plan]) -> list[Plain]:
    """Write the plans that a good player would choose most often, first the one that promises more.

    One that would be chosen rarely comes last, whatever it promises.
    """
    return [
        {
            "entry": write_entry(plan.entry),
            "weight": round(plan.weight, DIGITS),
            "worth": round(plan.worth, DIGITS),
        }
        for plan in sorted(plans[:MOST_PLANS], key=lambda plan: (plan.is_rare, -plan.worth))
    ]


def read_judgement(plain: object, kind: PhaseKind) -> Judgement:
    """Read the judgement of a kind of phase; raises DamagedJudgement for anything else than was written."""
    found = _mapping(plain, "judgement", FIELDS)
    looked_at = found["looked_at"]
    if isinstance(looked_at, bool) or not isinstance(looked_at, int) or looked_at < 0:
        raise DamagedJudgement("looked_at")
    return Judgement(
        _share(found["share"], "share"),
        {
            player: _read_plans(plans, kind, f"plans.{player}")
            for player, plans in _by_player(found, "plans").items()
        },
        {player: _share(worth, f"played.{player}") for player, worth in _by_player(found, "played").items()},
        looked_at,
    )


def _read_plans(plain: object, kind: PhaseKind, field: str) -> list[Plan]:
    if not isinstance(plain, list):
        raise DamagedJudgement(field)
    plans = []
    for number, each in enumerate(plain):
        where = f"{field}.{number}"
        found = _mapping(each, where, PLAN_FIELDS)
        weight, worth = (_share(found[name], f"{where}.{name}") for name in ("weight", "worth"))
        plans.append(Plan(_read_entry(found["entry"], kind, f"{where}.entry"), weight, worth))
    return plans


def _read_entry(plain: object, kind: PhaseKind, field: str) -> Entry:
    try:
        entry = read_entry(plain, kind) if isinstance(plain, Mapping) else None
    except DuelError as error:
        raise DamagedJudgement(f"{field}.{error.field}") from error
    if entry is None or write_entry(entry) != plain:
        raise DamagedJudgement(field)
    return entry


def _by_player(plain: Plain, field: str) -> dict[Player, Any]:
    found = _mapping(plain[field], field)
    if not set(found) <= {player.value for player in Player}:
        raise DamagedJudgement(field)
    return {Player(player): value for player, value in found.items()}


def _mapping(plain: object, field: str, names: set[str] | None = None) -> Plain:
    if not isinstance(plain, dict) or (names is not None and set(plain) != names):
        raise DamagedJudgement(field)
    return plain


def _share(value: object, field: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise DamagedJudgement(field)
    return float(value)
