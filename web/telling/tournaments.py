"""What messages say about tournaments."""

from collections.abc import Sequence

from flask import url_for
from sqlalchemy import select

from intimate.players import Player
from models import Entrant, Message, StoredDuel, Tournament
from services.duels.tables import with_players
from web.frame.session import db
from web.frame.translation import gettext
from web.telling.moments import moment_for
from web.telling.said import Said
from web.words.names import names_of


def say_tournament(message: Message) -> Said:
    """Say that a tournament has begun, goes on, or is over, or what an absence brings."""
    query = select(Tournament).where(Tournament.token == message.facts["tournament"])
    tournament = db().scalars(query).one()
    if message.facts["what"] == "round":
        return _of_round(message, tournament)
    subject, lines = _words(message, tournament)
    address = url_for("tournaments.show", token=tournament.token, _external=True)
    return Said(subject, lines, address, gettext("See the tournament"))


def _of_round(message: Message, tournament: Tournament) -> Said:
    stored = db().scalars(with_players().where(StoredDuel.id == message.duel_id)).one()
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
    return Said(subject, lines, address, gettext("Open the duel"), stored.token)


def _words(message: Message, tournament: Tournament) -> tuple[str, Sequence[str]]:
    name = tournament.name
    match message.facts["what"]:
        case "begun":
            return gettext("%(tournament)s has begun", tournament=name), [
                gettext("Lots are drawn. You are told of your opponent in each round.")
            ]
        case "absent":
            return gettext("%(tournament)s: a duel lost by absence", tournament=name), [
                gettext("Whoever loses a second one in this tournament is drawn for no further round.")
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
