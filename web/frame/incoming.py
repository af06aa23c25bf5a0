"""A request while its bytes come in: how much of it is still to be waited for.

What a request says is for gunicorn to read, once it is whole. Where it would find other bounds than here, it
finds the end of the connection.
"""

from web.frame.sizes import MOST_DRAINED, MOST_HEAD, MOST_SENT

END = b"\r\n\r\n"
LONGEST_NUMBER = 18


class Incoming:
    """A request that comes in.

    has_head: its headers are complete. is_whole: nothing more is to be waited for. is_unbounded: it does not
    say how long it is. is_awaiting: its sender waits to be told to go on.
    """

    def __init__(self) -> None:
        self.data = bytearray()
        self.has_head = self.is_whole = self.is_unbounded = self.is_awaiting = False
        self._is_cut = False
        self._missing = self._kept = 0

    def add(self, data: bytes) -> None:
        """Take what has come; what a refused body holds is forgotten at once."""
        if self.has_head:
            self._add_body(data)
            return
        looked_at = max(0, len(self.data) - len(END) + 1)
        self.data += data
        end = self.data.find(END, looked_at)
        if end >= 0:
            self._add_head(end + len(END))
        elif len(self.data) > MOST_HEAD:
            self.is_whole = True

    def take(self) -> bytes:
        """Return the request as gunicorn is to read it: whole, or marked as the last of its connection."""
        if not (self._is_cut or self.is_awaiting):
            return bytes(self.data)
        head, end, body = bytes(self.data).partition(END)
        first, *fields = head.split(b"\r\n")
        unwanted = {b"expect"} | ({b"connection"} if self._is_cut else set())
        kept = [field for field in fields if _name(field) not in unwanted]
        closing = [b"Connection: close"] if self._is_cut else []
        return b"\r\n".join([first, *closing, *kept]) + end + body

    def _add_head(self, end: int) -> None:
        self.has_head = True
        body = bytes(self.data[end:])
        del self.data[end:]
        lines = bytes(self.data).split(b"\r\n")[1:]
        fields = {_name(line): line.partition(b":")[2].strip() for line in lines}
        self.is_unbounded = b"transfer-encoding" in fields
        length = _number(fields.get(b"content-length", b""))
        self._is_cut = length > MOST_SENT
        self._missing = min(length, MOST_DRAINED)
        self._add_body(body)
        self.is_awaiting = fields.get(b"expect", b"").lower() == b"100-continue"

    def _add_body(self, data: bytes) -> None:
        if not self._is_cut:
            self.data += data
        self._missing -= len(data)
        self.is_whole = self._missing <= 0


def _name(line: bytes) -> bytes:
    return line.partition(b":")[0].strip().lower()


def _number(text: bytes) -> int:
    """Read a length; what is none is gunicorn's to refuse."""
    return int(text) if text.isdigit() and len(text) <= LONGEST_NUMBER else 0
