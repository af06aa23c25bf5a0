"""What the site stores about an account: exported as one file, or deleted."""
