"""Use cases: functions that take a session, the time and what they need."""
