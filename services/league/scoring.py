"""What a finished duel of the league adds to the figures of both contestants; refused entries.

Refused entries are counted by duel, and shown only after its end: before, they would reveal that a bot is at
work.
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session, undefer

from intimate.chapter import Chapter
from intimate.events import EventKind
from intimate.players import Player
from models import LeagueDuel, LeagueEntrant, LeagueScore, StoredChapter, StoredDuel
from models.ids import DuelId, UserId
from models.league import TIME_CLASSES

ABSENCES = 3
"""An entrant that loses this many duels in a row by absence is paused."""


def is_of_league(session: Session, duel_id: DuelId) -> bool:
    """Tell whether a duel is a running one of the league."""
    query = select(LeagueDuel.duel_id).where(LeagueDuel.duel_id == duel_id, LeagueDuel.ended_at.is_(None))
    return session.scalar(query) is not None


def count_refused(session: Session, duel_id: DuelId, player: Player) -> None:
    """Count an entry of a player that the API has refused."""
    column = LeagueDuel.refused_first if player is Player.FIRST else LeagueDuel.refused_second
    running = (LeagueDuel.duel_id == duel_id, LeagueDuel.ended_at.is_(None))
    session.execute(update(LeagueDuel).where(*running).values({column: column + 1}))


def count_league_duel(session: Session, stored: StoredDuel, chapter: Chapter, now: datetime) -> None:
    """Count a duel of the league that a chapter has ended."""
    if stored.phase is not None or not is_of_league(session, stored.id):
        return
    users = {Player.FIRST: stored.first_id, Player.SECOND: stored.second_id}
    query = select(LeagueEntrant).where(LeagueEntrant.user_id.in_(users.values()))
    ordered = query.order_by(LeagueEntrant.user_id).with_for_update()
    found = session.scalars(ordered.execution_options(populate_existing=True))
    entrants = {entrant.user_id: entrant for entrant in found}
    played = session.get_one(LeagueDuel, stored.id, with_for_update=True, populate_existing=True)
    played.ended_at = now
    times = _times(session, stored)
    refused = {Player.FIRST: played.refused_first, Player.SECOND: played.refused_second}
    absent = _absent(chapter)
    for player, user_id in users.items():
        if user_id in entrants:
            entrant = entrants[user_id]
            entrant.refused += refused[player]
            entrant.times = [sum(both) for both in zip(entrant.times, times[player], strict=True)]
            _note_absence(entrant, now, was_absent=player in absent)
    # An absence of the site's own opponent is the site's fault.
    is_void = stored.is_without_result or len(absent) == len(Player)
    if not is_void and not (played.level and Player.SECOND in absent):
        _add_result(session, stored, users)
    session.flush()


def _times(session: Session, stored: StoredDuel) -> dict[Player, list[int]]:
    """Count the entries of each player by how long they took, from the beginning of their phase."""
    counts = {player: [0] * TIME_CLASSES for player in Player}
    query = select(StoredChapter).where(StoredChapter.duel_id == stored.id, StoredChapter.phase.is_not(None))
    ordered = query.order_by(StoredChapter.ordinal).options(undefer(StoredChapter.entries))
    began = stored.created_at
    for chapter in session.scalars(ordered):
        for player, entry in chapter.entries.items():
            taken = max(0, int((datetime.fromisoformat(entry["at"]) - began).total_seconds()))
            counts[Player(player)][min(TIME_CLASSES - 1, taken.bit_length())] += 1
        began = chapter.resolved_at
    return counts


def _absent(chapter: Chapter) -> Collection[Player]:
    """Return the players whose absence ended a duel in this chapter."""
    event = chapter.event
    if event is None or event.kind is not EventKind.ABSENT:
        return ()
    return (event.player,) if event.player else tuple(Player)


def _note_absence(entrant: LeagueEntrant, now: datetime, *, was_absent: bool) -> None:
    """Count how many duels in a row an entrant has lost by absence, and pause it if they are too many."""
    entrant.absences = entrant.absences + 1 if was_absent else 0
    if entrant.absences >= ABSENCES and entrant.paused_at is None:
        entrant.paused_at = now


def _add_result(session: Session, stored: StoredDuel, users: Mapping[Player, UserId]) -> None:
    for player, user_id in users.items():
        score = session.get_one(LeagueScore, (user_id, users[player.opponent]), populate_existing=True)
        score.won += stored.winner is player
        score.lost += stored.winner is player.opponent
        score.drawn += stored.winner is None
