"""The frame of all pages: skeletons and slots, sessions, languages, errors."""
