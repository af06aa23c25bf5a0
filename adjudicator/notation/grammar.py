"""The grammar of orders, the same in all languages: reads an order word by word."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from adjudicator.board import Space, Terrain, standard
from adjudicator.checking import is_possible
from adjudicator.editions import STANDARD, Edition
from adjudicator.notation.errors import Ambiguous, Fault, Invalid
from adjudicator.notation.vocabulary import Lexeme, Role
from adjudicator.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, Support, Waive
from adjudicator.phases import PhaseKind
from adjudicator.position import Position
from adjudicator.units import Kind, Location, Province, Unit


@dataclass(frozen=True, slots=True)
class Here:
    """The context of an order: the kind of phase, the unit in a province, and which orders are possible."""

    kind: PhaseKind
    unit_at: Callable[[Province], Unit | None]
    can: Callable[[Order], bool]

    @classmethod
    def of(cls, position: Position, kind: PhaseKind, edition: Edition = STANDARD) -> Self:
        """Return the context of a position, the same for all powers."""
        units = position.dislodged if kind is PhaseKind.RETREATS else position.units
        standing = {unit.province: unit for unit in units}
        return cls(kind, standing.get, lambda order: is_possible(position, kind, order, edition))


KINDS = {Role.ARMY: Kind.ARMY, Role.FLEET: Kind.FLEET}


@dataclass
class Sentence:
    """The words of an order, the number of words read, and the context.

    `assumed` is the kind of a unit without a written kind that is not on the board; `bare` is the verb of an
    order that only names a unit, as in a list of builds.
    """

    text: str
    lexemes: Sequence[Lexeme]
    here: Here | None = None
    assumed: Kind | None = None
    bare: Role | None = None
    at: int = 0

    @property
    def winter(self) -> bool:
        """True in a winter phase."""
        return self.here is not None and self.here.kind is PhaseKind.ADJUSTMENTS

    def ahead(self, steps: int = 0) -> Role | None:
        """The role of the next word, or of a later one; None after the last."""
        place = self.at + steps
        return self.lexemes[place].meaning.role if place < len(self.lexemes) else None

    def take(self, *roles: Role) -> Lexeme | None:
        """The next word, if it has one of these roles."""
        if self.ahead() not in roles:
            return None
        self.at += 1
        return self.lexemes[self.at - 1]

    def skip(self, *roles: Role) -> bool:
        """Skip all next words with these roles; return True if there were any."""
        before = self.at
        while self.take(*roles):
            pass
        return self.at > before

    def written(self, lexeme: Lexeme) -> str:
        """The word as written in the text."""
        return self.text[lexeme.start : lexeme.end]

    def fault(self, fault: Fault) -> Invalid:
        """Return an error for the rest of the text, or for the whole if nothing is left."""
        rest = self.text[self.lexemes[self.at].start :] if self.ahead() else self.text
        return Invalid(fault, rest.strip())

    def end(self) -> None:
        """Check that nothing is left; raises Invalid naming the rest."""
        if self.ahead():
            raise self.fault(Fault.LEFT_OVER)

    def place(self) -> Lexeme:
        """The next word, which must name a space; raises Invalid."""
        lexeme = self.take(Role.PLACE)
        if not lexeme:
            raise self.fault(Fault.NO_PLACE)
        return lexeme

    def coast(self, place: Lexeme) -> Lexeme | None:
        """The coast named after a space, if any, also with a hyphen: `Spa-nc`."""
        coasted = any(standard().spaces[Province(code)].coasts for code in place.meaning.values)
        if (
            coasted
            and (self.ahead(), self.ahead(1)) == (Role.MOVE, Role.COAST)
            and self.ahead(2) is not Role.PLACE
        ):
            self.at += 1
        return self.take(Role.COAST)

    def location(self, kind: Kind) -> Location:
        """The next space with its coast, for a unit of that kind."""
        before = self.take(Role.COAST)
        place = self.place()
        return self.joined(self.province(place, kind), before or self.coast(place))

    def province(self, place: Lexeme, kind: Kind) -> Province:
        """The space that is meant; the kind of unit may decide. Raises Ambiguous."""
        return self._only(place, _possible(place, lambda space: space.admits(kind)) or _provinces(place))

    def sea(self, place: Lexeme) -> Province:
        """The sea that is meant; raises Invalid or Ambiguous."""
        seas = _possible(place, lambda space: space.terrain is Terrain.SEA)
        if not seas:
            raise Invalid(Fault.NOT_A_SEA, self.written(place))
        return self._only(place, seas)

    def unit(self, unwritten: Kind | None = None) -> Unit:
        """The next unit, ignoring its power; unwritten: its kind if none is written."""
        self.skip(Role.POWER)
        kind = self.take(*KINDS)
        self.skip(Role.POWER, Role.TOWARD)
        if (self.ahead(), self.ahead(1)) == (Role.MOVE, Role.FROM):
            self.at += 1
        self.skip(Role.FROM)
        before = self.take(Role.COAST)
        place = self.place()
        coast = before or self.coast(place)
        self.skip(Role.POWER)
        if kind:
            unwritten = KINDS[kind.meaning.role]
        named = self._standing(place) if unwritten is None else self._named(place, unwritten)
        return named.at(self.joined(named.province, coast)) if coast else named

    def _named(self, place: Lexeme, kind: Kind) -> Unit:
        """The unit of that kind, on its actual coast if the position is known."""
        province = self.province(place, kind)
        there = self.here.unit_at(province) if self.here else None
        return there if there and there.kind is kind else Unit(kind, Location(province))

    def _standing(self, place: Lexeme) -> Unit:
        """The unit in a space, if its kind is not written."""
        if not self.here:
            raise Invalid(Fault.NO_KIND, self.written(place))
        units = {code: unit for code in _provinces(place) if (unit := self.here.unit_at(code))}
        if not units and self.assumed:
            return self._named(place, self.assumed)
        if not units:
            raise Invalid(Fault.NO_KIND if self.winter else Fault.NO_UNIT_THERE, self.written(place))
        return units[self._only(place, units)]

    def _only(self, place: Lexeme, provinces: Iterable[Province]) -> Province:
        first, *others = provinces
        if others:
            raise Ambiguous(self.written(place), (first, *others))
        return first

    def joined(self, province: Province, coast: Lexeme | None) -> Location:
        """The location of a space with a named coast; raises Invalid for a coast that it does not have."""
        if not coast:
            return Location(province)
        (named,) = coast.meaning.values
        if named not in standard().spaces[province].coasts:
            raise Invalid(Fault.NO_SUCH_COAST, self.written(coast))
        return Location(f"{province}/{named}")


def _provinces(place: Lexeme) -> list[Province]:
    return [Province(code) for code in place.meaning.values]


def _possible(place: Lexeme, fits: Callable[[Space], bool]) -> list[Province]:
    """The fitting spaces among the word's first meanings, else in the first list that has one."""
    spaces = standard().spaces
    for meant in (place.meaning.values, *place.meaning.otherwise):
        fitting = [Province(code) for code in meant if fits(spaces[Province(code)])]
        if fitting:
            return fitting
    return []


_GOING = (Role.MOVE, Role.TOWARD)
_HELPING = (Role.SUPPORT, Role.CONVOY)
_BETWEEN_SEAS = (Role.MOVE, Role.AND)


def order(sentence: Sentence) -> Order:
    """Read a sentence to its last word as an order; raises Invalid or Ambiguous."""
    if not sentence.ahead():
        raise sentence.fault(Fault.EMPTY)
    if not sentence.winter:
        sentence.skip(Role.MOVE)  # the dash of a list
    read = _order(sentence)
    sentence.end()
    return read


def _order(sentence: Sentence) -> Order:
    sentence.skip(Role.POWER)
    if sentence.take(Role.WAIVE):
        return Waive()
    first = sentence.take(Role.BUILD, Role.DISBAND, Role.RETREAT)
    away = sentence.winter and not first and sentence.skip(Role.MOVE)  # a minus for a removal
    unit = sentence.unit()
    if away:
        sentence.skip(Role.DISBAND)
        return Disband(unit)
    if first:
        return _AFTER_UNIT[first.meaning.role](sentence, unit)
    # A unit that holds may support or convoy besides: "F Nrd XXX et C A Yor - Hol" (Parker §15).
    holds = sentence.skip(Role.HOLD)
    if holds and sentence.ahead(1) in _HELPING:
        sentence.take(Role.AND)
    verb = sentence.take(*_HELPING, *(() if holds else (Role.TRADE,)))
    if holds and not verb:
        return Hold(unit)
    verb = verb or sentence.take(Role.RETREAT, Role.DISBAND, Role.BUILD)
    if not verb and sentence.bare and not sentence.ahead():
        return _AFTER_UNIT[sentence.bare](sentence, unit)
    return _AFTER_UNIT[verb.meaning.role](sentence, unit) if verb else _move(sentence, unit)


def _move(sentence: Sentence, unit: Unit) -> Order:
    by_sea = _via(sentence, Role.AND)
    if not sentence.skip(*_GOING):
        raise sentence.fault(Fault.NO_ACTION)
    to = _end(sentence, unit.kind)
    by_sea = _via(sentence, *_BETWEEN_SEAS) or by_sea
    if sentence.here and sentence.ahead() is Role.CONVOY and not sentence.ahead(1):
        by_sea = sentence.skip(Role.CONVOY)  # "A Lon - Nwy (convoy)"
    return Move(unit, to, by_sea, trade=sentence.skip(Role.TRADE))


def _trade(sentence: Sentence, unit: Unit) -> Order:
    """A move to the place of the unit traded with: "A Ser trades places with A Bul"."""
    sentence.skip(Role.POWER)
    sentence.skip(*KINDS)
    sentence.skip(Role.POWER, Role.TOWARD)
    return Move(unit, sentence.location(unit.kind), trade=True)


def _destination(sentence: Sentence, kind: Kind) -> Location | None:
    """The goal of another unit's move, if one is written; its route does not matter."""
    _via(sentence)
    if not sentence.skip(*_GOING) or sentence.skip(Role.HOLD):
        return None
    to = _end(sentence, kind)
    _via(sentence, *_BETWEEN_SEAS)
    return to


def _end(sentence: Sentence, kind: Kind) -> Location:
    """The last space of a route: an army's route over seas may be written out (source 004, IV)."""
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
    """True if a convoy is asked for; the named seas do not matter."""
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


def _backwards(sentence: Sentence, unwritten: Kind | None = None) -> tuple[Unit, Location] | None:
    """A move written goal first, if there is one: `move to English Channel from Brest`."""
    start = sentence.at
    sentence.skip(*_GOING)
    before = sentence.take(Role.COAST)
    place = sentence.take(Role.PLACE)
    coast = place and (before or sentence.coast(place))
    if not place or not sentence.take(Role.FROM):
        sentence.at = start
        return None
    unit = sentence.unit(unwritten=unwritten)
    return unit, sentence.joined(sentence.province(place, unit.kind), coast)


def _support(sentence: Sentence, unit: Unit) -> Order:
    backwards = _backwards(sentence)
    if backwards:
        return Support(unit, *backwards)
    if sentence.skip(Role.HOLD):  # "support hold to Berlin"
        sentence.skip(*_GOING)
        return Support(unit, sentence.unit())
    if sentence.here:
        sentence.skip(Role.MOVE)  # "supports the move of A Paris to Burgundy"
    supported = sentence.unit()
    if sentence.skip(Role.HOLD):
        return Support(unit, supported)
    return Support(unit, supported, _destination(sentence, supported.kind))


def _convoy(sentence: Sentence, unit: Unit) -> Order:
    backwards = _backwards(sentence, Kind.ARMY)
    if backwards:
        return Convoy(unit, *backwards)
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
    Role.TRADE: _trade,
}
"""By verb, the function that reads the words after it."""
