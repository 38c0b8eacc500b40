"""A review in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from zoobox.bots.review import Account, Review, TurningPoint
from zoobox.kernel.record import Replay
from zoobox.kernel.text import Phrase, Seat

INTERVAL = 1.96
"""Standard errors on either side of a 95 % interval."""


def summary(review: Review, again: Replay, language: str = "en", names: Sequence[str] = ()) -> list[str]:
    """What happened, where the result comes from, how well each seat played, and the turning points."""
    game = review.game
    say = game.texts.say
    phrases = [*_shortcomings(review), *_result(review, again, language), *_accounts(review, language)]
    said = [say(phrase, language, names) for phrase in phrases]
    points = review.turning_points()
    if review.complete and review.judged:
        said += [turning_point(review, again, point, language, names) for point in points]
        if not points:
            said.append(say(Phrase("review.no_turning"), language))
        said += [say(phrase, language) for phrase in _sureness(review)]
    return said + [_sentence(note) for note in review.notes]


def _sentence(note: str) -> str:
    return f"{note[:1].upper()}{note[1:]}{'' if note.endswith('.') else '.'}"


def _shortcomings(review: Review) -> Iterator[Phrase]:
    if not review.past:
        yield Phrase("review.no_past")
    elif review.payoffs is None:
        yield Phrase("review.unfinished")
    if review.past and not review.total:
        yield Phrase("review.nothing")


def _result(review: Review, again: Replay, language: str) -> Iterator[Phrase]:
    game, payoffs = review.game, review.payoffs
    if payoffs is None:
        return
    if game.players == 1:
        yield Phrase("review.alone", result=game.spoken_value(payoffs[0], language))
        if review.in_order() and not review.lucky:
            goal = game.heuristics_class().GOAL
            ways = [one.number for one in review.in_order() if one.best_value >= goal]
            if ways and payoffs[0] < goal:
                yield Phrase("review.filled", number=ways[-1] + 1)
        return
    winners = [Seat(seat) for seat, payoff in enumerate(payoffs) if payoff > 0]
    yield Phrase("review.won" if len(winners) == 1 else "review.shared", winners=winners)


def _accounts(review: Review, language: str) -> Iterator[Phrase]:
    if not review.judged:
        return
    for account in review.accounts():
        if review.game.players == 1:
            yield from _account_alone(review, account, language)
        else:
            yield _account(review, account)
    for account in review.accounts():
        if account.accuracy is not None:
            yield Phrase("review.accuracy", seat=Seat(account.seat), accuracy=_accuracy(account))


def _accuracy(account: Account) -> str:
    """In whole numbers; 100 only where nothing was given away."""
    assert account.accuracy is not None
    return str(min(round(account.accuracy), 99 if account.own < 0 else 100))


def _account_alone(review: Review, account: Account, language: str) -> Iterator[Phrase]:
    game = review.game
    best = game.spoken_value(account.start, language)
    if not review.lucky:
        yield Phrase("review.account_best", best=best)
        return
    yield Phrase("review.account_start", best=best)
    if game.change_words(0.0) is not None:
        yield Phrase("review.account_alone", **_parts(account, game.change_words))


def _account(review: Review, account: Account) -> Phrase:
    key = "review.account" if review.lucky else "review.account_without_luck"
    return Phrase(key, seat=Seat(account.seat), start=_points(account.start), **_parts(account, _points))


def _parts(account: Account, words: Callable[[float], Phrase | str | None]) -> dict[str, Phrase | str | None]:
    """What luck, others, own decisions and the judge's errors brought or cost."""

    def brought(change: float) -> Phrase:
        return Phrase("review.brought" if change >= 0 else "review.cost", points=words(abs(change)))

    give_or_take = INTERVAL * account.error
    unsure, off = (words(change) != words(0.0) for change in (give_or_take, abs(account.rest)))
    return {
        "luck": brought(account.luck),
        "others": words(account.others),
        "own": words(-account.own),
        "uncertainty": Phrase("review.uncertainty", points=words(give_or_take)) if unsure else "",
        "rest": Phrase("review.rest", change=brought(account.rest)) if off else "",
    }


def turning_point(
    review: Review, again: Replay, point: TurningPoint, language: str = "en", names: Sequence[str] = ()
) -> str:
    """One turning point as a sentence."""
    game, judged = again.game, point.judged
    state = again.at(point.number)
    chosen = game.choice(state, judged.seat, judged.chosen, language).label
    best = game.choice(state, judged.seat, judged.best, language).label
    told = {"number": point.number + 1, "seat": Seat(point.seat), "chosen": chosen, "points": _points(point.change)}
    if point.by_luck and game.players == 1:
        value, before = game.spoken_value(point.later, language), game.spoken_value(judged.value, language)
        phrase = Phrase("review.turning_luck_alone", **told, value=value, best_value=before)
    elif point.by_luck:
        phrase = Phrase("review.turning_luck", **told)
    elif game.players == 1:
        value, best_value = game.spoken_value(judged.value, language), game.spoken_value(judged.best_value, language)
        key = "review.turning_alone_expected" if review.lucky else "review.turning_alone"
        phrase = Phrase(key, **told, best=best, value=value, best_value=best_value)
    else:
        phrase = Phrase("review.turning_decision", **told, best=best)
    return game.texts.say(phrase, language, names)


def _sureness(review: Review) -> Iterator[Phrase]:
    exact = sum(one.exact for one in review.judged.values())
    total = len(review.judged)
    if exact:
        yield Phrase("review.exact", count=exact, total=total)
    if exact < total:
        solver = review.game.solver
        solved = solver is not None and solver.why_not(review.game) is None
        yield Phrase("review.by_network" if solved else "review.estimated", count=total - exact, total=total)


def _points(chance: float) -> str:
    return f"{100 * chance:.0f}"
