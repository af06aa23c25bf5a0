"""The texts of a tournament's messages, log and refusals."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flask import url_for
from sqlalchemy import select

from adjudicator import Power
from intimate.players import Player
from models import Entrant, Message, Tournament, TournamentAct
from services.tournaments.refusals import TournamentRefusal
from web.core.messages import MessageText, Sentences, duel_of
from web.core.session import db
from web.core.translation import gettext, ngettext
from web.tournaments.words import halves
from web.words.names import names_of, power_name
from web.words.times import listed, moment_for


def say_tournament(message: Message) -> MessageText:
    """Write a message: a tournament has begun, goes on or is over, or a player was absent."""
    query = select(Tournament).where(Tournament.token == message.facts["tournament"])
    tournament = db().scalars(query).one()
    if message.facts["what"] == "round":
        return _of_round(message, tournament)
    subject, lines = _words(message, tournament)
    address = url_for("tournaments.show", token=tournament.token, _external=True)
    return MessageText(subject, lines, address, gettext("See the tournament"))


def _of_round(message: Message, tournament: Tournament) -> MessageText:
    stored = duel_of(message)
    player = Player(message.facts["player"])
    due = stored.times.due.get(player)
    lines = [gettext("Your duel against %(name)s has begun.", name=names_of(stored)[player.opponent])]
    if due:
        lines.append(gettext("You have until %(moment)s.", moment=moment_for(message.user, due)))
    subject = gettext(
        "%(tournament)s, round %(round)d: your opponent is %(name)s",
        tournament=tournament.name,
        round=message.facts["round"],
        name=names_of(stored)[player.opponent],
    )
    address = url_for("duels.show", token=stored.token, _external=True)
    return MessageText(subject, lines, address, gettext("Open the duel"), stored.token)


def _words(message: Message, tournament: Tournament) -> tuple[str, Sequence[str]]:
    name = tournament.name
    match message.facts["what"]:
        case "begun":
            return gettext("%(tournament)s has begun", tournament=name), [
                gettext("The order is drawn. You will be notified of your opponent in each round.")
            ]
        case "absent":
            return gettext("%(tournament)s: a duel lost by absence", tournament=name), [
                gettext("If you lose a second one in this tournament, you play no further rounds.")
            ]
        case "taken_out":
            return gettext("%(tournament)s: you are drawn no more", tournament=name), [
                gettext("You have lost two duels by absence. The points that you have stay yours.")
            ]
        case "cancelled":
            return gettext("%(tournament)s is called off", tournament=name), [
                gettext("There is no ranking. Duels that have begun go on.")
            ]
    return gettext("%(tournament)s is over", tournament=name), _place(message, tournament)


def _place(message: Message, tournament: Tournament) -> Sequence[str]:
    of_it = (Entrant.tournament_id == tournament.id, Entrant.user_id == message.user_id)
    place = db().scalar(select(Entrant.place).where(*of_it))
    return [gettext("Your place: %(place)d.", place=place)] if place else []


WORDS = {"tournament": say_tournament}


Facts = Mapping[str, Any]


def act_words(act: TournamentAct) -> str:
    """Describe an act; the log shows beside it who did it and why."""
    facts: Facts = {**act.facts, "round": act.round, "table": act.board}
    return ACTS[act.act](facts)


def _pairing(facts: Facts) -> str:
    return gettext(
        "round %(round)d, table %(table)d, %(first)s – %(second)s",
        round=facts["round"],
        table=facts["table"],
        first=facts["first"],
        second=facts["second"],
    )


def _points(points: Sequence[int]) -> str:
    return " – ".join(halves(each) for each in points)


def _ruled(facts: Facts) -> str:
    words = gettext("Points ruled: %(points)s (%(pairing)s)", **_of_pairing(facts))
    if not facts.get("through"):
        return words
    return gettext("%(words)s; %(name)s goes on", words=words, name=facts["through"])


def _forfeit(facts: Facts) -> str:
    return gettext("Lost by forfeit: %(points)s (%(pairing)s)", **_of_pairing(facts))


def _annulled(facts: Facts) -> str:
    return gettext("Annulled: %(pairing)s", pairing=_pairing(facts))


def _of_pairing(facts: Facts) -> dict[str, str]:
    return {"points": _points(facts["points"]), "pairing": _pairing(facts)}


def _sanction(facts: Facts) -> str:
    factor = str(Fraction(facts["factor"]))
    if facts["round"] is None:
        return gettext("The whole score of %(name)s counts %(factor)s", name=facts["name"], factor=factor)
    return gettext(
        "The score of %(name)s in round %(round)d counts %(factor)s",
        name=facts["name"],
        round=facts["round"],
        factor=factor,
    )


def _lifted(facts: Facts) -> str:
    return gettext(
        "Sanction lifted: %(name)s, %(factor)s", name=facts["name"], factor=str(Fraction(facts["factor"]))
    )


def _results(facts: Facts) -> str:
    place = {
        "round": facts["round"],
        "table": facts["table"],
        "results": _game(facts["after"], facts.get("solo")),
    }
    if not facts["before"]:
        return gettext("Results of round %(round)d, table %(table)d: %(results)s", **place)
    return gettext(
        "Results of round %(round)d, table %(table)d corrected: %(results)s; before: %(before)s",
        **place,
        before=_game(facts["before"], facts.get("former_solo")),
    )


def _seated(facts: Facts) -> str:
    place = {"round": facts["round"], "table": facts["table"]}
    if not facts["after"]:
        return gettext("Round %(round)d, table %(table)d is not played", **place)
    players = _players(facts["after"])
    if not facts["before"]:
        return gettext("Round %(round)d, table %(table)d: %(players)s", **place, players=players)
    return gettext(
        "Round %(round)d, table %(table)d is now: %(players)s; before: %(before)s",
        **place,
        players=players,
        before=_players(facts["before"]),
    )


def _players(seats: Mapping[str, str]) -> str:
    return listed([f"{power_name(Power(power))} {name}" for power, name in seats.items()], "unit")


def _game(rows: Mapping[str, Sequence[Any]], solo: int | None) -> str:
    ended = [_ended(power, *facts) for power, facts in rows.items()]
    wins = [ngettext("%(num)d centre wins", "%(num)d centres win", solo)] if solo else []
    return listed([*ended, *wins], "unit")


def _ended(  # noqa: PLR0913, PLR0917  # as stored; old logs have the first four alone
    power: str,
    name: str,
    centres: int,
    eliminated: bool,  # noqa: FBT001
    missed: int = 0,
    farthest: int | None = None,
    replaced: str = "",
    relief: int = 0,
) -> str:
    """Say how a power ended; a Turkey that played by itself has no player."""
    ended = gettext("eliminated") if eliminated else str(centres)
    words = " ".join(filter(None, (power_name(Power(power)), name, ended)))
    late = ngettext("%(num)d season missed", "%(num)d seasons missed", missed) if missed else ""
    away = ngettext("%(num)d space", "%(num)d spaces", farthest) if farthest else ""
    came = ngettext("for %(name)s, %(num)d season", "for %(name)s, %(num)d seasons", relief, name=replaced)
    more = ", ".join(filter(None, (late, away, came if replaced else "")))
    return f"{words} ({more})" if more else words


def _started(facts: Facts) -> str:
    return ngettext(
        "Begun with %(num)d player; lots drawn", "Begun with %(num)d players; lots drawn", facts["players"]
    )


ACTS: Mapping[str, Callable[[Facts], str]] = {
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
    "taken_out": lambda facts: gettext("%(name)s will not be paired again", name=facts["name"]),
    "arbiter": lambda facts: gettext("Named as arbiter: %(name)s", name=facts["arbiter"]),
    "no_arbiter": lambda facts: gettext("Arbiter no more: %(name)s", name=facts["arbiter"]),
    "ruled": _ruled,
    "forfeit": _forfeit,
    "annulled": _annulled,
    "sanction": _sanction,
    "sanction_lifted": _lifted,
    "prizes": lambda facts: gettext(
        "Prizes to vote on: %(prizes)s", prizes=listed(facts["prizes"], "unit") or gettext("none")
    ),
    "described": lambda facts: gettext("%(name)s: noted for the prizes", name=facts["name"]),
    "results": _results,
    "seated": _seated,
    "round_annulled": lambda facts: gettext("Round %(round)d annulled", round=facts["round"]),
    "stood_down": lambda facts: gettext(
        "%(name)s stood down in round %(round)d when asked to", name=facts["name"], round=facts["round"]
    ),
    "not_stood_down": lambda facts: gettext(
        "%(name)s did not stand down in round %(round)d after all", name=facts["name"], round=facts["round"]
    ),
    "ended": lambda _: gettext("Tournament ended"),
    "cancelled": lambda _: gettext("Tournament called off"),
}
"""The function for the text of each kind of act."""

REFUSALS: Sentences = {
    TournamentRefusal.IN_ALREADY: lambda: gettext("You take part already."),
    TournamentRefusal.NAMED_ALREADY: lambda: gettext(
        "The organiser has named somebody of your name already. If that is you, there is nothing to do."
    ),
    TournamentRefusal.NOT_IN: lambda: gettext("This player does not take part any more."),
    TournamentRefusal.CLOSED: lambda: gettext("Sign-up is closed."),
    TournamentRefusal.FULL: lambda most: gettext("All %(most)d places are taken.", most=most),
    TournamentRefusal.OTHER_KIND: lambda: gettext("In a tournament people play people, or bots play bots."),
    TournamentRefusal.ARBITER_PLAYS: lambda: gettext(
        "You are an arbiter of this tournament: ask the organiser to name another one."
    ),
    TournamentRefusal.ORGANISER_PLAYS: lambda: gettext(
        "An organiser who plays needs another arbiter: name one first."
    ),
    TournamentRefusal.PLAYER_ARBITRATES: lambda: gettext(
        "A player cannot be an arbiter of the same tournament."
    ),
    TournamentRefusal.ARBITER_ALREADY: lambda: gettext("They are an arbiter already."),
    TournamentRefusal.ARBITERS: lambda most: gettext(
        "A tournament has at most %(most)d arbiters beside its organiser.", most=most
    ),
    TournamentRefusal.NO_ARBITER: lambda: gettext("They are no arbiter of this tournament."),
    TournamentRefusal.LAST_ARBITER: lambda: gettext(
        "The organiser plays, so another arbiter has to stay. Name one first."
    ),
    TournamentRefusal.NOT_ORGANISER: lambda: gettext("Only the organiser can do this."),
    TournamentRefusal.NOT_ARBITER: lambda: gettext("Only an arbiter who does not play can do this."),
    TournamentRefusal.OVER: lambda: gettext("The tournament is over."),
    TournamentRefusal.NOBODY: lambda: gettext("Nobody here has this name. Check its spelling."),
    TournamentRefusal.TOO_MANY: lambda most: gettext(
        "You have %(most)d tournaments that are not over: end or call off one of them first.", most=most
    ),
    TournamentRefusal.NAME: lambda least, most: gettext(
        "Give a name of %(least)d to %(most)d letters.", least=least, most=most
    ),
    TournamentRefusal.DESCRIPTION: lambda most: gettext(
        "This is too long: at most %(most)d characters.", most=most
    ),
    TournamentRefusal.MOST_PLAYERS: lambda least, most: gettext(
        "This kind of tournament has %(least)d to %(most)d players.", least=least, most=most
    ),
    TournamentRefusal.CLOSED_ALREADY: lambda: gettext("This moment is past."),
    TournamentRefusal.ROUNDS: lambda most: gettext("A tournament has 1 to %(most)d rounds.", most=most),
    TournamentRefusal.FRACTION: lambda most: gettext(
        "Give fractions from 0 to %(most)d, like 7/9.", most=most
    ),
    TournamentRefusal.LAST_YEAR: lambda value: gettext(
        "No duel can end in this year: %(value)s.", value=value
    ),
    TournamentRefusal.HOMES: lambda: gettext("With these rules home powers are fixed: they cannot be drawn."),
    TournamentRefusal.STARTED_ALREADY: lambda: gettext("The tournament has begun already."),
    TournamentRefusal.TOO_FEW: lambda least: gettext(
        "A tournament needs %(least)d players to begin.", least=least
    ),
    TournamentRefusal.CHANGED: lambda: gettext(
        "Somebody was faster. Look where the tournament stands, and press again."
    ),
    TournamentRefusal.NO_ROUND_LEFT: lambda: gettext("All rounds have been drawn."),
    TournamentRefusal.UNDECIDED: lambda: gettext(
        "Results of this round are missing. Wait for them, or rule on them."
    ),
    TournamentRefusal.NOBODY_LEFT: lambda: gettext("Nobody is left to be drawn: end the tournament."),
    TournamentRefusal.NOT_RUNNING: lambda: gettext("This can be done while a tournament is running."),
    TournamentRefusal.POINTS: lambda: gettext("These points are more than a pairing brings."),
    TournamentRefusal.DRAWN_ALREADY: lambda: gettext(
        "The next round is drawn: the players in it cannot change any more."
    ),
    TournamentRefusal.ROUND: lambda: gettext("This round has not begun."),
    TournamentRefusal.REASON: lambda most: gettext(
        "Give a reason, of at most %(most)d characters: everybody can read it.", most=most
    ),
    TournamentRefusal.NO_PAIRING: lambda: gettext("There is no such pairing."),
    TournamentRefusal.NO_ENTRANT: lambda: gettext("They do not take part."),
    TournamentRefusal.NO_SANCTION: lambda: gettext("There is no such sanction."),
    TournamentRefusal.RESULTS: lambda: gettext("These results cannot be right."),
    TournamentRefusal.SEATS: lambda: gettext("These tables cannot be right."),
    TournamentRefusal.PLAYED: lambda: gettext(
        "Results of this round stand already: change its other tables by hand."
    ),
    TournamentRefusal.FEW_HERE: lambda least: gettext(
        "A table needs %(least)d players: two or three play duels.", least=least
    ),
    TournamentRefusal.FEW_REST: lambda needed, given: ngettext(
        "%(num)d player has to step back or play at two tables; %(given)d offered to step back. Ask "
        "somebody, or let everybody play at smaller tables.",
        "%(num)d players have to step back; %(given)d offered to. Ask more of them, or let "
        "everybody play at smaller tables.",
        needed,
        given=given,
    ),
    TournamentRefusal.PRIZES: lambda most, longest: gettext(
        "Name at most %(most)d prizes, each with at most %(longest)d letters.", most=most, longest=longest
    ),
    TournamentRefusal.JOURNEY: lambda most: gettext("Give a number from 0 to %(most)d.", most=most),
    TournamentRefusal.NOT_OVER_FOR_YOU: lambda: gettext(
        "Votes are cast once a game is over for its voter, and until the tournament ends."
    ),
    TournamentRefusal.VOTE: lambda: gettext("A vote is for another player of the same game."),
    TournamentRefusal.SOLO: lambda most: gettext("A game is won with 1 to %(most)d centres.", most=most),
}
"""The function for the text of each refusal."""
