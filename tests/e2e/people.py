"""Players with browsers of their own, and the errors in their consoles."""

from datetime import UTC, datetime
from http.cookies import SimpleCookie
from ipaddress import ip_network
from itertools import count

from argon2 import PasswordHasher
from werkzeug.test import EnvironBuilder

from models import User
from services.accounts import accounts
from tests.e2e.pages import Person
from tests.fixtures_site import PASSWORD, UNASKED
from tests.web.registered import cookies_of

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
LOCALES = {"en": "en-GB", "fr": "fr-FR"}
# The browser logs each answer 4xx as an error; tests expect those.
EXPECTED = (
    "Failed to load resource: the server responded with a status of 4",
    "Service Worker registration blocked by Playwright",
)
NUMBERS = count(1)
# The site limits log-in attempts by address, and one run has many players.
ADDRESSES = map(str, ip_network("10.0.0.0/8").hosts())
CHEAP_HASH = PasswordHasher(1, 8, 1).hash(PASSWORD)


class People:
    """The players of one test."""

    def __init__(self, contexts, served, database, stack):
        self.contexts = contexts
        self.served = served
        self.database = database
        self.stack = stack
        self.complaints = []

    def visitor(self, language="en", device=DESK, **options):
        """Return a person whom the site does not know yet."""
        usual = {"base_url": self.served.address, "locale": LOCALES[language], "service_workers": "block"}
        options = {**usual, **device, **options}
        return Person(lambda person: self.context_for(person, options), language)

    def context_for(self, person, options):
        """Return a context for a person who opens their first page."""
        context = self.contexts.take({"X-Forwarded-For": next(ADDRESSES)}, **options)
        self.stack.callback(self.take_context_back, person, options)
        context.add_cookies([{"name": "unasked", "value": UNASKED, "url": self.served.address}])
        context.on("console", self.note)
        context.on("weberror", self.note_error)
        if person.number is not None:
            context.add_cookies(self.log_in(person.number))
        return context

    def take_context_back(self, person, options):
        """Give a player's context back, or close it if its clock was altered."""
        context = person.context
        context.remove_listener("console", self.note)
        context.remove_listener("weberror", self.note_error)
        if person.clock_altered:
            self.contexts.close(context)
        else:
            self.contexts.give_back(context, self.served.origins, options)

    def note_error(self, error):
        self.complaints.append(str(error.error))

    def note(self, message):
        if message.type in {"error", "warning"} and not message.text.startswith(EXPECTED):
            self.complaints.append(f"{message.text} ({message.location['url']})")

    def account(self, name, language="en"):
        """Create an account without its pages; return its number and its unique name."""
        unique = f"{name}{next(NUMBERS)}"
        with self.database.writing() as session:
            return accounts.register(session, unique, CHEAP_HASH, language, datetime.now(UTC)).id, unique

    def member(self, name, language="en", device=DESK, **options):
        """Return a member who is logged in."""
        number, unique = self.account(name, language)
        person = self.visitor(language, device, **options)
        person.number, person.name = number, unique
        return person

    def log_in(self, number):
        """Log a member in without pages, which would take longer than most tests; return the cookies."""
        environ = EnvironBuilder(path="/login", base_url=self.served.address).get_environ()
        headers = cookies_of(self.served.site, environ, lambda session: session.get_one(User, number))
        cookies = [cookie for header in headers for cookie in SimpleCookie(header).values()]
        return [
            {"name": cookie.key, "value": cookie.value, "url": self.served.address, "httpOnly": True}
            for cookie in cookies
        ]
