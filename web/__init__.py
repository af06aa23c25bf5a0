"""The pages: they show what the services return, and ask them to act."""
