"""Browser contexts, lent to one player after another without a trace of the last one."""

from collections import defaultdict

PATIENCE = 60_000
"""Milliseconds to wait for anything, however busy the machine is."""
BOUND_TO_ONE = {"storage_state"}
"""Options that make a context useless for anybody else."""


class Contexts:
    """Free contexts of a browser, sorted by their options.

    The next player finds the site's files in the cache: without it most tests take an eighth longer. The
    first page of a context stays blank, for commands to the browser.
    """

    def __init__(self, browser):
        self._browser, self._free, self._asked, self._sessions = browser, defaultdict(list), {}, {}

    def take(self, headers, **options):
        """Return a free, clean context."""
        free = self._free[kind(options)]
        if not free:
            return self._opened(extra_http_headers=headers, **options)
        context = free.pop()
        context.set_extra_http_headers(headers)
        return context

    def _opened(self, **options):
        """Open a context, and keep track of its requests under way."""
        context = self._browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        self._sessions[context] = context.new_cdp_session(context.new_page())
        asked = self._asked[context] = set()

        def begun(request):
            asked.add(request)

        def over(request):
            asked.discard(request)

        context.on("request", begun)
        context.on("requestfinished", over)
        context.on("requestfailed", over)
        return context

    def give_back(self, context, origins, options):
        """Clean a context for the next player.

        An answer still under way could set the last player's cookie: then the context is closed.
        """
        awaited = {each.resource_type for each in self._asked[context]} - {"eventsource"}
        is_closed = not context.pages
        if is_closed or awaited or BOUND_TO_ONE & options.keys():
            self.close(context)
            return
        for page in context.pages[1:]:
            page.close()  # before clearing: scripts that still run would get new cookies
        session = self._sessions[context]
        for origin in origins:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        self._asked[context].clear()
        context.clear_cookies()
        context.clear_permissions()
        context.set_offline(offline=False)
        self._free[kind(options)].append(context)

    def close(self, context):
        """Close a context for good."""
        del self._asked[context], self._sessions[context]
        context.close()


def kind(options):
    """Return a key for contexts with the same options."""
    return repr(sorted(options.items()))
