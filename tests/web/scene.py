"""A duel that awaits an entry, the people around it, and every page that each of them can see."""

import re
from datetime import UTC, datetime, timedelta
from itertools import product
from types import SimpleNamespace

from flask import url_for
from sqlalchemy import select

from adjudicator import standard
from competition.tournament.values import RoundPlan, System, TournamentPlan
from games import Variant, usual_terms
from intimate.players import Player
from models import Pairing, User
from services.accounts import accounts
from services.accounts.account_emails import Claim, Purpose, sign, state_of
from services.challenges import challenges
from services.ladders import ladders, membership
from services.matches import match_of
from services.tables import tables
from services.terms import Terms
from services.tournaments import entering, making
from tests.e2e.campaign import campaign, entered, players
from tests.fixtures_duels import Contest
from tests.web.accounts.steps import App

QUERIES = {
    "mine.stamp": [{"lists": lists} for lists in ("own", "open", "public")],
    "arbiters.correct": [{"chapter": 0, "player": "first"}],
    "duels.watch": [{}, {"ended": "yes"}],
    "challenges.index": [{}, {"pace": "days", "acceptable": "yes"}],
}
APART = {"accounts", "archive", "reports", "notifications"}
"""Blueprints whose pages show no running duel, neither its page nor a list."""
OF_A_DUEL = (
    "arbiters",
    "duels",
    "diary",
    "embedding.embed",
    "feeds",
    "history",
    "analysis",
    "practice",
    "talk",
    "what_if",
    "learning.mistake",
)
"""Blueprints whose pages belong to a duel."""
TOKEN = re.compile(r'name="csrf_token"[^>]* value="[^"]+"')


def phase_named(name):
    """Return a phase of the campaign."""
    return next(phase for phase in campaign() if phase["name"] == name)


def tournament_of(session, organiser, users, match, now):
    """Make a running tournament with a match in it; return its token."""
    plan = TournamentPlan(System.SWISS, (RoundPlan(),), matches=True)
    made = making.make(session, organiser, making.Proposal("Cup", "", Terms(), plan), now)
    both = [
        entering.sign_up(session, made.token, session.get_one(User, user), now).id for user in users.values()
    ]
    made.state, made.round = "running", 1
    session.add(
        Pairing(
            tournament_id=made.id, round=1, board=1, first_id=both[0], second_id=both[1], match_id=match.id
        )
    )
    return made.token


def table_of(session, organiser, now):
    """Make a table of an ordinary game; return its token."""
    usual = {power: power.title() for power in standard().powers}
    proposal = tables.Proposal("Evening", usual_terms(Variant.CLASSIC), 7, 0, tables.SeasonClock())
    return tables.make(session, organiser, proposal, usual, now).token


class ChallengedDuel(Contest):
    """The first duel of a match, begun by a challenge that its second player accepted.

    The match belongs to a tournament.
    """

    def __init__(self, database, first, second, organiser, now):
        self.database = database
        self.users = {Player.FIRST: first, Player.SECOND: second}
        with database.writing() as session:
            self.challenge = challenges.create(session, first, "open", None, Terms(match=True), now)
            stored = challenges.accept(session, self.challenge.token, second, now)
            self.token, self.id = stored.token, stored.id
            match = match_of(session, stored.id)
            self.match = match.token
            self.tournament = tournament_of(session, organiser, self.users, match, now)


class Scene:
    """A duel that awaits an entry, the people around it, and everything that each of them can see."""

    def __init__(self, site, database, member, visit):
        self.now = datetime.now(UTC)
        self.everywhere = True
        site.config["CLOCK"] = lambda: self.now
        self.site, self.database = site, database
        self.sides = {"first": member("Anna"), "second": member("Boris", "fr")}
        self.others = {"Clara": member("Clara"), "visitor": visit("fr")}
        with database.writing() as session:
            self.ladder = ladders.make(session, "Ladder", Terms(), None, self.now).token
            self.table = table_of(session, accounts.named(session, "Clara").id, self.now)
            for name in ("Anna", "Boris"):
                membership.join(session, self.ladder, accounts.named(session, name).id, self.now)
        with database.writing() as session:  # Clara is a moderator, and still sees no more of duels
            accounts.make_moderator(session, "Clara")
        App(site, "Clara")

    def begin(self, phase):
        """Play the campaign up to a phase."""
        with self.database.reading() as session:
            numbers = {user.name: user.id for user in session.scalars(select(User))}
        self.contest = ChallengedDuel(
            self.database, numbers["Anna"], numbers["Boris"], numbers["Clara"], self.now
        )
        self.path, self.challenge = f"/duels/{self.contest.token}", self.contest.challenge
        while self.contest.phase != phase:
            awaited = phase_named(self.contest.phase)
            for player in players(awaited):
                self.contest.enter(Player(player), entered(awaited, player), self.now)
        stored = self.contest.stored()
        self.duel = SimpleNamespace(token=stored.token, ordinal=stored.ordinal, phase=str(stored.phase))
        for who in (*self.sides.values(), *self.others.values()):
            who.get("/account")
            who.get("/")  # show one-time messages now
        for address in self.addresses():
            # The site logs a moderator's reading once an hour, and lists it there.
            if address.startswith(("/desk/", "/arbiter")):
                self.others["Clara"].get(address)

    def enter(self, phase, player, *, ready):
        assert self.contest.phase == phase
        act = self.contest.enter if ready else self.contest.store
        act(Player(player), entered(phase_named(phase), player), self.now)

    def watchers(self, player):
        """Everybody except the player who enters."""
        return {**{name: who for name, who in self.sides.items() if name != player}, **self.others}

    def addresses(self):
        """List every page that can be opened; a route with an unknown argument is an error.

        Blueprints apart are left out unless `everywhere`. The API is covered by
        tests/web/api/test_secrecy.py.
        """
        known = self.known()
        with self.site.test_request_context():
            rules = [rule for rule in self.site.url_map.iter_rules() if "GET" in rule.methods]
            return [
                url_for(rule.endpoint, **given, **query)
                for rule in rules
                if rule.endpoint not in {"static", "stylesheets"} and not rule.rule.startswith("/api/")
                if self.everywhere or rule.endpoint.partition(".")[0] not in APART
                for given in self.arguments(rule, known)
                for query in QUERIES.get(rule.endpoint, [{}])
            ]

    def arguments(self, rule, known):
        """List all combinations of arguments for a route."""
        tokens = known["token"]
        values = {
            **known,
            "token": [tokens.get(rule.endpoint) or tokens.get(rule.endpoint.partition(".")[0])],
            "kind": ["device", "address"]
            if rule.endpoint == "moderation.shared"
            else ["conceded", "draw_offered"],
            "channel_id": [1],
            "key": ["army-moves"],
            "page": ["moves"],
        }
        names = sorted(rule.arguments)
        return [dict(zip(names, each, strict=True)) for each in product(*(values[name] for name in names))]

    def known(self):
        """Return all arguments for routes: tokens by endpoint or blueprint, others by name."""
        tokens = {
            **dict.fromkeys(OF_A_DUEL, self.duel.token),
            "challenges": self.challenge.token,
            "matchmaking": self.contest.match,
            "ladders": self.ladder,
            "notifications": "none",
            "tables": self.table,
            "tournaments": self.contest.tournament,
            "accounts.verify": self.letter("verify"),
            "accounts.reset": self.letter("reset"),
        }
        return {
            "token": tokens,
            "ordinal": sorted({0, *range(self.duel.ordinal - 1, self.duel.ordinal + 2)} - {-1}),
            "secret": ["0" * 32],
            "name": ["Anna", "Clara", "nobody"],
            "_act": ["accept"],
            "_form": ["sheets"],
            "_ruling": ["extend"],
            "number": [1],
            "pace": ["days"],
            "preset": ["intimate"],
            "_part": ["sign-up"],
            "act": ["rule"],
        }

    def letter(self, purpose):
        """Return the token of an e-mail to Clara."""
        with self.database.reading() as session:
            clara = accounts.named(session, "Clara")
        claim = Claim(clara.id, "clara@example.org", state_of(clara), self.now + timedelta(hours=1))
        return sign(self.site.config["SECRET_KEY"], Purpose(purpose), claim)

    def views_of_others(self, player):
        """Return everything that others see, by viewer and address; refused forms show the duel again."""
        return {
            (name, address): sight(answer)
            for name, watcher in self.watchers(player).items()
            for address, answer in self.views_of(watcher)
        }

    def views_of(self, watcher):
        """Let another person open everything, as if nobody had in the last minute."""
        self.site.extensions["counting"].storage.reset()
        seen = [(address, watcher.get(address)) for address in self.addresses()]
        watcher.get("/")  # show one-time messages now
        return [
            *seen,
            ("refused act", watcher.post(f"{self.path}/acts/conceded", phase=self.duel.phase)),
            ("refused sheet", watcher.post(f"{self.path}/typed", phase=self.duel.phase, orders="nonsense")),
        ]


def sight(answer):
    """Return what a viewer sees, without what differs at every look."""
    try:
        text = answer.data.decode()
    except UnicodeDecodeError:
        text = answer.data.decode("latin-1")  # pictures count as well
    return answer.status_code, answer.headers.get("Location"), TOKEN.sub("", text)
