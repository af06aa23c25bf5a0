"""Naming a browser in a few words."""

import pytest

from web.core.devices import agent_words

MOZILLA = "Mozilla/5.0"
WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (f"{MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        (f"{MOZILLA} (Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36", "Chrome, Windows"),
        (f"{MOZILLA} (Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36 Edg/140.0", "Edge, Windows"),
        (f"{MOZILLA} (Linux; Android 15; K) {CHROME} Mobile Safari/537.36", "Chrome, Android"),
        (
            f"{MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) {WEBKIT} Version/18.5 Safari/604.1",
            "Safari, iPhone",
        ),
        (
            f"{MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) {WEBKIT} Version/18.5 Safari/605.1.15",
            "Safari, macOS",
        ),
        (f"{MOZILLA} (X11; CrOS x86_64) {CHROME} Safari/537.36", "Chrome, ChromeOS"),
        ("curl/8.5", ""),
        ("", ""),
    ],
)
def test_a_browser_is_named_by_known_words_alone(site, said, words):
    with site.test_request_context(headers={"User-Agent": said}):
        assert agent_words() == words
