"""The league of bots: each plays all pairings of home powers from both sides, against levels and bots."""
