"""Jobs: what the site's opponent is asked about phases, answered by processes of the worker."""
