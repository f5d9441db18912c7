"""What a seat and spectators may see (K2), also of a turn that is being tried out (K13)."""

from dataclasses import replace

from engine.castellan.events import CardDrawn
from engine.castellan.moves import place_text
from engine.castellan.pieces import Pieces
from engine.castellan.rules import castellan
from engine.castellan.state import Decks, State, hand
from engine.castellan.view import try_turn
from tests.engine.castellan.kit.plans import draw_plan, redraw_plan
from tests.engine.castellan.kit.playing import games
from tests.engine.castellan.kit.tables import play, table

STATES = [step.state for number in (0, 1, 2) for step in games(number)[::4]]


def reshuffle(state: State, seat: int | None) -> State:
    """Deal other hands, and shuffle all decks: what this seat cannot see."""
    changed = []
    for other, (decks, dealt) in enumerate(zip(state.setup.decks, state.drawn, strict=True)):
        lots = []
        for deck, count in zip(decks, dealt, strict=True):
            played = [card for card in deck[:count] if card in state.played[other]]
            if other == seat:
                played = list(deck[:count])
            lots.append((*played, *(card for card in reversed(deck) if card not in played)))
        changed.append(Decks(*lots))
    setup = replace(state.setup, seed="another", decks=tuple(changed))
    return state._replace(setup=setup)


def test_k2_hands_and_decks_are_hidden_from_everybody_else() -> None:
    changed = 0
    for state in STATES:
        for seat in (None, *range(state.setup.seats)):
            other = reshuffle(state, seat)
            changed += other.setup.decks != state.setup.decks
            assert castellan.view(other, seat) == castellan.view(state, seat)
    assert changed > 50


def test_k2_a_player_sees_their_own_hand() -> None:
    for state in STATES:
        for seat in range(state.setup.seats):
            assert castellan.view(state, seat).hand == hand(state, seat)
        assert castellan.view(state, None).hand is None


def test_k2_card_counts_of_hands_and_decks_are_public() -> None:
    state = table("O", ("W1 W2 T3", "W4 T4 T5"), ("T1", ""))
    player, other = castellan.view(state, None).players
    assert (player.hand, player.decks) == ((2, 1), (1, 2))
    assert (other.hand, other.decks) == ((0, 1), (0, 0))


def test_k2_which_cards_are_played_is_public() -> None:
    state, _ = play(table("O", ("W1 W2 T3", "W4 T4 T5")), "W2 T3: s0,0E t1,0; w")
    played = castellan.view(state, 1).players[0].played
    assert played[-2:] == ("W2", "T3")


def test_k2_a_players_remaining_cards_are_shown_as_a_set() -> None:
    state = table("O", ("W2 T3", "T4 W1 T2"))
    assert castellan.view(state, 1).players[0].unplayed == ("W1", "W2", "T2", "T3", "T4")


def test_k2_what_others_draw_is_told_by_deck_alone() -> None:
    _, events = play(table("O"), "W1: s0,0E; w")
    assert CardDrawn(0, "wall", "W3", 4) in castellan.events_for(events, 0)
    for who in (1, None):
        assert CardDrawn(0, "wall", None, 4) in castellan.events_for(events, who)
        assert "W3" not in repr(castellan.events_for(events, who))


def test_k2_a_logged_state_or_setup_holds_no_secret() -> None:
    for state in STATES:
        for text in (repr(state), repr(state.setup)):
            assert state.setup.seed not in text
            assert "W1" not in text
            assert "T1" not in text


def test_all_that_is_no_secret_is_seen_by_everybody_alike() -> None:
    for state in STATES:
        views = [castellan.view(state, seat) for seat in (None, *range(state.setup.seats))]
        assert len({repr(replace(view, seat=None, hand=None)) for view in views}) == 1


def test_all_fourteen_cards_of_a_player_are_somewhere() -> None:
    for state in STATES:
        for player in castellan.view(state, None).players:
            assert len(player.played) + sum(player.hand) + sum(player.decks) == 14
            assert len(player.played) + len(player.unplayed) == 14


def test_what_was_passed_on_and_who_has_a_last_turn_is_seen() -> None:
    state = table("O", seats=3, passed=Pieces(tower=2), last=[2], gone=[1])
    view = castellan.view(state, None)
    assert (view.received, view.waiting, view.gone) == (Pieces(tower=2), (2,), (1,))
    assert (view.phase, view.to_act) == ("last", 0)


# A turn being tried, part by part


STATE = table(
    """
    O---O
    |
    O---O
    """,
    passed=Pieces(short=1),
)
VIEW = castellan.view(STATE, 0)
CARDS = [("card", "T1"), ("card2", "build")]


def test_trial_starts_with_the_plan_and_the_passed_pieces() -> None:
    trial = try_turn(VIEW, [])
    assert (trial.plan, trial.left) == (STATE.plan, Pieces(short=1))
    assert trial.choosing_cards
    assert trial.made == ()


def test_pieces_left_are_those_of_the_cards_and_those_received() -> None:
    assert try_turn(VIEW, CARDS[:1]).left == Pieces(tower=1, short=1)
    assert try_turn(VIEW, CARDS[:1]).choosing_cards
    assert not try_turn(VIEW, CARDS).choosing_cards


def test_the_places_of_a_chosen_kind_are_those_of_the_question() -> None:
    parts = [*CARDS, ("kind", "short")]
    trial = try_turn(VIEW, parts)
    question = castellan.question(STATE, parts)
    assert question is not None
    assert trial.kind == "short"
    assert tuple(map(place_text, trial.places)) == question.choices
    assert trial.places[0] == castellan.parse_move("W1: s1,0N").build[0], "it encloses something"


def test_what_is_built_and_enclosed_is_shown() -> None:
    trial = try_turn(VIEW, [*CARDS, ("kind", "short"), ("place", "1,0N")])
    assert draw_plan(trial.plan) == redraw_plan(
        """
        O---O
        | a |
        O---O
        """
    )
    assert (trial.left, trial.kind, trial.places) == (Pieces(tower=1), None, ())
    assert trial.made == trial.plan.courtyards


def test_so_is_a_double_keep() -> None:
    parts = [*CARDS, ("kind", "short"), ("place", "1,0N"), ("double", "0,0")]
    assert draw_plan(try_turn(VIEW, parts).plan) == redraw_plan(
        """
        O---O
        | A |
        O---O
        """
    )


def test_a_complete_trial_matches_the_confirmed_turn() -> None:
    for step in games(2):
        if step.move is not None:
            parts = castellan.parts(step.move)
            assert try_turn(castellan.view(step.state, step.seat), parts).plan == step.after.plan
