"""Metrics for Prometheus: only with the token, and without any duel or account."""

import re

import pytest

from services.worker import record_sweep
from tests.fixtures_duels import FIRST, LISTS, SECOND
from web.core.metrics import folder, forget_gone, measured_task

TOKEN = {"Authorization": "Bearer figures"}


@pytest.fixture(scope="session")
def counted_in(tmp_path_factory):
    """Return the folder of this process's counters: it is fixed for the life of the process."""
    return str(tmp_path_factory.mktemp("metrics"))


@pytest.fixture
def counting(site_with, any_database, counted_in):
    """Return a site that counts."""
    return site_with(any_database, METRICS_TOKEN="figures", METRICS_FOLDER=counted_in)


def read_metrics(site):
    """Return the metrics by name and labels."""
    answer = site.test_client().get("/metrics", headers=TOKEN)
    assert answer.status_code == 200
    lines = (line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def test_metrics_need_the_token(counting, site):
    client = counting.test_client()
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer other"}).status_code == 404
    assert client.get("/metrics", headers=TOKEN).status_code == 200
    assert site.test_client().get("/metrics", headers=TOKEN).status_code == 404


def test_requests_are_counted_by_the_pattern_of_their_address(counting):
    for path in ("/rules", "/rules", "/players/anna", "/nowhere/at/all"):
        counting.test_client().get(path)
    counts = {
        name: value
        for name, value in read_metrics(counting).items()
        if name.startswith("site_request_seconds_count")
    }
    assert counts['site_request_seconds_count{method="GET",page="pages.rules",status="200"}'] >= 2
    assert any('page="none"' in name for name in counts)
    assert not any("anna" in name or "nowhere" in name for name in counts)


def test_chapters_are_counted_by_their_kind_alone(counting, contest):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    figures = read_metrics(counting)
    assert figures['site_chapters_total{kind="homes"}'] >= 1
    assert not any(contest.token in name for name in figures)


def test_duties_are_timed_and_their_failures_and_results_counted(counting):
    duty = f"sweeping {counting.config['DATABASE_URL'].partition(':')[0]}"
    with counting.app_context():
        with measured_task(duty) as count_done:
            count_done(3)
        with pytest.raises(ZeroDivisionError), measured_task(duty):
            _ = 1 / 0
    figures = read_metrics(counting)
    assert figures[f'site_duty_done_total{{duty="{duty}"}}'] == 3
    assert figures[f'site_duty_failures_total{{duty="{duty}"}}'] == 1
    assert figures[f'site_duty_seconds_count{{duty="{duty}"}}'] == 2


def test_metrics_of_dead_processes_are_deleted(counting):
    place = folder(counting.config)
    gone, unknown = place / "counter_4194304.db", place / "notes.txt"
    for path in (gone, unknown):
        path.touch()
    mine = [path for path in place.iterdir() if re.search(r"_\d+\.db$", path.name) and path != gone]
    forget_gone(counting.config)
    assert not gone.exists()
    assert unknown.exists()
    assert all(path.exists() for path in mine)


def test_without_the_setting_no_metrics_are_kept(site, tmp_path):
    site.test_client().get("/rules")
    assert not (tmp_path / "metrics").exists()


def test_metrics_show_the_current_backlog_of_the_worker(counting, any_database):
    assert "site_worker_silence_seconds" not in read_metrics(counting)
    record_sweep(any_database, counting.config["CLOCK"]())
    figures = read_metrics(counting)
    assert figures["site_worker_silence_seconds"] >= 0
    assert {name: value for name, value in figures.items() if name.startswith("site_worker_waiting")} == {
        f'site_worker_waiting{{what="{what}"}}': 0
        for what in ("overdue", "stuck", "messages", "late_messages")
    }
