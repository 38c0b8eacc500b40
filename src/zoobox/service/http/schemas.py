"""Schemas of requests, which are checked, and of answers, for the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from zoobox.drawing.palette import SEATS
from zoobox.kernel.text import LANGUAGES

Language = Literal["en", "de"]
assert LANGUAGES == ("en", "de")
SeatNumber = Annotated[int, Field(ge=0, le=15)]
Number = Annotated[int, Field(ge=0, le=2**31 - 1)]
ChoiceId = Annotated[int, Field(ge=0, le=2**53)]
Name = Annotated[str, Field(max_length=200)]
Contribution = Annotated[str, Field(max_length=64, pattern=r"^[ -~]*$")]
"""What a player adds to the luck of a game: any text of theirs."""


CLEANED = ("name", "text")
"""Names and lines of chat: what cannot be printed is replaced in them, not refused."""


def _check_text(value: Any) -> None:
    """Refuses what no database can store: NUL and halves of characters."""
    if isinstance(value, str) and ("\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value)):
        raise ValueError("a text cannot hold NUL or half a character")


class Schema(BaseModel):
    """A request: strict, without unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _texts(cls, given: Any) -> Any:
        for name, value in given.items() if isinstance(given, dict) else ():
            if name not in CLEANED:
                inner = (
                    [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else ()
                )
                for text in (name, value, *inner):
                    _check_text(text)
        return given


class Me(Schema):
    """My name and language."""

    name: Name | None = None
    language: Language | None = None


class TokenName(Schema):
    name: Name = ""


class Recovery(Schema):
    token: Annotated[str, Field(max_length=500)]


class ClockSchema(Schema):
    kind: Literal["decision", "game"]
    seconds: Annotated[float, Field(ge=1, le=60 * 60 * 24 * 30)]
    increment: Annotated[float, Field(ge=0, le=60 * 60 * 24)] = 0
    policy: Literal["decide", "sit-in", "lose"] = "decide"
    """When the time has run out: a bot makes that one decision, a bot sits in until I return, or I have lost."""


class SeatRequest(Schema):
    kind: Literal["me", "open", "bot"]
    level: Annotated[str, Field(max_length=40)] | None = None
    name: Name | None = None
    contribution: Contribution = ""
    colour: Annotated[int, Field(ge=0, le=len(SEATS) - 1)] | None = None
    """The number of a colour, for a seat of mine."""


class NewTableRequest(Schema):
    """A table to be set up; only the game is needed."""

    game: Annotated[str, Field(max_length=60)]
    players: Annotated[int, Field(ge=1, le=16)] | None = None
    variant: Annotated[str, Field(max_length=60)] | None = None
    settings: dict[Annotated[str, Field(max_length=60)], bool | int | str | None] = {}
    seed: int | Annotated[str, Field(pattern=r"^[0-9]{1,38}$")] | None = None
    seats: Annotated[list[SeatRequest], Field(max_length=16)] = [SeatRequest(kind="me")]
    visibility: Literal["link", "public"] = "link"
    clock: ClockSchema | None = None
    hints: bool = True
    name: Name | None = None


class JoinSeat(Schema):
    name: Name | None = None
    contribution: Contribution = ""


class BotLevel(Schema):
    level: Annotated[str, Field(max_length=40)] | None = None


class ConsequencesRequest(Schema):
    """What would a choice lead to?"""

    seat: SeatNumber
    ask: Number
    choice: ChoiceId


class PlacementsRequest(ConsequencesRequest):
    """Where could the tile lie that a choice would bring?"""


class WhyRequest(Schema):
    """Why can this place of the picture not be chosen?"""

    seat: SeatNumber
    ask: Number
    targets: Annotated[list[Annotated[str, Field(max_length=80)]], Field(min_length=1, max_length=16)]


class DecisionRequest(Schema):
    """The answer to a question: `ask` is its number, `choice` an id or a notation.

    `automatic` says that a page has answered by itself, because there was one choice only; the log tells it.
    """

    seat: SeatNumber
    ask: Number
    choice: ChoiceId | Annotated[str, Field(max_length=200)]
    automatic: bool = False


class SeatOnly(Schema):
    seat: SeatNumber


class SeatName(Schema):
    name: Name


class TableRequest(Schema):
    """What is asked of the others: to let a bot play for somebody who is away, or to end the game without a result."""

    seat: SeatNumber
    what: Literal["replace", "abandon"]
    about: SeatNumber | None = None


class UndoAnswer(Schema):
    seat: SeatNumber
    agree: bool


class ChatText(Schema):
    text: Annotated[str, Field(max_length=2000)]
    key: Annotated[str, Field(max_length=40)] = ""
    """Chosen by the sender: a line sent again with the same key is said once."""


class Hello(Schema):
    """The first message on a socket."""

    type: Literal["hello"]
    seat: SeatNumber | Literal["mine"] | None = None
    language: Language = "en"
    pictures: bool = False
    form: Literal["wide", "narrow"] = "wide"
    aloud: bool = False
    """Whether bots say what their decisions mean."""
    words: bool = True
    view: bool = True
    since: Number | None = None
    token: Annotated[str, Field(max_length=500)] | None = None
    seat_token: Annotated[str, Field(max_length=500)] | None = None


class ChangeView(Schema):
    """Changes what is sent on a socket."""

    seat: SeatNumber | Literal["mine"] | None = None
    language: Language = "en"
    pictures: bool = False
    form: Literal["wide", "narrow"] = "wide"
    aloud: bool = False
    """Whether bots say what their decisions mean."""
    words: bool = True
    view: bool = True
    seat_token: Annotated[str, Field(max_length=500)] | None = None


class ErrorBody(BaseModel):
    code: str
    reason: str
    rule: str | None
    number: int | None


class ErrorSchema(BaseModel):
    """The answer to a refused request."""

    error: ErrorBody


class Created(BaseModel):
    """A table that was set up, with the tokens of my seats."""

    table: str
    number: int
    seats: dict[str, str]


class Decided(BaseModel):
    number: int
    moment: int
    repeated: bool


class UndoResult(BaseModel):
    done: bool
    number: int
    moment: int


class SeatTaken(BaseModel):
    seat: int
    token: str
    number: int


class SeatChanged(BaseModel):
    seat: int
    number: int


class Who(BaseModel):
    person: str | None
    name: str
    language: str


class TableLink(BaseModel):
    table: str


class RematchLink(BaseModel):
    table: str | None
    """None while others have not answered yet."""


class RequestResult(BaseModel):
    done: bool
    number: int


class Tables(BaseModel):
    tables: list[dict[str, Any]]


class StateSchema(BaseModel):
    """Everything about a table, for one watcher; docs/protocol.md explains each field."""

    type: Literal["state"]
    table: str
    number: int
    game: dict[str, Any]
    visibility: str
    host: str
    hints: bool
    clock: dict[str, Any] | None
    owner: bool
    absence: float
    luck: dict[str, Any]
    rematch: str | None
    previous: str | None
    log: list[dict[str, Any]]
    chat: list[dict[str, Any]]
    now: dict[str, Any]
