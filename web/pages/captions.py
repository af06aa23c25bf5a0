"""Captions for the scenes of a replayed duel, for people who do not know the game."""

from collections.abc import Iterator, Sequence

from adjudicator import Flag, Move, PhaseKind, Power, Province, Support, Unit, province_of
from intimate.chapter import Fate, fates_of
from intimate.duel import Ending
from intimate.players import Player
from services.history.replay import ReplayScene
from web.core.translation import gettext
from web.words.names import by_name, definite_name
from web.words.orders import place_label, unit_label
from web.words.times import listed


def about(scene: ReplayScene) -> str:
    """Describe the most important event of a scene; empty if there is none."""
    return next(_said(scene), "")


def _said(scene: ReplayScene) -> Iterator[str]:
    """Describe the events, the most important first."""
    yield from _end(scene)
    if scene.phase.kind is PhaseKind.HOMES:
        one, other = (definite_name(scene.after.homes[player]) for player in Player)
        yield gettext("One player leads %(one)s, the other %(other)s.", one=one, other=other)
    elif scene.phase.kind is PhaseKind.AUCTION:
        yield from _auction(scene)
    elif scene.before is not None and scene.phase.kind.takes_orders:
        fates = fates_of(scene.chapter, scene.before)
        yield from _driven_out(fates)
        yield from _taken(scene)
        yield from _bounced(fates)
        yield from _built(scene)
        if scene.phase.kind is PhaseKind.MOVEMENT:
            yield gettext("Both sides move at the same moment.")


def _end(scene: ReplayScene) -> Iterator[str]:
    result = scene.after.result
    if result is None or result.winner is None or result.reason is not Ending.HOME_CENTRE:
        return
    home, lost = (scene.after.homes[player] for player in (result.winner, result.winner.opponent))
    yield gettext(
        "A unit of %(winner)s stands on a home centre of %(loser)s: the duel is won.",
        winner=definite_name(home),
        loser=definite_name(lost),
    )


def _auction(scene: ReplayScene) -> Iterator[str]:
    auction, homes = scene.chapter.auction, scene.after.homes
    if auction is None:
        return
    for player in auction.overbid:
        yield gettext(
            "Overbid: %(power)s bid more than it has, and commands nobody this year.",
            power=definite_name(homes[player]),
        )
    hired = {player: _hired_by(scene, player) for player in Player}
    said = [
        gettext("%(power)s hires %(hired)s.", power=definite_name(homes[player]), hired=_powers(powers))
        for player, powers in hired.items()
        if powers
    ]
    if said:
        yield " ".join(_capital(sentence) for sentence in said)


def _hired_by(scene: ReplayScene, player: Player) -> Sequence[Power]:
    return by_name(power for power, who in scene.after.control.items() if who is player)


def _powers(powers: Sequence[Power]) -> str:
    return listed(definite_name(power) for power in powers)


def _driven_out(fates: Sequence[Fate]) -> Iterator[str]:
    """Name the dislodged units, with the attackers and the supports."""
    for fate in fates:
        unit = fate.ordered
        if Flag.DISLODGED not in fate.outcome.flags or not isinstance(unit, Unit):
            continue
        attacker = next((each for each in fates if _arrives(each, unit.province)), None)
        if attacker is None or not isinstance(attacker.ordered, Unit):
            continue
        helpers = [
            unit_label(each.ordered)
            for each in fates
            if isinstance(each.order, Support)
            and isinstance(each.ordered, Unit)
            and each.outcome.succeeded
            and each.order.supported.province == attacker.ordered.province
        ]
        who, whom = unit_label(attacker.ordered), unit_label(unit)
        if helpers:
            yield gettext(
                "%(unit)s, supported by %(helpers)s, dislodges %(other)s.",
                unit=who,
                helpers=listed(helpers),
                other=whom,
            )
        else:
            yield gettext("%(unit)s dislodges %(other)s.", unit=who, other=whom)


def _arrives(fate: Fate, at: Province) -> bool:
    return isinstance(fate.order, Move) and province_of(fate.order.to) == at and fate.outcome.succeeded


def _taken(scene: ReplayScene) -> Iterator[str]:
    """Name the centres that have changed owner."""
    before = scene.before.position.owners if scene.before else {}
    for centre, power in scene.after.position.owners.items():
        if before.get(centre) != power:
            yield _capital(
                gettext(
                    "%(power)s takes the supply centre of %(place)s.",
                    power=definite_name(power),
                    place=place_label(centre),
                )
            )


def _bounced(fates: Sequence[Fate]) -> Iterator[str]:
    for fate in fates:
        reason = fate.outcome.reason
        if Flag.BOUNCE in fate.outcome.flags and reason and reason.units and isinstance(fate.ordered, Unit):
            yield gettext(
                "%(unit)s and %(other)s are equally strong: neither gets in.",
                unit=unit_label(fate.ordered),
                other=unit_label(reason.units[0]),
            )


def _built(scene: ReplayScene) -> Iterator[str]:
    before = scene.before.position.units if scene.before else {}
    new = [unit for unit in scene.after.position.units if unit not in before]
    if scene.phase.kind is PhaseKind.ADJUSTMENTS and new:
        yield gettext("New units: %(units)s.", units=listed(map(unit_label, new)))


def _capital(sentence: str) -> str:
    """Begin with a capital: names of powers may begin with an article."""
    return sentence[:1].upper() + sentence[1:]
