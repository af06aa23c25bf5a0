"""A large database: thousands of rows in every growing table, few of which matter to any one viewer."""

from datetime import timedelta

from sqlalchemy import insert, text, update

from adjudicator import Phase, standard
from bench.speed.growth_world import CHAPTERS, NOW, Size, duels_of, users_of
from bench.speed.played import played
from clocks.terms import PRESETS as CLOCKS
from competition.tournament.values import RoundPlan, System, TournamentPlan
from intimate.codec import write_duel
from intimate.entries import HomesList
from intimate.players import Player
from models import (
    ApiToken,
    Block,
    Challenge,
    Channel,
    DiaryNote,
    DuelComment,
    Entrant,
    Job,
    Ladder,
    LadderChallenge,
    LadderMove,
    LadderPlace,
    LeagueDuel,
    LeagueEntrant,
    LeagueScore,
    LoginSession,
    Match,
    Message,
    ModeratorAct,
    Pairing,
    PlayerFigures,
    PlayerTally,
    Progress,
    PuzzleAttempt,
    PuzzleRating,
    RatingChange,
    RatingPool,
    Report,
    SecurityEvent,
    Seek,
    Sighting,
    StoredChapter,
    StoredDuel,
    StoredEntry,
    StoredRating,
    TalkMessage,
    Tournament,
    TournamentAct,
    User,
)
from models.moderation import Act
from models.notifications import ChannelKind
from models.sealed import token_hash
from services.tournaments.making import write_plan

SIZE = Size(accounts=6000, duels=2400, of_busy=300, running=800)
MEMBER, MODERATOR = 1, 4
"""A plain member with many duels, and a moderator."""
MANY, CONTESTANTS = 2400, 30
OPEN_EVERY = 300
"""One of this many rows still waits for something."""
TERMS = {"preset": "intimate", "settings": {}, "edition": "standard", "clock": CLOCKS["day"], "public": True}


def fill(database):
    """Fill a database with empty tables, and let PostgreSQL count its rows."""
    over, chapters = played(CHAPTERS, NOW - timedelta(days=1))
    users = range(1, SIZE.accounts + 1)
    with database.writing() as session:
        session.execute(insert(User), list(users_of(SIZE)))
        session.execute(update(User).where(User.id == MODERATOR).values(is_moderator=True))
        session.execute(insert(StoredDuel), list(duels_of(SIZE, write_duel(over))))
        session.execute(insert(StoredChapter), list(chapters_of(chapters)))
        session.execute(insert(Ladder), [ladder(1)])
        for table, made in ROWS.items():
            session.execute(insert(table), [made(number, users) for number in range(1, MANY + 1)])
        for table, made in ((LeagueEntrant, league_entrant), (LeagueScore, league_score)):
            session.execute(insert(table), [made(number, users) for number in range(1, CONTESTANTS)])
        session.execute(insert(RatingPool), [{"pace": "days", "preset": "intimate", "counted": SIZE.duels}])
    if database.url.get_backend_name() == "postgresql":
        with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("ANALYZE"))


def chapters_of(chapters):
    """Yield all chapters of the first and the last finished duels, and one of each of the others."""
    for number in range(SIZE.running + 1, SIZE.running + SIZE.duels + 1):
        is_whole = not 50 < number - SIZE.running < SIZE.duels - 50
        for each in chapters if is_whole else chapters[:1]:
            yield {**each, "duel_id": number}


def ago(number):
    """Return an instant; smaller numbers are longer ago."""
    return NOW - timedelta(minutes=5 * (MANY + 300 - number))


def of(users, number):
    """Return two accounts, different for each number."""
    return users[(7 * number) % len(users)], users[(11 * number + 3) % len(users)]


def waits(number):
    """Whether a row is one of the few that still wait."""
    return number % OPEN_EVERY == 0


def ladder(number):
    times = {"begins_at": ago(1), "made_at": ago(1), "version": 1}
    return {
        "id": number,
        "token": f"ladder{number:04}",
        "name": "Open",
        "length": MANY,
        **TERMS_OF_LADDER,
        **times,
    }


TERMS_OF_LADDER = {name: value for name, value in TERMS.items() if name != "public"}


def challenge(number, users):
    first, second = of(users, number)
    return {
        **TERMS,
        "token": f"challenge{number:06}",
        "token_hash": token_hash(f"challenge{number:06}"),
        "challenger_id": first,
        "opponent_id": None if waits(number) else second,
        "kind": "open" if waits(number) else "named",
        "homes": {},
        "created_at": ago(number),
        "expires_at": ago(number) + timedelta(days=14),
        "state": "waiting" if waits(number) else "accepted",
        "duel_id": None if waits(number) else number,
        "version": 1,
    }


def ladder_place(number, users):
    return {"ladder_id": 1, "user_id": number, "place": MANY + 1 - number, "joined_at": ago(number)}


def ladder_challenge(number, users):
    first, second = of(users, number)
    return {
        "ladder_id": 1,
        "challenger_id": first,
        "challenged_id": second,
        "challenger_place": 2,
        "challenged_place": 1,
        "made_at": ago(number),
        "answer_by": ago(number) + timedelta(days=3),
        "state": "waiting" if waits(number) else "won",
        "settled_at": None if waits(number) else ago(number),
        "duel_id": None if waits(number) else number,
        "version": 1,
    }


def ladder_move(number, users):
    return {
        "ladder_id": 1,
        "user_id": of(users, number)[0],
        "before": 2,
        "after": 1,
        "why": "won",
        "at": ago(number),
    }


def league_duel(number, users):
    first, second = of(users, number)
    return {
        "duel_id": number,
        "pairing": f"pairing{number // 2:06}",
        "number": number % 42,
        "first_id": first,
        "second_id": second,
        "level": "captain" if number % 2 else None,
        "ended_at": None if waits(number) else ago(number),
    }


def league_entrant(number, users):
    """Return one of a few; one of them is still in the league and asks for duels itself."""
    return {
        "user_id": number,
        "at_once": 0,
        "cost": "",
        "entered_at": ago(number),
        "left_at": None if number == 1 else ago(number),
    }


def league_score(number, users):
    return {"user_id": number, "other_id": number + 1, "begun": 5, "won": 5, "lost": 5}


def match(number, users):
    first, second = of(users, number)
    return {
        **TERMS,
        "id": number,
        "token": f"match{number:06}",
        "first_id": first,
        "second_id": second,
        "rated": True,
        "home_id": number,
        "made_at": ago(number),
        "version": 1,
    }


def tournament(number, users):
    return {
        **TERMS,
        "id": number,
        "token": f"cup{number:06}",
        "name": f"Cup {number}",
        "organiser_id": MODERATOR if number == 9 else of(users, number)[0],
        "system": "swiss",
        "matches": False,
        "homes_drawn": False,
        "rated": True,
        "plan": write_plan(TournamentPlan(System.SWISS, (RoundPlan(),), ties=("buchholz",)), by_itself=False),
        "state": "open" if waits(number) else "ended",
        "created_at": ago(number),
        "version": 1,
    }


def entrant(number, users):
    return {
        "id": number,
        "tournament_id": number,
        "user_id": of(users, number)[0],
        "name": f"p{number}",
        "joined_at": ago(number),
    }


def pairing(number, users):
    return {
        "tournament_id": number,
        "round": 1,
        "board": 1,
        "first_id": number,
        "match_id": None if number % 2 else number,
        "duel_id": number if number % 2 else None,
    }


def tournament_act(number, users):
    return {"tournament_id": number, "act": "made", "facts": {}, "at": ago(number)}


def report(number, users):
    first, second = of(users, number)
    return {
        "reporter_id": first,
        "about_id": second,
        "duel_id": number,
        "kind": "arbiter" if number % 2 else "conduct",
        "text": "They said nothing.",
        "made_at": ago(number),
        "state": "open" if waits(number) else "closed",
        "version": 1,
    }


def moderator_act(number, users):
    return {
        "moderator_id": MODERATOR,
        "about_id": of(users, number)[0],
        "act": Act.READ if number > MANY // 2 else Act.WARNED,
        "reason": f"/desk/accounts/p{number}" if number > MANY // 2 else "Be kind.",
        "at": ago(number),
        "read_at": None if waits(number) else NOW,
    }


def message(number, users):
    return {
        "user_id": of(users, number)[0],
        "duel_id": number,
        "kind": "turn",
        "subject": f"duel:{number}",
        "facts": {},
        "made_at": ago(number),
        "due_at": NOW + timedelta(days=900) if waits(number) else None,
        "told_at": None if waits(number) else ago(number),
    }


def entry(number, users):
    """Return an entry of the first phase, of a running or a finished duel."""
    return {
        "duel_id": number,
        "phase": Phase.parse("HOMES"),
        "player": Player.FIRST,
        "content": HomesList(tuple(standard().powers)),
        "ready": True,
        "stored_at": ago(number),
    }


def session_row(number, users):
    return {
        "token_hash": f"{number:064}",
        "user_id": number,
        "created_at": ago(number),
        "seen_on": NOW.date(),
    }


def security_event(number, users):
    return {"user_id": of(users, number)[0], "kind": "login", "at": NOW}


def sighting(number, users):
    return {
        "user_id": number,
        "kind": "device",
        "digest": f"{number - waits(number):064}",
        "first_on": NOW.date(),
        "last_on": NOW.date(),
        "shared_on": NOW.date() if waits(number) or waits(number + 1) else None,
    }


def seek(number, users):
    return {
        "user_id": number,
        "pace": "days",
        "preset": f"preset{number}",
        "clocks": ["day"],
        "rated": True,
        "made_at": ago(number),
        "seen_at": ago(number),
        "expires_at": NOW + timedelta(days=900),
    }


def thought(number, users):
    return {
        "duel_id": number,
        "purpose": "judgement",
        "ordinal": 0,
        "asked_at": ago(number),
        "made_at": ago(number),
    }


def rating(number, users):
    return {
        "user_id": number,
        "pace": "days",
        "preset": "intimate",
        "rating": 1200.0 + number % 700,
        "deviation": 80.0,
        "volatility": 0.06,
        "duels": 10,
        "rated_at": ago(number),
        "listed_until": NOW + timedelta(days=number),
        "fed": 0,
    }


def rating_change(number, users):
    first, second = of(users, number)
    figures = {"rating_before": 1500.0, "deviation_before": 80.0, "rating": 1510.0, "deviation": 79.0}
    return {
        "duel_id": number,
        "user_id": first,
        "opponent_id": second,
        "player": Player.FIRST,
        "pace": "days",
        "preset": "intimate",
        "ordinal": number,
        "score": 1.0,
        "weight": 1.0,
        "volatility": 0.06,
        "rated_at": ago(number),
        **figures,
    }


def figures(number, users):
    return {"user_id": number, "phases": 40, "missed": 0, "absent": 0, "won": 1, "lost": 1, "drawn": 0}


def talk_message(number, users):
    """Return a message of the plain member, mostly in one duel."""
    said = {"duel_id": 2 if number % 2 else number, "player": Player.FIRST, "author_id": MEMBER}
    return {**said, "phrase": "hello", "said_at": ago(number)}


def diary_note(number, users):
    who = {"duel_id": number, "player": Player.FIRST, "author_id": of(users, number)[0]}
    return {**who, "phase": Phase.parse("HOMES"), "text": "I wait.", "written_at": ago(number)}


def comment(number, users):
    duel_id = SIZE.running + (7 if number % 2 else number % SIZE.duels)
    return {
        "duel_id": duel_id,
        "author_id": of(users, number)[0],
        "text": "Well played.",
        "said_at": ago(number),
    }


def puzzle_attempt(number, users):
    return {"user_id": of(users, number)[0], "puzzle": f"mix-{number}", "at": ago(number), "score": 1.0}


def puzzle_rating(number, users):
    rating = {"rating": 1500.0, "deviation": 80.0, "volatility": 0.06, "attempts": 3, "rated_at": ago(number)}
    return {"user_id": number, **rating}


def progress(number, users):
    return {"user_id": number, "lessons": {"hold": "solved"}}


def block(number, users):
    first, second = of(users, number)
    return {"user_id": first, "blocked_id": second, "made_at": ago(number)}


def channel(number, users):
    return {
        "user_id": number,
        "kind": ChannelKind.WEBHOOK,
        "address": {"url": f"https://example.org/{number}"},
        "kinds": ["turn"],
        "created_at": ago(number),
    }


def api_token(number, users):
    whose = {"user_id": number, "name": "program", "token_hash": f"{number:064}"}
    return {**whose, "scopes": "read", "created_at": ago(number)}


def tally(number, users):
    return {"user_id": number, "own": "AUSTRIA", "opponents": "FRANCE", "won": 1, "lost": 1, "drawn": 0}


ROWS = {
    Challenge: challenge,
    LadderPlace: ladder_place,
    LadderChallenge: ladder_challenge,
    LadderMove: ladder_move,
    LeagueDuel: league_duel,
    Match: match,
    Tournament: tournament,
    Entrant: entrant,
    Pairing: pairing,
    TournamentAct: tournament_act,
    Report: report,
    ModeratorAct: moderator_act,
    Message: message,
    StoredEntry: entry,
    LoginSession: session_row,
    SecurityEvent: security_event,
    Sighting: sighting,
    Seek: seek,
    Job: thought,
    StoredRating: rating,
    RatingChange: rating_change,
    PlayerFigures: figures,
    PlayerTally: tally,
    TalkMessage: talk_message,
    DiaryNote: diary_note,
    DuelComment: comment,
    PuzzleAttempt: puzzle_attempt,
    PuzzleRating: puzzle_rating,
    Progress: progress,
    Block: block,
    Channel: channel,
    ApiToken: api_token,
}
"""The row of each table for a number."""
