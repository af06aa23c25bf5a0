"""A client of the API with a key in its header and nothing else."""

import json
from itertools import count

from services.accounts import accounts
from services.api.keys import Scope, make_token
from tests.fixtures_site import NOON

PATH = "/api/v1"
NUMBERS = count(1)
"""Every key of an account needs a name of its own."""


def key_of(database, name, *scopes, days=None, now=NOON):
    """Make a key for an account."""
    with database.writing() as session:
        user = accounts.named(session, name)
        return make_token(session, user.id, f"test {next(NUMBERS)}", scopes or tuple(Scope), days, now)[1]


class Program:
    """A client with a key; each answer must be what it asked for, or a problem."""

    def __init__(self, site, key):
        self.client = site.test_client(use_cookies=False)
        self.headers = {"Authorization": f"Bearer {key}"} if key else {}

    def ask(self, method, path, body=None, **headers):
        """Request a path below the API's."""
        sent = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        answer = self.client.open(
            f"{PATH}{path}", method=method, headers={**self.headers, **headers}, buffered=True, **sent
        )
        if answer.status_code >= 400:
            assert answer.mimetype == "application/problem+json", answer.text
            assert answer.json["status"] == answer.status_code
        return answer

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)

    def put(self, path, body):
        return self.ask("PUT", path, body)

    def post(self, path, body=None):
        return self.ask("POST", path, body)

    def get_json(self, path):
        """Return the answer; it must be a success."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json

    def code(self, method, path, body=None):
        """Return the code of the problem in the answer."""
        return self.ask(method, path, body).json["code"]
