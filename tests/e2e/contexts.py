"""Windows of one browser that are lent to one person after another, without a trace of the last one."""

from collections import defaultdict

PATIENCE = 60_000
"""Milliseconds within which what is waited for comes, however busy the machine is."""
BOUND_TO_ONE = {"storage_state"}
"""What a context is opened with that nobody else may have."""


class Contexts:
    """Contexts of a browser, by what they were opened with.

    Who comes next has the files of the site already: to fetch and compile them takes an eighth of most tests.
    """

    def __init__(self, browser):
        self._browser, self._free, self._asked = browser, defaultdict(list), {}

    def take(self, headers, **options):
        """Return a context that nobody has, and that has nothing of anybody."""
        free = self._free[kind(options)]
        if not free:
            return self._opened(extra_http_headers=headers, **options)
        context = free.pop()
        context.set_extra_http_headers(headers)
        return context

    def _opened(self, **options):
        """Open a context, and note what its pages ask for and have not got yet."""
        context = self._browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
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
        """Take a context back, to lend it again as if it were new.

        An answer that is still to come could bring its last owner's cookie: such a context is lent to nobody.
        """
        awaited = {each.resource_type for each in self._asked[context]} - {"eventsource"}
        if not context.pages or awaited or BOUND_TO_ONE & options.keys():
            self.close(context)
            return
        pages, blank = context.pages, context.new_page()
        for page in pages:
            page.close()  # before anything is cleared: scripts that ask on without cookies are given new ones
        session = context.new_cdp_session(blank)
        for origin in origins:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        blank.close()
        self._asked[context].clear()
        context.clear_cookies()
        context.clear_permissions()
        context.set_offline(offline=False)
        self._free[kind(options)].append(context)

    def close(self, context):
        """Close a context for good."""
        del self._asked[context]
        context.close()


def kind(options):
    """Return what tells apart contexts that were opened with different options."""
    return repr(sorted(options.items()))
