"""Names of commands in texts, such as `/castle play`. Where Discord has told their ids, they become
mentions, which every client shows in its own language; elsewhere the names stand in code.

A name without a slash belongs to the group that was named last in its line.
"""

import re
from collections.abc import Mapping

# The mention of each command, by what it is called in any language, with its slash.
CommandMentions = Mapping[str, str]
NO_MENTIONS: CommandMentions = {}
# The most characters that a mention has more than a name in code.
LONGER = len("</table-admin settings:>") + len(str(2**64))
# An escaped sign, a block of code, something in code, or the end of a line.
_IN_CODE = re.compile(r"\\.|```.*?```|`([^`\n]+)`|\n", re.DOTALL)
_MENTIONED = re.compile(r"</[^:>\n]+:\d+>")


def mention_commands(text: str, mentions: CommandMentions) -> str:
    """Put the mentions of commands in place of their names."""
    group = ""

    def mention(match: re.Match[str]) -> str:
        nonlocal group
        name = match[1]
        if match[0] == "\n":
            group = ""
        if name is None:
            return match[0]
        if name.startswith("/"):
            group, _, _ = name.partition(" ")
            return mentions.get(name, match[0])
        return mentions.get(f"{group} {name}", match[0])

    return _IN_CODE.sub(mention, text)


def longest_growth(text: str) -> int:
    """Count the most characters by which a text can grow with mentions."""
    if "`/" not in text:
        return 0
    return LONGER * sum(match[1] is not None for match in _IN_CODE.finditer(text))


def without_commands(text: str) -> str:
    """Take out whatever is or can become a mention."""
    return _MENTIONED.sub("", _IN_CODE.sub(lambda match: "" if match[1] else match[0], text))
