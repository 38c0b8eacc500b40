"""The OpenAPI page: the routes as a person reads them, from the same document that programs read."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

router = APIRouter(include_in_schema=False)
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #2c241b;
       background: #fbf6ec }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #d9c9ae } code, pre { font: 14px/1.4 ui-monospace, monospace }
details { margin: .6rem 0; padding: .4rem .8rem; background: #fff; border: 1px solid #e4d8c3; border-radius: .5rem }
summary { cursor: pointer } .method { display: inline-block; min-width: 4.5rem; font-weight: 700 }
table { border-collapse: collapse } td, th { text-align: left; padding: .1rem 1rem .1rem 0; vertical-align: top }
@media (prefers-color-scheme: dark) { body { background: #211c17; color: #efe6d8 }
  details { background: #2c2620; border-color: #4a4036 } h2 { border-color: #4a4036 } a { color: #e9b872 } }
"""


@router.get("/api/docs")
def page(request: Request) -> HTMLResponse:
    """Every route with its parameters and shapes."""
    document: dict[str, Any] = request.app.openapi()
    groups: dict[str, list[str]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            groups.setdefault(operation.get("tags", ["other"])[0], []).append(
                _operation(document, path, method, operation)
            )
    body = "".join(f"<h2>{escape(name)}</h2>{''.join(parts)}" for name, parts in groups.items())
    return HTMLResponse(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Zoobox: the routes</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head><body>'
        f"<h1>Zoobox: the routes</h1><p>{escape(document['info']['description'])} "
        f'The document behind this page: <a href="/api/openapi.json">openapi.json</a>. '
        f"The socket is at <code>/api/tables/&lbrace;table&rbrace;/live</code>.</p>{body}</body></html>"
    )


def _operation(document: dict[str, Any], path: str, method: str, operation: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td><code>{escape(parameter['name'])}</code></td><td>{escape(parameter['in'])}"
        f"{', needed' if parameter.get('required') else ''}</td><td>{escape(_type(parameter['schema']))}</td></tr>"
        for parameter in operation.get("parameters", [])
    )
    parts = [f"<p>{escape(operation.get('description', ''))}</p>"]
    if rows:
        parts.append(f"<table>{rows}</table>")
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        parts.append(f"<p>Body, <code>{escape(kind)}</code>:</p>{_schema(document, content.get('schema', {}))}")
    for status, answer in operation["responses"].items():
        for content in answer.get("content", {}).values():
            if status.startswith("2") and content.get("schema"):
                parts.append(f"<p>Answer {escape(status)}:</p>{_schema(document, content['schema'])}")
    return (
        f'<details><summary><span class="method">{method.upper()}</span> <code>{escape(path)}</code></summary>'
        f"{''.join(parts)}</details>"
    )


def _schema(document: dict[str, Any], schema: dict[str, Any]) -> str:
    name = schema.get("$ref", "").rpartition("/")[2]
    found = document["components"]["schemas"].get(name, schema)
    rows = "".join(
        f"<tr><td><code>{escape(field)}</code></td><td>{escape(_type(kind))}</td>"
        f"<td>{'needed' if field in found.get('required', []) else ''}</td></tr>"
        for field, kind in found.get("properties", {}).items()
    )
    return f"<table>{rows}</table>" if rows else f"<p>{escape(_type(found))}</p>"


def _type(schema: dict[str, Any]) -> str:
    """A type in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(_type(option) for option in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return " or ".join(repr(value) for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return str(schema.get("type", "anything"))
