"""Style sheets that are used together come as one file."""

import re
from itertools import chain
from pathlib import Path

import pytest

from web.core.stylesheets import LAYERS, TOGETHER

CSS = Path(__file__).parents[3] / "static" / "css"


@pytest.mark.parametrize("name", TOGETHER)
def test_the_sheets_of_a_name_come_each_in_its_layer_without_comments_to_be_stored_for_a_year(site, name):
    answer = site.test_client().get(f"/static/css/all-{name}.css")
    assert answer.mimetype == "text/css"
    assert "immutable" in answer.headers["Cache-Control"]
    assert "/*" not in answer.text
    assert re.findall(r"^@layer (\w+) \{$", answer.text, re.MULTILINE) == list(TOGETHER[name])
    written = "".join((CSS / f"{sheet}.css").read_text("utf-8") for sheet in TOGETHER[name])
    for rule in re.findall(r"[^{}/*]+\{[^{}/*]+\}", written):
        assert rule.strip() in answer.text


def test_the_layers_have_one_order_for_all_sheets_whichever_come_first():
    assert re.findall(r"[\w-]+", LAYERS.removeprefix("@layer")) == list(
        chain.from_iterable(TOGETHER.values())
    )
    assert [
        file.name for file in CSS.glob("*.css") if re.search("@(layer|import)", file.read_text("utf-8"))
    ] == []


def test_a_page_links_them_by_an_address_that_names_their_content(site):
    (address,) = re.findall('href="(/static/css/all-site[^"]*)"', site.test_client().get("/rules").text)
    assert re.search("[?]v=[0-9a-f]{12}$", address)
    assert site.test_client().get(address).status_code == 200


def test_nothing_else_is_sent(site):
    assert site.test_client().get("/static/css/all-everything.css").status_code == 404


def test_every_sheet_is_of_a_name():
    written = {file.stem for file in CSS.glob("*.css")}
    assert written == {sheet for sheets in TOGETHER.values() for sheet in sheets}
