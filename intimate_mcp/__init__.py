"""Duels for language models: a server of five tools over the API of a site, by the Model Context Protocol."""

from intimate_mcp.server import server_of

__all__ = ["server_of"]
