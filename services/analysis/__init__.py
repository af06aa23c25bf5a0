"""The analysis of finished duels, chapter by chapter, by the site's own opponent."""
