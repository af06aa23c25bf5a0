"""An HTTP client of the site with cookies, by the standard library."""

from http.client import HTTPConnection, HTTPResponse
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

from bench.speed.forms import Form, form_to
from intimate.slips import SlipKind

NAME = "bench"
"""The User-Agent of the bench; a session is bound to it."""
HEADERS = {"User-Agent": NAME, "Accept-Language": "en", "Accept": "text/html,application/json"}
FORM = "application/x-www-form-urlencoded"
PASSWORD = "a password of the bench"  # noqa: S105  # for accounts that exist for minutes
FIRST_FAILURE = 400


class Unexpected(Exception):
    """The site gave another answer than the bench needs."""


class Browser:
    """One client with its own connection."""

    def __init__(self, port: int) -> None:
        """Connect to the site on a local port."""
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)
        # The site asks no question about an entry.
        self._cookies = {"unasked": ".".join(SlipKind)}

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    @property
    def cookie(self) -> str:
        """The cookie header."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def get(self, path: str) -> str:
        """Return a page; raises Unexpected for any other answer."""
        status, _, text = self._ask("GET", path)
        if status >= FIRST_FAILURE:
            raise Unexpected(f"GET {path}: {status}")
        return text

    def post(self, path: str, body: str) -> str:
        """Send an encoded form; return the address of the redirect. Raises Unexpected if refused."""
        status, location, text = self._ask("POST", path, body)
        if status >= FIRST_FAILURE:
            raise Unexpected(f"POST {path}: {status}\n{body}\n{text}")
        return urlsplit(location)._replace(scheme="", netloc="").geturl()

    def send(self, page: str, end: str, **values: str) -> str:
        """Send the form of a page whose action has this end, with some values; return where it redirects."""
        form = self.form(page, end)
        return self.post(form.action, form.filled(lambda *_: None, **values))

    def form(self, page: str, end: str) -> Form:
        """Return a form of a page by the end of its action; raises Unexpected if there is none."""
        form = form_to(self.get(page), end)
        if form is None:
            raise Unexpected(f"{page} has no form to …{end}")
        return form

    def registered(self, name: str) -> "Browser":
        """Register an account, and return the browser."""
        self.send("/register", "/register", name=name, password=PASSWORD)
        return self

    def fields(self, path: str, **values: str) -> str:
        """Encode a form for this client, with the CSRF token from a page that has one."""
        form = self.form(path, "")
        return urlencode({"csrf_token": form.values["csrf_token"], **values})

    def _ask(self, method: str, path: str, body: str | None = None) -> tuple[int, str, str]:
        headers = {**HEADERS, **({"Cookie": self.cookie} if self._cookies else {})}
        if body is not None:
            headers["Content-Type"] = FORM
        response = self._answer(method, path, body, headers)
        for line in response.headers.get_all("Set-Cookie") or ():
            self._cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        return response.status, response.headers.get("Location", ""), response.read().decode()

    def _answer(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> HTTPResponse:
        """Send a request, again on a new connection if the server has closed the idle one."""
        try:
            self._connection.request(method, path, body, headers)
            return self._connection.getresponse()
        except ConnectionError:
            self._connection.close()
            self._connection.request(method, path, body, headers)
            return self._connection.getresponse()
