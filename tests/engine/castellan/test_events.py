"""Events: their text, what they reveal, and their points."""

from engine.castellan.events import (
    CardDrawn,
    CourtyardGrew,
    CourtyardMade,
    Event,
    GameBegan,
    GameEnded,
    LastTurnsBegan,
    LeadChanged,
    PiecePlaced,
    PiecesPassed,
    TurnScored,
)
from engine.castellan.pieces import Pieces
from engine.castellan.rules import castellan
from engine.seats import PlayerLeft
from tests.engine.castellan.kit.playing import games
from tests.engine.castellan.kit.tables import play, table


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_the_events_of_a_game_read_back() -> None:
    for step in (step for number in range(3) for step in games(number)):
        for who in (None, step.seat):
            events = castellan.events_for(step.events, who)
            assert castellan.event_log.parse(castellan.event_log.text(events)) == events


def test_reported_courtyards_match_those_of_the_plan() -> None:
    for step in (step for number in range(6) for step in games(number)):
        before = step.state.plan
        after = step.after.plan
        made = [event for event in step.events if isinstance(event, CourtyardMade)]
        new = [courtyard for courtyard in after.courtyards if courtyard not in before.courtyards]
        assert [(event.seat, event.cells, event.double) for event in made] == [
            (courtyard.seat, tuple(sorted(courtyard.cells)), courtyard.double) for courtyard in new
        ]
        for event, courtyard in zip(made, new, strict=True):
            assert (event.towers, event.points) == (
                after.towers_of(courtyard),
                after.worth(courtyard),
            )
            assert event.divided == (event.cells[0] in before.courtyard_at)


def test_a_turn_is_told_in_the_order_in_which_it_happens() -> None:
    picture = """
        O---O
        |   |
        O---.
        """
    state = table(picture, ("T6", "W1 W2"))
    after, events = play(state, "T6: t1,0; 2x0,0; ww")
    assert kinds(events) == [
        "CardsPlayed",
        "PiecePlaced",
        "CourtyardMade",
        "TurnScored",
        "LeadChanged",
        "CardDrawn",
        "CardDrawn",
    ]
    assert LeadChanged((0,), castellan.scores(after), by_keeps=False) in events


def test_more_keeps_lead_with_as_many_points() -> None:
    picture = """
        O---O---O---O   O---O   O---O
        | b   b   b |   | a |   |   |
        O---O---O---O   O---O   O---.
        """
    _, events = play(table(picture, ("T6", "W1 W2")), "T6: t7,0; ww")
    assert LeadChanged((0,), (8, 8), by_keeps=True) in events


def test_courtyards_gaining_a_tower_are_reported_with_points() -> None:
    picture = """
        O---O---O
        | A   A |
        O       O
        | A   A |
        O---O---O
        """
    state = table(picture, ("T1 W1", "W2"), doubled=[0])
    _, events = play(state, "T1 W1: s1,0N t1,1; w")
    cells = ((0, 0), (0, 1), (1, 0), (1, 1))
    assert CourtyardGrew(0, cells, 9, True, 18, gained=1, more=2) in events
    assert TurnScored(0, 2, (18, 0)) in events


def test_a_turn_that_changes_no_points_says_nothing_of_them() -> None:
    _, events = play(table("O"), "W1: s0,0E; w")
    assert kinds(events) == ["CardsPlayed", "PiecePlaced", "CardDrawn"]
    assert castellan.points(events) == (0, 0)


def test_dividing_a_double_courtyard_can_cost_points() -> None:
    picture = """
        O---O---O---O
        | A   A   A |
        O---O---O---O
        """
    _, events = play(table(picture, doubled=[0]), "W1: s1,0N; 2x0,0; w")
    assert castellan.points(events) == (-2, 0)


def test_the_last_event_of_a_game_tells_its_end() -> None:
    _, events = play(table("O", ("W1", ""), last=[]), "W1: s0,0E")
    assert kinds(events) == ["CardsPlayed", "PiecePlaced", "GameEnded"]


def test_only_a_draw_reveals_anything() -> None:
    assert castellan.reveals((CardDrawn(0, "wall", "W1", 3),))
    assert castellan.reveals((CardDrawn(0, "wall", None, 3),))
    assert not castellan.reveals((PiecesPassed(0, 1, Pieces(1)), PlayerLeft(1, (1, 2, 3))))


def test_previews_of_a_turn_end_before_anything_hidden() -> None:
    _, drawing = play(table("O"), "W1: s0,0E; w")
    _, ending = play(table("O", ("W1", "")), "W1: s0,0E")
    _, over = play(table("O", ("W1", ""), last=[]), "W1: s0,0E")
    for events in (drawing, ending, over):
        assert kinds(castellan.known_in_advance(events)) == ["CardsPlayed", "PiecePlaced"]
    hidden = CardDrawn | LastTurnsBegan | GameEnded
    assert not any(isinstance(event, hidden) for event in castellan.known_in_advance(drawing))


def test_what_is_passed_on_is_foreseen() -> None:
    """The event comes before anything is drawn, since it does not depend on that."""
    _, drawing = play(table("O---O"), "T1:; w")
    _, ending = play(table("O---O", ("T1", "")), "T1:")
    for events in (drawing, ending):
        assert kinds(castellan.known_in_advance(events)) == ["CardsPlayed", "PiecesPassed"]


def test_whose_turn_it_is_reveals_nothing() -> None:
    for step in games(0):
        assert not castellan.turn_order_leaks(step.events)


def test_leaving_gives_no_points() -> None:
    assert castellan.points((PlayerLeft(1, (3, 4, 5)),)) == (0, 0, 0)
    assert castellan.points((GameBegan(0, 2),)) == (0, 0)
    assert castellan.points(()) == ()


def test_every_piece_of_a_turn_is_told() -> None:
    for step in games(1):
        if step.move is not None:
            placed = [event.piece for event in step.events if isinstance(event, PiecePlaced)]
            assert tuple(placed) == step.move.build
