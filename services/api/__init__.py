"""Keys of clients, and requests that are done once however often they are sent."""
