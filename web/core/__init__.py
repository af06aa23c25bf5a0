"""The base of every page: skeletons and slots, sessions, languages, errors."""
