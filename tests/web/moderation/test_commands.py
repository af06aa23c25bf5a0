"""The moderators' acts as commands of the server."""

import pytest

from models import User
from services.accounts import accounts
from services.api.keys import Scope
from services.moderation.acts import list_acts
from tests.fixtures_site import NOON
from tests.web.api.asking import Program
from tests.web.reading import text


@pytest.fixture
def run(site):
    return lambda *arguments: site.test_cli_runner().invoke(args=("accounts", *arguments))


def test_accounts_are_warned_closed_and_opened_again_by_commands_which_are_logged(
    run, member, account, sqlite_database
):
    anna = member("anna")
    assert run("warn", "Anna", "--reason", "Be polite.").output == "Anna is warned.\n"
    assert "Be polite." in text(anna.get("/rules"))
    assert run("close", "Anna", "--reason", "Enough.").output == "The account Anna is closed.\n"
    assert account("anna").closed_why == "Enough."
    assert anna.get("/account").status_code == 303
    assert run("reopen", "Anna", "--reason", "Sorry.").exit_code == 0
    assert account("anna").closed_at is None
    with sqlite_database.reading() as session:
        log = [(act.act, act.moderator_id, act.reason) for act in list_acts(session)]
    assert log == [
        ("opened_account", None, "Sorry."),
        ("closed_account", None, "Enough."),
        ("warned", None, "Be polite."),
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("close", "nobody", "--reason", "x"), "No account is named nobody."),
        (("close", "anna", "--reason", " "), "Give a reason"),
        (("close", "anna"), "Missing option '--reason'"),
        (("reopen", "anna", "--reason", "x"), "is not closed"),
    ],
)
def test_a_command_reports_its_errors(run, member, arguments, words):
    member("anna")
    done = run(*arguments)
    assert done.exit_code != 0
    assert words in done.output


def test_a_bot_gets_an_account_and_keys_without_a_browser(run, site):
    first = run("add-bot", "Deep Orange").output.strip()
    bot = Program(site, first).get_json("/account")
    assert (bot["name"], bot["kind"], bot["key"]["name"]) == ("Deep Orange", "program", "first")
    assert set(bot["key"]["scopes"]) == set(Scope)
    second = run(
        "add-bot", "deep orange", "--key", "league", "--days", "30", "--scope", "read"
    ).output.strip()
    told = Program(site, second.strip()).get_json("/account")["key"]
    assert (told["scopes"], bool(told["expires_at"])) == (["read"], True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("add-bot", "anna"), "is no bot's account"),
        (("add-bot", "Anna!"), "made of letters, digits"),
        (("add-bot", "orange", "--days", "0"), "how long the key is valid"),
        (("add-bot", "orange", "--scope", "all"), "Invalid value for '--scope'"),
    ],
)
def test_impossible_bot_settings_are_refused_with_a_message(run, member, arguments, words):
    member("anna")
    done = run(*arguments)
    assert done.exit_code != 0
    assert words in done.output


def test_no_account_is_closed_twice(run, member):
    member("anna")
    run("close", "anna", "--reason", "x")
    assert "is closed already" in run("close", "anna", "--reason", "y").output


def test_an_existing_account_becomes_moderator(site, sqlite_database):
    with sqlite_database.writing() as session:
        user = accounts.register(session, "Anna", "hash", "en", NOON)
    done = site.test_cli_runner().invoke(args=("moderator", "add", "anna"))
    assert (done.exit_code, done.output) == (0, "Anna is a moderator now.\n")
    with sqlite_database.reading() as session:
        assert session.get(User, user.id).is_moderator


def test_a_moderator_without_account_is_refused_with_what_to_do(site):
    done = site.test_cli_runner().invoke(args=("moderator", "add", "nobody"))
    assert done.exit_code == 1
    assert "No account is named nobody" in done.output
