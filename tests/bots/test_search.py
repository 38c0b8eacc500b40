"""The search, and what every level owes a table."""

import threading
import time

import pytest

import zoobox
from zoobox.bots import player
from zoobox.bots.search import Search
from zoobox.bots.searcher import Searcher
from zoobox.bots.tuning import Tuning, tuning_of
from zoobox.kernel.luck import Luck
from zoobox.kernel.player import Budget

LEVELS = ("visitor", "keeper", "curator", "director")


def tables() -> list[object]:
    """Every game and player count; variants beyond the usual one take longer."""
    return [
        pytest.param(name, players, variant, marks=[pytest.mark.long] if variant != variants[0] else [])
        for name in zoobox.names()
        for players, variants in sorted(zoobox.game_class(name).variants.items())
        for variant in variants
    ]


def play_to_the_end(game, bots, seed):
    state = game.start(seed=seed)
    while not state.over:
        seat = state.waiting[-1]
        state.apply(seat, bots[seat].choose(state, seat))
    return state


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("name", "players", "variant"), tables())
def test_every_level_finishes_every_game(name, players, variant, level):
    game = zoobox.game(name, players=players, variant=variant)
    bots = [player(level, game, simulations=1, seed=seat) for seat in range(players)]
    assert play_to_the_end(game, bots, seed=11).over


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("name", "players", "variant"), tables())
def test_hidden_information_does_not_change_a_decision(name, players, variant, level):
    game = zoobox.game(name, players=players, variant=variant)
    state = game.start(seed=5)
    walk = Luck(17)
    for step in range(45):
        if state.over:
            break
        seat = state.waiting[walk.below(len(state.waiting))]
        if step % 20 == 3:
            decisions = {
                player(level, game, simulations=16, seed=9).choose(other, seat)
                for other in (state, state.redeal(seat, Luck(1)), state.redeal(seat, Luck(2)))
            }
            assert len(decisions) == 1
        legal = state.legal(seat)
        state.apply(seat, legal[walk.below(len(legal))])


def test_a_bot_does_not_change_the_state():
    state = zoobox.game("zooloretto-dice").start(seed=1)
    state.play(0, "roll")
    before = state.snapshot()
    player("curator", state.game, simulations=50, seed=1).choose(state, 0)
    assert state.snapshot() == before


def test_a_stopped_bot_still_answers():
    state = zoobox.game("zooloretto-dice").start(seed=1)
    state.play(0, "roll")
    bot = player("director", state.game, seconds=60, seed=1)
    answers = []
    thread = threading.Thread(target=lambda: answers.append(bot.choose(state, 0)))
    begun = time.monotonic()
    thread.start()
    time.sleep(0.05)
    bot.stop()
    thread.join(timeout=10)
    assert answers
    assert answers[0] in state.legal(0)
    assert time.monotonic() - begun < 10


def test_the_time_limit_is_kept():
    state = zoobox.game("zooloretto-dice").start(seed=1)
    state.play(0, "roll")
    bot = player("director", state.game, seconds=0.05, seed=1)
    begun = time.monotonic()
    bot.choose(state, 0)
    assert time.monotonic() - begun < 1


def test_memory_is_bounded():
    assert Tuning().memory == 200
    game = zoobox.game("zooloretto-dice")
    state = game.start(seed=1)
    state.play(0, "roll")
    search = Search(state, game.heuristics(), Tuning(memory=2))
    search.reset(0)
    luck = Luck(1)
    search.add_deal(state.redeal(0, luck))
    for _ in range(400):
        search.reserve(50)
        search.simulate(50, luck)
    assert search.bytes_held() <= 2_000_000
    assert sum(visits for _, visits, _ in search.results()) == 20_000


def test_the_tree_is_reused_within_a_turn():
    game = zoobox.game("zooloretto-dice")
    state = game.start(seed=1)
    state.play(0, "roll")
    bot = Searcher("curator", game, zoobox.bots.Budget(simulations=300), 1, tuning_of(game, "curator"))
    state.apply(0, bot.choose(state, 0))
    bot.choose(state, 0)
    assert sum(visits for _, visits, _ in bot.search.results()) > 300


def test_the_tree_is_reused_past_forced_decisions():
    """In New York Zoo the second part of a move is often the only choice there is."""
    game = zoobox.game("new-york-zoo", players=1, variant="small")
    state = game.start(seed=1)
    bot = Searcher("curator", game, zoobox.bots.Budget(simulations=100), 1, tuning_of(game, "curator"))
    forced = False
    for _ in range(60):
        alone = len(state.legal(0)) == 1
        state.apply(0, bot.choose(state, 0))
        if forced and not alone:
            break
        forced = alone
    assert sum(visits for _, visits, _ in bot.search.results()) > 100


def test_a_line_found_in_a_solo_game_without_chance_is_kept():
    game = zoobox.game("new-york-zoo", players=1, variant="small")
    bot = Searcher("director", game, zoobox.bots.Budget(simulations=12), 3, tuning_of(game, "director"))
    state = game.start(seed=3)
    promised = 0.0
    while not state.over:
        decision = len(state.legal(0)) > 1
        state.apply(0, bot.choose(state, 0))
        if decision:
            assert bot.plan.value >= promised - 1e-9
            promised = bot.plan.value
    assert promised > 0
    assert state.payoff_of(0) == pytest.approx(promised)


@pytest.mark.parametrize(("name", "settings"), [("new-york-zoo", {"stacks": "hidden"}), ("night-at-the-zoo", {})])
def test_nothing_is_planned_where_chance_is_involved(name, settings):
    game = zoobox.game(name, players=1, **settings)
    state = game.start(seed=3)
    bot = Searcher("director", game, zoobox.bots.Budget(simulations=20), 3, tuning_of(game, "director"))
    for _ in range(12):
        state.apply(0, bot.choose(state, 0))
        assert bot.plan.choices == ()


def test_the_search_sees_a_win_in_one():
    """The lion completes the fourth enclosure and the round: taking truck 1 wins, truck 2 loses."""
    game = zoobox.game("zooloretto-dice")
    sheets = [
        {"enclosures": {"crocodile": 1, "ostrich": 2, "monkey": 3, "elephant": 3}, "bonuses": ["crocodile"]},
        {
            "enclosures": {"crocodile": 1, "ostrich": 2, "monkey": 2, "elephant": 3, "lion": 1},
            "out": True,
            "dice": ["lion"],
        },
    ]
    state = game.restore(
        {
            "turn": 0,
            "supply": 0,
            "trucks": [["elephant"], ["crocodile", "ostrich", "monkey"], ["coin"]],
            "sheets": sheets,
        }
    )
    bot = player("curator", game, simulations=200, seed=1)
    assert state.legal(0)[0] == bot.choose(state, 0)


def test_the_wrong_game_is_refused():
    bot = player("keeper", zoobox.game("zooloretto-dice", players=2))
    with pytest.raises(zoobox.ZooboxError, match="this bot plays"):
        bot.choose(zoobox.game("zooloretto-dice", players=3).start(seed=1), 0)


def test_secret_bids_are_mixed_and_other_decisions_are_not():
    game = zoobox.game("o-zoo-le-mio")
    state = game.start(seed=3)
    bids = {player("curator", game, simulations=60, seed=seed).choose(state, 0) for seed in range(12)}
    assert len(bids) > 1
    dice = zoobox.game("zooloretto-dice").start(seed=1)
    dice.play(0, "roll")
    assert not tuning_of(dice.game, "curator").mixed


def test_slow_simulations_do_not_overrun_the_time(monkeypatch):
    """Where a simulation takes half a second, as it may interpreted in a browser, two seconds are five at most."""
    clock = [0.0]
    monkeypatch.setattr("zoobox.bots.searcher.time.monotonic", lambda: clock[0])

    class Slow(Search):
        def simulate(self, count, luck):
            clock[0] += count / 2
            super().simulate(count, luck)

    game = zoobox.game("new-york-zoo", players=2)
    state = game.start(seed=3)
    bot = player("director", game, seconds=2, seed=1)
    bot.search = Slow(state, bot.heuristics, bot.tuning)
    bot.choose(state, state.waiting[0])
    assert clock[0] <= 2.5


def halving_bot(game, budget):
    return Searcher("halving", game, budget, 1, tuning=tuning_of(game, "director", halving=True))


def test_halving_gives_every_choice_its_share():
    """Four trucks to choose from and a roll: all get simulations, the last two most of them."""
    game = zoobox.game("zooloretto-dice", players=4)
    trucks = [["lion"], ["monkey", "coin"], ["ostrich", "coin"], ["elephant"]]
    state = game.restore({"phase": "act", "supply": 4, "trucks": trucks})
    seat = state.waiting[0]
    bot = halving_bot(game, Budget(3000, None))
    thoughts = bot.think(state, seat)
    assert bot.simulations == 3000
    assert sum(thought.visits for thought in thoughts) == 3000
    assert len(thoughts) == len(state.legal(seat)) == 5
    tried = [thought.visits for thought in thoughts]
    assert tried[1:] == sorted(tried[1:], reverse=True)
    assert thoughts[0].value > thoughts[1].value
    assert abs(tried[0] - tried[1]) <= 64
    assert min(tried) > 3000 / 3 / 5 - 64
    assert tried[1] > 3 * tried[4]
    assert thoughts[0].choice == bot.choose(state, seat)


def test_halving_keeps_to_the_time_and_repeats_itself():
    game = zoobox.game("zooloretto-dice", players=3)
    state = game.start(seed=3)
    state.apply(0, state.legal(0)[0])
    began = time.monotonic()
    halving_bot(game, Budget(None, 0.2)).choose(state, 0)
    assert time.monotonic() - began < 2
    assert len({halving_bot(game, Budget(200, None)).choose(state, 0) for _ in range(3)}) == 1
    assert halving_bot(game, Budget(1, None)).choose(state, 0) in state.legal(0)
