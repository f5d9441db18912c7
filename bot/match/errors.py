"""Errors at the table, and whose fault they are.

TableError
 +- Refused            the player's: the game's life does not allow it, with a reason
 +- StaleMove          nobody's: somebody was faster, and the position has changed
 +- UnknownGame        the asker's: there is no such game
 +- UnknownSeason      the same for a season
StoreError             the host's: the database cannot be used, with what to do about it
 +- StoreFull
 +- StoreReadOnly
 +- StoreLocked
 +- StoreCorrupt
 +- StoreUnreachable
 +- StoreInDoubt       it failed during a commit: what was written may be stored
 +- StoreOlder         the database has an earlier schema than this version of the bot
 +- StoreNewer         and a later one
 +- StoreUnmigrated    a migration failed; the database is as it was
 +- StoreRefused       a backup, a restore or an import that would do harm

The engine's own errors (`engine.errors`) pass through the table as they are. Anything else is a
bug.
"""

from enum import StrEnum


class Why(StrEnum):
    """Reasons of refusals, a closed list, each with the facts that go with it."""

    CHANNEL_BUSY = "channel_busy"  # game
    UNKNOWN_KIND = "unknown_kind"  # asked, kinds
    WRONG_SEATS = "wrong_seats"  # seats, possible
    WRONG_STATUS = "wrong_status"  # status
    PAUSED = "paused"  # pause
    HALTED = "halted"
    NOT_PAUSED = "not_paused"
    NOT_SEEN_BY = "not_seen_by"  # seat
    NOT_A_PLAYER = "not_a_player"
    LEFT_ALREADY = "left_already"
    NOT_THE_OPENER = "not_the_opener"
    NOT_YOURS_TO_START = "not_yours_to_start"
    TOO_FEW = "too_few"  # here, needed
    NOT_INVITED = "not_invited"
    YOUR_INVITATION = "your_invitation"
    ALREADY_SEATED = "already_seated"
    NO_SUCH_PLAYER = "no_such_player"
    PLAYS_ALREADY = "plays_already"
    NOT_YOUR_TURN = "not_your_turn"  # seat
    YOUR_TURN = "your_turn"
    NOTHING_TO_UNDO = "nothing_to_undo"
    REQUEST_OPEN = "request_open"  # request, seat
    NO_SUCH_REQUEST = "no_such_request"  # request
    YOUR_REQUEST = "your_request"
    AGREED_ALREADY = "agreed_already"
    NO_TIME_LIMIT = "no_time_limit"
    TOO_EARLY = "too_early"  # at
    AWAY = "away"  # at
    COMPUTER_TO_ACT = "computer_to_act"
    COMPUTER_DECLINES = "computer_declines"
    NO_COMPUTERS = "no_computers"
    NO_HINTS = "no_hints"
    NO_HINTS_HERE = "no_hints_here"
    NO_HINTS_IN_RATED = "no_hints_in_rated"
    NO_REVIEWS_HERE = "no_reviews_here"
    NOT_OVER = "not_over"
    NO_SEAT_FREE = "no_seat_free"
    NOT_YOURS_TO_FILL = "not_yours_to_fill"
    NOT_YOURS_TO_RATE = "not_yours_to_rate"
    RATED_MEANWHILE = "rated_meanwhile"
    UNRATED_MEANWHILE = "unrated_meanwhile"
    NOT_ALLOWED = "not_allowed"  # right
    TOO_MANY_INVITATIONS = "too_many_invitations"  # most
    TOO_MANY_THREADS = "too_many_threads"  # most, at
    TOO_MANY_AGAINST_COMPUTERS = "too_many_against_computers"  # most
    PLAYS_TOO_MANY_AGAINST_COMPUTERS = "plays_too_many_against_computers"  # player, most
    TOO_MANY_WATCHERS = "too_many_watchers"  # most
    TIME_LIMIT_UNREADABLE = "time_limit_unreadable"
    TIME_LIMIT_OUT_OF_BOUNDS = "time_limit_out_of_bounds"  # most
    TIME_LIMIT_CAP = "time_limit_cap"
    TIME_LEFT = "time_left"  # seat, at
    AWAY_TOO_LONG = "away_too_long"  # most, left
    NOT_AWAY = "not_away"
    YOUR_GAME = "your_game"
    HAD_A_SEAT = "had_a_seat"
    NOTHING_TO_PREDICT = "nothing_to_predict"
    TOO_MANY_PREDICTIONS = "too_many_predictions"  # most
    TOO_MANY_ORDERS = "too_many_orders"  # most
    TOO_MANY_NOTES = "too_many_notes"  # most
    NO_SUCH_ORDER = "no_such_order"
    NOT_TO_COME = "not_to_come"
    FITS_NOWHERE = "fits_nowhere"  # drawn
    STILL_PLAYING = "still_playing"
    BEGUN_OTHERWISE = "begun_otherwise"
    LEAGUE_GAME = "league_game"
    LEAGUE_NAME = "league_name"  # most
    LEAGUE_NAME_TAKEN = "league_name_taken"  # name
    SIGN_UP_LENGTH = "sign_up_length"  # least, most
    SEASON_LENGTH = "season_length"  # least, most
    SEASON_TIMELESS = "season_timeless"
    SEASON_TOO_SLOW = "season_too_slow"  # least, most
    DIVISION_SIZE = "division_size"  # least, most
    RUNNING_GAMES = "running_games"
    CUP_SIZE = "cup_size"  # least, most
    WRONG_STAGE = "wrong_stage"  # stage
    SIGN_UP_OVER = "sign_up_over"
    SIGNED_UP_ALREADY = "signed_up_already"
    NOT_SIGNED_UP = "not_signed_up"
    SEASON_FULL = "season_full"  # most
    TOO_MANY_LEAGUES = "too_many_leagues"  # most
    NO_SUCH_ENTRANT = "no_such_entrant"
    HAS_A_PLACE = "has_a_place"
    NO_SUCH_FIXTURE = "no_such_fixture"
    GIVEN_TIME = "given_time"  # most
    FOLLOWED_ALREADY = "followed_already"


class TableError(Exception):
    """Root of what the table raises on purpose."""


class Refused(TableError):
    def __init__(self, why: Why, **facts: object) -> None:
        self.why = why
        self.facts = facts
        details = ", ".join(f"{name}={value}" for name, value in facts.items())
        super().__init__(f"{why} ({details})" if details else str(why))


class StaleMove(TableError):
    """The move was meant for a position that is no longer the current one."""

    def __init__(self, game_id: int, ply: int) -> None:
        self.game_id = game_id
        self.ply = ply
        super().__init__(f"game {game_id} is at ply {ply} already")


class UnknownGame(TableError):
    def __init__(self, game_id: int) -> None:
        self.game_id = game_id
        super().__init__(f"there is no game {game_id}")


class UnknownSeason(TableError):
    def __init__(self, season_id: int) -> None:
        self.season_id = season_id
        super().__init__(f"there is no season {season_id}")


class StoreError(Exception):
    """Root of what the store raises on purpose. Nothing was acknowledged, nothing is lost; and but
    for StoreInDoubt, nothing was stored."""

    def __init__(self, problem: str, advice: str) -> None:
        self.problem = problem
        self.advice = advice
        super().__init__(f"{problem}; {advice}")


class StoreFull(StoreError): ...


class StoreReadOnly(StoreError): ...


class StoreLocked(StoreError): ...


class StoreCorrupt(StoreError): ...


class StoreUnreachable(StoreError): ...


class StoreInDoubt(StoreError): ...


class StoreOlder(StoreError): ...


class StoreNewer(StoreError): ...


class StoreUnmigrated(StoreError): ...


class StoreRefused(StoreError): ...
