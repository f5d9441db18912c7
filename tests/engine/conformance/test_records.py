"""The record of every game: complete once it is over, and without anything hidden while it runs."""

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from engine.errors import RecordError, RunningRecord
from engine.recorded import Early
from tests.engine.conformance.candidates import Candidate
from tests.engine.conformance.recording import cut_short, lines


def test_a_finished_game_reads_back_from_its_record(candidate: Candidate) -> None:
    rules = candidate.rules
    for line in lines(candidate):
        text = rules.records.write_record(line.recorded)
        assert rules.records.read_record(text) == line.recorded
        assert rules.records.write_record(rules.records.read_record(text)) == text


def test_stopped_games_record_how_they_ended_and_who_won(candidate: Candidate) -> None:
    rules = candidate.rules
    for line in lines(candidate):
        gone = {seat for seat, _ in line.left}
        stayed = [seat for seat in candidate.seats(line.state) if seat not in gone]
        ends: Sequence[tuple[Early, tuple[int, ...]]] = (
            ("agreed", ()),
            ("timeout", ()),
            ("timeout", (stayed[0],)),
            ("resigned", tuple(stayed[1:])),
        )
        for how, winners in ends:
            cut = cut_short(line.recorded, -1)
            ended = replace(cut, ended=how, winners=winners)
            text = rules.records.write_record(ended)
            assert rules.records.read_record(text) == ended
            assert ended.seed in text


def test_a_running_games_record_hides_secrets_and_cannot_resume(
    candidate: Candidate,
) -> None:
    rules = candidate.rules
    for line in lines(candidate):
        for moves in {0, 1, len(line.recorded.moves) // 2, len(line.recorded.moves) - 1}:
            text = rules.records.write_record(cut_short(line.recorded, moves))
            assert line.recorded.seed not in text
            with pytest.raises(RunningRecord):
                rules.records.read_record(text)


def test_a_damaged_record_is_refused(candidate: Candidate) -> None:
    rules = candidate.rules
    chance = Random(candidate.name)
    for line in lines(candidate):
        text = rules.records.write_record(line.recorded)
        cuts = [text[: chance.randrange(len(text))] for _ in range(3)]
        more = text.replace('"rules":{', '"rules":{"more":"1",', 1)
        moved = text.replace(line.recorded.seed, "another seed")
        for damaged in (*cuts, more, moved, text + "x", "", "null", "[]", "{}", "\ud800"):
            with pytest.raises(RecordError):
                rules.records.read_record(damaged)


def test_unknown_keys_are_skipped_and_named_at_the_top_and_in_turns(
    candidate: Candidate,
) -> None:
    rules = candidate.rules
    for line in lines(candidate):
        data = json.loads(rules.records.write_record(line.recorded))
        data["place"] = "Ghent"
        for turn in data["turns"]:
            turn["mood"] = {"seat": 3}
        read = rules.records.read_record(json.dumps(data))
        assert read == line.recorded
        assert read.skipped == ("place", "turns.mood")


def test_an_option_that_is_unknown_is_refused(candidate: Candidate) -> None:
    rules = candidate.rules
    for line in lines(candidate):
        data = json.loads(rules.records.write_record(line.recorded))
        data["rules"]["weather"] = "fair"
        with pytest.raises(RecordError, match="rules"):
            rules.records.read_record(json.dumps(data))
