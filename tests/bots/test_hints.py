"""Advice in the game's own words."""

import pytest

import zoobox
from zoobox.kernel.luck import Luck


def walked(name: str, steps: int):
    """A game some random decisions on, at a decision with a choice; after the end of a short game, the next one."""
    game = zoobox.game(name)
    seed = 4
    state = game.start(seed)
    luck = Luck(8)
    while steps > 0 or state.over or len(state.legal(state.waiting[0])) < 2:
        if state.over:
            seed += 1
            state = game.start(seed)
        seat = state.waiting[0]
        legal = state.legal(seat)
        state.apply(seat, legal[luck.below(len(legal))])
        steps -= 1
    return state, state.waiting[0]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", zoobox.names())
def test_advice_is_a_value_and_a_sentence_for_legal_choices(name, language):
    for steps in (3, 20):
        state, seat = walked(name, steps)
        before = state.snapshot()
        advice = zoobox.advise(state, seat, "curator", language=language, simulations=60, seed=2)
        assert 1 <= len(advice) <= 5
        assert {each.choice.id for each in advice} <= set(state.legal(seat))
        assert all(0 <= each.value <= 1 for each in advice)
        assert all(each.sentence.endswith(".") and "{" not in each.sentence for each in advice)
        assert state.snapshot() == before


@pytest.mark.parametrize("name", zoobox.names())
def test_lists_are_in_the_order_of_the_values_they_show(name):
    for steps in (3, 8, 20, 41):
        state, seat = walked(name, steps)
        values = [each.value for each in zoobox.advise(state, seat, "curator", simulations=120, seed=2)]
        assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("name", zoobox.names())
def test_what_a_hint_tells_happens_when_the_choice_is_made(name):
    """Whatever luck and hidden things turn out to be, the events of a hint come true, in their order."""
    for steps in (3, 8, 13, 20, 41):
        state, seat = walked(name, steps)
        game = state.game
        for advice in zoobox.advise(state, seat, "keeper", seed=2):
            for deal in range(3):
                after = state.redeal(seat, Luck(100 + deal))
                happened = []
                choice = advice.choice.id
                while len(happened) < len(advice.events):
                    before = after.copy()
                    after.apply(seat, choice)
                    happened += game.events(before, seat, choice, after, seat)
                    if len(happened) >= len(advice.events):
                        break
                    (choice,) = after.legal(seat)
                assert happened[: len(advice.events)] == list(advice.events)


def test_a_hint_names_what_a_choice_brings():
    game = zoobox.game("zooloretto-dice")
    sheets = [{"enclosures": {"lion": 5}, "bonuses": ["lion"]}, {}]
    state = game.restore(
        {"turn": 0, "supply": 2, "trucks": [["elephant", "monkey"], ["lion"], ["coin"]], "sheets": sheets}
    )
    advice = {each.choice.notation: each.sentence for each in zoobox.advise(state, 0, names=["Ada", "Bob"])}
    assert "Ada has 2 more on the score sheet." in advice["take 1"]
    assert "Ada has no room for the lion: it goes to the barn." in advice["take 2"]
    assert "percentage points below that of the best choice" in advice["take 2"]


def test_alike_trucks_have_one_value():
    game = zoobox.game("zooloretto-dice")
    state = game.restore({"turn": 0, "phase": "place", "supply": 4, "hand": ["lion", "coin"], "trucks": [[], [], []]})
    assert len({round(each.value, 9) for each in zoobox.advise(state, 0)}) == 1


def test_keepers_and_visitors_advise_too():
    state, seat = walked("zooloretto-dice", 5)
    for level in ("visitor", "keeper"):
        assert zoobox.advise(state, seat, level, seed=1)


def test_a_single_choice_is_told_as_such():
    state = zoobox.game("zooloretto-dice").start(seed=1)
    assert [each.sentence for each in zoobox.advise(state, 0, seed=1)] == ["There is no other choice."]
