"""Compare the adjudicator with the slow one on one request."""

from adjudicator import STANDARD, Phase, adjudicate, read_orders, read_position
from tests.adjudicator.slow import judged


def compared(request, edition=STANDARD):
    """Return the differences by subject, and the knots that a rule had to settle."""
    position = read_position(request["units"])
    orders = read_orders(request["orders"])
    fast = slow_format(adjudicate(Phase.parse(request["phase"]), position, orders, edition))
    slow, knots = judged(position, orders, edition)
    subjects = zip(("units", "dislodged", "contested", "flags"), fast, slow, strict=True)
    return {what: differing(ours, theirs) for what, ours, theirs in subjects if ours != theirs}, knots


def differing(ours, theirs):
    """Return what only one of both has, as readable text."""
    if isinstance(ours, set):
        return {"fast": sorted(ours - theirs), "slow": sorted(theirs - ours)}
    both = {key for key in ours.keys() & theirs.keys() if ours[key] == theirs[key]}
    return {
        name: {str(key): str(found[key]) for key in sorted(found.keys() - both)}
        for name, found in (("fast", ours), ("slow", theirs))
    }


def slow_format(result):
    """Return a result in the format of the slow adjudicator."""
    routed = {unit: (power, set(places)) for unit, (power, places) in result.position.dislodged.items()}
    flags = {unit: flagged(outcome) for units in result.outcomes.values() for unit, outcome in units.items()}
    return dict(result.position.units), routed, set(result.contested), flags


def flagged(outcome):
    return {flag.value for flag in outcome.flags}
