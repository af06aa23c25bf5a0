"""Duels for language models: a Model Context Protocol server with five tools, which use the API of a site."""

from intimate_mcp.server import server_of

__all__ = ["server_of"]
