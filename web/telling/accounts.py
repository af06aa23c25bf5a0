"""What is told about an account itself: by letter to its owner, and by the channels that want it."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import url_for

from models import Message
from web.frame.translation import gettext
from web.telling.said import Said
from web.words.security import event_names, event_sentence

LETTERS = (
    "new_device",
    "code_failed",
    "code_reused",
    "recovery_used",
    "factor_on",
    "factor_off",
    "factor_lifted",
    "codes_made",
    "passkey_added",
    "passkey_removed",
    "passkey_refused",
)
"""The events whose letters have no words of their own."""


def words_of(kind: str, name: str, facts: Mapping[str, Any]) -> tuple[str, Sequence[str]]:
    """Return the subject and the sentences about an event of an account of this name."""
    sentence = event_sentence(kind, name, facts.get("agent", ""), facts.get("detail", ""))
    advice = gettext("If it was not you, log out everywhere else and change your password at once:")
    return event_names()[kind], (sentence, advice)


def say_account(message: Message) -> Said:
    """Say on a channel what happened about an account."""
    subject, lines = words_of(message.facts["event"], message.user.name, message.facts)
    return Said(subject, lines, url_for("accounts.security", _external=True), gettext("Security"))
