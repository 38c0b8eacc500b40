"""Advice in the game's own words."""

import pytest

import zoobox
from zoobox.bots import hints, player
from zoobox.kernel.luck import Luck


def walked(name: str, steps: int):
    """A game some random decisions on, at a decision with a choice."""
    game = zoobox.game(name)
    state = game.start(seed=4)
    luck = Luck(8)
    while steps > 0 or len(state.legal(state.waiting[0])) < 2:
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


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", zoobox.names())
def test_no_two_hints_of_a_decision_say_the_same(name, language):
    for steps in (3, 8, 20, 41):
        state, seat = walked(name, steps)
        advice = zoobox.advise(state, seat, "keeper", language=language, seed=2)
        told = [each.sentence for each in advice if not each.sentence.startswith(("For the same", "Aus demselben"))]
        assert len(told) == len(set(told))


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_die_that_can_be_placed_has_a_hint_of_its_own(language):
    placed = 0
    for steps in range(1, 40):
        state, seat = walked("zooloretto-dice", steps)
        advice = zoobox.advise(state, seat, "keeper", language=language, seed=2)
        if all(each.choice.notation.startswith("place") for each in advice):
            placed += 1
            assert len({each.sentence for each in advice}) == len(advice)
    assert placed > 5


def test_a_die_says_what_it_does_to_its_truck():
    game = zoobox.game("zooloretto-dice")
    sheets = [{"enclosures": {"lion": 5}}, {"enclosures": {"lion": 5}}]
    state = game.restore(
        {
            "turn": 0,
            "phase": "place",
            "supply": 2,
            "hand": ["lion"],
            "trucks": [["coin"], ["monkey"], ["coin"]],
            "sheets": sheets,
        }
    )
    heuristics = game.heuristics()
    spoilt = heuristics.fallback_hint(state, 0, state.choices(0)[0].id)
    assert game.texts.say(spoilt, "en") == "It makes truck 1 worse for you and for the next player."


@pytest.mark.parametrize("name", zoobox.names())
def test_every_feature_a_hint_names_is_measured_and_has_a_text(name):
    state, seat = walked(name, 5)
    heuristics = state.game.heuristics()
    measured = heuristics.features(state, seat)
    assert heuristics.HINTS
    for feature in heuristics.HINTS:
        assert feature in measured
        for key in (f"hint.{feature}", f"hint.less.{feature}"):
            assert {"en", "de"} <= set(state.game.texts.texts[key])


def test_a_hint_names_what_a_choice_is_good_for():
    game = zoobox.game("zooloretto-dice")
    sheets = [{"enclosures": {"lion": 5}}, {}]
    state = game.restore(
        {"turn": 0, "supply": 2, "trucks": [["elephant", "monkey"], ["lion"], ["coin"]], "sheets": sheets}
    )
    advice = {each.choice.notation: each for each in zoobox.advise(state, 0, simulations=300, seed=1)}
    assert "scores points at once" in advice["take 1"].sentence


def test_a_bid_is_explained_by_what_the_tile_is_worth():
    state, seat = walked("o-zoo-le-mio", 0)
    advice = zoobox.advise(state, seat, "curator", simulations=60, seed=2)
    assert all("worth about" in each.sentence for each in advice)


def test_keepers_and_visitors_advise_too():
    state, seat = walked("zooloretto-dice", 5)
    for level in ("visitor", "keeper"):
        assert zoobox.advise(state, seat, level, seed=1)


def test_a_hint_names_the_hole_that_a_tile_closes():
    game = zoobox.game("new-york-zoo", players=1, variant="small")
    heuristics = game.heuristics()
    closed = 0
    for seed in range(3):
        state = game.start(seed=seed)
        keeper = player("keeper", game, seed=seed)
        while not state.over:
            before = state.copy()
            choice = keeper.choose(state, 0)
            state.apply(0, choice)
            said = heuristics.named_features(before, state, 0).get("holes")
            if said is not None:
                closed += 1
                cells = game.choice(before, 0, choice, "en").cells
                assert set(said.values["cells"]) <= set(cells)
                assert game.texts.say(said, "en").startswith(f"closes the hole at {said.values['cells'][0]}")
    assert closed


@pytest.mark.parametrize("name", zoobox.names())
def test_what_a_hint_names_has_a_text(name):
    game = zoobox.game(name)
    heuristics = game.heuristics()
    keys = set()
    for seed in range(6):
        state = game.start(seed=seed)
        luck = Luck(seed)
        while not state.over:
            seat = state.waiting[0]
            legal = state.legal(seat)
            choice = legal[luck.below(len(legal))]
            before = state.copy()
            state.apply(seat, choice)
            named = heuristics.named_features(before, state, seat)
            assert set(named) <= set(heuristics.HINTS)
            for said in named.values():
                keys.add(said.key)
                assert "{" not in game.texts.say(said, "en") + game.texts.say(said, "de")
    assert keys


@pytest.mark.parametrize("name", zoobox.names())
def test_only_choices_of_equal_value_are_called_as_good_as_any_other(name):
    said = set()
    for steps in range(2, 30, 7):
        state, seat = walked(name, steps)
        advice = zoobox.advise(state, seat, "curator", simulations=20, seed=2)
        values = [each.value for each in advice]
        said |= {each.sentence for each in advice}
        if max(values) - min(values) > hints.EVEN:
            assert "It is as good as any other." not in {each.sentence for each in advice}
    assert len(said) > 3


def test_a_single_choice_is_told_as_such():
    state = zoobox.game("zooloretto-dice").start(seed=1)
    assert [each.sentence for each in zoobox.advise(state, 0, seed=1)] == ["There is no other choice."]


def test_a_hint_tells_what_a_choice_leads_to():
    game = zoobox.game("new-york-zoo")
    state = game.start(seed=4)
    keeper = player("keeper", game, seed=1)
    sentences = []
    while len(sentences) < 3:
        seat = state.waiting[0]
        if len(state.legal(seat)) > 1 and state.choices(seat)[0].notation.startswith("take "):
            sentences.append([each.sentence for each in zoobox.advise(state, seat, simulations=60, seed=1)])
        state.apply(seat, keeper.choose(state, seat))
    assert any(sentence.startswith("Played on, it ") for group in sentences for sentence in group)


def test_a_hint_tells_what_is_wrong_with_a_lesser_choice():
    game = zoobox.game("zooloretto-dice")
    sheets = [{"enclosures": {"lion": 5}}, {}]
    state = game.restore(
        {"turn": 0, "supply": 2, "trucks": [["elephant", "monkey"], ["lion"], ["coin"]], "sheets": sheets}
    )
    advice = {each.choice.notation: each.sentence for each in zoobox.advise(state, 0, simulations=300, seed=1)}
    assert advice["take 2"] == "It scores less at once and sends animals to your barn."
