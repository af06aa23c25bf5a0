"""Start-up checks: unsafe settings, and room in the database."""

import re
from collections.abc import Iterator, Mapping
from os import environ
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
from limits import parse
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError
from werkzeug.sansio.utils import host_is_trusted

from models import Database, Limits, Unavailable
from models.connections import Room, read_room
from models.schema import newest_revision, revision
from models.sealed import KeyMissing
from services.keys import try_keys
from web.core import private_files
from web.core.configuration import (
    OFF,
    SettingsRefused,
    configuration,
    most_files,
    usual_address,
    usual_dump_folder,
)
from web.core.keys import make_keyring
from web.core.site import allowed
from web.notifications import ways

SHORTEST_KEY, FEWEST_SIGNS, SHORTEST_TOKEN = 32, 8, 16
LEAST = {
    **dict.fromkeys(("WEB_STREAMS", "API_STREAMS", "CACHE_BYTES", "MOST_GUESTS", "THINKING_PROCESSES"), 0),
    **dict.fromkeys(("WEB_CONCURRENCY", "WEB_THREADS", "MACHINES", "MOST_DUELS", "GUESTS_PER_HOUR"), 1),
    **dict.fromkeys(("THINKING_SECONDS", "PASSWORD_HASHES", "DATABASE_POOL"), 1),
    **dict.fromkeys((f"DATABASE_{what}_SECONDS" for what in ("CONNECT", "WAIT", "IDLE", "ANSWER")), 1),
}
"""The least values of numeric settings."""
FILES_BESIDE = 700
"""How many files a process needs besides its streams: 500 for requests, and those to databases."""
TO_SPARE = 3
"""Connections for the administrator's commands, besides those of the processes."""
HOST = re.compile(r"\.?[A-Za-z0-9\[][A-Za-z0-9.:\]-]*")
WRONG_KEYS = (
    "The keys do not decrypt the sealed values of the database: these are not the keys of this site. Set "
    "ENTRY_KEYS, or put its file `entry_keys` back in place. Nothing is lost meanwhile: once the keys fit, "
    "the time is given back."
)
NO_TABLES = (
    "The database does not have the tables of this version. `flask --app app database upgrade` makes them, "
    "if DATABASE_URL is right."
)
MAKE_KEY = "python3 -c 'import secrets; print(secrets.token_hex(32))' makes one"


def check_before_serving() -> bool:
    """Check the environment and the database; tell whether the database answers. Raises SettingsRefused."""
    private_files.create_privately()
    config = configuration()
    if environ.get("FLASK_DEBUG", "").lower() not in {*OFF, "false", "no"}:
        raise SettingsRefused(["FLASK_DEBUG shows errors to everybody: do not set it where others play."])
    check(config)
    for doubt in doubts(config):
        click.echo(doubt, err=True)
    limits = Limits(1, config["DATABASE_CONNECT_SECONDS"])
    database = Database(config["DATABASE_URL"], limits, make_keyring(config))
    try:
        is_there = check_tables(database)
        check_room(config, database)
        check_keys(database)
    finally:
        database.close()
    return is_there


def check(config: Mapping[str, Any]) -> None:
    """Raise SettingsRefused for unusable or unsafe settings."""
    faults = [fault for name_faults in CHECKS for fault in name_faults(config)]
    if faults:
        raise SettingsRefused(faults)


def secrets(config: Mapping[str, Any]) -> Iterator[str]:
    """List secrets that could be guessed, without revealing them."""
    key = str(config["SECRET_KEY"])
    if len(key) < SHORTEST_KEY or len(set(key)) < FEWEST_SIGNS:
        yield (
            f"SECRET_KEY can be guessed, which lets an attacker act as any member: it takes {SHORTEST_KEY} "
            f"random characters. {MAKE_KEY}; without the setting the site makes its own."
        )
    token = str(config.get("METRICS_TOKEN") or "")
    if 0 < len(token) < SHORTEST_TOKEN:
        yield f"METRICS_TOKEN can be guessed: it takes {SHORTEST_TOKEN} random characters. {MAKE_KEY}."
    try:
        make_keyring(config)
    except ValueError:
        yield "ENTRY_KEYS holds something that is no key. `flask --app app keys new` prints one."


def addresses(config: Mapping[str, Any]) -> Iterator[str]:
    """List settings that would send cookies unencrypted, or trust the headers of strangers."""
    site = urlsplit(config["SITE_URL"])
    if site.scheme not in {"http", "https"} or not site.hostname or "@" in site.netloc or site.query:
        yield "SITE_URL is the address of the site, as https://duels.example.org."
        return
    is_encrypted, is_secure = site.scheme == "https", bool(config.get("COOKIE_SECURE"))
    if is_secure and not is_encrypted:
        yield "COOKIE_SECURE=1 keeps cookies to HTTPS, but SITE_URL begins with http://: nobody can log in."
    if is_encrypted and not is_secure:
        yield "SITE_URL begins with https://, but cookies would be sent unencrypted too: set COOKIE_SECURE=1."
    given = str(config.get("ALLOWED_HOSTS") or "").strip()
    if config.get("TRUST_PROXY") and not given and config["SITE_URL"] == usual_address():
        yield (
            "TRUST_PROXY=1 trusts a proxy about visitors, but the site does not know its name behind the "
            "proxy: set SITE_URL, or ALLOWED_HOSTS too."
        )
    yield from hosts(config, site.netloc)


def hosts(config: Mapping[str, Any], own: str) -> Iterator[str]:
    """List faults of the allowed host names."""
    names = allowed(config)
    wrong = [name for name in names if not HOST.fullmatch(name)]
    if wrong:
        yield f"ALLOWED_HOSTS takes names with blanks or commas between, and no pattern: {', '.join(wrong)}"
    elif not host_is_trusted(own, names):
        yield "SITE_URL is none of the names in ALLOWED_HOSTS: the links of the site would lead nowhere."


def numbers(config: Mapping[str, Any]) -> Iterator[str]:
    """List numbers that are too small, or too large for the rest."""
    for name, least in LEAST.items():
        if config.get(name, least) < least:
            yield f"{name} is {least} at least, not {config[name]}."
    streams, files = config["WEB_STREAMS"] + config["API_STREAMS"], most_files()
    if streams > files - FILES_BESIDE:
        yield (
            f"WEB_STREAMS ({config['WEB_STREAMS']}) and API_STREAMS ({config['API_STREAMS']}) leave too few "
            f"of the {files} files that a process may have open: lower them, or raise that (LimitNOFILE)."
        )
    answer, wait = config["DATABASE_ANSWER_SECONDS"], config["DATABASE_WAIT_SECONDS"]
    if answer <= wait:
        yield (
            f"DATABASE_ANSWER_SECONDS ({answer}) must be more than DATABASE_WAIT_SECONDS ({wait}): "
            "who waits for a lock is answered no sooner."
        )


def databases(config: Mapping[str, Any]) -> Iterator[str]:
    """List faults of the database's address."""
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
    """List faults of other settings."""
    if config.get("LOG_FORMAT") not in {None, "", "json"}:
        yield "LOG_FORMAT is json, or not set."
    try:
        parse(config["API_RATE"])
    except ValueError:
        yield "API_RATE is written as 600 per minute."


CHECKS = (secrets, addresses, numbers, databases, others, ways.faults)
"""The checks of settings; a feature with settings of its own adds its check here."""


def check_room(config: Mapping[str, Any], database: Database) -> None:
    """Raise SettingsRefused if the server allows fewer connections than the site may open."""
    if database.url.get_backend_name() == "sqlite":
        return
    try:
        room = read_room(database.engine)
    except Unavailable as error:
        click.echo(f"The database could not be asked how many connections it allows: {error}", err=True)
        return
    if needed(config) > room.allowed:
        raise SettingsRefused([why_no_room(config, room)])


def check_tables(database: Database) -> bool:
    """Tell whether the database answers; raises SettingsRefused if its tables are of another version."""
    url = database.url
    is_missing = url.get_backend_name() == "sqlite" and not Path(url.database or "").exists()
    try:
        if is_missing or revision(database) != newest_revision():
            raise SettingsRefused([NO_TABLES])
    except Unavailable:
        return False
    return True


def check_keys(database: Database) -> None:
    """Raise SettingsRefused if the keys do not open the sealed values."""
    try:
        if revision(database) == newest_revision():  # a database of an older revision is not served
            with database.reading() as session:
                try_keys(session)
    except KeyMissing as error:
        raise SettingsRefused([WRONG_KEYS]) from error
    except Unavailable as error:
        click.echo(f"The database could not be asked whether the keys fit: {error}", err=True)


def needed(config: Mapping[str, Any]) -> int:
    """Count the connections that all processes together may open, including the worker."""
    processes = config["MACHINES"] * (config["WEB_CONCURRENCY"] + 1)
    most: int = processes * config["DATABASE_POOL"] + TO_SPARE
    return most


def doubts(config: Mapping[str, Any]) -> Iterator[str]:
    """List settings that work, but are probably mistakes."""
    if config["MACHINES"] > 1 and config["DUMP_FOLDER"] == usual_dump_folder(config["INSTANCE"]):
        yield (
            f"MACHINES is {config['MACHINES']}, but each keeps the files of finished duels in a folder "
            "of its own: the others answer 404. Set DUMP_FOLDER to a folder that all of them share."
        )


def why_no_room(config: Mapping[str, Any], room: Room) -> str:
    """Say why the connections do not fit, and what to change."""
    machines, processes, pool = (config[name] for name in ("MACHINES", "WEB_CONCURRENCY", "DATABASE_POOL"))
    return (
        f"PostgreSQL allows the site {room.allowed} connections ({room.why}), and it may need "
        f"{needed(config)}: MACHINES ({machines}) × (WEB_CONCURRENCY ({processes}) and a worker) × "
        f"DATABASE_POOL ({pool}), and {TO_SPARE} for commands. Lower one of these, or raise max_connections."
    )
