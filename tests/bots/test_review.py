"""Reviews: what decisions gave away, luck and skill, exact endings, records that are not whole."""

import json

import pytest

import zoobox
from zoobox.bots import player
from zoobox.bots.endings import exact_values, mixed
from zoobox.bots.judging import Judge, Judgement
from zoobox.bots.review import LAST_DECISIONS, before_decision, begin, decisions_to_judge, judge_decision, review
from zoobox.bots.review_words import summary
from zoobox.games import replay_as_far_as_possible
from zoobox.kernel.player import Budget, play_game

QUICK = Budget(simulations=64)


def record_of(name: str, players: int = 2, seed: int = 3, level: str = "keeper") -> str:
    game = zoobox.game(name, players=players)
    state = game.start(seed)
    play_game(state, [player(level, game, seed=seat) for seat in range(players)])
    return game.record(state)


CASES = [
    ("zooloretto-dice", 2),
    ("zooloretto-dice", 3),
    ("o-zoo-le-mio", 2),
    ("night-at-the-zoo", 1),
    ("new-york-zoo", 1),
]


@pytest.mark.parametrize(("name", "players"), CASES)
def test_a_review_explains_the_whole_result(name, players):
    """Luck, own decisions and those of others add up to what happened; accuracy lies between 0 and 100."""
    again = zoobox.replay(record_of(name, players))
    found = begin(again)
    judge = Judge(again.game, QUICK)
    for number in decisions_to_judge(again)[:20]:
        found.judged[number] = judge_decision(again, number, QUICK, judge)
    for account in found.accounts():
        total = account.start + account.luck + account.own + account.others + account.rest
        assert total == pytest.approx(account.result)
        assert account.own <= 0
        assert account.accuracy is None or 0 <= account.accuracy <= 100
    for one in found.in_order():
        assert one.lost == pytest.approx(max(0.0, one.best_value - one.value), abs=1e-9)
        assert sum(one.chances) == pytest.approx(1) or players == 1
        assert Judgement.from_json(json.loads(json.dumps(one.as_json()))) == one
    for language in ("en", "de"):
        said = summary(found, again, language, ["Ada", "Bob", "Cyd"])
        assert said
        assert all("{" not in sentence for sentence in said)


def test_the_same_simulations_give_the_same_judgement():
    again = zoobox.replay(record_of("night-at-the-zoo"))
    number = decisions_to_judge(again)[3]
    assert judge_decision(again, number, QUICK) == judge_decision(again, number, QUICK)


def test_a_perfect_player_gives_nothing_away():
    again = zoobox.replay(record_of("zooloretto-dice", level="perfect"))
    found = review(again)
    assert [account.accuracy for account in found.accounts()] == [100, 100]
    assert found.complete


def test_alone_the_best_result_known_never_falls_towards_the_start():
    again = zoobox.replay(record_of("new-york-zoo", 1))
    found = begin(again)
    judge = Judge(again.game, QUICK)
    for number in decisions_to_judge(again)[-12:]:
        found.judged[number] = judge_decision(again, number, QUICK, judge)
    values = [one.best_value for one in found.in_order()]
    assert values == sorted(values, reverse=True)
    assert found.accounts()[0].luck == pytest.approx(0)
    assert "spaces" in " ".join(summary(found, again))


# Exact endings.


def test_the_last_auction_is_judged_exactly():
    again = zoobox.replay(record_of("o-zoo-le-mio"))
    past = again.state.past
    exact = []
    for number in range(len(past) - 4, len(past)):
        state, (seat, _) = again.at(number), past[number]
        if len(state.legal(seat)) > 1:
            exact.append(exact_values(state, seat, again.game.heuristics()) is not None)
    assert exact
    assert all(exact)


@pytest.mark.parametrize(("name", "players"), [("new-york-zoo", 1), ("night-at-the-zoo", 1)])
def test_the_exact_value_of_an_ending_is_reached_by_following_it(name, players):
    again = zoobox.replay(record_of(name, players))
    heuristics = again.game.heuristics()
    for number in range(len(again.state.past) - LAST_DECISIONS, len(again.state.past)):
        state = again.at(number)
        values = exact_values(state, 0, heuristics)
        if values is None:
            continue
        promised = max(values.values())
        while not state.over:
            values = exact_values(state, 0, heuristics)
            state.apply(0, max(values, key=values.get))
        assert state.payoff_of(0) == pytest.approx(promised)
        assert promised >= again.state.payoff_of(0) - 1e-9
        return
    pytest.fail("no ending of this game was small enough")


def best_score(state: zoobox.State, seat: int) -> int:
    """The best score that a seat can have in the end, by trying everything; others do the first thing they can."""
    while not state.over and (others := [other for other in state.waiting if other != seat]):
        state.apply(others[0], state.legal(others[0])[0])
    if state.over:
        return state.score_of(seat)
    return max(best_score(after(state, seat, choice), seat) for choice in state.legal(seat))


def after(state: zoobox.State, seat: int, choice: int) -> zoobox.State:
    copied = state.copy()
    copied.apply(seat, choice)
    return copied


def test_the_last_draft_of_night_at_the_zoo_is_judged_exactly():
    game = zoobox.game("night-at-the-zoo", players=2)
    state = game.start(2)
    play_game(state, [player("keeper", game, seed=2 + seat) for seat in range(2)])
    again = zoobox.replay(game.record(state))
    drafts = placements = 0
    for number, (seat, _) in enumerate(state.past):
        before = before_decision(again, number)
        if before.position()["draft"] < 15 or len(before.legal(seat)) < 2:
            continue
        values = exact_values(before, seat, game.heuristics())
        assert values is not None
        assert set(values) == set(before.legal(seat))
        if before.position()["phase"].startswith("draft"):
            drafts += 1
            continue
        placements += 1
        theirs = best_score(before.copy(), 1 - seat)
        for choice, value in values.items():
            mine = best_score(after(before, seat, choice), seat)
            assert value == (1.0 if mine > theirs else 0.5 if mine == theirs else 0.0)
    assert drafts == 2
    assert placements > 3


def test_decisions_that_others_made_meanwhile_are_left_out():
    again = zoobox.replay(record_of("night-at-the-zoo"))
    past, left_out = again.state.past, 0
    for number, (seat, choice) in enumerate(past):
        state, judged = again.at(number), before_decision(again, number)
        assert judged.legal(seat) == state.legal(seat)
        assert judged.is_legal_choice(seat, choice)
        assert judged.view(seat)["boards"][seat] == state.view(seat)["boards"][seat]
        left_out += judged.waiting != state.waiting
    assert left_out > 10


def test_two_secret_choices_are_mixed():
    rows, columns = mixed([[1.0, 0.0], [0.0, 1.0]])
    assert rows == pytest.approx([0.5, 0.5], abs=0.01)
    assert columns == pytest.approx([0.5, 0.5], abs=0.01)
    assert mixed([[1.0, 0.6], [0.2, 0.1]]) == ([1.0, 0.0], [0.0, 1.0])


# Records that are not whole.


def test_a_record_cut_short_is_reviewed_as_far_as_it_goes():
    lines = record_of("zooloretto-dice").splitlines()
    again = replay_as_far_as_possible("\n".join(lines[: len(lines) // 2]))
    said = summary(review(again), again)
    assert "The game was not finished: it is reviewed as far as it goes." in said
    broken = replay_as_far_as_possible("\n".join(lines[: len(lines) // 2]) + "\nnonsense that no record has")
    assert any("the record is used up to line" in note for note in broken.notes)


def test_a_record_of_another_version_is_reviewed_with_a_sentence():
    text = record_of("zooloretto-dice").replace("rules: 1\n", "rules: 0\n")
    with pytest.raises(zoobox.BadRecord):
        zoobox.replay(text)
    again = replay_as_far_as_possible(text)
    assert any("version 0 of the rules" in sentence for sentence in summary(review(again), again))
    assert again.state.over


def test_a_decision_that_is_not_possible_ends_the_review_there():
    lines = record_of("zooloretto-dice").splitlines()
    third = next(index for index, line in enumerate(lines) if line.startswith("9. "))
    lines[third] = "9. 0 place giraffe 9"
    again = replay_as_far_as_possible("\n".join(lines))
    assert len(again.state.past) == 8
    assert any("only the first 8 decisions" in note for note in again.notes)


def test_a_position_without_a_past_says_so():
    game = zoobox.game("zooloretto-dice")
    state = game.restore(game.start(1).position())
    again = replay_as_far_as_possible(game.record(state))
    assert summary(review(again), again) == ["This position has no past: there is no decision to review."]
