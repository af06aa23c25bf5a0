"""The site as an installed app (W3C, Web Application Manifest)."""

import re
from io import BytesIO

import pytest
from PIL import Image

from web.pages.installed import ICON_SIZES


def test_a_device_finds_in_the_manifest_where_to_begin_and_icons_that_exist(visit):
    page = visit().get("/rules").text
    address = re.search(r'rel="manifest" href="([^"]+)"', page)[1]
    answer = visit().get(address)
    assert answer.mimetype == "application/manifest+json"
    manifest = answer.get_json(force=True)
    assert (manifest["start_url"], manifest["display"]) == ("/duels/", "standalone")
    for each in manifest["icons"]:
        icon = visit().get(each["src"])
        assert (icon.status_code, icon.mimetype) == (200, each["type"])
    assert {each["purpose"] for each in manifest["icons"][1:]} == {"any", "maskable"}


@pytest.mark.parametrize("width", ICON_SIZES)
def test_a_painted_icon_fills_its_square(visit, width):
    answer = visit().get(f"/icon.png?width={width}")
    picture = Image.open(BytesIO(answer.data))
    assert picture.size == (width, width)
    assert len({picture.getpixel((x, y)) for x in (0, width - 1) for y in (0, width - 1)}) == 1
    assert answer.cache_control.public


def test_no_other_widths_are_painted(visit):
    assert visit().get("/icon.png?width=100000").status_code == 404


def test_the_page_without_a_connection_names_files_that_exist_and_nobody(member, visit):
    answer = member("anna").get("/offline")
    files = re.findall(r"<([^>]+)>", answer.headers["Link"])
    assert len(files) == 3
    assert [visit().get(each).status_code for each in files] == [200] * 3
    assert "anna" not in answer.text
    assert answer.text == visit().get("/offline").text


def test_the_service_worker_serves_the_whole_site_and_is_always_revalidated(visit):
    answer = visit().get("/service-worker.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]


def test_only_members_and_guests_get_the_service_worker(member, visit):
    assert 'data-worker="/service-worker.js"' in member("anna").get("/duels/").text
    assert "data-worker" not in visit().get("/rules").text
