"""How finished duels stood: what the site's own opponent makes of each chapter, and where it turned."""
