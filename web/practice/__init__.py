"""Practice against the site's own opponent: begun here, played on the pages of duels."""
