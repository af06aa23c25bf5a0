"""The grammar of orders, the same in all languages: roles of words in, an order out."""

from collections.abc import Callable, Mapping

from adjudicator.notation.errors import Fault, Invalid
from adjudicator.notation.meanings import Role
from adjudicator.notation.sentence import Sentence
from adjudicator.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, Support, Waive
from adjudicator.units import Kind, Location, Unit

_GOING = (Role.MOVE, Role.TOWARD)
_HELPING = (Role.SUPPORT, Role.CONVOY)
_BETWEEN_SEAS = (Role.MOVE, Role.AND)


def order(sentence: Sentence) -> Order:
    """The order that the sentence is, to its last word; raises Invalid or Ambiguous."""
    if not sentence.ahead():
        raise sentence.fault(Fault.EMPTY)
    sentence.skip(Role.MOVE)  # the dash of a list
    read = _order(sentence)
    sentence.end()
    return read


def _order(sentence: Sentence) -> Order:
    sentence.skip(Role.POWER)
    if sentence.take(Role.WAIVE):
        return Waive()
    first = sentence.take(Role.BUILD, Role.DISBAND, Role.RETREAT)
    unit = sentence.unit()
    if first:
        return _AFTER_UNIT[first.meaning.role](sentence, unit)
    # A unit that holds may support or convoy besides: "F Nrd XXX et C A Yor - Hol" (Parker §15).
    holds = sentence.skip(Role.HOLD)
    if holds and sentence.ahead(1) in _HELPING:
        sentence.take(Role.AND)
    verb = sentence.take(*_HELPING)
    if holds and not verb:
        return Hold(unit)
    verb = verb or sentence.take(Role.RETREAT, Role.DISBAND, Role.BUILD)
    return _AFTER_UNIT[verb.meaning.role](sentence, unit) if verb else _move(sentence, unit)


def _move(sentence: Sentence, unit: Unit) -> Order:
    by_sea = _via(sentence, Role.AND)
    if not sentence.skip(*_GOING):
        raise sentence.fault(Fault.NO_ACTION)
    to = _end(sentence, unit.kind)
    return Move(unit, to, _via(sentence, *_BETWEEN_SEAS) or by_sea)


def _destination(sentence: Sentence, kind: Kind) -> Location | None:
    """The end of another unit's move, if one is written; the way there does not matter."""
    _via(sentence)
    if not sentence.skip(*_GOING):
        return None
    to = _end(sentence, kind)
    _via(sentence, *_BETWEEN_SEAS)
    return to


def _end(sentence: Sentence, kind: Kind) -> Location:
    """The last space of a path: an army's way over seas may be written out (seed 004, IV)."""
    while _passes(sentence):
        place = sentence.place()
        if kind is Kind.FLEET:
            raise Invalid(Fault.NOT_A_SEA, sentence.written(place))
        sentence.sea(place)
        sentence.skip(*_GOING)
    return sentence.location(kind)


def _passes(sentence: Sentence) -> bool:
    return (
        sentence.ahead() is Role.PLACE and sentence.ahead(1) in _GOING and sentence.ahead(2) is not Role.COAST
    )


def _via(sentence: Sentence, *between: Role) -> bool:
    """True if a convoy is asked for; the seas that are named with it do not matter."""
    if not sentence.take(Role.VIA):
        return False
    while _sea_ahead(sentence, 0) or (sentence.ahead() in between and _sea_ahead(sentence, 1)):
        sentence.take(*between)
        sentence.take(Role.FLEET)
        sentence.sea(sentence.place())
    return True


def _sea_ahead(sentence: Sentence, steps: int) -> bool:
    if sentence.ahead(steps) is Role.FLEET:
        steps += 1
    return sentence.ahead(steps) is Role.PLACE


def _support(sentence: Sentence, unit: Unit) -> Order:
    supported = sentence.unit()
    if sentence.skip(Role.HOLD):
        return Support(unit, supported)
    return Support(unit, supported, _destination(sentence, supported.kind))


def _convoy(sentence: Sentence, unit: Unit) -> Order:
    before = sentence.at
    army = sentence.unit(unwritten=Kind.ARMY)
    if army.kind is not Kind.ARMY:
        words = sentence.lexemes[before], sentence.lexemes[sentence.at - 1]
        raise Invalid(Fault.ONLY_ARMIES, sentence.text[words[0].start : words[1].end])
    to = _destination(sentence, Kind.ARMY)
    if to is None:
        raise sentence.fault(Fault.NO_DESTINATION)
    return Convoy(unit, army, to)


def _retreat(sentence: Sentence, unit: Unit) -> Order:
    sentence.skip(*_GOING)
    if not sentence.ahead():
        raise sentence.fault(Fault.NO_DESTINATION)
    return Retreat(unit, sentence.location(unit.kind))


def _disband(_: Sentence, unit: Unit) -> Order:
    return Disband(unit)


def _build(_: Sentence, unit: Unit) -> Order:
    return Build(unit)


_AFTER_UNIT: Mapping[Role, Callable[[Sentence, Unit], Order]] = {
    Role.SUPPORT: _support,
    Role.CONVOY: _convoy,
    Role.RETREAT: _retreat,
    Role.DISBAND: _disband,
    Role.BUILD: _build,
}
"""The function that reads what follows a unit and each verb."""
