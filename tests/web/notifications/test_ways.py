"""The settings for sending messages: read once, with clear errors."""

import stat

import pytest

from services.notifications.senders.mail import SettingRefused
from services.notifications.senders.push import public_key
from web.core.configuration import configuration
from web.notifications.ways import new_key, read_ways, senders_of, vapid

SITE = {"SITE_URL": "https://duels.example.org"}
MAIL = {"SMTP_URL": "smtps://host", "MAIL_FROM": "duels@example.org"}


def test_by_default_there_is_no_mail_and_no_allowed_network():
    found = read_ways(SITE)
    assert (found.mail, list(found.outward.networks), found.outward.allows_http) == (None, [], False)
    assert found.contact == "mailto:webmaster@duels.example.org"


def test_settings_are_read():
    found = read_ways({**SITE, **MAIL, "RECEIVER_NETWORKS": "10.0.0.0/8, fd00::/8", "RECEIVER_HTTP": True})
    assert (found.mail.host, found.mail.port, found.contact) == ("host", 465, "mailto:duels@example.org")
    assert [str(network) for network in found.outward.networks] == ["10.0.0.0/8", "fd00::/8"]
    assert found.outward.allows_http


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"SMTP_URL": "smtp://host"}, "MAIL_FROM"),
        ({"MAIL_FROM": "duels@example.org"}, "SMTP_URL"),
        ({**MAIL, "SMTP_URL": "host:25"}, "SMTP_URL"),
        ({"RECEIVER_NETWORKS": "10.0.0.1/8"}, "RECEIVER_NETWORKS"),
        ({"RECEIVER_NETWORKS": "all"}, "RECEIVER_NETWORKS"),
        ({"SITE_URL": "duels.example.org"}, "SITE_URL"),
    ],
)
def test_a_wrong_setting_is_named(settings, named):
    with pytest.raises(SettingRefused, match=named):
        read_ways({**SITE, **settings})


def test_the_address_of_the_site_is_this_machine_unless_it_is_set(monkeypatch, tmp_path):
    for name in ("SITE_URL", "PORT"):
        monkeypatch.delenv(name, raising=False)
    assert configuration({"INSTANCE": tmp_path})["SITE_URL"] == "http://localhost:8000"
    monkeypatch.setenv("PORT", "8080")
    assert configuration({"INSTANCE": tmp_path})["SITE_URL"] == "http://localhost:8080"
    monkeypatch.setenv("SITE_URL", "https://duels.example.org/")
    assert configuration({"INSTANCE": tmp_path})["SITE_URL"] == "https://duels.example.org"


def test_the_key_for_browsers_is_made_once_and_private(site, tmp_path):
    with site.app_context():
        first, second = public_key(vapid()), public_key(vapid())
    assert first == second
    assert stat.S_IMODE((tmp_path / "vapid.pem").stat().st_mode) == 0o600


def test_a_key_that_is_set_is_used_however_it_is_written(site):
    pem = new_key()
    der = "".join(pem.splitlines()[1:-1])
    keys = set()
    for text in (pem, der):
        site.config["VAPID_PRIVATE_KEY"] = text
        with site.app_context():
            keys.add(public_key(vapid()))
    assert len(keys) == 1


@pytest.mark.parametrize(
    "text", ["nonsense", "-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----", "AAAA"]
)
def test_an_invalid_key_is_refused_and_its_setting_named(site, text):
    site.config["VAPID_PRIVATE_KEY"] = text
    with site.app_context(), pytest.raises(SettingRefused, match="VAPID_PRIVATE_KEY"):
        vapid()


def test_there_is_a_sender_for_every_kind_of_channel(site):
    assert set(senders_of(site)) == {"mail", "push", "webhook", "discord"}
