"""What is looked at before a site serves: settings that are not safe, and room in the database."""

import re
from collections.abc import Iterator, Mapping
from os import environ
from typing import Any
from urllib.parse import urlsplit

import click
from limits import parse
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError
from werkzeug.sansio.utils import host_is_trusted

from models import Database, Limits, Unavailable
from models.server import Room, read_room
from services.telling.senders.mail import SettingRefused
from web.frame import private_files
from web.frame.configuration import TRUE, SettingsRefused, configuration, usual_address
from web.frame.hosts import allowed
from web.frame.keys import make_keyring
from web.telling.ways import read_vapid, read_ways

SHORTEST_KEY, FEWEST_SIGNS, SHORTEST_TOKEN = 32, 8, 16
LEAST = {
    **dict.fromkeys(("WEB_STREAMS", "API_STREAMS", "CACHE_BYTES", "MOST_GUESTS", "THINKING_PROCESSES"), 0),
    **dict.fromkeys(("WEB_CONCURRENCY", "WEB_THREADS", "MACHINES", "MOST_DUELS", "GUESTS_PER_HOUR"), 1),
    **dict.fromkeys(("THINKING_SECONDS", "PASSWORD_HASHES", "DATABASE_POOL"), 1),
    **dict.fromkeys((f"DATABASE_{what}_SECONDS" for what in ("CONNECT", "WAIT", "IDLE", "ANSWER")), 1),
}
"""The least that settings which are numbers may be."""
TO_SPARE = 3
"""Connections for commands of the keeper, beside those of the processes."""
HOST = re.compile(r"\.?[A-Za-z0-9\[][A-Za-z0-9.:\]-]*")
MAKE_KEY = "python3 -c 'import secrets; print(secrets.token_hex(32))' makes one"


def check_before_serving() -> None:
    """Look at the environment, and into the database if it answers; raises SettingsRefused."""
    private_files.create_privately()
    config = configuration()
    if environ.get("FLASK_DEBUG", "").lower() in TRUE:
        raise SettingsRefused(["FLASK_DEBUG shows whoever asks what fails: do not set it where others play."])
    check(config)
    database = Database(config["DATABASE_URL"], Limits(1, config["DATABASE_CONNECT_SECONDS"]))
    try:
        check_room(config, database)
    finally:
        database.close()


def check(config: Mapping[str, Any]) -> None:
    """Raise SettingsRefused for settings that would serve nobody, or others than are meant."""
    faults = [
        *secrets(config),
        *addresses(config),
        *numbers(config),
        *databases(config),
        *others(config),
    ]
    if faults:
        raise SettingsRefused(faults)


def secrets(config: Mapping[str, Any]) -> Iterator[str]:
    """Name what could be guessed, without saying it."""
    key = str(config["SECRET_KEY"])
    if len(key) < SHORTEST_KEY or len(set(key)) < FEWEST_SIGNS:
        yield (
            f"SECRET_KEY can be guessed, and whoever does is anybody they like: it takes {SHORTEST_KEY} "
            f"characters by lot. {MAKE_KEY}; without the setting the site makes its own."
        )
    token = str(config.get("METRICS_TOKEN") or "")
    if 0 < len(token) < SHORTEST_TOKEN:
        yield f"METRICS_TOKEN can be guessed: it takes {SHORTEST_TOKEN} characters by lot. {MAKE_KEY}."
    try:
        make_keyring(config)
    except ValueError:
        yield "ENTRY_KEYS holds something that is no key. `flask --app app keys new` prints one."
    if config.get("VAPID_PRIVATE_KEY"):
        try:
            read_vapid(config["VAPID_PRIVATE_KEY"])
        except SettingRefused as error:
            yield f"{error}: it is what a file `vapid.pem` holds, which the site makes where none is set."


def addresses(config: Mapping[str, Any]) -> Iterator[str]:
    """Name what would let cookies go in the clear, or let others say who they are and where they came."""
    site = urlsplit(config["SITE_URL"])
    if site.scheme not in {"http", "https"} or not site.hostname or "@" in site.netloc or site.query:
        yield "SITE_URL is the address of the site, as https://duels.example.org."
        return
    is_encrypted, is_secure = site.scheme == "https", bool(config.get("COOKIE_SECURE"))
    if is_secure and not is_encrypted:
        yield "COOKIE_SECURE=1 keeps cookies to HTTPS, but SITE_URL begins with http://: nobody can log in."
    if is_encrypted and not is_secure:
        yield "SITE_URL begins with https://, but cookies would go in the clear too: set COOKIE_SECURE=1."
    given = str(config.get("ALLOWED_HOSTS") or "").strip()
    if config.get("TRUST_PROXY") and not given and config["SITE_URL"] == usual_address():
        yield (
            "TRUST_PROXY=1 believes what a proxy says of visitors, but nothing says under which name the "
            "site is reached through it: set SITE_URL, or ALLOWED_HOSTS too."
        )
    yield from hosts(config, site.netloc)


def hosts(config: Mapping[str, Any], own: str) -> Iterator[str]:
    """Name what is allowed and no name, or allowed to everybody, and what lacks."""
    names = allowed(config)
    wrong = [name for name in names if not HOST.fullmatch(name)]
    if wrong:
        yield f"ALLOWED_HOSTS takes names with blanks or commas between, and no pattern: {', '.join(wrong)}"
    elif not host_is_trusted(own, names):
        yield "SITE_URL is none of the names in ALLOWED_HOSTS: the links of the site would lead nowhere."


def numbers(config: Mapping[str, Any]) -> Iterator[str]:
    """Name numbers that are too small, or that leave nothing for others."""
    for name, least in LEAST.items():
        if config.get(name, least) < least:
            yield f"{name} is {least} at least, not {config[name]}."
    streams = config["WEB_STREAMS"] + config["API_STREAMS"]
    if streams >= config["WEB_THREADS"]:
        yield (
            f"WEB_STREAMS ({config['WEB_STREAMS']}) and API_STREAMS ({config['API_STREAMS']}) leave none of "
            f"WEB_THREADS ({config['WEB_THREADS']}) to pages."
        )
    answer, wait = config["DATABASE_ANSWER_SECONDS"], config["DATABASE_WAIT_SECONDS"]
    if answer <= wait:
        yield (
            f"DATABASE_ANSWER_SECONDS ({answer}) must be more than DATABASE_WAIT_SECONDS ({wait}): "
            "who waits for a lock is answered no sooner."
        )


def databases(config: Mapping[str, Any]) -> Iterator[str]:
    """Name an address of what is no database of ours."""
    example = "sqlite:////absolute/path or postgresql://user:password@host/name"
    try:
        url = make_url(config["DATABASE_URL"])
    except (ArgumentError, ValueError):
        yield f"DATABASE_URL is no address: {example}"
        return
    kind = url.drivername.partition("+")[0]
    if kind not in {"sqlite", "postgres", "postgresql"}:
        yield f"DATABASE_URL is of a kind of database that the site does not know: {example}"
    if kind == "sqlite" and url.database in {None, "", ":memory:"}:
        yield f"DATABASE_URL names no file, so that nothing would be kept: {example}"


def others(config: Mapping[str, Any]) -> Iterator[str]:
    """Name what else is not as it has to be."""
    if config.get("LOG_FORMAT") not in {None, "", "json"}:
        yield "LOG_FORMAT is json, or not set."
    try:
        parse(config["API_RATE"])
    except ValueError:
        yield "API_RATE is written as 600 per minute."
    try:
        read_ways(config)
    except SettingRefused as error:
        yield f"{error}."


def check_room(config: Mapping[str, Any], database: Database) -> None:
    """Raise SettingsRefused where the server allows fewer connections than the site may open."""
    if database.url.get_backend_name() == "sqlite":
        return
    try:
        room = read_room(database.engine)
    except Unavailable as error:
        click.echo(f"Whether the database allows enough connections could not be seen: {error}", err=True)
        return
    if needed(config) > room.allowed:
        raise SettingsRefused([why_no_room(config, room)])


def needed(config: Mapping[str, Any]) -> int:
    """Count the connections that all processes together may open, those of the worker too."""
    processes = config["MACHINES"] * (config["WEB_CONCURRENCY"] + 1)
    most: int = processes * config["DATABASE_POOL"] + TO_SPARE
    return most


def why_no_room(config: Mapping[str, Any], room: Room) -> str:
    """Say what does not fit, and what can be changed."""
    machines, processes, pool = (config[name] for name in ("MACHINES", "WEB_CONCURRENCY", "DATABASE_POOL"))
    return (
        f"PostgreSQL allows the site {room.allowed} connections ({room.why}), and it may need "
        f"{needed(config)}: MACHINES ({machines}) × (WEB_CONCURRENCY ({processes}) and a worker) × "
        f"DATABASE_POOL ({pool}), and {TO_SPARE} for commands. Lower one of these, or raise max_connections."
    )
