"""Small mutations of the code, each against the tests of its package: do the tests notice?

    python -m tools.mutants [--count N] [--workers N] [--results FILE] [--before FILE]
    python -m tools.mutants --compare BEFORE AFTER

The mutations are spread evenly over the packages of `TESTS` and over the lines of each, and are the
same for the same code, so that two runs can be compared after the tests have changed. Work is done
in copies of the repository; a run that was stopped goes on where it was when it is given the same
file of results. Given the results of a run before, it tries what was noticed then, and begins with
the file of tests that noticed it.
"""

import argparse
import ast
import compileall
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from py_compile import PycInvalidationMode
from tempfile import TemporaryDirectory, TemporaryFile

ROOT = Path(__file__).parent.parent
# The tests of each package.
TESTS: Mapping[str, str] = {
    "engine": "tests/engine",
    "bot/match": "tests/bot/match",
    "bot/table": "tests/bot/table",
    "bot/store": "tests/bot/store",
}
COPIED = ("bot", "engine", "render", "migrations", "tests", "tools")
# A mutant whose tests take longer than this, in seconds, loops for ever: it is noticed.
LONGEST = 600.0
FAILED = re.compile(r"^(?:FAILED|ERROR) (?P<file>[\w/]+\.py)", re.MULTILINE)
COMPARISONS: Mapping[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
OPERATIONS: Mapping[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
}


@dataclass(frozen=True)
class Mutation:
    """A place in a file, and what stands there instead."""

    file: str
    start: int
    end: int
    """Both in bytes from the beginning of the file."""
    line: int
    before: str
    after: str

    @property
    def name(self) -> str:
        return f"{self.file}:{self.line} ({self.start}): {self.before} -> {self.after}"

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.after.encode() + source[self.end :]


@dataclass(frozen=True)
class Result:
    name: str
    noticed_by: str | None
    """The file of the first test that failed, or what ended the run; None if none failed."""

    @property
    def noticed(self) -> bool:
        return self.noticed_by is not None


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--results", type=Path, default=Path("mutants.jsonl"))
    parser.add_argument("--before", type=Path)
    parser.add_argument("--compare", type=Path, nargs=2, metavar=("BEFORE", "AFTER"))
    arguments = parser.parse_args()
    if arguments.compare:
        before, after = arguments.compare
        sys.exit(report(read_results(before), read_results(after)))
    mutations = choose_mutations(arguments.count)
    before = read_results(arguments.before) if arguments.before else None
    run(mutations, arguments.workers, arguments.results, before)
    results = read_results(arguments.results).values()
    noticed = sum(result.noticed for result in results)
    print(f"{noticed} of {len(results)} mutations were noticed")


def choose_mutations(count: int) -> list[Mutation]:
    """Choose as many from each package, at even distances in the order of its files and lines."""
    chosen = []
    for package_number, package in enumerate(TESTS):
        candidates = [
            mutation
            for file in sorted((ROOT / package).rglob("*.py"))
            for mutation in find_mutations(file.relative_to(ROOT).as_posix(), file.read_bytes())
        ]
        share = count // len(TESTS) + (package_number < count % len(TESTS))
        chosen += [candidates[len(candidates) * number // share] for number in range(share)]
    return chosen


def find_mutations(file: str, source: bytes) -> list[Mutation]:
    """Find all mutations of a file in the order of its text."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    mutations = []
    for node in ast.walk(ast.parse(source)):
        for expression, after in _mutate(node):
            start = starts[expression.lineno - 1] + expression.col_offset
            end = starts[(expression.end_lineno or 0) - 1] + (expression.end_col_offset or 0)
            before = source[start:end].decode()
            mutations.append(Mutation(file, start, end, expression.lineno, before, after))
    return sorted(mutations, key=lambda mutation: (mutation.start, mutation.end, mutation.after))


def _mutate(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Yield what may be replaced, and by which text."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            other = COMPARISONS[type(operator)]
            yield node, f"({ast.unparse(left)} {other} {ast.unparse(right)})"
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OPERATIONS:
            other = OPERATIONS[type(operator)]
            yield node, f"(({ast.unparse(left)}) {other} ({ast.unparse(right)}))"
        case ast.BoolOp(op=operator, values=values):
            other = " or " if isinstance(operator, ast.And) else " and "
            yield node, f"({other.join(f'({ast.unparse(value)})' for value in values)})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, f"bool({ast.unparse(operand)})"
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield test, f"(not ({ast.unparse(test)}))"
        case ast.Constant(value=bool(value)):
            yield node, str(not value)
        case ast.Constant(value=int(value)):
            yield node, str(value + 1)
        case _:
            pass


def run(
    mutations: Sequence[Mutation],
    workers: int,
    results: Path,
    before: Mapping[str, Result] | None = None,
) -> None:
    """Try the mutations that have no result yet, and add theirs to the file."""
    have = read_results(results) if results.exists() else {}
    noticed_by = {name: result.noticed_by for name, result in (before or {}).items()}
    waiting: queue.SimpleQueue[Mutation] = queue.SimpleQueue()
    for mutation in mutations:
        is_wanted = before is None or noticed_by.get(mutation.name) is not None
        if is_wanted and mutation.name not in have:
            waiting.put(mutation)
    writing = threading.Lock()

    def work() -> None:
        with TemporaryDirectory() as folder:
            copy = copy_repository(Path(folder))
            while True:
                try:
                    mutation = waiting.get_nowait()
                except queue.Empty:
                    return
                first = noticed_by.get(mutation.name)
                result = Result(mutation.name, find_notice(mutation, copy, first))
                with writing, results.open("a") as file:
                    file.write(json.dumps(asdict(result)) + "\n")
                print("noticed " if result.noticed else "SURVIVED", result.name, flush=True)

    threads = [threading.Thread(target=work) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def copy_repository(folder: Path) -> Path:
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ROOT.iterdir():
        if file.is_file():
            shutil.copy(file, folder)
    # Not by time and size, which a mutation may leave as they are.
    mode = PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(folder, quiet=1, invalidation_mode=mode)
    return folder


def find_notice(mutation: Mutation, copy: Path, first: str | None) -> str | None:
    """Find the file of the first test that fails with the mutation, if any does; those of the file
    `first` run first."""
    file = copy / mutation.file
    source = file.read_bytes()
    file.write_bytes(mutation.apply(source))
    selected = list(select_tests(mutation.file))
    if first is not None and (copy / first).is_file():
        selected.insert(0, first)
    try:
        for tests in selected:
            notice = run_tests(tests, copy)
            if notice is not None:
                return notice
        return None
    finally:
        file.write_bytes(source)


def select_tests(file: str) -> Sequence[str]:
    """List the tests of a file's package in the order in which they run: the folder that bears its
    own folder's name comes first."""
    package = next(package for package in TESTS if file.startswith(f"{package}/"))
    whole = TESTS[package]
    near = f"tests/{Path(file).parent}"
    if near != whole and (ROOT / near).is_dir():
        return (near, whole)
    return (whole,)


def run_tests(tests: str, copy: Path) -> str | None:
    """Return the file of the first test that fails, if any does; `time` if they take too long, and
    `start` if they cannot even begin."""
    if not (copy / tests).exists():
        raise FileNotFoundError(f"no tests in {tests}")
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", tests]
    with TemporaryFile("w+") as output:
        process = subprocess.Popen(
            command,
            cwd=copy,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            status = process.wait(LONGEST)
        except subprocess.TimeoutExpired:
            return "time"
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        output.seek(0)
        failed = FAILED.search(output.read())
    if status not in (0, 1, 2, 3, 4):
        raise RuntimeError(f"pytest ended with {status} on {tests}")
    if status == 0:
        return None
    return failed["file"] if failed else "start"


def read_results(file: Path) -> dict[str, Result]:
    results = [Result(**json.loads(line)) for line in file.read_text().splitlines()]
    return {result.name: result for result in results}


def report(before: Mapping[str, Result], after: Mapping[str, Result]) -> int:
    """Print what is no longer noticed; status 1 if there is any."""
    noticed_before = {name for name, result in before.items() if result.noticed}
    noticed_after = {name for name, result in after.items() if result.noticed}
    print(f"before: {len(noticed_before)} of {len(before)} noticed")
    print(f"after: {len(noticed_after)} of {len(after)} noticed")
    for name in sorted(noticed_after - noticed_before):
        print("gained", name)
    lost = sorted(noticed_before - noticed_after)
    for name in lost:
        print("LOST", name)
    return int(bool(lost))


if __name__ == "__main__":
    main()
