"""The moderators' desk: reports, warnings, closed accounts, shared devices, and the log of it all."""
