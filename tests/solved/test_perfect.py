"""The level perfect: what it loses without a table, how it uses one, and which files it refuses."""

import json
import time
from pathlib import Path

import numpy as np
import pytest

import zoobox
from zoobox.bots import check_level, levels_of, levels_of_every_game, player
from zoobox.bots.levels import UnknownLevel, strongest_level
from zoobox.bots.review import review
from zoobox.games.zooloretto_dice.solved import network, solver, states, study, table, verify
from zoobox.games.zooloretto_dice.solved.rounds import Round
from zoobox.kernel.components import Components

SAMPLE = Path(__file__).parent / "sample.npz"
MEAN_LOSS, WORST_LOSS = 0.002, 0.02


@pytest.fixture(scope="module")
def sample():
    with np.load(SAMPLE) as stored:
        return {name: stored[name] for name in stored.files}


@pytest.fixture
def game():
    return zoobox.game("zooloretto-dice", players=2)


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def test_the_network_is_small():
    assert network.WEIGHTS.stat().st_size <= 500_000


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
def test_the_network_loses_little_in_decisions_of_strong_play(sample, every):
    """Of every so many rounds all decisions: what takes long is to value a round."""
    rounds = np.unique(sample["decisions"]["state"])[::every]
    decisions = sample["decisions"][np.isin(sample["decisions"]["state"], rounds)]
    lost = study.regrets(decisions, network.shipped(), 1)
    assert len(lost) > 1000 / every
    assert lost.mean() <= MEAN_LOSS / 20
    assert np.quantile(lost, 0.999) <= WORST_LOSS


def test_the_network_is_close_to_exact_values_of_all_levels(sample):
    numbers, which = np.unique(sample["numbers"], return_index=True)
    gap = network.shipped().worth(numbers) - sample["values"][which]
    assert np.sqrt((gap**2).mean()) < 0.02


def test_a_blind_network_would_fail_the_sample(sample):
    class Blind:
        def worth(self, numbers):
            return np.full(len(numbers), 0.5, np.float32)

    some = sample["decisions"][:200]
    assert study.regrets(some, Blind(), 1).mean() > MEAN_LOSS


def test_the_starters_chance_is_near_the_exact_one():
    assert Round.from_start(verify.ROOT, network.shipped()).value == pytest.approx(0.441357, abs=0.005)


def test_a_decision_is_quick(game):
    bot = player("perfect", game, seed=1)
    times = []
    for seed in range(9):
        state = game.start(seed)
        bot.round = None
        state.apply(0, 0)
        began = time.thread_time()
        bot.choose(state, 0)
        times.append(time.thread_time() - began)
    assert sorted(times)[4] < 0.15


@pytest.mark.parametrize(("games", "wins"), [(6, 4), pytest.param(40, 28, marks=pytest.mark.long)])
def test_perfect_beats_keeper(game, games, wins):
    perfect, keeper = player("perfect", game, seed=1), player("keeper", game, seed=2)
    won = 0.0
    for seed in range(games):
        state = game.start(seed)
        while not state.over:
            seat = state.waiting[0]
            state.apply(seat, (perfect if seat == seed % 2 else keeper).choose(state, seat))
        won += state.payoff_of(seed % 2)
    assert won >= wins


def test_perfect_plays_the_solved_game_only():
    with pytest.raises(UnknownLevel, match="for two players, and nothing else"):
        check_level("perfect", zoobox.game("zooloretto-dice", players=3))
    with pytest.raises(UnknownLevel, match="the level perfect plays Zooloretto: The Dice Game only"):
        check_level("perfect", zoobox.game("new-york-zoo", players=2))


def test_perfect_does_not_play_another_box(tmp_path):
    own = tmp_path / "box.toml"
    usual = zoobox.game("zooloretto-dice").folder / "components.toml"
    own.write_text(usual.read_text().replace("size = 5", "size = 6"))
    game = type(zoobox.game("zooloretto-dice"))(players=2, components=Components.load(own))
    with pytest.raises(UnknownLevel, match="other components"):
        check_level("perfect", game)


def test_players_who_use_their_own_coin_groups_empty_the_barn():
    game = zoobox.game("zooloretto-dice", players=2, settings={"coin_group_use": "player_chooses"})
    full = {"crocodile": 1, "ostrich": 2, "monkey": 3, "elephant": 4}
    sheets = [{"enclosures": full, "barn": ["monkey"], "coins": 3}, {"enclosures": full, "coins": 2}]
    state = game.restore({"phase": "groups", "sheets": sheets})
    assert game.notation(state, 0, player("perfect", game).choose(state, 0)) == "group remove monkey"


@pytest.fixture(scope="module")
def table_file(tmp_path_factory):
    """A table whose values are nothing but a guess: as good as any to try the file with."""
    path = tmp_path_factory.mktemp("table") / table.FILE_NAME
    values = solver.blank_values(jobs=2)
    by_pair = values.reshape(-1, states.COIN_PAIRS)
    some = np.flatnonzero(~states.finished_pairs().ravel())[::7][:50_000]
    by_pair[some] = np.random.default_rng(2).random((len(some), states.COIN_PAIRS))
    table.write(path, values, {"root": float(values[verify.ROOT.number])})
    yield path, values
    path.unlink()


def test_a_table_gives_back_what_was_written(table_file):
    path, values = table_file
    opened = table.Table(path, check=True)
    numbers = np.random.default_rng(1).integers(0, states.STATES, 200_000).astype(np.int32)
    numbers[:100_000] %= states.COIN_PAIRS * 400_000
    assert np.abs(opened.worth(numbers) - values[numbers]).max() <= table.ROUNDING * 1.01


def test_hints_are_exact_and_complete_where_there_is_a_table(table_file, tmp_path, game):
    (tmp_path / "zoobox").mkdir()
    (tmp_path / "zoobox" / table.FILE_NAME).symlink_to(table_file[0])
    assert player("perfect", game).exact
    state = game.start(3)
    state.apply(0, 0)
    advice = zoobox.advise(state, 0)
    assert len(advice) == len(state.legal(0))
    expected = Round.in_hand(state, table.find()).choices(state)
    assert {line.choice.id: line.value for line in advice} == expected


def test_damaged_files_are_refused_with_a_sentence(table_file, tmp_path, game):
    whole = table_file[0].read_bytes()
    path = table.usual_path()
    path.parent.mkdir()

    def refusal(content):
        path.write_bytes(content)
        with pytest.raises(table.BadTable) as refused:
            player("perfect", game)
        assert "zoobox solve zooloretto-dice" in str(refused.value)
        return str(refused.value)

    assert "is no table" in refusal(b"\x89PNG something else\n")
    assert "is no table" in refusal(b'{"format": "a shopping list"}\n')
    header = json.loads(whole[: whole.index(b"\n")])
    older = json.dumps({**header, "version": 0}).encode() + b"\n"
    assert "version 0" in refusal(older.ljust(table.HEADER, b"\0") + whole[table.HEADER :])
    other = json.dumps({**header, "rules": [[1], [1], [0]]}).encode() + b"\n"
    assert "other components" in refusal(other.ljust(table.HEADER, b"\0") + whole[table.HEADER :])
    assert "not as long as it should be" in refusal(whole[:-2])
    damaged = bytearray(whole)
    damaged[table.HEADER + 123_456] ^= 1
    assert "checksum does not agree" in refusal(bytes(damaged))
    path.write_bytes(b"")
    with pytest.raises(table.BadTable):
        table.Table(path)
    path.unlink()
    assert not player("perfect", game).exact


def test_perfect_is_offered_only_where_it_plays(game):
    everywhere = [level.name for level in levels_of_every_game()]
    assert everywhere == ["visitor", "trainee", "keeper", "curator", "director"]
    assert [level.name for level in levels_of(game)] == [*everywhere, "champion", "perfect"]
    assert "perfect" not in [level.name for level in levels_of(zoobox.game("night-at-the-zoo", players=2))]


def test_the_champion_of_a_solved_game_plays_the_solution(game):
    state = game.start(5)
    assert player("champion", game, seed=1).think(state, 0) == player("perfect", game, seed=1).think(state, 0)
    assert strongest_level(game) == "director"  # the solution not counted


def test_a_review_finds_the_decision_that_gave_the_game_away(game):
    state = game.start(5)
    perfect = player("perfect", game, seed=1)
    blunder = None
    while not state.over:
        seat = state.waiting[0]
        thoughts = perfect.think(state, seat)
        worst = blunder is None and seat == 1 and thoughts[0].value - thoughts[-1].value > 0.1
        choice = thoughts[-1].choice if worst else thoughts[0].choice
        if worst:
            blunder = len(state.past), thoughts[0].value - thoughts[-1].value
        state.apply(seat, choice)
    found = review(zoobox.replay(game.record(state)))
    lost = {one.number: one.lost for one in found.in_order() if one.lost > 1e-6}
    assert lost == {blunder[0]: pytest.approx(blunder[1])}
    assert all(len(one.options) > 1 for one in found.in_order())
    assert found.accounts()[0].accuracy == 100
    assert blunder[0] in [point.number for point in found.turning_points()]
