"""A mail server that accepts and discards all mails: `python -m bench.speed.mailbox PORT`."""

import asyncio
import sys
from asyncio import StreamReader, StreamWriter


async def take(reader: StreamReader, writer: StreamWriter) -> None:
    """Accept the mails of one connection."""
    writer.write(b"220 here\r\n")
    while line := await reader.readline():
        word = line[:4].upper()
        if word == b"DATA":
            writer.write(b"354 go on\r\n")
            while await reader.readline() not in {b".\r\n", b""}:
                pass
        writer.write(b"221 bye\r\n" if word == b"QUIT" else b"250 taken\r\n")
    writer.close()


async def serve(port: int) -> None:
    """Accept mails for ever."""
    async with await asyncio.start_server(take, "127.0.0.1", port) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
