"""Windows of one browser that are lent to one person after another, without a trace of the last one."""

from collections import defaultdict

BOUND_TO_ONE = {"storage_state"}
"""What a context is opened with that nobody else may have."""


class Contexts:
    """Contexts of a browser, by what they were opened with.

    Who comes next has the files of the site already: to fetch and compile them takes an eighth of most tests.
    """

    def __init__(self, browser):
        self._browser, self._free = browser, defaultdict(list)

    def take(self, headers, **options):
        """Return a context that nobody has, and that has nothing of anybody."""
        free = self._free[kind(options)]
        if not free:
            return self._browser.new_context(extra_http_headers=headers, **options)
        context = free.pop()
        context.set_extra_http_headers(headers)
        return context

    def give_back(self, context, origins, options):
        """Take a context back, to lend it again as if it were new."""
        if not context.pages or BOUND_TO_ONE & options.keys():
            context.close()
            return
        session = context.new_cdp_session(context.pages[0])
        for origin in origins:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        for page in context.pages:
            page.close()
        context.clear_cookies()
        context.clear_permissions()
        context.set_offline(offline=False)
        self._free[kind(options)].append(context)


def kind(options):
    """Return what tells apart contexts that were opened with different options."""
    return repr(sorted(options.items()))
