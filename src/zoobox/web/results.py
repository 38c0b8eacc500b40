"""Results of a finished game: the score sheet, a chart, and a review where the game is solved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

import zoobox
from zoobox.bots.review import Judged, review, why_not
from zoobox.drawing.palette import SEATS
from zoobox.kernel.choice import Standing
from zoobox.kernel.record import Replay
from zoobox.kernel.text import Phrase
from zoobox.service.http.auth import CurrentServer
from zoobox.service.http.tables import TableId
from zoobox.service.tables import messages
from zoobox.service.tables.table import Table
from zoobox.web.chart import chart
from zoobox.web.language import language_of, say, texts_under
from zoobox.web.pages import page

SAMPLES = 60
"""How many moments a chart shows at most."""
WORST = 3
"""How many of each seat's decisions a review names."""
WORTH_NAMING = 0.01
DECIMAL_MARK = {"en": ".", "de": ","}

router = APIRouter(include_in_schema=False)


@router.get("/tables/{table}/end")
async def end(request: Request, table: TableId, server: CurrentServer) -> Response:
    """The score sheet and the chart of a finished game, to be put into the page of its table."""
    shown = (await server.live_table(table)).table
    if not shown.revealed or shown.state is None:
        return Response(status_code=404)
    language = language_of(request)
    names = shown.names_in(language)
    history = [(moment, [one.points for one in shown.state_at(moment).standings]) for moment in _sample(shown.moment)]
    picture = chart(
        history,
        names,
        SEATS,
        say(language, "end.how_it_went"),
        say(language, "end.decisions"),
        f"/tables/{table}/replay?moment=",
    )
    ranked = sorted(shown.standings, key=lambda one: (one.rank, one.seat))
    return page(
        request,
        "end.html",
        names=names,
        colours=SEATS,
        ranked=ranked,
        tie=_tie_words(shown, ranked, language),
        lines=texts_under(shown.game.texts.texts, "score.", language),
        chart=Markup(picture),
        luck=messages.luck_message(shown),
        reviewed=f"/tables/{table}/review" if _can_be_reviewed(shown) else "",
    )


def _tie_words(table: Table, ranked: Sequence[Standing], language: str) -> str:
    """What decided between seats with equal points; nothing where points alone did."""
    broken = any(one.points == other.points and one.rank != other.rank for one, other in pairwise(ranked))
    return table.game.texts.say(Phrase("end.tie"), language) if broken and "end.tie" in table.game.texts.texts else ""


def _sample(last: int) -> Iterator[int]:
    yield from range(0, last, max(1, -(-last // SAMPLES)))
    yield last


def _can_be_reviewed(table: Table) -> bool:
    return why_not(table.game) is None and bool(table.plays)


@dataclass(frozen=True, slots=True)
class Regret:
    """A decision that gave something away, in words."""

    number: int
    chosen: str
    best: str
    lost: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a review says about one seat."""

    name: str
    decisions: int
    lost: float
    worst: list[Regret]
    exact: bool

    @property
    def mean(self) -> float:
        return self.lost / self.decisions if self.decisions else 0.0


@router.get("/tables/{table}/review")
async def judge(request: Request, table: TableId, server: CurrentServer) -> Response:
    """What the decisions of a finished game gave away, with links to the worst; empty where that is unknown."""
    shown = (await server.live_table(table)).table
    if not shown.revealed:
        return Response(status_code=404)
    if not _can_be_reviewed(shown):
        return Response(status_code=204)
    language = language_of(request)

    def percent(chance: float, places: int) -> str:
        """A number as people of the language write it."""
        return f"{chance * 100:.{places}f}".replace(".", DECIMAL_MARK[language])

    verdicts = await server.read(_verdicts, shown, language)
    return page(request, "review.html", table=table, verdicts=verdicts, percent=percent)


def _verdicts(table: Table, language: str) -> list[Verdict]:
    again = zoobox.replay(table.public_record())
    judged = list(review(again))
    found = []
    for seat, name in enumerate(table.names_in(language)):
        own = [one for one in judged if one.seat == seat]
        worst = sorted((one for one in own if one.lost >= WORTH_NAMING), key=lambda one: -one.lost)[:WORST]
        regrets = [_regret(again, one, language) for one in worst]
        found.append(Verdict(name, len(own), sum(one.lost for one in own), regrets, all(one.exact for one in own)))
    return found


def _regret(again: Replay, judged: Judged, language: str) -> Regret:
    state = again.at(judged.number)
    labels = {choice.notation: choice.label for choice in state.choices(judged.seat, language)}
    return Regret(judged.number, labels[judged.chosen], labels[judged.options[0][0]], judged.lost)
