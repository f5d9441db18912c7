"""Playing by notation, taking back, and ending a game early."""

from collections import Counter
from collections.abc import Mapping

import pytest

from bot.match.game import Status
from bot.process.allowance import Allowance
from bot.process.clock import DAY, SECOND
from tests.bot.choices import legal_choices
from tests.bot.discord.kit.limits import beyond, messages
from tests.bot.discord.kit.moves import RULES, eager_moves, random_moves
from tests.bot.discord.kit.seen import answer_of, move_to_confirm, read
from tests.bot.discord.kit.trouble import refusal
from tests.bot.discord.kit.typed import in_group
from tests.bot.discord.kit.world import LOOKING_BACK, World, labels, texts

pytestmark = pytest.mark.sketched

NO_TURN = "It is Anna's turn."


async def test_a_whole_game_by_notation_with_online_options(
    friends: World,
) -> None:
    friends.equip(allowance=Allowance(now=lambda: friends.clock() / SECOND))
    game = await friends.start(rules="site")
    moves = eager_moves(9, "site")
    assert any("@none" in move for move in moves), "a wall tile spent for nothing"
    assert {"again", "end"} & set(moves)
    for ply, move in enumerate(moves, start=1):
        friends.clock.turn(60 * SECOND)
        player = await friends.to_act()
        posts = len(friends.post_ids)
        answer = await player.slash(friends.channel, "castle move", now=True, move=move)
        assert answer.ephemeral
        await friends.deliver()
        assert len(friends.post_ids) == posts + 1, move
        if ply < len(moves):
            looks = ["Board", "Tiles left", "Log", "Since my last turn"]
            assert labels(friends.last_post) == ["Play", *looks, "Predict"]
            assert (await friends.to_act()).mention in texts(friends.last_post)
    over = await friends.table.games.get(game.id)
    assert over.status is Status.FINISHED
    assert read(friends.last_post).files == ("end.png",)
    assert [read(post).labels for post in friends.posts[:-1]] == [()] * (len(moves) + 2)
    assert beyond(friends.env.http_requests) == []


async def test_a_move_is_read_whatever_its_capitals_and_blanks(friends: World) -> None:
    await friends.start()
    move = random_moves(1)[0]
    typed = f"  {move.lower()}  ".replace(" ", "   ")
    answer = await friends.anna.slash(friends.channel, "castle move", now=True, move=typed)
    await friends.deliver()
    assert texts(answer.response).startswith("Played: ")
    assert "**Anna** laid a tile on" in texts(friends.last_post)


async def test_a_wrong_move_is_explained_and_changes_nothing(friends: World) -> None:
    game = await friends.start()
    for typed, advice in [
        ("", "That is not a move: expected"),
        ("hello @everyone", "`hello` cannot be read here"),
        ("E5 `r1`", "`'r1'` cannot be read here"),
        ("E5 r9", "`r9` cannot be read here"),
        ("Z9 r1", "`Z9` cannot be read here"),
        ("E5 r0", "Nothing lies beside E5."),
        ("end", "No question is open. Lay the tile"),
        ("E5 " + "x" * 100, "`xxx"),
    ]:
        answer = await friends.anna.slash(friends.channel, "castle move", now=True, move=typed)
        assert advice in texts(answer.response)
        assert len(texts(answer.response)) < 400
        assert (await friends.table.games.get(game.id)).ply == 0
        assert beyond(friends.env.http_requests) == []


async def test_a_typed_move_is_previewed_before_it_counts(friends: World) -> None:
    game = await friends.start()
    move = random_moves(1)[0]
    preview = answer_of(await friends.anna.slash(friends.channel, "castle move", move=move))
    assert move_to_confirm(preview) == move
    assert (await friends.table.games.get(game.id)).ply == 0
    await friends.anna.click(preview, label="Confirm")
    assert (await friends.table.games.get(game.id)).ply == 1


async def test_a_typed_move_is_played_at_once_by_those_who_read_in_words(friends: World) -> None:
    game = await friends.start()
    await friends.anna.slash(friends.channel, "table me", reading="words")
    await friends.anna.slash(friends.channel, "castle move", move=eager_moves("0")[0])
    assert (await friends.table.games.get(game.id)).ply == 1


async def test_a_wrong_move_is_explained_instead_of_previewed(friends: World) -> None:
    await friends.start()
    answer = await friends.anna.slash(friends.channel, "castle move", move="E5 r0")
    assert "Nothing lies beside E5." in texts(answer.response)


async def test_only_the_player_to_act_moves(friends: World) -> None:
    await friends.start()
    move = random_moves(1)[0]
    answer = await friends.ben.slash(friends.channel, "castle move", now=True, move=move)
    assert texts(answer.response).startswith(NO_TURN)
    answer = await friends.carla.slash(friends.channel, "castle move", now=True, move=move)
    assert texts(answer.response).startswith("Only the players of this game can do that.")


async def test_play_is_for_the_player_to_act(friends: World) -> None:
    await friends.start()
    waits = await friends.ben.click(friends.last_post, label="Play")
    assert texts(waits.response).startswith(NO_TURN)
    assert "you can claim the win <t:" in texts(waits.response)
    watches = await friends.carla.click(friends.last_post, label="Play")
    assert "You are welcome to watch: `/castle watch`." in texts(watches.response)
    assert waits.ephemeral
    assert watches.ephemeral


async def test_who_waits_in_vain_may_claim_the_game(friends: World) -> None:
    game = await friends.start()
    friends.clock.turn(8 * DAY)
    waits = await friends.ben.slash(friends.channel, "castle play")
    assert "You have waited long enough to claim the win." in texts(waits.response)
    await friends.ben.click(answer_of(waits), label="Claim the win")
    await friends.deliver()
    assert (await friends.table.games.get(game.id)).winners == (1,)
    assert texts(friends.last_post).startswith("## Ben wins")


async def test_a_move_nobody_has_seen_is_taken_back_at_once(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, random_moves(1)[:1])
    answer = await friends.anna.slash(friends.channel, "castle undo")
    await friends.deliver()
    assert texts(answer.response) == "Your move is taken back."
    assert "**Anna** takes a move back: the board is as it was after move 0." in [
        texts(post) for post in friends.posts
    ]
    assert (await friends.to_act()) is friends.anna


async def ask_to_take_back(friends: World) -> None:
    """Anna's move has been posted, so Ben is asked."""
    game = await friends.start()
    await friends.play_on(game, random_moves(1)[:1])
    await friends.deliver()
    answer = await friends.anna.slash(friends.channel, "castle undo")
    await friends.deliver()
    assert "they are asked whether you may take it back" in texts(answer.response)


async def test_a_move_that_was_seen_is_asked_for(friends: World) -> None:
    await ask_to_take_back(friends)
    *_, post = messages(friends.env.http_requests)
    assert post["allowed_mentions"] == {"parse": [], "users": [friends.ben.id]}
    assert labels(friends.last_post) == ["Allow take-back", "No"]
    assert "**Anna** would like to take a move back." in texts(friends.last_post)


async def test_the_other_player_lets_a_move_be_taken_back(friends: World) -> None:
    await ask_to_take_back(friends)
    answer = await friends.ben.click(friends.last_post, label="Allow take-back")
    await friends.deliver()
    assert texts(answer.response) == "The move is taken back."
    assert (await friends.to_act()) is friends.anna
    now = [post for post in friends.posts if "Play" in labels(post)]
    assert now == [friends.last_post], "only the last board can be played from"


async def test_takeback_posts_name_the_asker_and_who_agreed(friends: World) -> None:
    await ask_to_take_back(friends)
    await friends.ben.click(friends.last_post, label="Allow take-back")
    await friends.deliver()
    assert "**Anna** takes a move back; **Ben** agreed. The board is as it was after move 0." in [
        texts(post) for post in friends.posts
    ]


async def test_the_board_of_an_undone_move_no_longer_shows_it(
    friends: World,
) -> None:
    await ask_to_take_back(friends)
    board = next(post for post in friends.posts if "**Anna** laid" in texts(post))
    await friends.ben.click(friends.last_post, label="Allow take-back")
    await friends.deliver()
    now = friends.post(board.id)
    assert texts(now) == "An earlier board."
    assert labels(now) == []


async def test_the_other_player_says_no(friends: World) -> None:
    await ask_to_take_back(friends)
    await friends.ben.click(friends.last_post, label="No")
    await friends.deliver()
    assert texts(friends.last_post) == f"**Ben** says no. {friends.anna.mention}"
    assert (await friends.to_act()) is friends.ben


async def test_nobody_accepts_what_they_asked_for_themselves(friends: World) -> None:
    await ask_to_take_back(friends)
    for person, refused in (
        (friends.anna, refusal("your_request")),
        (friends.carla, "Only the players of this game can do that."),
    ):
        answer = await person.click(friends.last_post, label="Allow take-back")
        assert texts(answer.response).startswith(refused)


async def test_one_request_at_a_time(friends: World) -> None:
    await ask_to_take_back(friends)
    answer = await friends.ben.slash(friends.channel, "castle propose", what="end")
    assert texts(answer.response) == refusal(
        "request_open", seat="Anna", request="to take a move back"
    )


async def test_there_may_be_nothing_to_take_back(friends: World) -> None:
    await friends.start()
    answer = await friends.anna.slash(friends.channel, "castle undo")
    assert texts(answer.response).startswith("There is no move of yours to take back.")


async def test_resigning_is_asked_first_and_then_ends_the_game(friends: World) -> None:
    game = await friends.start()
    sure = await friends.anna.slash(friends.channel, "castle resign")
    assert texts(sure.response) == "Resign, and leave the win to the other player?"
    assert (await friends.table.games.get(game.id)).status is Status.RUNNING
    done = await friends.anna.click(answer_of(sure), label="Yes, resign")
    await friends.deliver()
    assert texts(done.response) == "You have resigned."
    end = f"## Ben wins\n**Anna** resigns. {friends.ben.mention}"
    assert texts(friends.last_post).startswith(end)
    assert labels(friends.last_post) == [*LOOKING_BACK, "Rematch"]
    assert [post for post in friends.posts if "Play" in labels(post)] == []


async def test_strangers_do_not_resign(friends: World) -> None:
    await friends.start()
    answer = await friends.carla.slash(friends.channel, "castle resign")
    assert texts(answer.response).startswith("Only the players of this game can do that.")


@pytest.mark.parametrize("agrees", [True, False])
async def test_an_end_is_proposed_and_answered(friends: World, agrees: bool) -> None:
    game = await friends.start()
    await friends.play_on(game, random_moves(1)[:3])
    await friends.deliver()
    asked = await friends.anna.slash(friends.channel, "castle propose", what="end")
    await friends.deliver()
    assert texts(asked.response) == "The other player has been asked."
    post = friends.last_post
    assert "**Anna** proposes to end the game here, without a winner." in texts(post)
    assert labels(post) == ["End the game", "No"]
    await friends.ben.click(post, label="End the game" if agrees else "No")
    await friends.deliver()
    if agrees:
        assert texts(friends.last_post).startswith("## Anna – Ben: no winner")
        assert read(friends.last_post).files == ("end.png",)
    else:
        assert "**Ben** says no." in texts(friends.last_post)
    expected = Status.AGREED if agrees else Status.RUNNING
    assert (await friends.table.games.get(game.id)).status is expected


async def test_without_a_game_that_runs_there_is_nothing_to_play(friends: World) -> None:
    commands: Mapping[str, Mapping[str, str]] = {
        "move": {"move": "E5 r1"},
        "undo": {},
        "resign": {},
        "propose": {"what": "end"},
        "play": {},
    }
    for command, options in commands.items():
        answer = await friends.anna.slash(friends.channel, in_group(command), **options)
        assert "No game has been played in this channel yet." in texts(answer.response)
    game = await friends.start()
    sure = await friends.anna.slash(friends.channel, "castle resign")
    await friends.anna.click(answer_of(sure), label="Yes, resign")
    for command, options in commands.items():
        answer = await friends.anna.slash(friends.channel, in_group(command), **options)
        assert "This game is over. `/castle rematch` starts the next one." in texts(answer.response)
        assert (await friends.table.games.get(game.id)).status is Status.RESIGNED


async def completions(friends: World, text: str) -> list[str]:
    """What Anna is offered."""
    choices = await friends.anna.autocomplete(friends.channel, "castle move", "move", text)
    assert len(choices) <= 25
    return [choice["value"] for choice in choices]


async def test_moves_are_offered_word_by_word(
    friends: World,
) -> None:
    game = await friends.start()
    moves = eager_moves("0")[:20]
    await friends.play_on(game, moves)
    legal = {move.text for move in (await legal_choices(friends.table, game.id, friends.anna.id))}
    reached = set[str]()
    tried = set[str]()
    prefixes = [""]
    while prefixes:
        tried.add(prefixes[-1])
        offered = await completions(friends, prefixes.pop())
        assert offered
        for value in offered:
            leads = {move for move in legal if move.startswith(value)}
            assert leads, f"{value} leads nowhere"
            if value in legal:
                reached.add(value)
            if leads != {value} and f"{value} " not in tried:
                prefixes.append(f"{value} ")
    assert len(reached) > len(legal) / 2
    for value in sorted(reached)[:3]:
        assert RULES.parse_move(value)


async def test_a_word_that_is_whole_is_followed_by_the_next_one(friends: World) -> None:
    game = await friends.start()
    await friends.play_on(game, eager_moves(0)[:28])
    legal = await legal_choices(friends.table, game.id, friends.anna.id)
    cell, count = Counter(move.parts[0][1] for move in legal).most_common(1)[0]
    assert count > 25
    offered = await completions(friends, cell)
    assert len(offered) > 1
    assert all(value.startswith(f"{cell} r") for value in offered)


async def test_moves_are_offered_whatever_the_capitals_and_blanks(friends: World) -> None:
    await friends.start()
    move = random_moves(1)[0]
    assert move in await completions(friends, f" {move.lower().replace(' ', '  ')}")
    assert await completions(friends, "nonsense") == []


async def test_the_answers_to_another_turn_are_offered(friends: World) -> None:
    game = await friends.start()
    moves = eager_moves("0")
    asked = moves.index("again")
    await friends.play_on(game, moves[:asked])
    player = await friends.to_act()
    choices = await player.autocomplete(friends.channel, "castle move", "move", "")
    assert {choice["value"] for choice in choices} == {"again", "end"}


async def test_no_moves_are_offered_to_anybody_else(friends: World) -> None:
    assert await completions(friends, "") == []
    await friends.start()
    for person in (friends.ben, friends.carla):
        choices = await person.autocomplete(friends.channel, "castle move", "move", "")
        assert choices == []
