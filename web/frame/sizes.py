"""How large a request may be, for whoever reads it."""

MOST_SENT = 256 * 1024
"""Bytes of a body."""
MOST_FIELDS = 1000
"""Fields of a form; the largest of ours has about 60."""
MOST_DRAINED = 8 * 1024 * 1024
"""Bytes of a body that is refused, which are read all the same: or the browser never reads the answer."""
MOST_HEAD = 64 * 1024
"""Bytes of a request line and its headers together."""
