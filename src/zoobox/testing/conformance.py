"""The suite that every game keeps, by one line: `TestConformance = conformance("my-game", Path(__file__).parent)`.

Hypothesis draws the seeds; a failing one is kept in its database and shrunk to a small number.
"""

from __future__ import annotations

import os
import pickle
import random
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import zoobox
from zoobox.testing.golden import check_playthrough, check_settings, check_wording
from zoobox.testing.random_games import (
    DECISION_LIMIT,
    Configuration,
    random_record,
    seatings,
    switched,
    walk,
)

SEEDS = st.integers(min_value=0, max_value=2**40)
ASKED_EXAMPLES = os.environ.get("ZOOBOX_EXAMPLES")
"""Seeds for each test, where `make test-long` asks for more."""


def examples(usual: int) -> settings:
    """Hypothesis with so many seeds for each test."""
    most = int(ASKED_EXAMPLES or usual)
    return settings(max_examples=most, deadline=None, suppress_health_check=list(HealthCheck))


LESS = 1.0 if zoobox.speed.compiled() or ASKED_EXAMPLES else 0.4
"""Of a test of what is Python in both modes (positions, views, words, pictures), a part runs interpreted."""
ROUND_TRIPS = 1.0 if ASKED_EXAMPLES else 0.3 * LESS
"""The share of states that go through a position and back; all of them in `make test-long`."""
SEEN = 0.05 if ASKED_EXAMPLES else 0.03 * LESS
"""The share of states that are seen with other hidden things."""
ONE = examples(1)
"""A seed for each seating and setting, in both modes."""
NONSENSE = ("", " ", "fly to the moon", "0", "-1", "roll roll", "1e9", "\x00", "ﬀ", "place", "E", "take one", "'; --")


def sample(game: Any, seed: int, share: float) -> Iterator[tuple[Any, int, int]]:
    """Some of the states of a random game, the first among them."""
    dice = random.Random(seed + 1)
    for number, (state, seat, choice) in enumerate(walk(game, seed)):
        if number == 0 or dice.random() < share:
            yield state, seat, choice


def what_a_seat_sees(state: Any, seat: int | None, pictures: bool) -> dict[str, Any]:
    """View, choices and prompt of a seat, or of a spectator, and the pictures if they are wanted."""
    seen: dict[str, Any] = {"view": state.view(seat), "waiting": state.waiting}
    if pictures:
        seen |= {"text": state.text(seat), "svg": state.svg(seat)}
    if seat is not None:
        seen["choices"] = state.choices(seat)
        seen["prompt"] = state.prompt(seat)
    return seen


def conformance(name: str, folder: Path) -> type:
    """The test class for one game; its golden games lie in the folder."""
    seated = seatings(name)
    offered = [*seated, *switched(name)]
    every_configuration = pytest.mark.parametrize("configuration", offered, ids=str)
    every_seating = pytest.mark.parametrize("configuration", seated, ids=str)
    rules = zoobox.game_class(name).ledger()

    class Conformance:
        @every_configuration
        @ONE
        @given(seed=SEEDS)
        def test_random_games_end_with_standings(self, configuration: Configuration, seed: int) -> None:
            game = configuration.game(name)
            for state, seat, choice in walk(game, seed):
                legal = state.legal(seat)
                assert legal == sorted(set(legal))
                assert choice in legal
                assert legal[0] >= 0
                assert legal[-1] < game.choice_count
            assert state.waiting == ()
            assert [state.legal(seat) for seat in range(game.players)] == [[]] * game.players
            standings = state.standings
            assert [standing.seat for standing in standings] == list(range(game.players))
            assert min(standing.rank for standing in standings) == 1
            for standing in standings if game.points_add_up else ():
                assert sum(standing.breakdown.values()) == standing.points
            assert sum(state.payoff_of(seat) for seat in range(game.players)) == pytest.approx(1) or game.players == 1

        @every_seating
        @ONE
        @given(seed=SEEDS)
        def test_same_seed_same_record_and_it_replays(self, configuration: Configuration, seed: int) -> None:
            record = random_record(name, configuration, seed)
            assert record == random_record(name, configuration, seed)
            replay = zoobox.replay(record)
            assert replay.complete
            game = configuration.game(name)
            again = game.start(seed)
            for (state, seat, choice), (_, past_seat, notation) in zip(
                walk(game, seed), replay.record.decisions, strict=True
            ):
                assert seat == past_seat
                assert state.hash() == again.hash()
                again.play(seat, notation)
                assert again.past[-1] == (seat, choice)

        @every_configuration
        @ONE
        @given(seed=SEEDS)
        def test_position_round_trip(self, configuration: Configuration, seed: int) -> None:
            game = configuration.game(name)
            for state, seat, choice in sample(game, seed, ROUND_TRIPS):
                restored = game.restore(state.position())
                assert restored.snapshot() == state.snapshot()
                assert restored.legal(seat) == state.legal(seat)
                restored.apply(seat, choice)
            assert game.restore(state.position()).snapshot() == state.snapshot()

        @every_seating
        @ONE
        @given(seed=SEEDS)
        def test_copies_are_independent(self, configuration: Configuration, seed: int) -> None:
            game = configuration.game(name)
            for state, seat, choice in sample(game, seed, 0.04):
                before = state.snapshot()
                twin = state.copy()
                assert twin == state
                twin.apply(seat, choice)
                assert state.snapshot() == before
                assert twin.snapshot() != before
                revived = pickle.loads(pickle.dumps(state))
                assert revived == state
                assert revived.legal(seat) == state.legal(seat)

        @every_seating
        @ONE
        @given(seed=SEEDS)
        def test_every_offered_choice_is_accepted(self, configuration: Configuration, seed: int) -> None:
            game = configuration.game(name)
            for state, _, _ in sample(game, seed, 0.03):
                for seat in state.waiting:
                    choices = state.choices(seat)
                    assert len({choice.notation for choice in choices}) == len(choices)
                    assert len({choice.label for choice in choices}) == len(choices)
                    for choice in choices:
                        assert choice.rule in rules
                        assert game.parse(state, seat, choice.notation) == choice.id
                        for line in state.copy().play(seat, choice.notation):
                            assert line.rule in rules
                            assert line.text

        @every_seating
        @ONE
        @given(seed=SEEDS)
        def test_every_refused_choice_says_why_and_changes_nothing(
            self, configuration: Configuration, seed: int
        ) -> None:
            game = configuration.game(name)
            dice = random.Random(seed)
            for state, _, _ in sample(game, seed, 0.03):
                before = state.snapshot()
                seat = state.waiting[0]
                legal = set(state.legal(seat))
                tries: list[int | str] = [*dice.sample(range(game.choice_count), min(30, game.choice_count))]
                tries += [number + 1 for number in sorted(legal)[-3:]] + [-1, game.choice_count, 10**9]
                tries += [*NONSENSE, "".join(dice.choices(string.printable, k=8))]
                for text in tries:
                    found = game.parse(state, seat, text) if isinstance(text, str) else text
                    if found in legal:
                        continue
                    with pytest.raises(zoobox.IllegalChoice) as refusal:
                        state.play(seat, text)
                    assert refusal.value.reason
                    assert refusal.value.rule in rules
                    if isinstance(text, int):
                        with pytest.raises(zoobox.IllegalChoice):
                            state.apply(seat, text)
                for other in {-1, game.players, *range(game.players)} - set(state.waiting):
                    with pytest.raises(zoobox.NotYourTurn) as refusal:
                        state.play(other, sorted(legal)[0])
                    assert refusal.value.rule in rules
                assert state.snapshot() == before

        @every_configuration
        @ONE
        @given(seed=SEEDS)
        def test_redeal_leaks_nothing(self, configuration: Configuration, seed: int) -> None:
            """A picture is drawn from a view, and drawing is slow, so of each state one viewer's is drawn, in turn."""
            game = configuration.game(name)
            viewers = (None, *range(game.players))
            for number, (state, _, _) in enumerate(sample(game, seed, SEEN)):
                for seat in viewers:
                    twin = state.redeal(seat, zoobox.Luck(seed + 5))
                    pictures = seat == viewers[number % len(viewers)]
                    assert what_a_seat_sees(twin, seat, pictures) == what_a_seat_sees(state, seat, pictures)
                    assert twin.origin is None
                    assert twin.past == []

        @every_seating
        @ONE
        @given(seed=SEEDS)
        def test_redealt_games_can_be_played_to_the_end(self, configuration: Configuration, seed: int) -> None:
            game = configuration.game(name)
            dice = random.Random(seed)
            for state, seat, _ in sample(game, seed, 0.01):
                twin = state.redeal(seat, zoobox.Luck(seed + 9))
                for _ in range(DECISION_LIMIT):
                    if twin.over:
                        break
                    actor = dice.choice(twin.waiting)
                    twin.apply(actor, dice.choice(twin.legal(actor)))
                assert twin.over

        @every_configuration
        @ONE
        @given(seed=SEEDS)
        def test_the_log_tells_no_more_than_the_view(self, configuration: Configuration, seed: int) -> None:
            """Where seats decide at the same time: what looks the same to a viewer reads the same to it as well."""
            game = configuration.game(name)
            for state, _, _ in sample(game, seed, 0.05):
                for actor in state.waiting if len(state.waiting) > 1 else ():
                    for viewer in {None, *range(game.players)} - {actor}:
                        told: dict[str, list[str]] = {}
                        for choice in state.legal(actor)[:6]:
                            after = state.copy()
                            after.apply(actor, choice)
                            lines = [line.text for line in game.log(state, actor, choice, after, viewer)]
                            seen = repr(after.view(viewer))
                            assert told.setdefault(seen, lines) == lines

        @every_seating
        @ONE
        @given(seed=SEEDS)
        def test_undo_takes_back_what_may_be_taken_back(self, configuration: Configuration, seed: int) -> None:
            game = configuration.game(name)
            bots = range(game.players)
            for state, seat, choice in sample(game, seed, 0.02):
                before, reveals = state.snapshot(), state.reveals
                after = state.copy()
                after.apply(seat, choice)
                for others in ((), bots):
                    if after.reveals == reveals:
                        assert after.undo(seat, others).snapshot() == before
                    else:
                        with pytest.raises(zoobox.CannotUndo):
                            after.undo(seat, others)

        @pytest.mark.skipif(not zoobox.speed.compiled(), reason="compared where the compiled rules run")
        @pytest.mark.parametrize("seed", [1, 2])
        def test_interpreted_equals_compiled(self, seed: int) -> None:
            code = (
                "import sys, zoobox\n"
                "from zoobox.testing.random_games import random_record, seatings, switched\n"
                "print(zoobox.speed.mode(), file=sys.stderr)\n"
                f"for configuration in [*seatings({name!r}), *switched({name!r})]:\n"
                f"    print(random_record({name!r}, configuration, {seed}))\n"
            )
            there = {**os.environ, zoobox.speed.ASKED: "1", "PYTHONPATH": os.pathsep.join(sys.path)}
            done = subprocess.run([sys.executable, "-c", code], env=there, capture_output=True, text=True, check=True)
            assert done.stderr.strip() == "interpreted"
            here = [random_record(name, configuration, seed) for configuration in offered]
            assert done.stdout == "".join(f"{record}\n" for record in here)

        @every_seating
        def test_golden_game(self, configuration: Configuration) -> None:
            check_playthrough(folder, name, configuration)

        def test_golden_settings(self) -> None:
            check_settings(folder, name)

        @pytest.mark.skipif(not zoobox.speed.compiled(), reason="words are the same, and it takes long")
        def test_golden_wording(self) -> None:
            check_wording(folder, name)

        def test_every_text_is_there_in_every_language(self) -> None:
            catalogue = zoobox.game_class(name).texts
            texts, spoken = catalogue.own, catalogue.languages
            missing = [(key, language) for key, text in texts.items() for language in spoken if not text.get(language)]
            assert missing == []
            gaps = [
                key
                for key, text in texts.items()
                if len(
                    {frozenset(gap for _, gap, _, _ in string.Formatter().parse(text[lang]) if gap) for lang in spoken}
                )
                > 1
            ]
            assert gaps == []

        def test_every_setting_cites_a_rule(self) -> None:
            for setting in zoobox.game_class(name).offered_settings:
                assert setting.rule in rules
                assert setting.summary

        def test_what_cannot_be_configured_is_refused(self) -> None:
            for bad in ({"players": 0}, {"players": 99}, {"variant": "nonsense"}, {"settings": {"nonsense": 1}}):
                with pytest.raises(zoobox.ZooboxError):
                    zoobox.game(name, **bad)
            for setting in zoobox.game_class(name).offered_settings:
                with pytest.raises(zoobox.BadSetting):
                    zoobox.game(name, settings={setting.name: "nonsense"})

        def test_a_position_with_an_unknown_field_is_refused(self) -> None:
            game = zoobox.game(name)
            with pytest.raises(zoobox.BadPosition, match="nonsense"):
                game.restore({**game.start(1).position(), "nonsense": 1})

        def test_a_state_is_small(self) -> None:
            for configuration in offered:
                assert configuration.game(name).start(1).size < 4096

    Conformance.__name__ = Conformance.__qualname__ = "TestConformance"
    return Conformance
