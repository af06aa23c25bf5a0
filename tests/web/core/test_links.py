"""Addresses are built once, except the parts from users, and only for the site's own location."""

from web.core.cache import Cache


def test_an_address_is_built_once(site, visit):
    reader, known = visit(), site.extensions["addresses"]
    reader.get("/rules")
    built = known.cache_info().misses
    site.extensions["cache"] = Cache()
    reader.get("/rules")
    assert known.cache_info().misses == built > 0


def test_addresses_typed_by_a_visitor_are_not_cached(site, visit):
    """Otherwise anybody could fill the memory with them."""
    reader, known = visit(), site.extensions["addresses"]
    for place in ("/login", "/register"):
        assert "next=/rules" in reader.get(f"{place}?next=/rules").text.replace("%2F", "/")
    kept = known.cache_info().currsize
    for number in range(20):
        reader.get(f"/login?next=/duels/{number}")
        reader.get(f"/register?next=/duels/{number}")
        reader.get(f"/nowhere/{number}")
    assert known.cache_info().currsize == kept


def test_a_page_kept_for_a_site_below_a_path_is_not_served_at_another_path(site, visit):
    reader = visit()
    below = site.test_client().get("/rules", base_url="http://localhost/below").text
    assert 'href="/below/static/' in below
    assert "/below/" not in reader.get("/rules").text
