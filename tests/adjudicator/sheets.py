"""Sheets of orders, as short as possible: every order names its unit, which is put on the board."""

from adjudicator import adjudicate_movement, read_orders, read_position


def result(**powers):
    orders = {power: text.split(", ") for power, text in powers.items()}
    units = {power: [" ".join(order.split()[:2]) for order in given] for power, given in orders.items()}
    return adjudicate_movement(read_position(units), read_orders(orders))


def after(**powers):
    """Return the units on the board after a movement, all powers together."""
    return " ".join(sorted(str(unit)[2:] for unit in result(**powers).position.units))


def flags(**powers):
    """Return {unit: flags} of all units, all powers together."""
    outcomes = result(**powers).outcomes
    return {str(unit): " ".join(one.flags) for units in outcomes.values() for unit, one in units.items()}


def contested(**powers):
    return sorted(result(**powers).contested)
