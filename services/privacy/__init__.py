"""What the site holds about an account: taken away as one file by its owner, or deleted."""
