"""Running duels: begun, found, played and listed."""
