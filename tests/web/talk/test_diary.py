"""The diary and the comments on their pages."""

import re

import pytest
from sqlalchemy import update

from models import Block, User
from tests.builders import start
from tests.fixtures_site import PASSWORD
from tests.web.accounts.steps import App
from tests.web.reading import text
from tests.web.scene import TOKEN


@pytest.fixture
def duel(pages):
    return pages(start("S1902M"))


def ended(duel):
    assert duel.post("boris", "acts/conceded", sure="yes").status_code == 303
    return duel


def test_a_note_is_saved_and_read_on_the_diary_s_page_alone(duel):
    assert duel.send("anna", "diary", {"text": "He will take Munich."}).status_code == 303
    assert "He will take Munich." in duel.get("anna", "/diary").text
    assert "He will take Munich." not in duel.get("boris", "/diary").text
    assert duel.get("visitor", "/diary").status_code == 404
    long = duel.send("anna", "diary", {"text": "x" * 5000})
    assert long.status_code == 422
    assert "x" * 5000 in long.text


def test_a_diary_note_changes_nothing_that_others_see(duel):
    looks = ("", "/stamp", "/record.json", "/saved-game.json", "/talk", "/diary")
    readers = ("boris", "visitor")

    def seen():
        return [TOKEN.sub("", duel.get(reader, look).text) for reader in readers for look in looks]

    before = seen()
    duel.send("anna", "diary", {"text": "between me and me"})
    duel.send("anna", "diary/open", {"opens": "yes"})
    assert seen() == before


def test_both_diaries_are_read_by_all_after_the_end_if_both_players_open_them(duel):
    duel.send("anna", "diary", {"text": "I hoped for Munich."})
    duel.send("boris", "diary", {"text": "J’ai eu peur."})
    duel.send("anna", "diary/open", {"opens": "yes"})
    ended(duel)
    assert duel.get("visitor", "/diary").status_code == 404
    duel.send("boris", "diary/open", {"opens": "yes"})
    page = text(duel.get("visitor", "/diary"))
    assert "I hoped for Munich." in page
    assert "J’ai eu peur." in page
    assert f"{duel.path}/diary" in duel.get("visitor").text
    duel.send("boris", "diary/open", {"opens": "no"})
    assert duel.get("visitor", "/diary").status_code == 404


def test_a_duel_is_commented_on_once_it_is_over_by_members(duel, member):
    clara = member("clara")
    early = clara.post(f"{duel.path}/comments", text="Look!")
    assert early.status_code == 422
    assert "You can comment once the duel is over." in text(early)
    ended(duel)
    assert clara.post(f"{duel.path}/comments", text="What a <b>war</b>!").status_code == 303
    assert "What a &lt;b&gt;war&lt;/b&gt;!" in duel.get("visitor", "/comments").text
    assert duel.send("visitor", "comments", {"text": "me too"}).status_code == 401
    assert clara.post(f"{duel.path}/comments", text=" ").status_code == 422


def test_a_comment_is_deleted_by_its_author_and_reported_by_others(duel, member):
    clara = member("clara")
    ended(duel)
    clara.post(f"{duel.path}/comments", text="rude")
    number = re.search(r"comments/(\d+)/delete", clara.get(f"{duel.path}/comments").text)[1]
    assert "/delete" not in duel.get("anna", "/comments").text
    assert "about=clara" in duel.get("anna", "/comments").text
    assert duel.send("anna", f"comments/{number}/delete", {}).status_code == 404
    assert clara.post(f"{duel.path}/comments/{number}/delete").status_code == 303
    assert "rude" not in duel.get("anna", "/comments").text


def test_a_blocked_member_cannot_comment_on_that_player_s_duels(duel, member, sqlite_database):
    clara = member("clara")
    ended(duel)
    with sqlite_database.writing() as session:
        from services.accounts.accounts import named  # noqa: PLC0415

        session.add(
            Block(
                user_id=named(session, "anna").id,
                blocked_id=named(session, "clara").id,
                made_at=duel.site.config["CLOCK"](),
            )
        )
    refused = clara.post(f"{duel.path}/comments", text="still here")
    assert refused.status_code == 422
    assert "One of the players has blocked you." in text(refused)


def test_comments_on_a_private_duel_are_its_players_alone(pages, member):
    duel = ended(pages(start("S1902M"), public=False))
    clara = member("clara")
    assert clara.get(f"{duel.path}/comments").status_code == 404
    assert clara.post(f"{duel.path}/comments", text="hello").status_code == 404
    assert duel.send("anna", "comments", {"text": "well played"}).status_code == 303
    assert "well played" in duel.get("boris", "/comments").text


def test_a_moderator_deletes_a_comment_with_proof_and_reason_and_it_stands_in_the_log(
    duel, member, sqlite_database
):
    clara, karl = member("clara"), member("karl")
    ended(duel)
    clara.post(f"{duel.path}/comments", text="rude")
    with sqlite_database.writing() as session:
        session.execute(update(User).where(User.name == "karl").values(is_moderator=True))
    path = f"{duel.path}/comments"
    delete = f"{duel.path}/{re.search(r'comments/[0-9]+/delete', clara.get(path).text)[0]}"
    refused = karl.post(delete, reason="An insult.")
    assert (refused.status_code, "Two-step log-in needed" in refused.text) == (403, True)
    app = App(duel.site, "karl")
    assert karl.post(delete).status_code == 422
    assert "Say why." in text(karl.post(delete, reason=" "))
    app.wait(minutes=11)
    asked = karl.post(delete, reason="An insult.")
    assert (asked.status_code, "Is it you?" in asked.text) == (200, True)
    assert "rude" in duel.get("anna", "/comments").text
    proof = {"proof_password": PASSWORD, "second_code": app.next_code()}
    assert karl.post(delete, reason="An insult.", **proof).status_code == 303
    assert "rude" not in duel.get("anna", "/comments").text
    log = text(karl.get("/desk/log"))
    assert "Comment deleted" in log
    assert "An insult." in log
    assert "clara" in log
    assert karl.post(delete, reason="Twice.").status_code == 404


def test_a_moderator_cannot_delete_comments_on_their_own_duels_or_by_opponents(duel, member, sqlite_database):
    clara = member("clara")
    ended(duel)
    clara.post(f"{duel.path}/comments", text="rude")
    with sqlite_database.writing() as session:
        session.execute(update(User).where(User.name == "anna").values(is_moderator=True))
    App(duel.site, "anna")
    number = re.search(r"comments/(\d+)/delete", clara.get(f"{duel.path}/comments").text)[1]
    refused = duel.send("anna", f"comments/{number}/delete", {"reason": "An insult."})
    assert (refused.status_code, "leave it to another moderator" in text(refused)) == (422, True)
    assert "rude" in duel.get("boris", "/comments").text
