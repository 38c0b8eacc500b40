"""Rights are checked under the table's lock, against the table that the command is committed to."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import zoobox
from service.client import GAME
from service.processes import Postgres
from zoobox.kernel.origin import decide as play_decision
from zoobox.service import host
from zoobox.service.admin import Admin
from zoobox.service.errors import Refused
from zoobox.service.http.auth import Requester
from zoobox.service.server import Server
from zoobox.service.settings import Settings
from zoobox.service.tables import agreements, commands, creation
from zoobox.service.tables import events as kinds
from zoobox.service.tables.clocks import ClockRule
from zoobox.service.tables.commands import Command
from zoobox.service.tables.events import Draft
from zoobox.service.tables.live_table import LiveTable

SEED = 5


@asynccontextmanager
async def open_server(database: str) -> AsyncIterator[Server]:
    server = Server(Settings(database=database))
    await server.open()
    try:
        yield server
    finally:
        await server.close()


async def person(server: Server, name: str) -> Requester:
    return Requester(server.people, await server.people.create(name), None, secure=False)


def detail(requester: Requester) -> dict[str, Any]:
    return commands.person_detail(requester.person_id, "")


@dataclass
class Scene:
    """Ada's table with Bob on seat 1, or with seat 1 open; Eve sits nowhere."""

    server: Server
    live_table: LiveTable
    ada: Requester
    bob: Requester
    eve: Requester

    @classmethod
    async def set(cls, server: Server, bob_sits: bool = True, clock: ClockRule | None = None) -> Scene:
        ada, bob, eve = [await person(server, name) for name in ("Ada", "Bob", "Eve")]
        setup = creation.new_setup(zoobox.game(GAME, players=2), ada.person_id or "", SEED, clock, "link", True)
        drafts = [Draft(kinds.SEAT, 0, detail=detail(ada))]
        if bob_sits:
            drafts.append(Draft(kinds.SEAT, 1, detail=detail(bob)))
        live_table = await creation.NewTable.prepare(setup, drafts).commit(server)
        return cls(server, live_table, ada, bob, eve)

    async def race(self, command: Command, change: Command | Callable[[], Awaitable[None]]) -> dict[str, Any]:
        """The command waits for the lock while the change is committed."""
        async with self.live_table.lock:
            waiting = asyncio.create_task(self.live_table.execute(command))
            await asyncio.sleep(0)
            if isinstance(change, Command):
                drafts = change.drafts(self.live_table.table)
                assert drafts
                await self.live_table._commit(drafts, ())
            else:
                await change()
            assert not waiting.done()
        return await waiting

    def decision(self, requester: Requester) -> commands.Decide:
        """A legal answer to the question that is asked now."""
        table = self.live_table.table
        seat, ask = next((seat, ask) for seat, ask in enumerate(table.asks) if ask is not None)
        assert table.state is not None
        return commands.Decide(requester, seat, ask, table.state.legal(seat)[0])

    async def play(self, until: Callable[[], bool]) -> None:
        """Random decisions of whoever is asked."""
        luck = random.Random(4)
        while not until():
            table = self.live_table.table
            assert table.state is not None
            seat, ask = next((seat, ask) for seat, ask in enumerate(table.asks) if ask is not None)
            choice = luck.choice(table.state.legal(seat))
            await self.live_table.execute(commands.Decide((self.ada, self.bob)[seat], seat, ask, choice))


def run(tmp_path: Path, scene: Callable[[Server], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        async with open_server(f"sqlite:///{tmp_path / 'zoobox.db'}") as server:
            await scene(server)

    asyncio.run(main())


def test_no_bot_on_a_seat_that_somebody_has_just_taken(tmp_path: Path) -> None:
    """Neither a stranger nor the owner of the table can put a bot there while somebody sits down."""

    async def scene(server: Server) -> None:
        for by in ("eve", "ada"):
            scene = await Scene.set(server, bob_sits=False)
            command = commands.SeatBot(getattr(scene, by), 1, "visitor")
            with pytest.raises(Refused) as refused:
                await scene.race(command, commands.Join(scene.bob, 1, "Bob"))
            assert refused.value.code == "foreign"
            seat = scene.live_table.table.seats[1]
            assert (seat.kind, seat.bot_in) == ("person", None)

    run(tmp_path, scene)


def test_one_seat_is_taken_once(tmp_path: Path) -> None:
    async def scene(server: Server) -> None:
        scene = await Scene.set(server, bob_sits=False)
        with pytest.raises(Refused) as refused:
            await scene.race(commands.Join(scene.eve, 1, "Eve"), commands.Join(scene.bob, 1, "Bob"))
        assert refused.value.code == "taken"
        assert scene.live_table.table.seats[1].person == scene.bob.person_id

    run(tmp_path, scene)


COMMANDS_OF_A_SEAT: dict[str, Callable[[Requester], Command]] = {
    "decide": lambda bob: commands.Decide(bob, 1, 3, 0),
    "undo": lambda bob: commands.Undo(bob, 1),
    "answer-undo": lambda bob: agreements.Answer(bob, 1, True, "undo"),
    "leave": lambda bob: commands.Leave(bob, 1),
    "seat-bot": lambda bob: commands.SeatBot(bob, 1, "visitor"),
    "remove-bot": lambda bob: commands.RemoveBot(bob, 1),
}


@pytest.mark.parametrize("name", COMMANDS_OF_A_SEAT)
def test_whoever_has_just_left_has_no_rights(tmp_path: Path, name: str) -> None:
    async def scene(server: Server) -> None:
        scene = await Scene.set(server)
        with pytest.raises(Refused) as refused:
            await scene.race(COMMANDS_OF_A_SEAT[name](scene.bob), commands.Leave(scene.bob, 1))
        assert refused.value.code == "foreign"
        assert scene.live_table.table.seats[1].kind == "bot"

    run(tmp_path, scene)


@pytest.mark.parametrize("name", ["undo", "answer-undo", "leave", "seat-bot"])
def test_nothing_changes_at_a_game_that_has_just_ended(tmp_path: Path, name: str) -> None:
    async def scene(server: Server) -> None:
        scene = await Scene.set(server)

        def last_decision() -> tuple[int, int] | None:
            state = scene.live_table.table.state
            assert state is not None
            assert not state.over
            seat = state.waiting[0]
            for choice in state.legal(seat):
                after = state.copy()
                play_decision(after, seat, choice)
                if after.over:
                    return seat, choice
            return None

        await scene.play(lambda: last_decision() is not None)
        seat, choice = last_decision() or (0, 0)
        ending = commands.Decide((scene.ada, scene.bob)[seat], seat, scene.live_table.table.asks[seat] or 0, choice)
        number = scene.live_table.table.number
        with pytest.raises(Refused) as refused:
            await scene.race(COMMANDS_OF_A_SEAT[name](scene.bob), ending)
        assert refused.value.code == "not-running"
        assert scene.live_table.table.number == number + 1
        assert scene.live_table.table.status == "over"

    run(tmp_path, scene)


def test_a_bot_does_not_decide_for_somebody_who_is_back(tmp_path: Path) -> None:
    async def scene(server: Server) -> None:
        scene = await Scene.set(server)
        live_table = scene.live_table
        server.settings.__dict__["bot_pause"] = 60.0  # the server's own bot does not interfere
        await live_table.execute(commands.SeatBot(scene.ada, 0, "visitor"))
        ask = live_table.table.asks[0]
        assert ask is not None
        await scene.race(commands.BotDecide(0, ask, 0), commands.RemoveBot(scene.ada, 0))
        assert live_table.table.moment == 0

    run(tmp_path, scene)


def test_a_clock_does_not_end_for_somebody_who_has_just_decided(tmp_path: Path) -> None:
    async def scene(server: Server) -> None:
        scene = await Scene.set(server, clock=ClockRule("decision", 1000.0))
        timeout = scene.live_table.table.next_timeout()
        assert timeout is not None
        at, seat = timeout
        await scene.race(commands.TimeOut(seat, at), scene.decision(scene.ada))
        assert scene.live_table.table.seats[seat].bot_in is None

    run(tmp_path, scene)


def test_a_line_of_chat_is_said_from_the_seat_one_still_has(tmp_path: Path) -> None:
    async def scene(server: Server) -> None:
        scene = await Scene.set(server)
        await scene.race(commands.Chat(scene.bob, "Bob", "hello"), commands.Leave(scene.bob, 1))
        assert [line.seat for line in scene.live_table.table.chat] == [None]

    run(tmp_path, scene)


def test_two_who_ask_for_a_rematch_at_once_get_the_same_table(tmp_path: Path) -> None:
    async def scene(server: Server) -> None:
        scene = await Scene.set(server)
        await scene.play(lambda: scene.live_table.table.revealed)
        both = [creation.rematch(server, scene.live_table, requester) for requester in (scene.ada, scene.bob)]
        first, second = await asyncio.gather(*both)
        assert first == second
        listed = await server.read(server.reader.tables_of, scene.ada.person_id)
        assert {row["id"] for row in listed} == {scene.live_table.setup.id, first["table"]}
        with pytest.raises(Refused) as refused:
            await creation.rematch(server, scene.live_table, scene.eve)
        assert refused.value.code == "foreign"

    run(tmp_path, scene)


@pytest.mark.parametrize("name", ["decide", "chat", "leave", "seat-bot"])
def test_a_table_removed_meanwhile_is_gone(tmp_path: Path, name: str) -> None:
    async def scene(server: Server) -> None:
        scene = await Scene.set(server)
        others = {"decide": scene.decision(scene.ada), "chat": commands.Chat(scene.bob, "Bob", "hello")}
        command = others.get(name) or COMMANDS_OF_A_SEAT[name](scene.bob)

        async def prune() -> None:
            await server.read(Admin(server.reader).prune, [scene.live_table.setup.id])

        with pytest.raises(Refused) as refused:
            await scene.race(command, prune)
        assert refused.value.code == "no-table"
        with pytest.raises(Refused) as refused:
            await server.live_table(scene.live_table.setup.id)
        assert refused.value.code == "no-table"

    run(tmp_path, scene)


@pytest.mark.parametrize(
    "name", ["decide", *(pytest.param(name, marks=pytest.mark.long) for name in ("undo", "leave", "seat-bot"))]
)
def test_rights_are_those_that_another_process_has_committed(postgres: Postgres, name: str) -> None:
    """This process does not know yet that somebody else has left the seat."""

    async def main() -> None:
        url = postgres.database(f"rights_{name.replace('-', '_')}")
        async with open_server(url) as here, open_server(url) as there:
            assert here.listener is not None
            here.listener.stop()
            here.listener = None
            scene = await Scene.set(here)
            elsewhere = await there.live_table(scene.live_table.setup.id)
            bob = Requester(there.people, scene.bob.person, None, secure=False)
            await elsewhere.execute(commands.Leave(bob, 1))
            assert scene.live_table.table.seats[1].kind == "person"
            with pytest.raises(Refused) as refused:
                await scene.live_table.execute(COMMANDS_OF_A_SEAT[name](scene.bob))
            assert refused.value.code == "foreign"
            assert scene.live_table.table.seats[1].kind == "bot"

    asyncio.run(main())


# Every command against every change.


def concrete(kind: type[Command]) -> set[type[Command]]:
    below = {one for child in kind.__subclasses__() for one in concrete(child)}
    return below if kind.__name__.startswith("_") or kind is Command else {kind, *below}


Made = Callable[[Scene, Requester], Command]
EVERY_COMMAND: dict[type[Command], Made] = {
    commands.Decide: lambda scene, who: commands.Decide(who, 1, 3, 0),
    commands.BotDecide: lambda scene, who: commands.BotDecide(1, 3, 0),
    commands.Undo: lambda scene, who: commands.Undo(who, 1),
    commands.Join: lambda scene, who: commands.Join(who, 1, "Eve"),
    commands.Leave: lambda scene, who: commands.Leave(who, 1),
    commands.Resign: lambda scene, who: commands.Resign(who, 1),
    commands.Rename: lambda scene, who: commands.Rename(who, 1, "Other"),
    commands.RaiseCurtain: lambda scene, who: commands.RaiseCurtain(who, 1),
    commands.Close: lambda scene, who: commands.Close(who),
    commands.SeatBot: lambda scene, who: commands.SeatBot(who, 1, "visitor"),
    commands.RemoveBot: lambda scene, who: commands.RemoveBot(who, 1),
    commands.TimeOut: lambda scene, who: commands.TimeOut(1, 2e10),
    commands.Chat: lambda scene, who: commands.Chat(who, "Somebody", "hello"),
    agreements.AskReplacement: lambda scene, who: agreements.AskReplacement(who, 1, 0, {0: 9.0}),
    agreements.AskToAbandon: lambda scene, who: agreements.AskToAbandon(who, 1, ()),
    agreements.Answer: lambda scene, who: agreements.Answer(who, 1, True),
    agreements.Lapse: lambda scene, who: agreements.Lapse(2e10),
    host.CloseTable: lambda scene, who: host.CloseTable(),
    host.RemoveLine: lambda scene, who: host.RemoveLine(2),
    agreements.AskForRematch: lambda scene, who: agreements.AskForRematch(who, "newtable", ()),
}


async def sits_down(scene: Scene) -> Command:
    return commands.Join(scene.bob, 1, "Bob")


async def leaves(scene: Scene) -> Command:
    return commands.Leave(scene.bob, 1)


async def ends(scene: Scene) -> Command:
    return commands.Resign(scene.ada, 0)


async def is_pruned(scene: Scene) -> Command:
    async def prune() -> None:
        await scene.server.read(Admin(scene.server.reader).prune, [scene.live_table.setup.id])

    return prune  # type: ignore[return-value]


CHANGES = {"sits-down": sits_down, "leaves": leaves, "ends": ends, "is-pruned": is_pruned}


def test_every_command_is_raced() -> None:
    assert set(EVERY_COMMAND) == concrete(Command)


@pytest.mark.parametrize("kind", EVERY_COMMAND, ids=lambda kind: kind.__name__)
def test_a_command_that_waited_does_what_it_would_do_afterwards(tmp_path: Path, kind: type[Command]) -> None:
    """Whoever asks: the answer and the events are those of a command that came after the change."""

    async def outcome(scene: Scene, change: str, who: str, raced: bool) -> tuple[Any, ...]:
        command = EVERY_COMMAND[kind](scene, getattr(scene, who))
        changing = await CHANGES[change](scene)
        number = scene.live_table.table.number
        try:
            if raced:
                result: Any = sorted(await scene.race(command, changing))
            else:
                await (scene.live_table.execute(changing) if isinstance(changing, Command) else changing())
                result = sorted(await scene.live_table.execute(command))
        except Refused as refused:
            result = refused.code
        table = scene.live_table.table
        happened = [(event.kind, event.seat, event.choice) for event in table.events[number:]]
        return result, happened, [(seat.kind, seat.bot_in) for seat in table.seats], table.status

    async def scene(server: Server) -> None:
        for change, who in itertools.product(CHANGES, ("ada", "bob", "eve")):
            first, second = [await Scene.set(server, bob_sits=change != "sits-down") for _ in range(2)]
            waited = await outcome(first, change, who, raced=True)
            assert waited == await outcome(second, change, who, raced=False), (change, who)
            if who == "eve" and first.live_table.table.seats[1].kind == "person":
                assert first.live_table.table.seats[1].person != first.eve.person_id

    run(tmp_path, scene)


# Taking back needs everybody who has seen or decided something.


def test_an_absent_players_game_is_not_rewound_without_them(tmp_path: Path) -> None:
    """A bot sits in for Bob; what he has seen and decided stays until he agrees."""

    async def scene(server: Server) -> None:
        scene = await Scene.set(server)
        live_table = scene.live_table
        await scene.play(lambda: len(live_table.table.plays) > 12)
        server.settings.__dict__["bot_pause"] = 60.0
        await live_table.execute(commands.SeatBot(scene.bob, 1, "visitor"))
        before = live_table.table.moment
        assert (await live_table.execute(commands.Undo(scene.ada, 0)))["done"] is False
        for _ in range(3):
            with pytest.raises(Refused, match="that comes first"):
                await live_table.execute(commands.Undo(scene.ada, 0))
        assert live_table.table.moment == before
        request = live_table.table.request
        assert request is not None
        assert request.missing == {1}
        with pytest.raises(Refused):
            await live_table.execute(agreements.Answer(scene.eve, 1, True, "undo"))
        with pytest.raises(Refused):
            await live_table.execute(agreements.Answer(scene.ada, 1, True, "undo"))
        assert live_table.table.moment == before
        assert (await live_table.execute(agreements.Answer(scene.bob, 1, True, "undo")))["done"] is True
        assert live_table.table.moment < before

    run(tmp_path, scene)


def test_whoever_left_for_good_is_a_bot_and_luck_that_was_seen_stays(tmp_path: Path) -> None:
    async def scene(server: Server) -> None:
        scene = await Scene.set(server)
        live_table = scene.live_table
        await scene.play(lambda: len(live_table.table.plays) > 12)
        server.settings.__dict__["bot_pause"] = 60.0
        await live_table.execute(commands.Leave(scene.bob, 1))
        before = live_table.table.moment
        lucky = [number for number, play in enumerate(live_table.table.plays) if play.reveals]

        async def take_all_back() -> None:
            for _ in range(before):
                await live_table.execute(commands.Undo(scene.ada, 0))

        with pytest.raises(Refused) as refused:
            await take_all_back()
        assert refused.value.code == "cannot-undo"
        assert live_table.table.moment > lucky[-1]

    run(tmp_path, scene)


def test_luck_does_not_change_when_a_decision_is_taken_back_and_made_again(tmp_path: Path) -> None:
    """By consent everything can be taken back; the dice of a decision are the same again, whatever else is chosen."""

    async def scene(server: Server) -> None:
        scene = await Scene.set(server)
        live_table = scene.live_table
        seen = []
        for _ in range(2):
            state = live_table.table.state
            assert state is not None
            await live_table.execute(commands.Decide(scene.ada, 0, live_table.table.asks[0] or 0, "roll"))
            seen.append(live_table.table.state.view(None)["hand"])  # type: ignore[union-attr]
            assert not (await live_table.execute(commands.Undo(scene.ada, 0)))["done"]
            assert (await live_table.execute(agreements.Answer(scene.bob, 1, True, "undo")))["done"]
        assert seen[0] == seen[1]

    run(tmp_path, scene)
