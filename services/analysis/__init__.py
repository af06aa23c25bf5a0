"""How finished duels stood, chapter by chapter, as the site's own opponent sees it."""
