"""An order being read: the words still to come, and the units and spaces that they name."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from adjudicator.board import standard
from adjudicator.notation.errors import Ambiguous, Fault, Invalid
from adjudicator.notation.meanings import Lexeme, Role
from adjudicator.provinces import Space, Terrain
from adjudicator.units import Kind, Location, Province, Unit

UnitOf = Callable[[Province], Unit | None]
"""Look up the unit in a province, where the reader may know it."""

KINDS = {Role.ARMY: Kind.ARMY, Role.FLEET: Kind.FLEET}


@dataclass
class Sentence:
    """The words of an order and the number of those read."""

    text: str
    lexemes: Sequence[Lexeme]
    unit_of: UnitOf | None = None
    at: int = 0

    def ahead(self, steps: int = 0) -> Role | None:
        """The role of a word to come; None after the last."""
        place = self.at + steps
        return self.lexemes[place].meaning.role if place < len(self.lexemes) else None

    def take(self, *roles: Role) -> Lexeme | None:
        """The next word, if it has one of these roles."""
        if self.ahead() not in roles:
            return None
        self.at += 1
        return self.lexemes[self.at - 1]

    def skip(self, *roles: Role) -> bool:
        """Pass over all words of these roles that come next; True if there were any."""
        before = self.at
        while self.take(*roles):
            pass
        return self.at > before

    def written(self, lexeme: Lexeme) -> str:
        """The word as it stands in the text."""
        return self.text[lexeme.start : lexeme.end]

    def fault(self, fault: Fault) -> Invalid:
        """The error of what comes next, or of the whole when nothing does."""
        rest = self.text[self.lexemes[self.at].start :] if self.ahead() else self.text
        return Invalid(fault, rest.strip())

    def end(self) -> None:
        """Check that nothing follows; raises Invalid naming what does."""
        if self.ahead():
            raise self.fault(Fault.LEFT_OVER)

    def place(self) -> Lexeme:
        """The next word, which must name a space; raises Invalid."""
        lexeme = self.take(Role.PLACE)
        if not lexeme:
            raise self.fault(Fault.NO_PLACE)
        return lexeme

    def coast(self, place: Lexeme) -> Lexeme | None:
        """The coast named after a space, if one is, a hyphen before it set aside: `Spa-nc`."""
        coasted = any(standard().spaces[Province(code)].coasts for code in place.meaning.values)
        if (
            coasted
            and (self.ahead(), self.ahead(1)) == (Role.MOVE, Role.COAST)
            and self.ahead(2) is not Role.PLACE
        ):
            self.at += 1
        return self.take(Role.COAST)

    def location(self, kind: Kind) -> Location:
        """The space that comes next, with its coast, for a unit of that kind."""
        before = self.take(Role.COAST)
        place = self.place()
        return self._joined(self.province(place, kind), before or self.coast(place))

    def province(self, place: Lexeme, kind: Kind) -> Province:
        """The one space that is meant, by the kind of unit where that decides; raises Ambiguous."""
        return self._only(place, _possible(place, lambda space: space.admits(kind)) or _provinces(place))

    def sea(self, place: Lexeme) -> Province:
        """The one sea meant; raises Invalid or Ambiguous."""
        seas = _possible(place, lambda space: space.terrain is Terrain.SEA)
        if not seas:
            raise Invalid(Fault.NOT_A_SEA, self.written(place))
        return self._only(place, seas)

    def unit(self, unwritten: Kind | None = None) -> Unit:
        """The unit that comes next, its power set aside; `unwritten` is its kind when none is written."""
        self.skip(Role.POWER)
        kind = self.take(*KINDS)
        self.skip(Role.POWER, Role.TOWARD)
        before = self.take(Role.COAST)
        place = self.place()
        coast = before or self.coast(place)
        self.skip(Role.POWER)
        if kind:
            unwritten = KINDS[kind.meaning.role]
        named = self._standing(place) if unwritten is None else self._named(place, unwritten)
        return named.at(self._joined(named.province, coast)) if coast else named

    def _named(self, place: Lexeme, kind: Kind) -> Unit:
        """The unit of that kind, on the coast where it stands if that is known."""
        province = self.province(place, kind)
        there = self.unit_of(province) if self.unit_of else None
        return there if there and there.kind is kind else Unit(kind, Location(province))

    def _standing(self, place: Lexeme) -> Unit:
        """The unit that stands in a space, its kind not being written."""
        if not self.unit_of:
            raise Invalid(Fault.NO_KIND, self.written(place))
        units = {code: unit for code in _provinces(place) if (unit := self.unit_of(code))}
        if not units:
            raise Invalid(Fault.NO_UNIT_THERE, self.written(place))
        return units[self._only(place, units)]

    def _only(self, place: Lexeme, provinces: Iterable[Province]) -> Province:
        first, *others = provinces
        if others:
            raise Ambiguous(self.written(place), (first, *others))
        return first

    def _joined(self, province: Province, coast: Lexeme | None) -> Location:
        if not coast:
            return Location(province)
        (named,) = coast.meaning.values
        if named not in standard().spaces[province].coasts:
            raise Invalid(Fault.NO_SUCH_COAST, self.written(coast))
        return Location(f"{province}/{named}")


def _provinces(place: Lexeme) -> list[Province]:
    return [Province(code) for code in place.meaning.values]


def _possible(place: Lexeme, fits: Callable[[Space], bool]) -> list[Province]:
    """The spaces that fit: of those first meant, or else of the first list that has one."""
    spaces = standard().spaces
    for meant in (place.meaning.values, *place.meaning.otherwise):
        fitting = [Province(code) for code in meant if fits(spaces[Province(code)])]
        if fitting:
            return fitting
    return []
