"""The pages: they show what the services say and ask them to act."""
