"""Exporting or deleting one's own data, through the page."""

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta

import pytest

from tests.fixtures_site import PASSWORD
from tests.web.reading import text

PAGE = "/account/data"


@pytest.fixture
def anna(member):
    return member("anna")


@pytest.fixture
def later(site, anna):
    """Let so much time pass that the last log-in is no longer a recent proof."""
    now = datetime.now(UTC) + timedelta(minutes=11)
    site.config["CLOCK"] = lambda: now


def test_an_export_is_one_file_that_is_not_cached(anna):
    with anna.post(f"{PAGE}/export") as answer:
        written = answer.data
    assert answer.mimetype == "application/zip"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "attachment; filename=intimate-" in answer.headers["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(written)) as packed:
        assert packed.namelist() == ["account.json", "duels.jsonl", "tables.jsonl"]
        assert json.loads(packed.read("account.json"))["users"][0]["name"] == "anna"


@pytest.mark.parametrize(
    ("path", "why"), [("export", "The file holds all"), ("delete", "This deletes your account")]
)
def test_export_and_deletion_ask_for_the_password_again_and_say_why(anna, later, path, why):
    asked = anna.post(f"{PAGE}/{path}", name="anna")
    assert "Is it you?" in text(asked)
    assert why in text(asked)
    assert f'href="{PAGE}"' in asked.text
    refused = anna.post(f"{PAGE}/{path}", name="anna", proof_password="wrong password!")
    assert refused.status_code == 422
    with anna.post(f"{PAGE}/{path}", name="anna", proof_password=PASSWORD) as done:
        assert done.status_code == (200 if path == "export" else 303)


def test_an_account_is_deleted_by_typing_its_name(anna, visit):
    assert "You are playing no duel." in text(anna.get(PAGE))
    refused = anna.post(f"{PAGE}/delete", name="ann")
    assert refused.status_code == 422
    assert "it is anna." in text(refused)
    gone = anna.post(f"{PAGE}/delete", name=" ANNA ")
    assert gone.location == "/"
    front = text(anna.get("/"))
    assert "Your account is deleted." in front
    assert "Log in" in front
    assert visit().post("/login", name="anna", password=PASSWORD).status_code == 422
    assert visit().get("/players/anna").status_code == 404


def test_after_a_deletion_duels_show_the_concession_without_the_name(pages):
    duel = pages()
    anna = duel.readers["anna"]
    assert "You concede the duel you are playing." in text(anna.get(PAGE))
    anna.post(f"{PAGE}/delete", name="anna", proof_password=PASSWORD)
    page = text(duel.get("visitor"))
    assert "conceded" in page
    assert "anna" not in page
    assert "[anonymous " in page


def test_a_moderator_must_resign_before_deleting_their_account(anna, site):
    site.test_cli_runner().invoke(args=["moderator", "add", "anna"])
    assert "The administrator has to take that role from you first." in text(anna.get(PAGE))
    assert anna.post(f"{PAGE}/delete", name="anna").status_code == 422
    assert site.test_cli_runner().invoke(args=["accounts", "delete", "anna", "--yes"]).exit_code == 1
    assert site.test_cli_runner().invoke(args=["moderator", "remove", "anna"]).exit_code == 0
    done = site.test_cli_runner().invoke(args=["accounts", "delete", "anna", "--yes"])
    assert "The account is deleted; its finished duels are those of [anonymous " in done.output


def test_visitors_are_sent_to_log_in_and_a_reloaded_answer_back_to_the_page(anna, visit):
    assert "/login" in visit().get(PAGE).location
    assert anna.get(f"{PAGE}/export").location == PAGE
    assert anna.get(f"{PAGE}/delete").location == PAGE


def test_exports_are_rate_limited(anna):
    answers = [anna.post(f"{PAGE}/export") for _ in range(7)]
    for answer in answers:
        answer.close()
    assert [answer.status_code for answer in answers] == [200] * 6 + [429]
