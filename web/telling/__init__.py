"""What people are told outside the pages, in their language."""
