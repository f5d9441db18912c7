"""Whole seasons against a naive count from the rules as people read them: nothing here is computed
by the league's own code but the seasons themselves."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from bot.match.league import course, entering
from bot.match.league.promotion import find_changes
from bot.match.league.season import Entry, Fixture, FixtureState, Reason, Season, Stage, Terms
from bot.match.league.view import view_season
from tests.bot.match.league.simulating import Simulated, begun, signed_up

BY_PLACE = {2: (2, 0), 3: (4, 2, 1), 4: (5, 3, 2, 1)}
PEOPLE = range(4, 31)
Key = tuple[Fraction, Fraction, Fraction, Fraction]


def points_of(fixture: Fixture) -> Mapping[int, Fraction]:
    """Whoever shares places shares their points."""
    order = sorted(zip(fixture.places, fixture.players, strict=True))
    by_player = dict(zip([player for _, player in order], BY_PLACE[len(order)], strict=True))
    shared: dict[int, Fraction] = {}
    for place, player in order:
        with_them = [other for other_place, other in order if other_place == place]
        shared[player] = Fraction(sum(by_player[other] for other in with_them), len(with_them))
    return shared


def count_division(players: Sequence[int], fixtures: Sequence[Fixture]) -> Mapping[int, Key]:
    """Points, points among those tied, Sonneborn-Berger, and score difference."""
    points = dict.fromkeys(players, Fraction(0))
    for fixture in fixtures:
        for player, more in points_of(fixture).items():
            points[player] += more
    keys = {}
    for player in players:
        tied = Fraction(0)
        strength = Fraction(0)
        difference = Fraction(0)
        for fixture in fixtures:
            if player not in fixture.players:
                continue
            seat = fixture.players.index(player)
            for at, other in enumerate(fixture.players):
                if other == player:
                    continue
                ahead = fixture.places[seat] < fixture.places[at]
                behind = fixture.places[seat] > fixture.places[at]
                won = 2 if ahead else 0 if behind else 1
                strength += Fraction(won, 2) * points[other]
                if points[other] == points[player]:
                    tied += won
                gap = max(-20, min(20, fixture.scores[seat] - fixture.scores[at]))
                difference += 0 if (ahead and gap < 0) or (behind and gap > 0) else gap
        keys[player] = (points[player], tied, strength, difference)
    return keys


def expect_places(keys: Mapping[int, Key]) -> Mapping[int, int]:
    return {player: 1 + sum(other > keys[player] for other in keys.values()) for player in keys}


def live(people: int, seats: int, seed: int) -> tuple[Season, list[Season]]:
    """A season in which people withdraw and games are made void; every state that it was in."""
    chance = Random(seed)
    life = Simulated(signed_up(people, Terms(seats=seats, division=chance.randint(4, 7))), seed)
    seen: list[Season] = []
    left = chance.randint(0, 3)

    def look(season: Season) -> None:
        nonlocal left
        seen.append(season)
        running = [fixture for fixture in season.fixtures if fixture.state is FixtureState.RUNNING]
        if left and running and season.stage is Stage.RUNNING and chance.random() < 0.05:
            left -= 1
            fixture = chance.choice(running)
            player = season.entrants[chance.choice(fixture.players)]
            if chance.random() < 0.4:
                life.change(entering.void(season, fixture.number))
            elif player.entry is Entry.IN:
                life.change(entering.withdraw(season, player.number))

    life.on_change = look
    return life.run(), seen


def decided_fixtures(season: Season, division: int) -> list[Fixture]:
    fixtures = (fixture for fixture in season.fixtures if fixture.division == division)
    return [fixture for fixture in fixtures if fixture.state is FixtureState.DECIDED]


def counted_players(season: Season, division: int) -> list[int]:
    """Those in a division, but not who withdrew when all of their games were void."""
    own = {
        entrant.number: [each for each in season.fixtures if entrant.number in each.players]
        for entrant in season.entrants
        if entrant.division == division
    }
    return [
        number
        for number, games in own.items()
        if season.entrants[number].entry is not Entry.WITHDRAWN
        or any(fixture.state is not FixtureState.VOID for fixture in games)
    ]


@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_final_places_are_those_of_a_naive_count(people: int, seats: int) -> None:
    over, _ = live(people, seats, people)
    for number in over.divisions:
        players = counted_players(over, number)
        expected = expect_places(count_division(players, decided_fixtures(over, number)))
        assert {player: over.entrants[player].place for player in players} == expected


@pytest.mark.parametrize("people", [4, 6, 7, 9, 14])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ranges_hold_the_final_place(people: int, seats: int) -> None:
    """From the last withdrawal or void game on; until then only from one to the next."""
    over, seen = live(people, seats, 50 + people)
    final = {entrant.number: entrant.place for entrant in over.entrants}
    excused = [
        (fixture.number, fixture.state)
        for fixture in over.fixtures
        if fixture.state is FixtureState.VOID
    ]
    gone = [entrant.number for entrant in over.entrants if entrant.entry is Entry.WITHDRAWN]
    before: dict[int, tuple[int, int]] = {}
    for season in seen:
        void = [
            (fixture.number, fixture.state)
            for fixture in season.fixtures
            if fixture.state == "void"
        ]
        left = [entrant.number for entrant in season.entrants if entrant.entry is Entry.WITHDRAWN]
        if (void, left) != (excused, gone) or season.stage is not Stage.RUNNING:
            continue
        for division in view_season(season).divisions:
            for row in division.rows:
                number = row.entrant.number
                (first, last) = row.reachable
                earlier = before.get(number, (1, 99))
                assert earlier[0] <= first <= (final[number] or 0) <= last <= earlier[1]
                before[number] = (first, last)
    assert before


@pytest.mark.parametrize("preferred", range(4, 8))
@pytest.mark.parametrize("people", PEOPLE)
def test_divisions_are_of_about_the_preferred_size(people: int, preferred: int) -> None:
    season = begun(people, Terms(division=preferred))
    sizes = Counter(entrant.division for entrant in season.entrants)
    assert sum(sizes.values()) == people
    if people <= 7:
        assert len(sizes) == 1
        return
    assert all(4 <= size <= 7 for size in sizes.values())
    assert max(sizes.values()) - min(sizes.values()) <= 1
    possible = [count for count in range(2, 9) if 4 * count <= people <= 7 * count]
    nearest = min(abs(people / count - preferred) for count in possible)
    assert abs(people / len(sizes) - preferred) == nearest


@pytest.mark.parametrize("people", PEOPLE)
def test_pairs_meet_once_and_begin_in_half_of_their_games(people: int) -> None:
    season = begun(people)
    for number in season.divisions:
        players = [entrant.number for entrant in season.entrants if entrant.division == number]
        games = [fixture.players for fixture in season.fixtures if fixture.division == number]
        assert sorted(map(sorted, games)) == [[*pair] for pair in combinations(players, 2)]
        for player in players:
            first = sum(game[0] == player for game in games)
            assert abs(first - (len(players) - 1 - first)) <= 1


@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("preferred", range(4, 8))
def test_tables_are_fair_in_every_division(people: int, seats: int, preferred: int) -> None:
    season = begun(people, Terms(seats=seats, division=preferred))
    for number in season.divisions:
        players = [entrant.number for entrant in season.entrants if entrant.division == number]
        games = [fixture.players for fixture in season.fixtures if fixture.division == number]
        assert all(len({*game}) == seats for game in games)
        met = Counter(pair for game in games for pair in combinations(sorted(game), 2))
        often = [met[pair] for pair in combinations(players, 2)]
        assert max(often) - min(often) <= 1
        assert min(often) >= 1
        sat = Counter((player, seat) for game in games for seat, player in enumerate(game))
        each = [sat[player, seat] for player in players for seat in range(seats)]
        assert max(each) == min(each)


@pytest.mark.parametrize("people", range(8, 31))
@pytest.mark.parametrize("preferred", [4, 5, 7])
def test_equally_many_go_up_and_down(people: int, preferred: int) -> None:
    over = Simulated(signed_up(people, Terms(division=preferred)), people).run()
    changes = find_changes(over)
    sizes = [Counter(entrant.division for entrant in over.entrants)[at] for at in over.divisions]
    for above, below in zip(over.divisions, over.divisions[1:], strict=False):
        expected = 2 if sizes[above] >= 6 and sizes[below] >= 6 else 1
        down = [entrant for entrant in over.entrants if entrant.division == above]
        up = [entrant for entrant in over.entrants if entrant.division == below]
        moved_down = [entrant for entrant in down if changes.get(entrant.number) == "down"]
        moved_up = [entrant for entrant in up if changes.get(entrant.number) == "up"]
        assert len(moved_down) == len(moved_up) == expected
        kept = [entrant.place or 0 for entrant in down if entrant not in moved_down]
        assert max(kept) <= min(entrant.place or 0 for entrant in moved_down)
        stay = [entrant.place or 0 for entrant in up if entrant not in moved_up]
        assert max(entrant.place or 0 for entrant in moved_up) <= min(stay)


@pytest.mark.parametrize("seed", range(20))
def test_withdrawing_is_void_before_half_and_lost_after_it(seed: int) -> None:
    chance = Random(seed)
    season = begun(chance.randint(4, 7))
    for fixture in season.fixtures:
        if chance.random() < 0.5:
            season = course.decide(season, fixture.number, Reason.PLAYED, (1, 2), (50, 40))
    own = [fixture for fixture in season.fixtures if 0 in fixture.players]
    done = [fixture for fixture in own if fixture.state is FixtureState.DECIDED]
    after = [fixture for fixture in entering.withdraw(season, 0).fixtures if 0 in fixture.players]
    if len(done) * 2 < len(own):
        assert {fixture.state for fixture in after} == {FixtureState.VOID}
    else:
        assert [fixture for fixture in after if fixture in done] == done
        lost = [fixture for fixture in after if fixture not in done]
        assert all(
            dict(zip(fixture.players, fixture.places, strict=True))[0] == 2 for fixture in lost
        )


def test_a_void_game_is_as_if_it_had_never_been() -> None:
    over, _ = live(9, 2, 3)
    again = replace(over, stage=Stage.RUNNING)
    number = decided_fixtures(over, 0)[0].number
    without = course.end(entering.void(again, number))
    rest = [fixture for fixture in decided_fixtures(over, 0) if fixture.number != number]
    players = counted_players(without, 0)
    expected = expect_places(count_division(players, rest))
    assert {player: without.entrants[player].place for player in players} == expected
