"""What every page stands on: skeletons and slots, sessions, languages, errors."""
