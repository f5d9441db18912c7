"""Self-play from the command line: the last line of its output, its records, its errors."""

import json
from pathlib import Path
from random import Random

import pytest

from engine.castle.moves import Move
from engine.castle.rules import castle
from engine.castle.state import State
from engine.games import GAMES
from engine.players.castle.candidates import candidates
from engine.players.players import EXPERTS
from engine.players.search import LEVELS
from engine.selfplay.__main__ import main
from engine.selfplay.match import Duel
from tests.harvest.rules.rules import harvest

KEYS = {"games", "seconds", "turns", "turns_per_second", "median_score", "points_share"}
OF_TILES = {"legal_moves_per_turn", "discards"}
OF_PIECES = {"pieces_per_turn", "passed", "courtyards"}


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main(arguments) == 0
    figures: dict[str, object] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return figures


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize(
    ("game", "more"),
    [
        ("castle", {*OF_TILES, "keep_decided"}),
        ("carcassonne", OF_TILES),
        ("castellan", OF_PIECES),
    ],
)
def test_the_last_line_is_one_json_object_with_the_figures(
    game: str, more: set[str], policy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = run(capsys, "--game", game, "--games", "2", "--policy", policy)
    assert figures.keys() == KEYS | more
    assert figures["games"] == 2
    shares = figures["points_share"]
    assert isinstance(shares, dict)
    assert sum(shares.values()) == pytest.approx(1, abs=0.001)


@pytest.mark.parametrize(
    ("game", "level"),
    [*(("castle", level) for level in LEVELS), ("carcassonne", "easy"), ("castellan", "medium")],
)
def test_a_levels_games_against_itself_are_recorded(
    game: str, level: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    arguments = ("--game", game, "--policy", level, "--positions", "1", "--record", str(out))
    figures = run(capsys, *arguments)
    (line,) = out.read_text("utf-8").splitlines()
    recorded = GAMES[game].records.read_record(line)
    assert recorded.players == (f"{level} 1", f"{level} 2")
    assert recorded.ending is None
    assert figures["games"] == 1
    assert figures.keys() >= KEYS
    assert "legal_moves_per_turn" not in figures


@pytest.mark.parametrize(
    ("game", "seats", "games"),
    [("castle", 2, 4), ("carcassonne", 2, 2), ("carcassonne", 3, 3), ("castellan", 2, 4)],
)
def test_duel_games_are_recorded_with_alternating_seats(
    game: str, seats: int, games: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    rules = GAMES[game]
    duel = ("--game", game, "--policy", "greedy", "--against", "random", "--seats", str(seats))
    figures = run(capsys, *duel, "--games", str(games), "--seed", "3", "--record", str(out))
    lines = out.read_text("utf-8").splitlines()
    assert figures["games"] == len(lines) == games
    seeds = []
    won = 0.0
    for number, line in enumerate(lines):
        recorded = rules.records.read_record(line)
        challenger = number % seats
        names = [name.rpartition(" ")[0] for name in recorded.players]
        assert names == ["greedy" if seat == challenger else "random" for seat in range(seats)]
        assert recorded.first == 0
        assert recorded.ending is None
        seeds.append(recorded.seed)
        state, _ = rules.begin(recorded.seed, recorded.options, recorded.first, seats)
        for text in recorded.moves:
            seat = rules.to_act(state)
            assert seat is not None
            state, _ = rules.apply(state, seat, rules.parse_move(text))
        winners = rules.winners(state)
        won += (challenger in winners) / len(winners)
    assert [seeds.count(seed) for seed in seeds] == [seats] * games
    assert figures["wins"] == pytest.approx(won / games, abs=0.0001)


def test_at_a_mixed_table_everyone_sits_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    mixed = ("--policy", "random", "--against", "greedy,easy", "--seats", "3", "--games", "3")
    run(capsys, "--game", "castellan", *mixed, "--record", str(out))
    players = [
        [name.rpartition(" ")[0] for name in GAMES["castellan"].records.read_record(line).players]
        for line in out.read_text("utf-8").splitlines()
    ]
    assert players == [
        ["random", "greedy", "easy"],
        ["easy", "random", "greedy"],
        ["greedy", "easy", "random"],
    ]


@pytest.mark.parametrize("game", EXPERTS)
def test_medium_beats_easy(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    duel = ("--policy", "medium", "--against", "easy", "--games", "8")
    figures = run(capsys, "--game", game, *duel)
    assert figures["wins"] > 0.5  # type: ignore[operator]
    assert figures["margin"] > 0  # type: ignore[operator]


@pytest.mark.parametrize("preset", ["official", "rio-grande", "site"])
def test_every_record_is_a_finished_game_that_can_be_read(
    preset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    figures = run(
        capsys, "--games", "2", "--options", preset, "--policy", "random", "--record", str(out)
    )

    games = [castle.records.read(line) for line in out.read_text("utf-8").splitlines()]

    assert len(games) == 2
    assert all(game.result in ("win", "shared") for game in games)
    scores = sorted(score for game in games for score in game.state.scores)
    assert figures["median_score"] == (scores[1] + scores[2]) / 2


@pytest.mark.parametrize(
    ("game", "preset", "seats"),
    [
        ("carcassonne", "classic", 2),
        ("carcassonne", "current", 3),
        ("carcassonne", "current", 5),
        ("castellan", "classic", 2),
        ("castellan", "classic", 3),
        ("castellan", "classic", 4),
    ],
)
def test_as_many_play_as_asked_for_by_the_options_asked_for(
    game: str, preset: str, seats: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    rules = GAMES[game]
    arguments = ["--game", game, "--seats", str(seats), "--options", preset, "--policy", "random"]
    run(capsys, *arguments, "--record", str(out), "--show")
    recorded = rules.records.read_record(out.read_text("utf-8").strip())
    assert len(recorded.players) == seats
    assert recorded.options == rules.presets[preset]
    assert recorded.ending is None


@pytest.mark.parametrize(("game", "policy"), [("castle", "random"), ("castellan", "greedy")])
def test_the_same_seed_plays_the_same_games(game: str, policy: str, tmp_path: Path) -> None:
    first, second, other = (tmp_path / name for name in ("a", "b", "c"))
    for path, seed in ((first, "5"), (second, "5"), (other, "6")):
        played = ["--game", game, "--policy", policy, "--seed", seed]
        main([*played, "--record", str(path)])
    assert first.read_text() == second.read_text() != other.read_text()


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_new_game_is_played_without_anything_added(
    policy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "harvest", harvest)
    out = tmp_path / "out.jsonl"
    arguments = ("--game", "harvest", "--policy", policy, "--games", "2", "--show")
    figures = run(capsys, *arguments, "--record", str(out))
    assert figures.keys() == KEYS
    for line in out.read_text("utf-8").splitlines():
        assert harvest.records.read_record(line).players == (
            f"{policy} 1",
            f"{policy} 2",
            f"{policy} 3",
        )


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--game", "chess"], "--game"),
        (["--games", "0"], "--games"),
        (["--games", "many"], "--games"),
        (["--seed", "x"], "--seed"),
        (["--policy", "clever"], "--policy"),
        (["--against", "clever"], "--against"),
        (["--against", "easy,clever", "--games", "2"], "--against"),
        (["--policy", "hard", "--against", "easy", "--games", "3"], "--games"),
        (["--policy", "hard", "--against", "easy", "--games", "2", "--show"], "--show"),
        (["--options", "house"], "--options"),
        (["--game", "carcassonne", "--options", "official"], "--options"),
        (["--seats", "3"], "--seats"),
        (["--game", "carcassonne", "--seats", "6"], "--seats"),
        (["--record", "/no/such/folder/out.jsonl"], "--record"),
        (["--against", "greedy", "--games", "2", "--record", "/no/such/out.jsonl"], "--record"),
    ],
)
def test_a_wrong_argument_is_named(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert named in capsys.readouterr().err.splitlines()[-1]


def test_each_shuffle_is_played_in_every_seat() -> None:
    """So two players that always choose alike win the same number of games, by the same margin."""

    def choose(state: State, rng: Random) -> Move:
        return candidates(state)[0].move

    duel = Duel("castle", 1, (choose, choose), "official", 2)
    duel.play(0)
    figures = duel.figures()
    assert (figures["games"], figures["wins"], figures["margin"]) == (2, 0.5, 0)


def test_the_same_duel_has_the_same_outcome(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--games", "2", "--policy", "medium", "--against", "greedy", "--speed", "50")
    first = run(capsys, *arguments)
    second = run(capsys, *arguments)
    assert (first["wins"], first["margin"]) == (second["wins"], second["margin"])


@pytest.mark.parametrize("game", EXPERTS)
def test_a_level_can_play_the_random_player_in_every_game(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = run(capsys, "--game", game, "--games", "2", "--policy", "easy", "--against", "random")
    assert figures["margin"] > 0  # type: ignore[operator]
