"""Reading pages: their text, tables and forms."""

import html
import re


def plain(fragment):
    """Return the text of some HTML, without tags, with non-breaking spaces as plain ones."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", fragment))).strip()


def text(answer):
    """Return the text of a page."""
    return plain(answer.text)


def rows(answer):
    """Return the text of each table cell, row by row."""
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", answer.text, re.DOTALL)
    return [
        [plain(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)] for row in found
    ]


def chosen(answer):
    """Return the chosen options and field values of the form on a page, by name."""
    selects = re.findall(r'<select[^>]* name="(\w+)"[^>]*>(.*?)</select>', answer.text, re.DOTALL)
    picked = {
        name: re.search(r'<option[^>]*selected[^>]*value="([^"]*)"', options) for name, options in selects
    }
    found = {name: match[1] for name, match in picked.items() if match}
    inputs = re.findall(r'<input[^>]* name="(bid_\w+)"[^>]*? value="([^"]*)"', answer.text)
    return found | dict(inputs)


def faults(answer):
    """Return the faulty lines of a typed sheet that a page lists."""
    listed = re.search(r'id="typed-errors">(.*?)</div>', answer.text, re.DOTALL)
    return [plain(fault) for fault in re.findall(r"<li>(.*?)</li>", listed[1], re.DOTALL)] if listed else []


def box(answer):
    """Return the contents of the typed box."""
    return html.unescape(re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", answer.text, re.DOTALL)[1])


def links(answer):
    """List the targets of all links on a page."""
    return [html.unescape(link) for link in re.findall(r'href="([^"]+)"', answer.text)]


def without_tokens(answer):
    """Return a page without the tokens of its forms: they differ between viewers and seconds."""
    return re.sub(r'name=\\?"csrf_token[^>]*>', "", answer.text)
