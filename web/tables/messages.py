"""The messages of refusals at a table."""

from games import GameFault
from services.tables.refusals import TableRefusal
from web.core.messages import Sentences
from web.core.translation import gettext, ngettext
from web.words.names import power_name
from web.words.times import listed

LONGEST_QUOTED = 60
"""How many characters of a line a message quotes."""


def _vote(vote: object = "") -> str:
    return {
        "no_centre": gettext("To ask for an end, a player needs a centre that nobody else stands on."),
        "asked_already": gettext("They have asked already. They may ask again after the next season."),
        "asked_in_winter": gettext("They asked last winter, so they may not ask again this spring."),
        "voted_in_autumn": gettext("There was a vote this autumn. The next one can be after next spring."),
        "no_outcome": gettext("Say what came of the request."),
        "no_veto": gettext("To object, a player needs a home centre, or a centre and a unit."),
    }.get(str(vote), gettext("Nobody can ask for an end now."))


RULES: Sentences = {
    GameFault.PLAYERS: lambda: gettext("This variant is for another number of players."),
    GameFault.NO_POWER: lambda name="": gettext("%(name)s has no power.", name=name),
    GameFault.TWICE: lambda power: gettext(
        "Two players cannot both have %(power)s.", power=power_name(power)
    ),
    GameFault.UNKNOWN_POWER: lambda: gettext("This power takes no part in the game."),
    GameFault.NO_NAME: lambda: gettext("A player has no name. Type one."),
    GameFault.LONG_NAME: lambda most: gettext("A name is too long: at most %(num)d characters.", num=most),
    GameFault.SAME_NAME: lambda name: gettext("Two players are called %(name)s. Add an initial.", name=name),
    GameFault.NUMBER: lambda least, most: gettext(
        "This must be from %(least)s to %(most)s.", least=str(least), most=str(most)
    ),
    GameFault.LAST_YEAR: lambda: gettext("The game is in its last year already."),
    GameFault.OVER: lambda: gettext("The game is over."),
    GameFault.NOT_NOW: lambda: gettext("This cannot be done in this phase."),
    GameFault.WRONG_PHASE: lambda phase: gettext(
        "The text goes on with another phase: %(phase)s is awaited.", phase=phase
    ),
    GameFault.NO_PHASE: lambda line: gettext(
        "“%(line)s” stands under no phase. Begin with a line such as S1901M.", line=line[:LONGEST_QUOTED]
    ),
    GameFault.NO_PLAYER: lambda: gettext("There is no such player."),
    GameFault.NOT_YOURS: lambda power: gettext("Nobody plays %(power)s now.", power=power_name(power)),
    GameFault.CHOSEN_FIRST: lambda: gettext(
        "A game of Escalation begins with the choice of centres, not in the middle of another game."
    ),
    GameFault.FROM_START: lambda: gettext(
        "World War One is played from its beginning, not from the middle of another game."
    ),
    GameFault.NOT_A_CENTRE: lambda: gettext("Choose one supply centre."),
    GameFault.TAKEN: lambda: gettext("Somebody has this centre already. Choose another one."),
    GameFault.NOT_OWNED: lambda: gettext("This centre is not theirs."),
    GameFault.TURN: lambda name: gettext("It is the turn of %(name)s.", name=name),
    GameFault.HOMES: lambda number: ngettext(
        "Choose %(num)d centre.", "Choose %(num)d different centres.", number
    ),
    GameFault.AWAY: lambda name: gettext("%(name)s has left the table.", name=name),
    GameFault.PRESENT: lambda name: gettext("%(name)s is still at the table.", name=name),
    GameFault.NO_UNITS: lambda name: gettext("There are no units left for %(name)s.", name=name),
    GameFault.PLAYS_ALREADY: lambda name: gettext("%(name)s still plays in this game.", name=name),
    GameFault.NOT_ALL: lambda names: gettext(
        "Everybody who has units must agree. Still missing: %(names)s.", names=listed(names)
    ),
    GameFault.TOO_EARLY: lambda minutes: ngettext(
        "The game lasts %(num)d minute: it is not over yet.",
        "The game lasts %(num)d minutes: they are not over yet.",
        minutes,
    ),
    GameFault.NO_TIME: lambda: gettext("No time was agreed for this game."),
    GameFault.VOTE: _vote,
}
TABLES: Sentences = {
    TableRefusal.NOT_ORGANISER: lambda: gettext("Only the organiser of this table can do this."),
    TableRefusal.TOO_MANY: lambda most: ngettext(
        "You have %(num)d unfinished table. End or delete it first.",
        "You have %(num)d unfinished tables. End or delete one first.",
        most,
    ),
    TableRefusal.TOO_LONG: lambda most: gettext(
        "A table has room for %(num)d phases and events. End the game now.", num=most
    ),
    TableRefusal.NAME: lambda most: gettext("Give the table a name of at most %(num)d characters.", num=most),
    TableRefusal.CHANGED: lambda: gettext(
        "Another window has moved the game on. Nothing was done; what you typed is below."
    ),
    TableRefusal.NOTHING_TO_UNDO: lambda: gettext("Nothing has been played yet."),
    TableRefusal.NEXT_BEGUN: lambda: gettext(
        "The next phase has begun: a sheet is in. The result stands, as the rules say."
    ),
    TableRefusal.ENDED: lambda: gettext("The game is over."),
    TableRefusal.NOT_AWAITED: lambda: gettext("This power has nothing to order in this phase."),
    TableRefusal.TYPED: lambda: gettext(
        "The game master has typed your sheet already. Tell them what to change."
    ),
    TableRefusal.REVEALED: lambda: gettext(
        "This sheet was revealed and taken back. All have read it, so it stays as it is."
    ),
    TableRefusal.NO_CLOCK: lambda: gettext("This phase has no clock."),
    TableRefusal.UNREADABLE: lambda why: gettext("This game could not be read: %(why)s", why=why),
    TableRefusal.POWER: lambda word: gettext(
        "“%(word)s” is no power of this game. Write for example: Anna: France", word=word
    ),
    TableRefusal.NAMES: lambda given, players: gettext(
        "You wrote %(given)d names for %(players)d players. Write one name a line.",
        given=given,
        players=players,
    ),
}
REFUSALS = (RULES, TABLES)
