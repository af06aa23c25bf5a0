"""The lots that the opponent draws: the same again for the same question, and nobody's to guess."""

import hmac
from random import Random


def chance_of(key: str, *about: object) -> Random:
    """Return a source of lots for one question; key: the site's secret key.

    The secret from which a duel draws its own lots would not do: it is opened once its home powers are known.
    """
    named = ":".join(map(str, ("opponent", *about)))
    return Random(hmac.digest(key.encode(), named.encode(), "sha256"))  # noqa: S311  # the seed is the secret
