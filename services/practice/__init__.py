"""Practice against the site's own opponent, whose moves the worker computes."""
