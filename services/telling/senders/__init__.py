"""The ways on which messages leave the site, one module each."""
