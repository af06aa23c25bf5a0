"""E-mails: what arrives, what is refused, and a server that is down."""

import socket
from email import message_from_bytes
from email.policy import default

import pytest

from services.notifications.senders import AttachedPicture, Failed, mail
from services.notifications.senders.mail import MailSender, SettingRefused, parse_settings, written
from tests.receivers import content, free_port, message, silence

OFF = {
    "unsubscribe_url": "https://duels.example.org/unsubscribe/x",
    "unsubscribe_label": "No more:",
    "footer": "You wanted it.",
}
FROM = "Intimate Diplomacy <duels@example.org>"


def sender_at(server, **values):
    return MailSender(parse_settings(server, FROM), lambda _: content(**values))


def send(server, **values):
    sender = sender_at(server, **values)
    try:
        sender.send(message("mail"))
    finally:
        sender.rest()


def arrived(mailbox):
    return [message_from_bytes(data, policy=default) for _, data in mailbox[0].got]


def test_a_mail_arrives_with_text_html_and_picture(mailbox):
    send(mailbox[1], picture=AttachedPicture(b"png", "The board & <all>", None), language="fr", **OFF)
    (got,) = arrived(mailbox)
    assert mailbox[0].got[0][0] == ("anna@example.org",)
    assert (got["From"], got["To"], got["Subject"]) == (FROM, "anna@example.org", "Your turn")
    text, html = got.get_body(("plain",)).get_content(), got.get_body(("html",)).get_content()
    for part in (text, html):
        for said in ("A phase is resolved.", "https://duels.example.org/duels/abc", "You wanted it."):
            assert said in part
    assert 'src="cid:board"' in html
    assert 'alt="The board &amp; &lt;all&gt;"' in html
    assert '<html lang="fr">' in html
    (picture,) = [part for part in got.walk() if part.get_content_type() == "image/png"]
    assert (picture["Content-ID"], picture.get_content()) == ("<board>", b"png")
    assert picture.get_content_disposition() == "inline"


def test_an_e_mail_has_the_headers_that_mail_clients_expect(mailbox):
    send(mailbox[1], **OFF)
    (got,) = arrived(mailbox)
    assert got["Message-ID"] == "<message-7@duels.example.org>"
    assert got["Auto-Submitted"] == "auto-generated"
    assert got["Date"] == "Fri, 20 Nov 2026 12:00:00 +0000"
    assert got["List-Unsubscribe"] == "<https://duels.example.org/unsubscribe/x>"
    assert got["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_the_address_to_unsubscribe_at_is_written_in_one_piece_however_long(mailbox):
    address = f"https://duels.example.org/unsubscribe/{'x' * 300}"
    send(mailbox[1], **{**OFF, "unsubscribe_url": address})
    assert f"List-Unsubscribe: \r\n <{address}>\r\n".encode() in mailbox[0].got[0][1]


def test_names_and_texts_arrive_in_any_script(mailbox):
    settings = parse_settings(mailbox[1], "Diplomatie à deux <duels@example.org>")
    said = content(subject="À vous : duel contre Ξένη " * 9, lines=("Ξένη : F Brest – Manche " * 40,))
    sender = MailSender(settings, lambda _: said)
    sender.send(message("mail"))
    sender.rest()
    (got,) = arrived(mailbox)
    assert got["From"] == "Diplomatie à deux <duels@example.org>"
    assert got["Subject"] == said.subject.strip()
    for kind in ("plain", "html"):
        assert said.lines[0] in got.get_body((kind,)).get_content()
    assert mailbox[0].got[0][1].isascii()
    assert max(map(len, mailbox[0].got[0][1].splitlines())) <= 78


def test_a_mail_that_cannot_be_unsubscribed_has_no_unsubscribe_header(mailbox):
    send(mailbox[1])
    assert arrived(mailbox)[0]["List-Unsubscribe"] is None


def test_a_second_delivery_is_known_by_its_name(mailbox):
    send(mailbox[1])
    send(mailbox[1])
    first, second = arrived(mailbox)
    assert first["Message-ID"] == second["Message-ID"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028", "\x0b", "\x1c", "\x85"])
def test_no_text_becomes_a_header(end):
    evil = f"Your turn{end}Bcc: victim@example.org{end}{end}<b>body</b>"
    mail = written(content(subject=evil), parse_settings("smtp://host", FROM).sender)
    assert mail["Bcc"] is None
    head = mail.as_bytes().partition(b"\r\n\r\n")[0]
    assert b"\r\nBcc" not in head
    assert head.count(b"Subject:") == 1


@pytest.mark.parametrize(
    "to",
    [
        "",
        None,
        "nobody",
        "a@b@c",
        "anna@example.org, victim@example.org",
        "anna@example.org\r\nBcc: victim@example.org",
        "Anna <anna@example.org>",
        "änna@example.org",
        "@example.org",
        "\0",
    ],
)
def test_an_invalid_mail_address_is_refused_permanently(to):
    with pytest.raises(Failed) as failed:
        written(content(to=to), parse_settings("smtp://host", FROM).sender)
    assert (failed.value.problem, failed.value.temporary, failed.value.is_ours) == ("refused", False, False)


def test_markup_in_a_text_stays_text(mailbox):
    send(mailbox[1], lines=("<script>alert(1)</script>",), url='https://x.example/"><b>')
    html = arrived(mailbox)[0].get_body(("html",)).get_content()
    assert "<script>" not in html
    assert "<b>" not in html


def test_an_address_that_the_server_refuses_for_good_is_refused_and_no_other(mailbox):
    box, url = mailbox
    box.refused["anna@example.org"] = "550 no such mailbox"
    sender = sender_at(url)
    with pytest.raises(Failed) as failed:
        sender.send(message("mail"))
    assert (failed.value.problem, failed.value.temporary, failed.value.is_ours) == ("refused", False, False)
    box.refused.clear()
    sender.send(message("mail"))
    assert len(box.got) == 1
    sender.rest()


@pytest.mark.parametrize(
    ("answer", "data"), [("450 later", "250 OK"), (None, "554 spam"), (None, "451 later")]
)
def test_a_temporarily_refused_mail_is_tried_again(mailbox, answer, data):
    box, url = mailbox
    box.refused, box.data = {"anna@example.org": answer} if answer else {}, data
    with pytest.raises(Failed) as failed:
        send(url)
    assert (failed.value.problem, failed.value.temporary) == ("refused", True)


def assert_ours(sender):
    with pytest.raises(Failed) as failed:
        sender.send(message("mail"))
    assert (failed.value.problem, failed.value.temporary, failed.value.is_ours) == ("unreachable", True, True)


def test_a_server_that_is_down_is_our_fault_and_left_alone_for_a_while(mailbox, monkeypatch):
    box, url = mailbox
    clock = [1000.0]
    monkeypatch.setattr(mail.time, "monotonic", lambda: clock[0])
    sender = sender_at(f"smtp://127.0.0.1:{free_port()}?starttls=no")
    assert_ours(sender)
    sender._settings = parse_settings(url, FROM)
    assert_ours(sender)
    clock[0] += mail.PAUSE
    sender.send(message("mail"))
    assert len(box.got) == 1
    sender.rest()


def test_mails_go_by_one_connection_until_no_more_are_due(mailbox):
    box, url = mailbox
    sender = sender_at(url)
    for _ in range(3):
        sender.send(message("mail"))
    assert (len(box.got), len(box.sessions), box.goodbyes) == (3, 1, 0)
    sender.rest()
    assert box.goodbyes == 1
    sender.send(message("mail"))
    assert (len(box.got), len(box.sessions)) == (4, 2)
    sender.rest()


def test_a_refused_mail_costs_no_connection(mailbox):
    box, url = mailbox
    sender = sender_at(url)
    box.refused["anna@example.org"] = "550 no such mailbox"
    with pytest.raises(Failed):
        sender.send(message("mail"))
    box.refused.clear()
    sender.send(message("mail"))
    assert (len(box.got), len(box.sessions)) == (1, 1)
    sender.rest()


@pytest.mark.parametrize("noop", ["421 too many mails", "500 what?"])
def test_a_connection_that_the_server_has_ended_is_replaced_by_another(mailbox, noop):
    box, url = mailbox
    sender = sender_at(url)
    sender.send(message("mail"))
    box.noop = noop
    sender.send(message("mail"))
    assert (len(box.got), len(box.sessions)) == (2, 2)
    sender.rest()


def test_a_connection_that_is_cut_is_replaced_by_another(mailbox):
    box, url = mailbox
    sender = sender_at(url)
    sender.send(message("mail"))
    server = sender._kept.get()
    server.sock.shutdown(socket.SHUT_RDWR)
    sender._kept.put(server)
    sender.send(message("mail"))
    assert (len(box.got), len(box.sessions)) == (2, 2)
    sender.rest()


def test_a_server_that_says_nothing_is_given_up(monkeypatch):
    monkeypatch.setattr(mail, "SECONDS", 0.2)
    with silence() as port:
        assert_ours(sender_at(f"smtp://127.0.0.1:{port}?starttls=no"))
        assert_ours(sender_at(f"smtps://127.0.0.1:{port}"))


def test_nothing_goes_in_clear_unless_the_administrator_says_so(mailbox):
    box, url = mailbox
    assert_ours(sender_at(url.removesuffix("?starttls=no")))
    assert_ours(sender_at(url.replace("smtp://", "smtp://user:secret@")))
    assert box.got == []


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://user:p%40ss@host:2525", ("host", 2525, "user", "p@ss", "starttls")),
        ("smtp://host", ("host", 587, "", "", "starttls")),
        ("smtps://user:x@host", ("host", 465, "user", "x", "tls")),
        ("smtp://host:25?starttls=no", ("host", 25, "", "", "none")),
    ],
)
def test_the_server_is_read_from_one_address(url, expected):
    read = parse_settings(url, FROM)
    assert (read.host, read.port, read.user, read.password, read.encryption) == expected
    assert "p@ss" not in repr(read)


@pytest.mark.parametrize("url", ["", "host:25", "http://host", "smtp://", "smtp://host:port", "smtp://[host"])
def test_a_server_that_is_none_is_named(url):
    with pytest.raises(SettingRefused, match="SMTP_URL"):
        parse_settings(url, FROM)


@pytest.mark.parametrize("sender", ["", "nobody", "Duels", "<>", "@x", "duels@ä.example"])
def test_a_sender_that_is_none_is_named(sender):
    with pytest.raises(SettingRefused, match="MAIL_FROM"):
        parse_settings("smtp://host", sender)
