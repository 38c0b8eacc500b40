"""Routes without a server: as much of FastAPI as the routes of the service and the pages use."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from zoobox.web.static_edition.worker.checking import REQUIRED, BaseModel, Constraint, ValidationError, converted


class Body(Constraint):
    """A parameter that is the text of the body."""


class Path(Constraint):
    """A parameter from the path."""


class Query(Constraint):
    """A parameter from the query."""


class Depends:
    """A parameter that a function makes."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function


class Address:
    """The address of a request."""

    def __init__(self, text: str) -> None:
        parts = urlsplit(text)
        self.scheme = "http"
        self.path = unquote(parts.path)
        self.query = parts.query
        self.text = text

    def __str__(self) -> str:
        return self.text


class HTTPConnection:
    """What a route may know of whoever asks."""

    def __init__(self, app: Any, address: str, headers: dict[str, str], cookies: dict[str, str]) -> None:
        self.app = app
        self.url = Address(address)
        self.query_params = dict(parse_qsl(self.url.query, keep_blank_values=True))
        self.headers = headers
        self.cookies = cookies
        self.path_params: dict[str, str] = {}
        self.client = None


class Request(HTTPConnection):
    """A request with its method and body."""

    def __init__(
        self, app: Any, method: str, address: str, body: str, headers: dict[str, str], cookies: dict[str, str]
    ) -> None:
        super().__init__(app, address, headers, cookies)
        self.method = method
        self.text = body

    async def body(self) -> bytes:
        return self.text.encode()

    async def json(self) -> Any:
        return json.loads(self.text)


class Response:
    """The answer to a request."""

    media_type: str | None = None

    def __init__(
        self,
        content: Any = b"",
        status_code: int = 200,
        headers: dict[str, str] | None = None,
        media_type: str | None = None,
    ) -> None:
        self.status_code = status_code
        self.headers = dict(headers or {})
        kind = media_type or self.media_type
        if kind and "content-type" not in self.headers:
            self.headers["content-type"] = kind
        self.cookies_set: dict[str, str] = {}
        self.body = self.render(content)

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else str(content or "").encode()

    def set_cookie(self, key: str, value: str = "", **options: Any) -> None:
        self.cookies_set[key] = value

    def delete_cookie(self, key: str, **options: Any) -> None:
        self.cookies_set[key] = ""


class HTMLResponse(Response):
    media_type = "text/html"


class PlainTextResponse(Response):
    media_type = "text/plain"


class JSONResponse(Response):
    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False).encode()


class RedirectResponse(Response):
    def __init__(self, url: str, status_code: int = 307, headers: dict[str, str] | None = None) -> None:
        super().__init__(b"", status_code, {**(headers or {}), "location": url})


class HTTPException(Exception):
    def __init__(self, status_code: int, detail: str = "", headers: dict[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status_code = status_code
        self.detail = detail
        self.headers = headers


class WebSocketDisconnect(Exception):
    def __init__(self, code: int = 1000, reason: str = "") -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Route:
    """One route: a method, a path with gaps, and the function behind it."""

    def __init__(self, method: str, path: str, function: Callable[..., Any]) -> None:
        self.method = method
        self.function = function
        self.gaps = path.count("{")
        pattern = re.sub(r"\\\{(\w+)(?::\w+)?\\\}", r"(?P<\1>[^/]+)", re.escape(path))
        self.pattern = re.compile(pattern)


class APIRouter:
    """A list of routes."""

    def __init__(self, prefix: str = "", **options: Any) -> None:
        self.prefix = prefix
        self.routes: list[Route] = []

    def add(self, method: str, path: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        def remember(function: Callable[..., Any]) -> Callable[..., Any]:
            self.routes.append(Route(method, self.prefix + path, function))
            return function

        return remember

    def get(self, path: str, **options: Any) -> Any:
        return self.add("GET", path)

    def post(self, path: str, **options: Any) -> Any:
        return self.add("POST", path)

    def put(self, path: str, **options: Any) -> Any:
        return self.add("PUT", path)

    def patch(self, path: str, **options: Any) -> Any:
        return self.add("PATCH", path)

    def delete(self, path: str, **options: Any) -> Any:
        return self.add("DELETE", path)

    def websocket(self, path: str, **options: Any) -> Any:
        return self.add("SOCKET", path)

    def include_router(self, router: APIRouter, **options: Any) -> None:
        self.routes.extend(router.routes)

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]]:
        """The route for a path, and what stands in the gaps; raises HTTPException."""
        other_method = False
        for route in self.routes:
            match = route.pattern.fullmatch(path)
            if match and route.method == method:
                return route, match.groupdict()
            other_method = other_method or match is not None
        raise HTTPException(405 if other_method else 404, "Method Not Allowed" if other_method else "Not Found")


async def call(function: Callable[..., Any], connection: HTTPConnection, made: dict[Any, Any] | None = None) -> Any:
    """Calls a route, or a function that one depends on, with what its parameters ask for."""
    made = {} if made is None else made
    values = {}
    for name, (annotation, default) in parameters(function).items():
        try:
            values[name] = await _value(name, annotation, default, connection, made)
        except ValidationError as error:
            raise ValidationError(error.reason, name, *error.place) from None
    result = function(**values)
    return await result if inspect.isawaitable(result) else result


@cache
def parameters(function: Callable[..., Any]) -> dict[str, tuple[Any, Any]]:
    """Annotation and default of each parameter."""
    hints = get_type_hints(function, include_extras=True)
    found = inspect.signature(function).parameters
    empty = inspect.Parameter.empty
    return {
        name: (hints.get(name, str), REQUIRED if parameter.default is empty else parameter.default)
        for name, parameter in found.items()
    }


async def _value(name: str, annotation: Any, default: Any, connection: HTTPConnection, made: dict[Any, Any]) -> Any:
    plain: Any = annotation
    notes: list[Any] = []
    if get_origin(annotation) is Annotated:
        plain, *notes = get_args(annotation)
    if isinstance(plain, type) and issubclass(plain, HTTPConnection):
        return connection
    if isinstance(default, (Depends, Constraint)):
        notes, default = [*notes, default], getattr(default, "default", REQUIRED)
    for note in notes:
        if isinstance(note, Depends):
            if note.function not in made:
                made[note.function] = await call(note.function, connection, made)
            return made[note.function]
        if isinstance(note, Constraint) and default is REQUIRED:
            default = note.default
    if name in connection.path_params:
        return converted(annotation, connection.path_params[name], from_text=True)
    if any(isinstance(note, Body) for note in notes):
        return converted(annotation, getattr(connection, "text", ""))
    if isinstance(plain, type) and issubclass(plain, BaseModel):
        try:
            body = json.loads(getattr(connection, "text", "") or "{}")
        except ValueError:
            raise ValidationError("The body is not JSON") from None
        return plain.model_validate(body)
    if name in connection.query_params:
        return converted(annotation, connection.query_params[name], from_text=True)
    if default is REQUIRED:
        raise ValidationError("Field required")
    return default


def with_query(path: str, query: dict[str, str]) -> str:
    return path + ("?" + "&".join(f"{quote(key)}={quote(value)}" for key, value in query.items()) if query else "")
