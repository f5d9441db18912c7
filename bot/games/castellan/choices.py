"""Questions of a turn step by step, each choice as the label of a button, and a turn on one line,
`T1 W3: tower M50, short wall M50E; draws wall, tower`.

A card is named with what it shows, and a place as in the picture, with what the piece would bring
there.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from bot.games.castellan.taps import building_taps
from bot.games.choices import Choices, Combination, Tap, TapPage
from bot.locale import Words, languages, words_of
from engine.castellan import moves
from engine.castellan.cards import DECKS
from engine.castellan.events import Event, TurnScored
from engine.castellan.pieces import KINDS, Piece
from engine.castellan.plan import Plan, closes, courtyard_at, gain, place_piece
from engine.castellan.view import View, try_turn
from engine.questions import ChosenStep, Part, Question
from engine.texts.words import with_minus
from render.board.aliases import alias
from render.castellan.emojis import card_emoji, deck_emoji, keep_emoji, piece_emoji
from render.castellan.words import describe_card, describe_pieces, in_notation, spell_turn
from render.picture.emojis import EmojiName
from render.subject import Mark

KIND_OF: dict[str, str] = {kind[0]: kind for kind in KINDS}
DECK_OF: dict[str, str] = {deck[0]: deck for deck in DECKS}
WALLS = ("short", "long")
# The position of a wall, by where it leads.
ALONG = {"E": "E", "W": "E", "N": "N", "S": "N"}
# A card or another word, or a place, which may be typed incompletely.
_WORD = re.compile(r"[^\W\d_][^\W_]*|-?\d+(?:,-?\d*)?[nesw]?|(?<!\S)-(?!\S)")
_KIND = re.compile(r"\b([tsl])(?=-|\d+,)")
# A kind with a place that is only begun, as in `t3` for `t3,1` and `tp5` for `tP51`.
_KIND_AND_BEGUN = re.compile(r"([tsl])(\d{1,3}|[a-z]{1,3}\d?)")
_DOUBLE = re.compile(r"\b2x")
_FROM_THE_OTHER_END = re.compile(r"-?\d{1,3},-?\d{1,3}[sw]")
_DRAWS = re.compile(r"[wt]+")


class CastellanChoices(Choices[View]):
    kind = "castellan"

    def question(self, words: Words, step: str) -> str:
        """If a question is asked several times, the first time has its own text."""
        name = _name(step)
        return words(f"castellan.question.{name if step == name else f'more.{name}'}")

    def label(self, words: Words, view: View, before: Sequence[Part], step: str, token: str) -> str:
        match _name(step):
            case "card" if token == moves.BUILD:
                return words("castellan.choice.build")
            case "card":
                described = describe_card(words, view.cards.by_id[token])
                return words("castellan.choice.card", card=token, shown=described)
            case "kind":
                return words(f"castellan.kind.{token}")
            case "place":  # `3,1E`, or `3,1E · closes, +5`
                piece = moves.parse_piece(f"{before[-1][1][0]}{token}")
                brought = describe_gain(words, _plan_after(view, before), piece)
                if brought is None:
                    return alias(token)
                return words("castellan.choice.place", place=alias(token), deed=brought)
            case "double" if token == moves.NO_DOUBLE:
                return words("castellan.choice.no_double")
            case "double":  # with the points that the courtyard would then give
                points = words("words.points", count=2 * _towers_of(view, before, token))
                return words("castellan.choice.double", cell=alias(token), points=points)
            case "draw":  # those after the first are numbered, since all of them are on one page
                number = step.removeprefix("draw")
                if not number:
                    return words(f"castellan.choice.draw.{token}")
                return words(f"castellan.choice.draw_more.{token}", number=number)
            case _:
                raise ValueError(f"Castellan has no step {step!r}")

    def button_label(
        self, words: Words, view: View, before: Sequence[Part], step: str, token: str
    ) -> str:
        """Show only the name of a card, since the hand is shown above; and what a double keep
        adds."""
        match _name(step):
            case "card" if token != moves.BUILD:
                return token
            case "double" if token != moves.NO_DOUBLE:
                points = f"{_towers_of(view, before, token):+}"
                return words("castellan.choice.switch", cell=alias(token), points=points)
            case _:
                return self.label(words, view, before, step, token)

    def switched_off(self, step: str) -> str | None:
        return moves.NO_DOUBLE if _name(step) == "double" else None

    def combination(
        self, words: Words, view: View, answered: Sequence[ChosenStep]
    ) -> Combination | None:
        """Change the decks of all draws together, whose order does not matter: one card fewer is
        drawn from the wall deck each time, then as many as possible again."""
        assert view.to_act is not None
        names = [_name(answer.question.step) for answer in answered]
        numbers = [number for number, name in enumerate(names) if name == "draw"]
        left = view.players[view.to_act].decks
        fewest = max(0, len(numbers) - left.of("tower"))
        most = min(len(numbers), left.of("wall"))
        if fewest == most:
            return None
        decks = [answered[number].token for number in numbers]
        walls = decks.count("wall") - 1
        if walls < fewest:
            walls = most
        named = " + ".join(words(f"castellan.line.deck.{deck}") for deck in decks)
        following = (*["wall"] * walls, *["tower"] * (len(numbers) - walls))
        label = words("castellan.choice.drawing", decks=named)
        return Combination(label, numbers[0], following)

    def taps(
        self, words: Words, view: View, parts: Sequence[Part], question: Question, number: int
    ) -> TapPage | None:
        return building_taps(words, view, parts, question, number)

    def tap_marks(
        self, view: View, before: Sequence[Part], step: str, tokens: Sequence[str]
    ) -> Sequence[Mark]:
        """Cards are tapped in the hand."""
        if _name(step) != "card":
            return ()
        return [Mark("", ((step, token),)) for token in tokens if token != moves.BUILD]

    def tap_label(self, words: Words, view: View, parts: Sequence[Part], tap: Tap) -> str:
        """Name the pieces and their places."""
        chosen = (*parts, *tap.parts)
        places = [
            f"{words(f'castellan.kind.{chosen[at - 1][1]}')} {alias(token)}"
            for at, (step, token) in enumerate(chosen)
            if at >= len(parts) and _name(step) == "place"
        ]
        return " · ".join(filter(None, (tap.name, words.join(places), tap.label)))

    def last_choice(self, words: Words, answered: Sequence[ChosenStep]) -> tuple[int, str] | None:
        """Find a piece and what went without saying after it, or a card while there are none."""
        for number, answer in reversed([*enumerate(answered)]):
            name = _name(answer.question.step)
            before = answered[max(number - 1, 0)]
            if name == "card" and answer.token != moves.BUILD:
                return number, answer.token
            if name == "place" and None in (answer.question.default, before.question.default):
                steps = number - 2 if answered[number - 2].token == moves.BUILD else number - 1
                return steps, alias(answer.token)
        return None

    def emoji(self, view: View, before: Sequence[Part], step: str, token: str) -> EmojiName | None:
        match _name(step):
            case "card" if token != moves.BUILD:
                return card_emoji(view.cards.by_id[token])
            case "kind":
                return piece_emoji(token)
            case "place":
                return piece_emoji(before[-1][1], ALONG.get(token[-1], ""))
            case "double" if token != moves.NO_DOUBLE and view.to_act is not None:
                return keep_emoji(view.to_act, double=True)
            case "draw":
                return deck_emoji(token)
            case _:
                return None

    def button_emoji(
        self, view: View, before: Sequence[Part], step: str, token: str
    ) -> EmojiName | None:
        """Leave out those of the first cards: the hand is shown above."""
        return self.emoji(view, before, step, token) if before else None

    def spell_out(self, words: Words, view: View, parts: Sequence[Part]) -> str:
        """Write the parts so far: `T1 W3`, `T1 W3: tower M50`, `T1 W3: tower M50, short wall`."""
        turn = moves.assemble(parts)
        named = [(_name(step), token) for step, token in parts]
        if ("card", moves.BUILD) not in named:
            return " ".join(turn.cards)
        spelled = spell_turn(words, turn)
        (step, token) = named[-1]
        if step != "kind":
            return spelled
        return f"{spelled}{',' if turn.build else ''} {words(f'castellan.name.{token}')}"

    def describe_state(
        self, words: Words, view: View, parts: Sequence[Part], events: Sequence[Event]
    ) -> str:
        """Say which cards are played and what is left to build: `W4 · to build: 1 tower`; in the
        end what it brings: `W3 W4, 9 pieces: +5`."""
        trial = try_turn(view, parts)
        cards = " ".join(trial.turn.cards)
        if events:
            points = sum(event.points for event in events if isinstance(event, TurnScored))
            count = len(trial.turn.build)
            return words("castellan.state.built", cards=cards, count=count, points=f"{points:+}")
        left = describe_pieces(words, trial.left)
        return words("castellan.state.building", cards=cards, pieces=left) if left else cards

    def spell_briefly(self, words: Words, view: View, parts: Sequence[Part]) -> str:
        """Write the parts so far in notation: `T1 W3: t0,0`, `T1 W3: t0,0 s`."""
        turn = moves.assemble(parts)
        named = [(_name(step), token) for step, token in parts]
        if ("card", moves.BUILD) not in named:
            return " ".join(turn.cards)
        (step, token) = named[-1]
        text = moves.move_text(turn)
        return f"{text} {token[0]}" if step == "kind" else text

    def in_notation(self, text: str) -> str:
        return in_notation(with_minus(text))

    def split_typed(self, view: View | None, text: str) -> tuple[str, ...]:
        """`T1: t0,0 l2,0W; 2x3,1; wt` is `t1 build tower 0,0 long 0,0e 3,1 wall tower`, and so is
        what `spell_out` makes of it in any language. A text without a colon, such as a token, is
        taken word by word."""
        return _split(self.in_notation(text.casefold()))


@lru_cache(maxsize=512)
def _split(plain: str) -> tuple[str, ...]:
    """Cached, since what is typed is compared with the words of every choice."""
    cards, colon, rest = ",".join(map(str.strip, plain.split(","))).partition(":")
    typed_words = _WORD.findall(cards)
    if colon:
        pieces, *ending = rest.split(";")
        typed_words += [moves.BUILD, *_pieces(pieces)]
        for part in ending:
            typed_words += _ending(part)
    return tuple(typed_words)


def _name(step: str) -> str:
    """`place` for `place4`."""
    return step.rstrip("0123456789")


class Vocabulary(NamedTuple):
    """Words of a spelled turn in every language."""

    kinds: Mapping[str, str]
    """The kind of piece by the first word of its name."""
    further: Collection[str]
    """The further words of these names."""
    decks: Mapping[str, str]
    ending: Collection[str]
    """The words before the cell of a double keep, and before decks."""


@cache
def vocabulary() -> Vocabulary:
    kinds = dict(KIND_OF)
    further = set[str]()
    decks = dict(DECK_OF)
    ending = set[str]()
    for words in map(words_of, languages()):
        for kind in KINDS:
            first, *others = words(f"castellan.name.{kind}").casefold().split()
            kinds |= {first: kind, kind: kind}
            further.update(others)
        for deck in DECKS:
            decks |= {words(f"castellan.line.deck.{deck}").casefold(): deck, deck: deck}
        ending.update(words("castellan.line.double", cell="").casefold().split())
        ending.update(words("castellan.line.draw", decks="").casefold().split())
    return Vocabulary(kinds, further, decks, ending)


def _meaning(meanings: Mapping[str, str], word: str, *, last: bool) -> str | None:
    """Find the meaning of a word; the last one of a text may be begun only."""
    if word in meanings or not last:
        return meanings.get(word)
    meant = {meaning for name, meaning in meanings.items() if name.startswith(word)}
    return meant.pop() if len(meant) == 1 else None


def _is_one_of(meanings: Collection[str], word: str, *, last: bool) -> bool:
    """Check whether a word is one of these; the last one of a text may be begun only, though not
    with one letter, which may be a column."""
    begun = last and len(word) > 1 and any(name.startswith(word) for name in meanings)
    return word in meanings or begun


def _pieces(text: str) -> Iterator[str]:
    """Read each kind and each place. A wall named from its other end is the same wall."""
    lexicon = vocabulary()
    kind = None
    typed_words = _WORD.findall(_KIND.sub(r"\1 ", text))
    for number, word in enumerate(typed_words, 1):
        last = number == len(typed_words)
        if kind is None:
            kind = _meaning(lexicon.kinds, word, last=last)
            begun = _KIND_AND_BEGUN.fullmatch(word) if last and kind is None else None
            yield from (KIND_OF[begun[1]], begun[2]) if begun else (kind or word,)
        elif not _is_one_of(lexicon.further, word, last=last):
            from_the_other_end = kind in WALLS and _FROM_THE_OTHER_END.fullmatch(word)
            piece = moves.parse_piece(f"{kind[0]}{word}") if from_the_other_end else None
            yield word if piece is None else moves.place_text(piece).casefold()
            kind = None


def _ending(text: str) -> Iterator[str]:
    """Read the cell of a double keep, or the decks to draw from."""
    lexicon = vocabulary()
    typed_words = _WORD.findall(_DOUBLE.sub("", text))
    for number, word in enumerate(typed_words, 1):
        last = number == len(typed_words)
        deck = _meaning(lexicon.decks, word, last=last)
        if deck is not None:
            yield deck
        elif _DRAWS.fullmatch(word):
            yield from (DECK_OF[letter] for letter in word)
        elif not _is_one_of(lexicon.ending, word, last=last):
            yield word


def describe_gain(words: Words, plan: Plan, piece: Piece) -> str | None:
    """Describe the effect and gain of a piece that may be placed: closing a courtyard, dividing
    one, or adding a tower inside one. None if it neither encloses anything nor counts."""
    points = gain(plan, piece)
    if closes(plan, piece):
        deed = "divides" if courtyard_at(plan, piece) else "closes"
    elif points:
        deed = "adds"
    else:
        return None
    return words(f"castellan.deed.{deed}", points=f"{points:+}")


def _towers_of(view: View, before: Sequence[Part], cell: str) -> int:
    """Count the towers of the courtyard with a cell as it would be."""
    plan = _plan_after(view, before)
    return plan.towers_of(plan.courtyard_at[moves.parse_cell(cell)])


def _plan_after(view: View, parts: Sequence[Part]) -> Plan:
    """Add the pieces of these parts of a turn to the plan."""
    assert view.to_act is not None
    return _build_on(view.plan, view.to_act, moves.assemble(parts).build)


@lru_cache(maxsize=256)
def _build_on(plan: Plan, seat: int, build: tuple[Piece, ...]) -> Plan:
    """Cached, since all places of a question are compared with the same plan, and the plan of each
    question builds on the one before."""
    return place_piece(_build_on(plan, seat, build[:-1]), build[-1], seat) if build else plan
