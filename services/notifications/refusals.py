"""What notifications refuse, by code."""

from enum import StrEnum

from services.refused import Refused


class NotificationRefusal(StrEnum):
    """Why the site sends nothing to an address."""

    MALFORMED = "malformed"
    NOT_HTTPS = "not_https"
    UNKNOWN_HOST = "unknown"
    INNER = "inner"
    """It is not on the public network."""
    NOT_DISCORD = "not_discord"
    SUBSCRIPTION = "subscription"
    """What a browser gave is no subscription."""
    TOO_MANY_CHANNELS = "too_many_channels"


class NotificationRefused(Refused):
    """The site sends nothing to this address."""
