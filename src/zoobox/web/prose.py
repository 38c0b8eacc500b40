"""The Markdown of rules pages as HTML. HTML in it is escaped, rule ids become links, pictures are the rules' own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

RULE_ID = re.compile(r"[a-z]{3,}(?:\.[a-z0-9-]+){2}")
PICTURE = re.compile(r"(?:\.\./)?pictures/([a-z0-9-]+)\.svg")


def _code(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    text = tokens[index].content
    code = f"<code>{escapeHtml(text)}</code>"
    return f'<a href="#{text}">{code}</a>' if RULE_ID.fullmatch(text) else code


def _image(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    alt = escapeHtml(tokens[index].content)
    found = PICTURE.fullmatch(str(tokens[index].attrs["src"]))
    return f'<img class="shown" src="/rules/pictures/{found[1]}.svg" alt="{alt}">' if found else alt


def _table_open(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return '<div class="scroll"><table>\n'


def _table_close(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return "</table></div>\n"


_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
_markdown.add_render_rule("code_inline", _code)
_markdown.add_render_rule("image", _image)
_markdown.add_render_rule("table_open", _table_open)
_markdown.add_render_rule("table_close", _table_close)


def html(markdown: str) -> str:
    """The text as HTML."""
    return str(_markdown.render(markdown)).strip()
