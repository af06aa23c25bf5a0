"""The five tools; each sends one or two requests to a site, and fails with the site's message."""

import asyncio
import time
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import wraps
from typing import Annotated, Any, ParamSpec, TypeVar, cast

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ImageContent, TextContent
from pydantic import Field

from adjudicator import __version__, read_position
from intimate_client import Duel, Entry, Refused, Site, Unreachable
from intimate_mcp import wording

LONGEST_WAIT = 50.0
"""The most seconds that `wait_for_turn` waits, since clients give up after a minute."""
PATIENCE = 20.0
"""The seconds within which a tool sends a request again; then it fails with what the site said."""
EVERY = 1.0
INSTRUCTIONS = (
    "You play duels of Intimate Diplomacy. Call wait_for_turn until a duel awaits you, view it, then submit "
    "an entry; again until it has ended. rules(topic) explains the game; begin with rules('notation')."
)
Given = ParamSpec("Given")
Answer = TypeVar("Answer")
DuelName = Annotated[str, Field(description="The name of the duel; empty: the one that awaits you first.")]


def server_of(site: Site, *, legal: bool = True, longest: float = LONGEST_WAIT) -> MCPServer:
    """Make the server that plays on a site. legal: whether tools may list legal orders."""
    server: MCPServer = MCPServer("intimate-diplomacy", version=__version__, instructions=INSTRUCTIONS)
    player = Player(site, lists_legal=legal, longest=longest)
    for tool in (player.wait_for_turn, player.view, player.submit, player.rules):
        server.add_tool(tool)
    if legal:
        server.add_tool(player.legal)
    return server


def refusing(
    tool: Callable[Given, Awaitable[Answer]],
) -> Callable[Given, Awaitable[Answer]]:
    """Make a tool fail with the site's message if it refuses or does not answer."""

    @wraps(tool)
    async def answered(*given: Given.args, **named: Given.kwargs) -> Answer:
        try:
            return await tool(*given, **named)
        except (Refused, Unreachable) as error:
            raise ToolError(str(error)) from error

    return answered


class Player:
    """The tools for one account: each method is a tool, and models read its docstring."""

    def __init__(self, site: Site, *, lists_legal: bool, longest: float) -> None:
        self._site, self._lists_legal, self._longest = site, lists_legal, longest
        self._last = ""
        """The duel that a tool without a name means, as long as it awaits the account."""

    def _awaiting(self) -> Duel | None:
        """Find a duel that awaits the account: still the last one, or the most urgent of all.

        Challenges are accepted before all are looked at.
        """
        if (last := self._still_awaiting()) is not None:
            return last
        for each in self._site.challenges():
            self._site.accept(each["challenge"])
        for listed in (*self._site.awaiting(), *self._site.practice()):
            duel = self._site.duel(listed["duel"])
            if duel["awaits_you"]:
                self._last = duel["duel"]
                return duel
        return None

    def _still_awaiting(self) -> Duel | None:
        """Return the last duel if it still awaits the account; else forget it."""
        with suppress(Refused):  # it may have been deleted
            if self._last and (duel := self._site.duel(self._last))["awaits_you"]:
                return duel
        self._last = ""
        return None

    def _named(self, name: str) -> Duel:
        duel = self._site.duel(name) if name else self._awaiting()
        if duel is None:
            raise ToolError("No duel awaits you. Name a duel, or call wait_for_turn.")
        return duel

    def _running(self, name: str) -> Duel:
        duel = self._named(name)
        if duel["phase"] is None:
            raise ToolError(f"The duel {duel['duel']} is over. View shows how it ended.")
        return duel

    @refusing
    async def wait_for_turn(self) -> str:
        """Wait at most 50 seconds until a duel awaits you, and name it; accepts challenges to you."""
        until = time.monotonic() + self._longest
        while True:
            duel = await asyncio.to_thread(self._awaiting)
            if duel is not None:
                return await asyncio.to_thread(self._turn, duel)
            if time.monotonic() + EVERY > until:
                return "No duel awaits you yet. Call wait_for_turn again."
            await asyncio.sleep(EVERY)

    def _turn(self, duel: Duel) -> str:
        name, phase = duel["duel"], str(duel["phase"])
        return (
            f"Duel {name} awaits you in {phase}. {wording.options_in_words(self._site.options(name, phase))}"
        )

    @refusing
    async def view(
        self,
        duel: DuelName = "",
        picture: Annotated[bool, Field(description="Add the board as SVG.")] = False,  # noqa: FBT002  # a tool's argument
    ) -> list[TextContent | ImageContent]:
        """Show a duel: players, credits, units, centres, the last chapter, and what to submit."""
        return await asyncio.to_thread(self._view, duel, drawn=picture)

    def _view(self, name: str, *, drawn: bool) -> list[TextContent | ImageContent]:
        duel = self._named(name)
        last = None
        if duel["ordinal"]:
            last = self._site.ask("GET", f"/duels/{duel['duel']}/chapters/{duel['ordinal'] - 1}")
        text = wording.duel_in_words(duel, last)
        if duel["awaits_you"] and duel["phase"]:
            text += f"\n{wording.options_in_words(self._site.options(duel['duel'], duel['phase']))}"
        shown: list[TextContent | ImageContent] = [TextContent(type="text", text=text)]
        if drawn:
            position = duel["position"]
            svg = read_position(position["units"], position["centers"]).svg()
            data = b64encode(svg.encode()).decode()
            shown.append(ImageContent(type="image", data=data, mime_type="image/svg+xml"))
        return shown

    @refusing
    async def legal(
        self,
        unit: Annotated[str, Field(description="A unit as `A PAR`; in winter a power as `FRANCE`.")],
        duel: DuelName = "",
    ) -> str:
        """List all legal orders of one of your units, one a line."""

        def found() -> str:
            seen = self._running(duel)
            return wording.legal_orders(self._site.options(seen["duel"], str(seen["phase"])), unit)

        return await asyncio.to_thread(found)

    @refusing
    async def submit(
        self,
        homes: Annotated[list[str] | None, Field(description="All seven powers, most wanted first.")] = None,
        bids: Annotated[dict[str, int] | None, Field(description="Credits by mercenary.")] = None,
        orders: Annotated[dict[str, list[str]] | None, Field(description="Orders by power.")] = None,
        duel: DuelName = "",
    ) -> str:
        """Submit your whole and final entry for the phase that awaits you: homes, bids or orders."""
        given: Mapping[str, Any] = {"homes": homes, "bids": bids, "orders": orders}
        entry = {name: value for name, value in given.items() if value is not None}
        if len(entry) != 1:
            raise ToolError("Give one of homes, bids and orders.")
        return await asyncio.to_thread(self._submit, duel, entry)

    def _submit(self, name: str, entry: Mapping[str, Any]) -> str:
        duel = self._running(name)
        found, phase = duel["duel"], str(duel["phase"])
        try:
            self._site.enter(found, phase, cast("Entry", entry))
        except Refused as refused:
            raise ToolError("\n".join(self._faults(refused))) from refused
        self._site.hand_in(found, phase, accept_overbid="bids" in entry)
        return f"Submitted for {phase} of {found}. Call wait_for_turn."

    def _faults(self, refused: Refused) -> list[str]:
        """Say what is wrong with an entry, field by field."""
        lines = [f"Nothing was submitted. {refused.code}: {refused.detail}"]
        for fault in refused.errors:
            others = f" Legal: {', '.join(fault['alternatives'])}." if fault["alternatives"] else ""
            lines.append(f"{fault['field']}: {fault['message']}{others if self._lists_legal else ''}")
        return lines

    async def rules(
        self, topic: Annotated[str, Field(description="Such as notation, auction, victory, winter.")] = ""
    ) -> str:
        """Explain a topic of the rules; without one, list the topics."""
        return wording.rules(topic)
