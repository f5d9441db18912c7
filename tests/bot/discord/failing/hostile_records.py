"""Files that are no records, or records made as expensive to read as their size allows."""

import json
from collections.abc import Mapping


def hostile_records(record: str, size: int) -> Mapping[str, str]:
    """By what is wrong with them, each with this many bytes at most."""
    plain = json.loads(record)

    def with_list(key: str, entry: str) -> str:
        """Put as many of these entries into a list of the record as there is room for."""
        start = json.dumps({**plain, key: []}, ensure_ascii=True)
        count = (size - len(start)) // (len(entry) + 1)
        return json.dumps({**plain, key: "HERE"}).replace(
            '"HERE"', f"[{','.join([entry] * max(count, 1))}]"
        )

    cells = ",".join(["[1,1]"] * (size // 6 - 10))
    points = ",".join(['["",""]'] * (size // 8 - 10))
    keys = ",".join(f'"k{number}":"1"' for number in range(size // 14))
    return {
        "nested lists": "[" * size,
        "nested objects": '{"a":' * (size // 5),
        "digits": "9" * size,
        "a huge exponent": "1e" + "9" * (size - 2),
        "keys": f"{{{keys}}}",
        "rules": f'{{"rules":{{{keys}}}}}'[:size],
        "a long name": json.dumps({**plain, "players": ["e\u0301" * (size // 20)] * 2}),
        "cells": f'{{"final":[{{"cells":[{cells}]}}]}}',
        "points": f'{{"final":[{{"cells":[{points}]}}]}}',
        **{
            f"{key} of {entry}": with_list(key, entry)
            for key in ("turns", "final", "decks", "deck", "players")
            for entry in ("{}", "1", '{"seat":0,"cells":[[1,1]],"build":[{}]}', "[[[]]]")
        },
        "spaces": " " * (size - len(record) - 1) + record,
    }
