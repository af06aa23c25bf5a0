"""Keys of clients, and requests that are done once even if they are sent again."""
