"""A review in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zoobox.bots.review import Account, Review, TurningPoint
from zoobox.kernel.game import Game
from zoobox.kernel.record import Replay
from zoobox.kernel.text import Phrase, Seat

INTERVAL = 1.96
"""Standard errors on either side of a 95 % interval."""
LEAST_TOLD = 0.5
"""An uncertainty of fewer percentage points is not told."""


def summary(review: Review, again: Replay, language: str = "en", names: Sequence[str] = ()) -> list[str]:
    """What happened, where the result comes from, how well each seat played, and the turning points."""
    game = review.game
    say = game.texts.say
    phrases = [*_shortcomings(review), *_result(review, again, language), *_accounts(review, language)]
    said = [say(phrase, language, names) for phrase in phrases]
    points = review.turning_points()
    if review.complete and review.judged:
        said += [turning_point(again, point, language, names) for point in points]
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
        yield _account(review.game, account, language)
    for account in review.accounts():
        if account.accuracy is not None:
            yield Phrase("review.accuracy", seat=Seat(account.seat), accuracy=f"{account.accuracy:.0f}")


def _account(game: Game, account: Account, language: str) -> Phrase:
    give_or_take = INTERVAL * account.error
    uncertainty: Phrase | str = ""
    if game.players == 1:
        best = game.spoken_value(account.start, language)
        own = game.change_words(-account.own)
        if own is None:
            return Phrase("review.account_best", best=best)
        luck = Phrase(
            "review.brought" if account.luck >= 0 else "review.cost", points=game.change_words(abs(account.luck))
        )
        if 100 * give_or_take >= LEAST_TOLD:
            uncertainty = Phrase("review.uncertainty", points=game.change_words(give_or_take))
        return Phrase("review.account_alone", best=best, luck=luck, own=own, uncertainty=uncertainty)
    luck = Phrase("review.brought" if account.luck >= 0 else "review.cost", points=_points(abs(account.luck)))
    if 100 * give_or_take >= LEAST_TOLD:
        uncertainty = Phrase("review.uncertainty", points=_points(give_or_take))
    return Phrase(
        "review.account",
        seat=Seat(account.seat),
        start=_points(account.start),
        others=_points(account.others),
        luck=luck,
        own=_points(-account.own),
        uncertainty=uncertainty,
    )


def turning_point(again: Replay, point: TurningPoint, language: str = "en", names: Sequence[str] = ()) -> str:
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
        phrase = Phrase("review.turning_alone", **told, best=best, value=value, best_value=best_value)
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
