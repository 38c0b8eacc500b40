"""Results of a finished game: the score sheet and a chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from zoobox.kernel.choice import Standing
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
        shown.colours,
        say(language, "end.how_it_went"),
        say(language, "end.decisions"),
        f"/tables/{table}/replay?moment=",
        lambda points: shown.game.short_points(points, language),
    )
    ranked = sorted(shown.standings, key=lambda one: (one.rank, one.seat))
    return page(
        request,
        "end.html",
        names=names,
        colours=shown.colours,
        game=shown.game,
        ranked=ranked,
        tie=_tie_words(shown, ranked, language),
        lines=texts_under(shown.game.texts.texts, "score.", language),
        chart=Markup(picture),
        luck=messages.luck_message(shown),
        reviewed=f"/tables/{table}/review" if shown.plays else "",
    )


def _tie_words(table: Table, ranked: Sequence[Standing], language: str) -> str:
    """What decided between seats with equal points; nothing where points alone did."""
    broken = any(one.points == other.points and one.rank != other.rank for one, other in pairwise(ranked))
    return table.game.texts.say(Phrase("end.tie"), language) if broken and "end.tie" in table.game.texts.texts else ""


def _sample(last: int) -> Iterator[int]:
    yield from range(0, last, max(1, -(-last // SAMPLES)))
    yield last
