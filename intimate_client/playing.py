"""What to enter when nothing better is known."""

from intimate_client.shapes import Entry, Options


def default_entry(options: Options) -> Entry:
    """Return what happens without an entry: no bids, units that hold; of a winter the first choices."""
    if options["takes"] == "homes":
        return {"homes": options["powers"]}
    if options["takes"] == "bids":
        return {"bids": {}}
    orders: dict[str, list[str]] = {}
    for unit in options["units"]:
        orders.setdefault(unit["power"], []).append(unit["orders"][0])
    for winter in options["winters"]:
        orders[winter["power"]] = winter["orders"][: winter["number"]]
    return {"orders": orders}
