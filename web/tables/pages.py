"""The pages of a table: for its organiser, for everybody else, for the wall and for paper."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from flask import Blueprint, url_for
from markupsafe import Markup

from adjudicator import Phase, PhaseKind, Power, Province, Unit, standard
from adjudicator.notation import province_name
from games import (
    LONGEST_NAME,
    Chapter,
    Concern,
    GameStage,
    OrdinaryGame,
    Remark,
    Seat,
    Standing,
    Variant,
    moment_of,
    read_sheet,
    standings,
)
from games.record import Moved
from games.terms import NAMED_HOMES, OTHER_BOARDS, TURKEY
from intimate.chapter import fates_in
from models import GameTable
from services.tables import clock, running, scores
from services.tables.tables import LoadedTable, RoundOfTable, SeasonClock, round_of, shown_as_duel
from web.board.picture import Picture, picture_of, picture_of_orders
from web.core.links import qr_code
from web.core.login import member
from web.core.page import Frame
from web.core.session import db, now
from web.core.translation import gettext, language
from web.history.chapters import UnitRow, rows_by_power
from web.tables.words import (
    ending_words,
    event_words,
    is_wrong,
    power_names,
    remark_words,
    room_words,
    seat_note,
    table_name,
)
from web.words.chapters import phase_name
from web.words.names import by_name
from web.words.numbers import collation_key, figure
from web.words.orders import place_label

blueprint = Blueprint("tables", __name__, url_prefix="/tables")
MINUTE = 60


class PowerLine(NamedTuple):
    """A power in the list of the position; state: why nobody commands it, empty if somebody does."""

    power: Power
    player: str
    state: str
    units: Sequence[Unit]
    dislodged: Sequence[Unit]
    centres: Sequence[str]
    balance: int
    stock: int


class SheetLine(NamedTuple):
    """An awaited power, and its sheet so far; room: where it can retreat to or build."""

    power: Power
    player: str
    beginner: bool
    text: str
    is_in: bool
    by_link: bool
    torn: bool
    units: Sequence[Unit]
    winter: int
    room: Sequence[str]
    remarks: Sequence[str]
    is_wrong: bool
    is_unread: bool


class PastLine(NamedTuple):
    """A chapter in the list of the past."""

    ordinal: int | None
    words: str


class TableFrame(Frame):
    """The base of a table's pages."""

    def __init__(self, table: LoadedTable) -> None:
        self.table = table

    @property
    def stored(self) -> Any:  # noqa: ANN401  # a row, as templates read it
        """The table as it is stored."""
        return self.table.stored

    @property
    def table_name(self) -> str:
        """What the table is called."""
        return table_name(self.table.stored)

    @cached_property
    def round(self) -> RoundOfTable | None:
        """The round of a tournament that the table is part of, if any."""
        return round_of(db(), self.table.stored)

    @property
    def game(self) -> OrdinaryGame:
        """The present state of the game."""
        return self.table.game

    @property
    def is_organiser(self) -> bool:
        """True if the viewer organises the table."""
        viewer = member()
        return viewer is not None and viewer.id == self.table.stored.organiser_id

    @property
    def phase(self) -> str:
        """The awaited phase in words, or that the game is over."""
        if self.game.ending:
            return gettext("The game is over")
        return {
            GameStage.CHOOSING: gettext("Choosing centres"),
            GameStage.GIVING_UP: gettext("Giving up a centre"),
            GameStage.NAMING_HOMES: gettext("Naming home centres"),
            GameStage.TOSSING: gettext("Tossing a coin for Italy"),
        }.get(self.game.stage) or phase_name(self.game.phase)

    @property
    def live_url(self) -> str:
        """The address of the state of the clock and of changes."""
        return url_for("tables.live", token=self.table.stored.token)

    @property
    def own_url(self) -> str:
        """The address of this page, also when it answers a refused form."""
        return url_for("tables.show", token=self.table.stored.token)

    @cached_property
    def stamp(self) -> str:
        """A text that changes when the page does."""
        return running.stamp(db(), self.table.stored)

    @cached_property
    def handed_in(self) -> Mapping[Power, running.HandedIn]:
        """The sheets that are in."""
        return running.handed_in(db(), self.table)

    @property
    def waiting(self) -> Sequence[tuple[Power, str, bool]]:
        """The awaited powers, with their player and whether their sheet is in."""
        game = self.game
        return [
            (power, player_of(game, power), power in self.handed_in)
            for power in game.reading_order
            if power in game.awaited
        ]

    @property
    def clock(self) -> SeasonClock:
        """The clock that was agreed."""
        return self.table.clock

    @property
    def has_clock(self) -> bool:
        """True in a phase with a clock."""
        return bool(clock.seconds_of(self.table.clock, self.game))

    @cached_property
    def seconds_left(self) -> int:
        """The seconds on the clock; before it is started, those of the whole season."""
        left = clock.left(self.table.stored, now())
        return clock.seconds_of(self.table.clock, self.game) if left is None else max(0, left)

    @property
    def clock_face(self) -> str:
        """The clock as people read it: 14:05."""
        return f"{self.seconds_left // MINUTE}:{self.seconds_left % MINUTE:02d}"

    @property
    def clock_runs(self) -> bool:
        """True while the clock runs."""
        return self.table.stored.clock_ends_at is not None

    @property
    def is_started(self) -> bool:
        """True once the clock of this season has started."""
        return clock.left(self.table.stored, now()) is not None

    @property
    def time_is_up(self) -> bool:
        """True once the agreed hours are over."""
        agreed = self.game.terms.minutes
        return agreed is not None and clock.minutes_played(self.table.stored, now()) >= agreed

    @property
    def last(self) -> Chapter | None:
        """The phase that was played last."""
        return next((moved for moved in reversed(self.table.moves) if isinstance(moved, Chapter)), None)

    @property
    def last_ordinal(self) -> int:
        """The number of the phase that was played last."""
        return max(n for n, moved in enumerate(self.table.moves) if isinstance(moved, Chapter))

    @property
    def picture(self) -> Picture:
        """The present board."""
        return picture_of(shown_as_duel(self.game), self.phase)

    @property
    def position(self) -> Sequence[PowerLine]:
        """Every power that somebody plays, or that has units or centres."""
        game = self.game
        powers = [
            power
            for power in by_name(standard().powers)
            if power in game.played or game.position.units_of(power) or game.position.centres_of(power)
        ]
        return [_power_line(game, power) for power in powers]

    @property
    def past(self) -> Sequence[PastLine]:
        """All phases and events, in order."""
        return [
            PastLine(number if isinstance(moved, Chapter) else None, moved_words(moved))
            for number, moved in enumerate(self.table.moves)
        ]

    @property
    def ending(self) -> str:
        """How the game ended."""
        return ending_words(self.game)

    @property
    def standings(self) -> Sequence[Standing]:
        """The standings."""
        return standings(self.game)

    @property
    def scores(self) -> Mapping[int, str]:
        """The points of each player by their number, as the tournaments of Anjou count them."""
        return {number: figure(float(points)) for number, points in scores.baf_of(self.game).items()}

    def seat(self, number: int) -> Seat:
        """A player by their number."""
        return self.game.seat(number)

    def seat_note(self, seat: Seat) -> str:
        """Since when a player plays who came later, and for whom."""
        return seat_note(self.game, seat)


def moved_words(moved: Moved) -> str:
    """Name the phase that was played, or say what happened."""
    return phase_name(moved.phase) if isinstance(moved, Chapter) else event_words(moved.event, moved.before)


def player_of(game: OrdinaryGame, power: Power) -> str:
    """The name of the player of a power; empty if there is none."""
    number = game.seat_of(power)
    return game.seat(number).name if number else ""


def _power_line(game: OrdinaryGame, power: Power) -> PowerLine:
    number = game.seat_of(power)
    state = ""
    if number is None:
        state = _state_of_unplayed(game, power)
    elif not game.seat(number).present:
        state = gettext("has left: civil disorder")
    centres = game.position.centres_of(power)
    units = game.position.units_of(power)
    dislodged = game.position.dislodged_of(power)
    return PowerLine(
        power,
        player_of(game, power),
        state,
        units,
        dislodged,
        sorted(map(place_label, centres), key=collation_key),
        len(centres) - len(units) - len(dislodged),
        game.stock(power) if game.phase.kind is PhaseKind.ADJUSTMENTS else 0,
    )


def _state_of_unplayed(game: OrdinaryGame, power: Power) -> str:
    if game.automatic and power == TURKEY:
        return gettext("plays by itself")
    return gettext("neutral") if game.terms.variant is Variant.WORLD_WAR_ONE else gettext("civil disorder")


def outcomes_of(chapter: Chapter) -> Mapping[Power, Sequence[UnitRow]]:
    """The outcomes of the orders of a phase, by power in the order in which sheets are read."""
    winter = chapter.phase.kind is PhaseKind.ADJUSTMENTS
    found = rows_by_power(fates_in(chapter.outcomes, chapter.given), winter=winter)
    order = [power for power in chapter.before.reading_order if power in found]
    return {power: found[power] for power in (*order, *(each for each in found if each not in order))}


def picture_of_chapter(chapter: Chapter) -> Picture:
    """The board of a phase that was played, with its orders."""
    before, after = shown_as_duel(chapter.before), shown_as_duel(chapter.after)
    fates = fates_in(chapter.outcomes, chapter.given)
    return picture_of_orders(before, after, fates, phase_name(chapter.phase))


class TablePage(TableFrame):
    """The page of the table, on which its organiser runs it and others watch."""

    template = "tables/show.html"
    longest_name = LONGEST_NAME

    def __init__(
        self,
        table: LoadedTable,
        *,
        asks: bool = False,
        strays: Sequence[Remark] = (),
        all_text: str = "",
        not_stored: Mapping[Power, str] = {},  # nothing changes it
    ) -> None:
        """asks: whether to ask, before a reveal, about missing sheets and unreadable lines.

        strays, all_text: the lines of the common sheet that belong to no power, as remarks and as text.
        not_stored: texts typed for powers whose sheets came by their links.
        """
        super().__init__(table)
        self.asks, self.all_text, self.not_stored = asks, all_text, not_stored
        self.strays = [remark_words(remark) for remark in strays]
        self.is_refused = bool(strays or not_stored or self.missing or self.unread)

    @cached_property
    def missing(self) -> str:
        """The powers without sheets, which would be in civil disorder; empty unless the page asks."""
        return power_names([sheet.power for sheet in self.sheets if not sheet.is_in]) if self.asks else ""

    @cached_property
    def unread(self) -> str:
        """The powers with lines that could not be read; empty unless the page asks."""
        return power_names([sheet.power for sheet in self.sheets if sheet.is_unread]) if self.asks else ""

    @cached_property
    def sheets(self) -> Sequence[SheetLine]:
        """The awaited sheets, those of beginners first."""
        game = self.game
        texts = running.typed(db(), self.table.stored) if self.is_organiser else {}
        return [self._sheet(power, texts) for power in game.reading_order if power in game.awaited]

    def _sheet(self, power: Power, texts: Mapping[Power, str]) -> SheetLine:
        game = self.game
        number = game.seat_of(power)
        known = self.handed_in.get(power)
        text = texts.get(power, "")
        remarks = read_sheet(game, power, text, language()).remarks if power in texts else ()
        return SheetLine(
            power,
            player_of(game, power),
            bool(number and game.seat(number).beginner),
            text,
            known is not None,
            bool(known and known.by_link),
            bool(known and known.torn),
            game.standing(power),
            game.winter(power) if game.phase.kind is PhaseKind.ADJUSTMENTS else 0,
            room_words(game, power),
            list(map(remark_words, remarks)),
            any(map(is_wrong, remarks)),
            any(remark.concern is Concern.UNREADABLE for remark in remarks),
        )

    @property
    def wrong_names(self) -> str:
        """The names of the powers with lines that do not count."""
        return power_names([sheet.power for sheet in self.sheets if sheet.is_wrong])

    @property
    def links(self) -> Sequence[tuple[Power, str, str]]:
        """The powers with their player and the address of their sheet; read for the organiser alone."""
        token = self.table.stored.token
        return [
            (
                power,
                player_of(self.game, power),
                url_for("tables.sheet", token=token, secret=self.table.stored.links[power], _external=True),
            )
            for power in self.game.present
            if power in self.table.stored.links
        ]

    @property
    def asked(self) -> str:
        """The kind of the phase: M, R or A."""
        return self.game.phase.kind.value

    @property
    def may_vote(self) -> bool:
        """True while a player may ask for an end."""
        return moment_of(self.game) is not None

    @property
    def may_undo(self) -> bool:
        """True while the last phase or event can be taken back."""
        return running.may_undo(self.table, self.handed_in)

    @property
    def last_is_result(self) -> bool:
        """True if *undo* would take back a phase, not an event after it."""
        return isinstance(self.table.moves[-1], Chapter)

    @property
    def undone_words(self) -> str:
        """What *undo* would take back."""
        return moved_words(self.table.moves[-1])

    @property
    def unassigned(self) -> Sequence[Power]:
        """The powers that a latecomer can take over."""
        position = self.game.position
        if self.game.terms.variant is Variant.WORLD_WAR_ONE:
            return []
        free = (power for power in standard().powers if power not in self.game.played)
        return [power for power in free if position.units_of(power)]

    @property
    def centres_to_choose(self) -> Sequence[tuple[Province, str]]:
        """The centres that can be chosen or given up now, by name."""
        game = self.game
        if game.stage is GameStage.CHOOSING:
            found = [code for code in standard().centres if code not in game.chosen]
        else:
            found = list(game.position.centres_of(game.seat(game.turn).powers[0]))
        return _by_name(found)

    @property
    def turn(self) -> Seat:
        """The player whose turn it is to choose."""
        return self.game.seat(self.game.turn)

    @property
    def naming(self) -> Sequence[tuple[Power, str, int, Sequence[tuple[Province, str]]]]:
        """The powers that still have to name home centres: their player, how many, and among which."""
        game = self.game
        return [
            (
                power,
                player_of(game, power),
                min(NAMED_HOMES, len(game.position.centres_of(power))),
                _by_name(game.position.centres_of(power)),
            )
            for power in game.unnamed
        ]

    @property
    def outcomes(self) -> Mapping[Power, Sequence[UnitRow]]:
        """The outcomes of the last phase."""
        return outcomes_of(self.last) if self.last else {}

    @property
    def last_name(self) -> str:
        """The phase that was played last."""
        return phase_name(self.last.phase) if self.last else ""

    @property
    def is_saved_game(self) -> bool:
        """True if other programs know the variant, so that the game can be saved for them."""
        return self.game.terms.variant not in OTHER_BOARDS

    @property
    def minutes_played(self) -> int:
        """The whole minutes since the game began."""
        return clock.minutes_played(self.table.stored, now())


def _by_name(codes: Sequence[Province]) -> Sequence[tuple[Province, str]]:
    named = [(code, province_name(code, language())) for code in codes]
    return sorted(named, key=lambda each: collation_key(each[1]))


class WallPage(TablePage):
    """The table for a wall: the board, the clock, the awaited powers; no controls."""

    template = "tables/wall.html"

    @property
    def powers(self) -> Sequence[tuple[PowerLine, bool | None]]:
        """The powers on the board, and whether their sheets are in; None if none is awaited."""
        awaited = self.game.awaited
        return [
            (line, line.power in self.handed_in if line.power in awaited else None) for line in self.position
        ]

    @property
    def own_url(self) -> str:
        """The address of this page."""
        return url_for("tables.wall", token=self.table.stored.token)


class CodesPage(TablePage):
    """The links of the powers as QR codes, for the organiser to show or to print."""

    template = "tables/codes.html"

    @property
    def codes(self) -> Sequence[tuple[Power, str, str, Markup]]:
        """The powers with their player, the address of their sheet, and its QR code."""
        return [(*link, qr_code(link[2])) for link in self.links]


class PrintPage(TableFrame):
    """Sheets to write on, one for each power."""

    template = "tables/print.html"

    @property
    def blank(self) -> Sequence[tuple[Power, str, Sequence[Unit], int, Sequence[str]]]:
        """The powers with their player, the units to order, the winter, and where there is room."""
        game = self.game
        return [
            (
                power,
                player_of(game, power),
                game.standing(power),
                game.winter(power) if game.phase.kind is PhaseKind.ADJUSTMENTS else 0,
                room_words(game, power),
            )
            for power in game.reading_order
            if power in game.awaited
        ]


class PhasePage(TableFrame):
    """A phase that was played."""

    template = "tables/phase.html"

    def __init__(self, table: LoadedTable, ordinal: int, chapter: Chapter) -> None:
        super().__init__(table)
        self.ordinal, self.chapter = ordinal, chapter

    @property
    def name(self) -> str:
        """The name of the phase."""
        return phase_name(self.chapter.phase)

    @property
    def picture(self) -> Picture:
        """The board with its orders."""
        return picture_of_chapter(self.chapter)

    @property
    def outcomes(self) -> Mapping[Power, Sequence[UnitRow]]:
        """The outcomes of the orders."""
        return outcomes_of(self.chapter)

    @property
    def torn(self) -> str:
        """The powers whose sheets were torn away."""
        return power_names([power for power, sheet in self.chapter.sheets.items() if sheet.torn])

    @property
    def missing(self) -> str:
        """The awaited powers without sheets."""
        before = self.chapter.before
        return power_names(
            [power for power in before.played if power in before.awaited - self.chapter.sheets.keys()]
        )

    @property
    def neighbours(self) -> tuple[int | None, int | None]:
        """The phases before and after it."""
        numbers = [n for n, moved in enumerate(self.table.moves) if isinstance(moved, Chapter)]
        at = numbers.index(self.ordinal)
        return (
            numbers[at - 1] if at else None,
            numbers[at + 1] if at + 1 < len(numbers) else None,
        )


class TableList(Frame):
    """The tables that a member has made."""

    template = "tables/index.html"

    def __init__(self, found: Sequence[Any], next_before: int | None) -> None:
        self.found, self.next_before = found, next_before

    @staticmethod
    def name_of(stored: GameTable) -> str:
        """What a table is called."""
        return table_name(stored)

    @staticmethod
    def stands(phase: Phase | None) -> str:
        """The awaited phase of a table in words, or that its game is over."""
        return phase_name(phase) if phase else gettext("The game is over")
