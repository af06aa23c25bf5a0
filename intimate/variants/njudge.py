"""`njudge`: as the e-mail judge njudge 1.7 ran it."""

from intimate.rules import OverbidPrice, Rules, TieRecheck

RULES = Rules(overbid_price=OverbidPrice.CONTESTED_ONLY, tie_recheck=TieRecheck.EVERY_SEASON)
