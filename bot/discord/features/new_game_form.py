"""Forms in which a new game is asked for, and the private page that has all of it.

What is submitted changes the request; whatever a form lacks, as one of another version of the bot
may, stays as it was. The request is kept with its person (`table.requests`), and the ids of forms
and buttons have its revision.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.discord.features.context import LONGEST_CHOICE, typed_text
from bot.discord.pages import forms, wording
from bot.discord.pages.page import Page, PageButton, Target, page
from bot.locale import Words
from bot.match.actions import NewGame
from bot.match.computers import NAME, USUAL_LEVEL
from bot.match.requests import GameRequest
from bot.match.rules import possible_seat_counts, rules_of
from bot.match.time_limits import OFF, TimeLimit, format_limit, read_limit
from bot.presentation.choice_links import BETWEEN
from bot.presentation.names import computer_name
from engine.players.search import LEVELS

USUAL_TIMES = (OFF, "1d", "2d", "3d", "7d", "14d", "5d+24h", "10d+36h", "10d+36h max 20d")
# The seats that can begin, by the names of the choices.
FIRST = {"me": 0, "opponent": 1, "chance": None}
# The choice of nobody else, if somebody is named.
JUST_THEM = "named"
# Begins the choice of so many people, such as `open2`.
OPEN = "open"
# The choice of those who were chosen on the page, which the form does not offer.
MIXED = "mixed"
# The choice of anybody.
ANYBODY = "anybody"
# The checkboxes of the form.
SWITCHES = ("hints", "rated", "thread", "more")
# The value of rules that are no preset.
OWN_RULES = "own"
_REQUEST = re.compile(
    f"((?P<number>[0-9]{{1,2}}){BETWEEN})?request=(?P<revision>[1-9][0-9]{{0,8}})"
)


class Offers(NamedTuple):
    """Possibilities where somebody asks for a game."""

    threads: bool = True
    computers: bool = True
    """They play this game, and give hints in it."""


def request_target(revision: int, number: int | None = None) -> Target:
    """Point to what a person is asking for, as it is kept: `request=17`, or `1~request=17` for the
    second of the forms about it."""
    text = f"request={revision}"
    return Target(rest=text if number is None else f"{number}{BETWEEN}{text}")


def parse_request(text: str) -> tuple[int, int]:
    """Read the revision of a request in an id, and the number of the form; 0 for what is no such
    id."""
    match = _REQUEST.fullmatch(text)
    return (0, 0) if match is None else (int(match["revision"]), int(match["number"] or 0))


def new_game_form(
    words: Words, request: GameRequest, offers: Offers, target: Target, *, more: bool = False
) -> forms.Form:
    """`more` if everything is to be shown next, unless somebody unticks that."""
    new_game = request.asked
    kind = request.asked.kind
    limit = OFF if new_game.time_limit is None else format_limit(new_game.time_limit)
    times = [*USUAL_TIMES] if limit in USUAL_TIMES else [limit, *USUAL_TIMES]
    fields: list[forms.Field] = [
        forms.PeopleField(
            name="opponents",
            label=words("ask.opponents"),
            about=words(
                "ask.opponents_about_computer" if offers.computers else "ask.opponents_about"
            ),
            chosen=[user for user, _ in new_game.opponents],
            most=possible_seat_counts(kind)[-1] - 1,
        ),
        _others_field(words, request, offers),
        forms.MenuField(
            name="time",
            label=words("ask.time"),
            options=[
                (wording.describe_time_limit(words, read_limit(time)), time) for time in times
            ],
            chosen=[limit],
        ),
    ]
    presets: list[forms.FormOption] = [*preset_options(words, kind)]
    if len(presets) > 1:
        chosen_preset = wording.preset_of(kind, new_game.options)
        if chosen_preset is None:
            presets.insert(0, (words("ask.own_rules"), OWN_RULES))
        label = words("ask.preset")
        preset = chosen_preset or OWN_RULES
        fields.append(forms.MenuField(name="preset", label=label, options=presets, chosen=[preset]))
    on = dict(zip(SWITCHES, (new_game.hints, new_game.rated, request.thread, more), strict=True))
    if not offers.computers:
        del on["hints"]
    if not offers.threads:
        del on["thread"]
    fields.append(
        forms.ChecksField(
            name="switches",
            label=words("ask.switches"),
            options=[
                (words(f"ask.{switch}"), switch, words(f"ask.{switch}_about")) for switch in on
            ],
            chosen=[switch for switch, ticked in on.items() if ticked],
        )
    )
    title = words("ask.title", game=words(f"{kind}.name"))
    return forms.Form("new", target, title, fields)


def _others_field(words: Words, request: GameRequest, offers: Offers) -> forms.Field:
    new_game = request.asked
    most = possible_seat_counts(request.asked.kind)[-1]
    several = most > 2
    free = request.seats - request.named
    choice = JUST_THEM
    options: list[forms.FormOption] = [(words("ask.anybody"), JUST_THEM)]
    if several:
        options = [(words("ask.named"), JUST_THEM, words("ask.named_about"))]
        options += [(words("ask.open", count=count), f"{OPEN}{count}") for count in range(1, most)]
    if offers.computers:
        options += wording.computer_levels(words, new_game.kind)
    if len(new_game.computers) == 1 and not free:
        [choice] = new_game.computers
    elif new_game.computers:
        choice = MIXED
    elif several and new_game.seats is not None and free:
        choice = f"{OPEN}{free}"
    if choice not in {value for _, value, *_ in options}:
        options.insert(0, (words.join(list(_other_seats(words, request))), MIXED))
        choice = MIXED
    label = words("ask.others" if several else "ask.other")
    return forms.MenuField(name="others", label=label, options=options, chosen=[choice])


def preset_options(words: Words, kind: str) -> list[tuple[str, str, str]]:
    keys = [(name, f"{kind}.preset.{name}") for name in rules_of(kind).presets]
    return [(words(f"{key}.name"), name, words(f"{key}.about")) for name, key in keys]


def read_new_game(
    before: GameRequest, values: forms.FormValues, bot_id: int, offers: Offers
) -> tuple[GameRequest, bool]:
    """Read the game that a form asks for, and whether everything is to be shown before it opens.
    The bot among the people is a computer player."""
    new_game = before.asked
    answers = values.answers
    people_chosen = values.people("opponents")
    people = tuple((user, "") for user in people_chosen if user != bot_id)
    if "opponents" not in answers:
        people = new_game.opponents
    people = people[: possible_seat_counts(new_game.kind)[-1] - 1]
    seats, computers = _read_others(before, values, len(people))
    if bot_id in people_chosen and not computers:
        computers = (USUAL_LEVEL,)
    on = values.chosen("switches")
    was_rated = new_game.rated and bool(new_game.computers)
    after = replace(
        new_game,
        opponents=people,
        computers=computers,
        seats=seats,
        time_limit=read_time(new_game, values),
    )
    preset = values.text("preset")
    presets = rules_of(new_game.kind).presets
    if preset in presets:
        after = replace(after, options=presets[preset], preset=None)
    if "switches" in answers:
        is_rated = "rated" in on and (not computers or was_rated)
        hints = "hints" in on if offers.computers else new_game.hints
        after = replace(after, rated=is_rated, hints=hints)
    return GameRequest(after, "thread" in on), "more" in on


def _read_others(
    before: GameRequest, values: forms.FormValues, people: int
) -> tuple[int | None, tuple[str, ...]]:
    """Read the number of seats, if it is not the usual one, and the levels of computer players."""
    new_game = before.asked
    choice = values.text("others")
    most = possible_seat_counts(new_game.kind)[-1]
    if choice == JUST_THEM or (people and most == 2):  # there it says: if nobody is invited
        return None, ()
    if choice in LEVELS:
        return None, (choice,)
    free = next((count for count in range(1, most) if choice == f"{OPEN}{count}"), None)
    return (new_game.seats, new_game.computers) if free is None else (1 + people + free, ())


def read_time(new_game: NewGame, values: forms.FormValues) -> TimeLimit | None:
    """Raises Refused or Mistake."""
    if "time" not in values.answers:
        return new_game.time_limit
    return read_limit(typed_text(values, "time", LONGEST_CHOICE))


def count_rules_forms(kind: str) -> int:
    return -(-len(rules_of(kind).option_values) // forms.MOST_FIELDS)


def _rules_of_form(kind: str, number: int) -> Sequence[str]:
    return [*rules_of(kind).option_values][number * forms.MOST_FIELDS :][: forms.MOST_FIELDS]


def rules_form(words: Words, request: GameRequest, revision: int, number: int) -> forms.Form:
    """Make a form with some of the rules; there may be several such forms."""
    kind = request.asked.kind
    options = request.options
    fields = [
        forms.MenuField(
            name=name,
            label=words(f"{kind}.option.{name}.name"),
            about=words(f"{kind}.option.{name}.about"),
            options=[
                (words(f"{kind}.option.{name}.value.{value}"), value)
                for value in rules_of(kind).option_values[name]
            ],
            chosen=[options.get(name, rules_of(kind).option_values[name][0])],
        )
        for name in _rules_of_form(kind, number)
    ]
    title = words("ask.rules_title", game=words(f"{kind}.name"))
    return forms.Form("setrules", request_target(revision, number), title, fields)


def read_rules(before: GameRequest, number: int, values: forms.FormValues) -> GameRequest:
    new_game = before.asked
    possible = rules_of(before.asked.kind).option_values
    options = {**before.options}
    for name in _rules_of_form(new_game.kind, number):
        if values.text(name) in possible[name]:
            options[name] = values.text(name)
    settled = rules_of(new_game.kind).settle_options(options)
    return before._replace(asked=replace(new_game, options=settled, preset=None))


def details_form(words: Words, request: GameRequest, offers: Offers, revision: int) -> forms.Form:
    """Ask for the number of seats, who takes the open ones, who begins, and any time limit."""
    new_game = request.asked
    fields = list[forms.Field]()
    people = 1 + len(new_game.opponents)
    counts = possible_seat_counts(new_game.kind)
    if len(counts) > 1:
        options = [(str(count), str(count)) for count in counts if count >= people]
        seats = forms.MenuField(
            name="seats", label=words("ask.seats"), options=options, chosen=[str(request.seats)]
        )
        fields += [seats, _takers_field(words, request, offers)]
    beginners = [beginner for beginner in FIRST if beginner != "opponent" or request.named > 1]
    chosen_beginner = next(
        (beginner for beginner in beginners if FIRST[beginner] == new_game.first), "chance"
    )
    fields.append(
        forms.MenuField(
            name="first",
            label=words("ask.first"),
            options=[
                (_beginner_text(words, beginner, max(counts)), beginner) for beginner in beginners
            ],
            chosen=[chosen_beginner],
        )
    )
    fields.append(
        forms.TextField(
            name="time",
            label=words("ask.time"),
            about=words("ask.time_about"),
            value=OFF if new_game.time_limit is None else format_limit(new_game.time_limit),
            most=LONGEST_CHOICE,
        )
    )
    if new_game.computers:
        ticked = ["rated"] if new_game.rated else []
        option = (words("ask.rated_computer"), "rated", words("ask.rated_computer_about"))
        switches = words("ask.switches")
        fields.append(
            forms.ChecksField(name="switches", label=switches, options=[option], chosen=ticked)
        )
    title = words("ask.details_title", game=words(f"{new_game.kind}.name"))
    return forms.Form("setmore", request_target(revision), title, fields)


def _takers_field(words: Words, request: GameRequest, offers: Offers) -> forms.Field:
    """Ask who takes the seats for which nobody is named."""
    new_game = request.asked
    free = request.seats - request.named
    options: list[forms.FormOption] = [(words("ask.anybody"), ANYBODY)]
    if offers.computers:
        options += wording.computer_levels(words, new_game.kind)
    levels = {*new_game.computers}
    if not levels:
        choice = ANYBODY
    elif len(levels) == 1:
        [choice] = levels
    else:
        choice = MIXED
    if choice == MIXED or (levels and free):
        options.insert(0, (words.join(list(_other_seats(words, request))), MIXED))
        choice = MIXED
    return forms.MenuField(
        name="takers", label=words("ask.takers"), options=options, chosen=[choice]
    )


def _beginner_text(words: Words, beginner: str, most: int) -> str:
    return words(
        "first.first_opponent" if beginner == "opponent" and most > 2 else f"first.{beginner}"
    )


def read_details(before: GameRequest, values: forms.FormValues) -> GameRequest:
    """Read everything but the time limit, which is typed and may mean nothing."""
    new_game = before.asked
    possible = possible_seat_counts(before.asked.kind)
    seats = new_game.seats
    computers = new_game.computers
    if values.text("seats") in map(str, possible):
        seats = int(values.text("seats"))
    taker = values.text("takers")
    if taker == ANYBODY:
        computers = ()
    elif taker in LEVELS:
        computers = (taker,) * ((seats or before.seats) - 1 - len(new_game.opponents))
    beginner = values.text("first")
    is_rated = new_game.rated
    if computers:
        is_rated = bool(new_game.computers) and "rated" in values.chosen("switches")
    after = replace(
        new_game,
        seats=seats,
        computers=computers,
        first=FIRST.get(beginner, new_game.first),
        rated=is_rated,
    )
    return before._replace(asked=after)


def request_page(
    words: Words, request: GameRequest, offers: Offers, revision: int, problem: str = ""
) -> Page:
    """Show everything that is asked for, to be changed or opened; with what was wrong with it."""
    new_game = request.asked
    kind = new_game.kind
    options = request.options
    beginner = next((name for name, seat in FIRST.items() if seat == new_game.first), "chance")
    people = [words("ask.you"), *(wording.mention(user) for user, _ in new_game.opponents)]
    lines = [
        *([problem, ""] if problem else []),
        f"## {words(f'{kind}.name')}",
        words("ask.players", players=words.join([*people, *_other_seats(words, request)])),
        words("ask.begins", who=_beginner_text(words, beginner, possible_seat_counts(kind)[-1])),
        words("lobby.time", time=wording.describe_time_limit(words, new_game.time_limit)),
    ]
    if options:
        lines.append(words("lobby.options", options=wording.describe_options(words, kind, options)))
    lines.append(words("ask.is_rated" if new_game.rated else "lobby.unrated"))
    if not new_game.rated and offers.computers:
        lines.append(words("ask.has_hints" if new_game.hints else "lobby.no_hints"))
    if request.thread:
        lines.append(words("ask.in_thread"))
    count = count_rules_forms(kind)
    target = request_target(revision)
    rules = [
        PageButton(
            "setrules",
            request_target(revision, number),
            words("ask.to_rules") if count == 1 else words("ask.to_some_rules", number=number + 1),
        )
        for number in range(count)
    ]
    seating = [
        PageButton(
            "seatall",
            target,
            words("ask.seat_all", rules=words(f"{kind}.option.{name}.name")),
            "primary",
        )
        for name in request.options_to_seat_all
    ]
    buttons = [
        *seating,
        PageButton("opennow", target, words("ask.open_now"), "success"),
        PageButton("setup", target, words("ask.to_players")),
        PageButton("setmore", target, words("ask.to_details")),
        *rules,
    ]
    return page("\n".join(lines), buttons)


def _other_seats(words: Words, request: GameRequest) -> Iterator[str]:
    """Name the takers of the seats for which nobody is named."""
    free = request.seats - request.named
    yield from (computer_name(words, NAME, level) for level in request.asked.computers)
    if free > 0:
        yield words("ask.open", count=free)
