"""The organiser's table: ordinary games that one person runs for others."""
