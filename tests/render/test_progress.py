"""The bar stays the last line of the terminal, whatever is written above it."""

from io import StringIO

from render.progress import BAR, ProgressBar


def screen(written: str) -> list[str]:
    """The lines of a terminal after this, without spaces at their ends."""
    lines = [""]
    for line in written.split("\n"):
        shown = ""
        for part in line.split("\r"):
            shown = part + shown[len(part) :]
        lines[-1:] = [shown.rstrip(), ""]
    return lines[:-1]


def bar_at(done: int, total: int) -> str:
    filled = BAR * done // total
    return f"drawing the art [{'#' * filled}{'.' * (BAR - filled)}] {done}/{total}"


def test_the_bar_grows_in_its_line_and_stays_when_it_is_full() -> None:
    terminal = StringIO()
    bar = ProgressBar(terminal)
    bar(1, 4)
    assert screen(terminal.getvalue()) == [bar_at(1, 4)]
    for done in (2, 3, 4):
        bar(done, 4)
    assert screen(terminal.getvalue()) == [bar_at(4, 4), ""]


def test_lines_stand_above_the_bar() -> None:
    terminal = StringIO()
    bar = ProgressBar(terminal)
    bar.write("before\n")
    bar(1, 4)
    bar.write("meanwhile\n")
    bar(2, 4)
    bar(4, 4)
    bar.write("after\n")
    assert screen(terminal.getvalue()) == ["before", "meanwhile", bar_at(4, 4), "after", ""]


def test_nothing_is_left_of_a_bar_that_is_given_up() -> None:
    terminal = StringIO()
    bar = ProgressBar(terminal)
    bar(1, 4)
    bar.clear()
    bar.clear()
    bar.write("stopped\n")
    assert screen(terminal.getvalue()) == ["stopped", ""]
