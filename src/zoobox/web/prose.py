"""The little Markdown that ledgers are written in, as HTML.

It has headings, paragraphs, lists, tables, emphasis, links to rules, and pictures of the folder `pictures`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

RULE_ID = re.compile(r"<code>([a-z]{3,}(?:\.[a-z0-9-]+){2})</code>")
PICTURE = re.compile(r"!\[(?P<alt>[^\]]*)\]\((?:\.\./)?pictures/(?P<name>[a-z0-9-]+)\.svg\)")
BULLET = re.compile(r"[-*] |\d+\. ")


def html(markdown: str) -> str:
    """The text as HTML, everything in it escaped."""
    return "\n".join(_block(block) for block in re.split(r"\n\s*\n", markdown.strip()) if block.strip())


def _block(block: str) -> str:
    lines = block.strip().splitlines()
    if lines[0].startswith("|"):
        return _table(lines)
    if lines[0].startswith("## "):
        return f"<h2>{inline(lines[0][3:])}</h2>"
    if picture := PICTURE.fullmatch(" ".join(lines)):
        return f'<img class="shown" src="/rules/pictures/{picture["name"]}.svg" alt="{escape(picture["alt"])}">'
    if BULLET.match(lines[0]):
        tag = "ul" if lines[0][0] in "-*" else "ol"
        return f"<{tag}>{''.join(f'<li>{inline(item)}</li>' for item in _items(lines))}</{tag}>"
    return f"<p>{inline(' '.join(lines))}</p>"


def _items(lines: list[str]) -> Iterator[str]:
    item = ""
    for line in lines:
        if bullet := BULLET.match(line):
            if item:
                yield item
            item = line[bullet.end() :]
        else:
            item += " " + line.strip()
    yield item


def _table(lines: list[str]) -> str:
    rows = [[inline(cell.strip()) for cell in line.strip().strip("|").split("|")] for line in lines]
    head = "".join(f"<th>{cell}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows[2:])
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def inline(text: str) -> str:
    """One line with its emphasis."""
    safe = escape(text)
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", safe)
    safe = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", safe)
    safe = re.sub(r"(?<![*\w])\*([^*]+)\*(?![*\w])", r"<em>\1</em>", safe)
    return RULE_ID.sub(r'<a href="#\1"><code>\1</code></a>', safe)
