"""What people are told outside the pages."""
