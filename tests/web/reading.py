"""Pages as their readers find them: the words, the tables, and what the forms hold."""

import html
import re


def plain(fragment):
    """Return what a piece of HTML says, its tags left out and spaces that do not break as spaces."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", fragment))).strip()


def text(answer):
    """Return what a page says."""
    return plain(answer.text)


def rows(answer):
    """Return the cells of every table row of a page as words."""
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", answer.text, re.DOTALL)
    return [
        [plain(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)] for row in found
    ]


def chosen(answer):
    """Return what the form on a page holds: the chosen options and the values of fields, by name."""
    selects = re.findall(r'<select[^>]* name="(\w+)"[^>]*>(.*?)</select>', answer.text, re.DOTALL)
    picked = {
        name: re.search(r'<option[^>]*selected[^>]*value="([^"]*)"', options) for name, options in selects
    }
    found = {name: match[1] for name, match in picked.items() if match}
    inputs = re.findall(r'<input[^>]* name="(bid_\w+)"[^>]*? value="([^"]*)"', answer.text)
    return found | dict(inputs)


def faults(answer):
    """Return the lines at fault in a typed sheet as a page lists them."""
    listed = re.search(r'id="typed-errors">(.*?)</div>', answer.text, re.DOTALL)
    return [plain(fault) for fault in re.findall(r"<li>(.*?)</li>", listed[1], re.DOTALL)] if listed else []


def box(answer):
    """Return what stands in the typed box."""
    return html.unescape(re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", answer.text, re.DOTALL)[1])


def links(answer):
    """Return where all links of a page lead."""
    return [html.unescape(link) for link in re.findall(r'href="([^"]+)"', answer.text)]


def without_tokens(answer):
    """Return a page without the tokens of its forms, which differ by reader and by second."""
    return re.sub(r'name=\\?"csrf_token[^>]*>', "", answer.text)
