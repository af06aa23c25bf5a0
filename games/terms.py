"""The terms of an ordinary game: variant, edition, end; and the powers of each player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from adjudicator import EDITIONS, Edition, EditionError, Power, Province, edition, standard
from games.errors import GameError, GameFault

AUSTRIA, ENGLAND, FRANCE, GERMANY, ITALY, RUSSIA, TURKEY = standard().powers
FEWEST, MOST = 2, 7


class Variant(StrEnum):
    """The usual game, World War One for two, and the variants of Anjou (sources 000, XIV.2; 004, II)."""

    CLASSIC = "classic"
    WORLD_WAR_ONE = "world_war_one"
    SURVIVOR_TURKEY = "survivor_turkey"
    SANDAD = "sandad"
    ESCALATION = "escalation"


class Unassigned(StrEnum):
    """Powers without a player: in civil disorder, or neutral centres without units (source 002, §5)."""

    DISORDER = "disorder"
    NEUTRAL = "neutral"


class Reinforcements(StrEnum):
    """Builds without room are kept until there is room, or lost (source 002, §11)."""

    KEPT = "kept"
    LOST = "lost"


class Counted(StrEnum):
    """What decides when a game ends by the calendar or the clock (sources 002, §1; 000, III)."""

    CENTRES = "centres"
    UNITS = "units"


SANDAD_CLOSED = frozenset(
    map(Province, ["FIN", "STP", "LVN", "MOS", "WAR", "UKR", "SEV", "CON", "ANK", "ARM", "SMY", "SYR"])
)
"""The twelve provinces that no unit may enter in Sandad (source 004, II)."""
ITALIAN = frozenset(map(Province, ["APU", "NAP", "PIE", "ROM", "TUS", "VEN"]))
"""The provinces that no unit may enter in World War One until Italy takes sides (source 000, XIV.2)."""
OUT: Mapping[Variant, tuple[Power, ...]] = {
    Variant.WORLD_WAR_ONE: (ITALY,),
    Variant.SURVIVOR_TURKEY: (TURKEY,),
    Variant.SANDAD: (RUSSIA, TURKEY),
}
"""The powers without a player at the beginning of each variant."""
NUMBERS: Mapping[Variant, range] = {
    Variant.CLASSIC: range(FEWEST, MOST + 1),
    Variant.WORLD_WAR_ONE: range(2, 3),
    Variant.SURVIVOR_TURKEY: range(6, 7),
    Variant.SANDAD: range(5, 6),
    Variant.ESCALATION: range(4, 6),
}
"""How many players each variant is for."""
OTHER_BOARDS = frozenset({Variant.WORLD_WAR_ONE, Variant.SANDAD, Variant.ESCALATION})
"""The variants with closed provinces or other home centres, which other programs do not know."""
SOLO, SANDAD_SOLO = 18, 14
WAR_SOLO, WAR_YEAR = 24, 1914
LATEST_YEAR, FIRST_YEAR, MOST_MINUTES = 2000, 1901, 24 * 60
NAMED_HOMES = 3
"""How many home centres each player names after the first autumn of Escalation (source 004, II)."""
CHOSEN: Mapping[int, int] = {4: 6, 5: 5}
"""How many centres each player of Escalation chooses before giving one up, by the number of players."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before a game.

    edition: its name. forced_builds: whether builds are made even if not ordered. goal: a power with this
    many centres wins at once; in World War One, a side with this many units. last_year: after this year the
    leader wins. counted: what decides who leads. minutes: the real time of the whole game. first_year: the
    year of the first moves.
    """

    variant: Variant = Variant.CLASSIC
    edition: str = "standard"
    unassigned: Unassigned = Unassigned.DISORDER
    reinforcements: Reinforcements = Reinforcements.KEPT
    forced_builds: bool = False
    goal: int = SOLO
    last_year: int | None = None
    counted: Counted = Counted.CENTRES
    minutes: int | None = None
    first_year: int = FIRST_YEAR

    def __post_init__(self) -> None:
        """Raise GameError or EditionError for impossible terms."""
        if self.edition not in EDITIONS:
            raise EditionError("edition", f"{self.edition!r} is not one of {', '.join(EDITIONS)}")
        _within("goal", self.goal, 1, len(standard().centres))
        _within("first_year", self.first_year, 1, LATEST_YEAR)
        if self.last_year is not None:
            _within("last_year", self.last_year, self.first_year, LATEST_YEAR)
        if self.minutes is not None:
            _within("minutes", self.minutes, 1, MOST_MINUTES)

    @property
    def reading(self) -> Edition:
        """The edition."""
        return edition(self.edition)

    @property
    def closed(self) -> frozenset[Province]:
        """The provinces that no unit may enter."""
        return SANDAD_CLOSED if self.variant is Variant.SANDAD else frozenset()

    @property
    def powers(self) -> tuple[Power, ...]:
        """The powers that players may have."""
        return tuple(power for power in standard().powers if power not in OUT.get(self.variant, ()))


def _within(field: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise GameError(GameFault.NUMBER, field, f"must be from {least} to {most}", least=least, most=most)


def usual_terms(variant: Variant, edition: str = "standard") -> Terms:
    """Return the usual terms of a variant in an edition.

    Sandad is won with 14 of its 27 centres (source 004, II), World War One with 24 units on the board (source
    000, XIV.2). In the French edition by Parker all builds must be made (source 002, §11); in that of 1971
    units are counted at the end (source 000, III).
    """
    war = variant is Variant.WORLD_WAR_ONE
    return Terms(
        variant,
        edition,
        goal={Variant.SANDAD: SANDAD_SOLO, Variant.WORLD_WAR_ONE: WAR_SOLO}.get(variant, SOLO),
        forced_builds=edition == "parker",
        counted=Counted.UNITS if war or edition == "1971" else Counted.CENTRES,
        first_year=WAR_YEAR if war else FIRST_YEAR,
    )


Sides = Sequence[tuple[Power, ...]]
SIDES: Mapping[int, Sequence[Sides]] = {
    7: [[(power,) for power in standard().powers]],
    6: [[(power,) for power in standard().powers if power != ITALY]],
    5: [[(power,) for power in standard().powers if power not in (ITALY, GERMANY)]],
    4: [[(ENGLAND,), (AUSTRIA, FRANCE), (GERMANY, TURKEY), (ITALY, RUSSIA)]],
    3: [
        [(RUSSIA,), (ENGLAND, FRANCE, GERMANY), (AUSTRIA, ITALY, TURKEY)],
        [(ENGLAND, GERMANY, AUSTRIA), (RUSSIA, ITALY), (FRANCE, TURKEY)],
    ],
    2: [[(ENGLAND, FRANCE, RUSSIA), (GERMANY, AUSTRIA, TURKEY)]],
}
"""The powers of each player, by the number of players; for three in two ways.

See sources 000, XIV.2; 002, §5; 004, II.
"""


def sides_of(terms: Terms, players: int, way: int = 0) -> Sides:
    """Return the powers of each player; raises GameError for a number of players that the variant bars.

    way: the index of a division if there are several. In Escalation a power is only a colour.
    """
    if players not in NUMBERS[terms.variant]:
        raise GameError(
            GameFault.PLAYERS,
            "players",
            f"{terms.variant} is not for {players} players",
            least=NUMBERS[terms.variant].start,
            most=NUMBERS[terms.variant].stop - 1,
        )
    if terms.variant in (Variant.CLASSIC, Variant.WORLD_WAR_ONE):
        return SIDES[players][way % len(SIDES[players])]
    return [(power,) for power in terms.powers][:players]
