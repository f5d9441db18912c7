"""News of a game: in a sentence, and as a message to one person."""

from collections.abc import Mapping, Sequence
from json import loads

from bot.discord.pages import wording
from bot.discord.pages.emojis import inline
from bot.discord.pages.page import Page, page
from bot.games.face import AnyTexts
from bot.locale import Words
from bot.match.actions import Done
from bot.match.game import Game
from bot.match.messages import DirectMessage, Message

# The facts of a notice that are moments, with Discord's style for them.
TIMES = {"at": "R", "lost": "R", "began": "R", "since": "f", "until": "f"}
# The notices that are worded differently if more than two play.
WORDED_FOR_SEVERAL = (Done.TIME_GIVEN, Done.ADJOURNED, Done.CLAIMED)


def notice_text(
    words: Words, game: Game, done: Done, seat: int | None, facts: Mapping[str, object]
) -> str:
    """Say in a sentence what a player did, or what happened without any player."""
    names = wording.names_of(words, game)
    name = ""
    if seat is not None:  # in a lobby, it can be empty or gone by now
        name = (names[seat] if seat < len(names) else "") or words("game.a_player")
    others = words.join([other for number, other in enumerate(names) if number != seat])
    texts: dict[str, object] = {"name": name, "others": others, "asker": others}
    texts["by"] = words("notice.a_moderator")
    texts |= {fact: _fact_text(words, game, fact, value) for fact, value in facts.items()}
    if done is Done.JOINED and "before" in facts:
        texts["name"] = texts["before"]
    if "asked" in facts:
        texts["count"] = len(_seats(facts["asked"]))
    texts |= {"kind": game.kind, "game": game.id}
    texts |= {"first": wording.starter(words, game), "players": wording.pairing(words, game)}
    return words(f"notice.{_text_key(game, done, seat, facts)}", **texts)


def _text_key(game: Game, done: Done, seat: int | None, facts: Mapping[str, object]) -> str:
    """Choose the key of a notice's text; some notices have two wordings."""
    several = sum(player.answers for player in game.seats) > 2
    match done:
        case Done.EXPIRED if game.commitment is None:
            return "expired_lobby"
        case Done.EXPIRED if "unmoved" in facts:
            return "expired_unmoved"
        case Done.REQUEST_REFUSED if "request" in facts:
            return "request_withdrawn"
        case Done.TAKEN_BACK if "asker" in facts:
            return "taken_back_agreed_by_all" if several else "taken_back_agreed"
        case Done.TIMED_OUT if "lost" in facts:
            return "timed_out_in_season"
        case Done.TIME_GIVEN if seat is None:
            return "time_given_by_moderator"
        case Done.TIMED_OUT if seat is not None and wording.others_play_on(game, seat):
            return "timed_out_several"
        case Done.RESUMED if "channel" in facts:
            return "resumed_elsewhere"
        case Done.RESUMED if "left" in facts:
            return "resumed_here"
        case Done.RESUMED if seat is None:
            return "resumed_by_moderator"
        case _ if several and done in WORDED_FOR_SEVERAL:
            return f"{done}_several"
        case _:
            return str(done)


def _fact_text(words: Words, game: Game, fact: str, value: object) -> object:
    """Put a fact of a notice into words: what was asked, by which seat and of whom, a name that
    somebody chose, and moments in each reader's own time zone."""
    match fact, value:
        case "asker" | "unmoved", int(seat):
            return wording.names_of(words, game)[seat]
        case "asked", _:
            return wording.list_names(words, game, _seats(value))
        case "request", _:
            return words(f"request.{value}")
        case "before", _:
            return wording.escape(str(value)) or words("game.a_player")
        case "by", _:
            return f"**{wording.escape(str(value))}**" if value else words("notice.somebody")
        case _, int(moment) if fact in TIMES:
            return wording.timestamp(moment, TIMES[fact])
        case _:
            return value


def _seats(text: object) -> list[int]:
    """Parse seats such as `1,3`."""
    return [int(seat) for seat in str(text).split(",") if seat]


def with_mentions(text: str, people: Sequence[int]) -> str:
    return f"{' '.join(map(wording.mention, people))} {text}".strip()


def direct_page(words: Words, texts: AnyTexts, game: Game, note: Message) -> Page:
    assert isinstance(note, DirectMessage)
    return page("\n".join(note_lines(words, texts, game, note)))


def note_lines(words: Words, texts: AnyTexts, game: Game, note: DirectMessage) -> list[str]:
    """Write the lines of a note about a game, including where it is played."""
    return [
        game_line(words, game),
        notice_text(words, game, note.done, note.seat, _note_facts(words, texts, game, note)),
        *([words("direct.resume", kind=game.kind)] if note.done is Done.PAUSED else []),
    ]


def game_line(words: Words, game: Game) -> str:
    """Say who plays, where and what."""
    return words(
        "direct.about",
        players=wording.pairing(words, game),
        place=wording.channel_mention(game),
        game=words(f"{game.kind}.name"),
    )


def _note_facts(
    words: Words, texts: AnyTexts, game: Game, note: DirectMessage
) -> Mapping[str, object]:
    """Complete the facts of a note; for an order that is no longer possible, with the game's reason
    in words."""
    if note.done is not Done.ORDER_DROPPED:
        return note.facts
    reason = str(note.facts["reason"])
    facts = loads(str(note.facts["facts"]))
    why = texts.refusal(words, wording.names_of(words, game), reason, facts).why
    kind = str(note.facts["kind"])
    kind_text = f"{inline(texts.kind_emoji(kind))}{texts.kind_name(words, kind)}"
    return {**note.facts, "drawn": kind_text, "why": why}
