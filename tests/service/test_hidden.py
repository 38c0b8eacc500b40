"""No route shows what a seat may not know: re-randomise what is hidden, and every message stays the same."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import orjson
import pytest
from itsdangerous import URLSafeSerializer
from sqlalchemy import Engine
from websockets.sync.client import connect

import zoobox
from service.processes import ServerProcess
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.service.storage.database import migrate, open_engine
from zoobox.service.storage.schema import ADD_SEAT, ADD_TABLE, add_events, event_row
from zoobox.service.tables import creation
from zoobox.service.tables import events as kinds
from zoobox.service.tables.events import TableEvent
from zoobox.service.tables.table import Setup

SECRET = "a secret for tests"
MOMENTS = (0, 9, 25, 60)
MOST_PLAYERS = 3


def has_picture(game: Game) -> bool:
    try:
        game.start(seed=1).svg(0)
    except NotImplementedError:
        return False
    return True


def position_at(game: Game, moment: int) -> Any:
    """A position in mid-game; with several seats to decide, some have decided already."""
    luck = random.Random(moment)
    state = game.start(seed=moment)
    for _ in range(moment):
        seat = luck.choice(state.waiting)
        state.apply(seat, luck.choice(state.legal(seat)))
        if state.over:
            return game.start(seed=moment)
    return state


def put_table(engine: Engine, game: Game, position: Any) -> Setup:
    """A table that begins at a position, as an uploaded record would, but running."""
    setup = replace(creation.new_setup(game, "nobody", 0, None, "link", True), origin=position, salt="")
    seats = [
        TableEvent(
            seat + 1, kinds.SEAT, seat, None, None, 1.0, {"kind": "person", "person": f"p{seat}", "name": f"P{seat}"}
        )
        for seat in range(game.players)
    ]
    events = [*seats, TableEvent(game.players + 1, kinds.START, None, None, None, 1.0, {})]
    with engine.begin() as connection:
        connection.execute(ADD_TABLE, [setup.row("running", 1.0)])
        connection.execute(
            ADD_SEAT,
            [
                {"table_id": setup.id, "seat": seat, "kind": "person", "person": f"p{seat}", "name": "", "level": None}
                for seat in range(game.players)
            ],
        )
        add_events(connection, [event_row(setup.id, event) for event in events])
    return setup


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, Engine]]:
    folder = tmp_path_factory.mktemp("hidden")
    url = f"sqlite:///{folder / 'zoobox.db'}"
    engine = open_engine(url)
    migrate(engine)
    server = ServerProcess(url, folder, secret=SECRET).start()
    yield server, engine
    server.kill()
    engine.dispose()


def seat_token(table: str, seat: int) -> str:
    return str(URLSafeSerializer(SECRET, salt="seat").dumps([table, seat, seat + 1]))


class Spy:
    """Everything a seat (or a spectator) can get out of a server about one table."""

    def __init__(self, server: ServerProcess, setup: Setup, seat: int | None, pictures: bool) -> None:
        self.setup = setup
        self.seat = seat
        self.pictures = pictures
        self.server = server
        headers = {} if seat is None else {"x-seat-token": seat_token(setup.id, seat)}
        self.client = httpx.Client(base_url=f"{server.url}/api/tables", headers=headers, timeout=20)
        self.params = {} if seat is None else {"seat": seat}

    def by_request(self, illegal: list[int | str]) -> list[str]:
        seen = [
            self.client.get(self.setup.id, params={**self.params, "language": language, "pictures": self.pictures}).text
            for language in ("en", "de")
        ]
        seen.append(self.client.get(f"{self.setup.id}/moments/0", params=self.params).text)
        seen.append(self.client.get(f"{self.setup.id}/record").text)
        seen.append(self.client.get(f"{self.setup.id}/moments/0", params={"seat": 1}).text if self.seat is None else "")
        if self.pictures:
            seen.append(self.client.get(f"{self.setup.id}/picture", params=self.params).text)
        if self.seat is not None:
            ask = orjson.loads(seen[0])["now"]["ask"] or 0
            for choice in illegal:
                request = {"seat": self.seat, "ask": ask, "choice": choice}
                seen.append(self.client.post(f"{self.setup.id}/decisions", json=request).text)
        return [self.plain(text) for text in seen]

    def by_socket(self, decide: Any) -> list[str]:
        """What the socket tells before and after somebody else decides."""
        with connect(f"{self.server.socket_url}/api/tables/{self.setup.id}/live") as socket:
            hello: dict[str, Any] = {"type": "hello", "pictures": self.pictures}
            if self.seat is not None:
                hello |= {"seat": self.seat, "seat_token": seat_token(self.setup.id, self.seat)}
            socket.send(orjson.dumps(hello).decode())
            seen = [str(socket.recv(timeout=30)), str(socket.recv(timeout=30))]
            if decide():
                seen.append(str(socket.recv(timeout=30)))
        return [self.plain(text) for text in seen]

    def plain(self, text: str) -> str:
        """Without what differs between any two tables: the id, the times of events, how long somebody is away."""
        text = text.replace(self.setup.id, "TABLE")
        if not text.startswith("{"):
            return text
        message = orjson.loads(text)
        message.get("event", {}).pop("at", None)
        message.pop("away", None)
        for seat in (message.get("now") or {}).get("seats", []):
            seat.pop("away", None)
        return orjson.dumps(message, option=orjson.OPT_SORT_KEYS).decode()


def seated(name: str) -> zoobox.Game:
    return zoobox.game(name, players=min(MOST_PLAYERS, max(zoobox.game_class(name).variants)))


@pytest.mark.parametrize(
    "moment", [MOMENTS[1], MOMENTS[3], *(pytest.param(MOMENTS[n], marks=pytest.mark.long) for n in (0, 2))]
)
@pytest.mark.parametrize("name", zoobox.names())
def test_every_message_is_the_same_whatever_is_hidden(
    quiet: tuple[ServerProcess, Engine], name: str, moment: int
) -> None:
    server, engine = quiet
    game = seated(name)
    state = position_at(game, moment)
    pictures = has_picture(game)
    for seat in (0, game.players - 1, None):
        twins = [state.copy(), *(state.redeal(seat, Luck(number)) for number in (11, 12))]
        setups = [put_table(engine, game, json.loads(json.dumps(twin.position()))) for twin in twins]
        spies = [Spy(server, setup, seat, pictures) for setup in setups]
        legal = set(state.legal(seat)) if seat is not None else set()
        illegal = [choice for choice in range(min(game.choice_count, 400)) if choice not in legal][::40]
        requests = [spy.by_request([*illegal, "nonsense"]) for spy in spies]
        assert requests[0] == requests[1] == requests[2]
        sockets = [
            spy.by_socket(other_decides(server, twin, setup, seat, number))
            for number, (twin, setup, spy) in enumerate(zip(twins, setups, spies, strict=True))
        ]
        assert sockets[0][:2] == sockets[1][:2] == sockets[2][:2]
        for twin, messages in zip(twins[1:], sockets[1:], strict=True):
            if twin.view(seat) == twins[0].view(seat):
                assert messages == sockets[0]


def other_decides(server: ServerProcess, state: Any, setup: Setup, viewer: int | None, number: int) -> Any:
    """Another seat decides, differently at each of the two tables, if one is to decide at the same time as others."""

    def decide() -> bool:
        others = [seat for seat in state.waiting if seat != viewer]
        if not others or len(state.waiting) < 2:
            return False
        seat = others[0]
        legal = state.legal(seat)
        choice = legal[0] if number == 0 else legal[-1]
        client = server.client(headers={"x-seat-token": seat_token(setup.id, seat)})
        request = {"seat": seat, "ask": state.players + 1, "choice": choice}
        answer = client.post(f"/api/tables/{setup.id}/decisions", json=request)
        assert answer.status_code == 200, answer.text
        state.apply(seat, choice)
        return True

    return decide


def test_some_games_hide_something_here() -> None:
    """The test above would be empty if nothing were hidden: positions differ between its twins."""
    hidden = set()
    together = set()
    for name in zoobox.names():
        game = seated(name)
        for moment in MOMENTS:
            state = position_at(game, moment)
            if state.redeal(0, Luck(11)).position() != state.redeal(0, Luck(12)).position():
                hidden.add(name)
            if len(state.waiting) > 1:
                together.add(name)
    assert hidden == set(zoobox.names())
    assert together == {"night-at-the-zoo", "o-zoo-le-mio"}


def test_bots_and_hints_are_given_a_redealt_position_only() -> None:
    from zoobox.service.bots import position_for

    game = zoobox.game("night-at-the-zoo", players=2)
    state = position_at(game, 25)
    luck = (state.word(0), state.word(1))
    for _ in range(20):
        position = bytes.fromhex(position_for(state, 0)["position"])
        shown = game.blank()
        shown.load(position)
        assert (shown.word(0), shown.word(1)) != luck
        assert shown.view(0) == state.view(0)
