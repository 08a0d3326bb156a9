"""A player for every game of Byways by the line protocol (docs/protocol.md), with Python's standard library only."""

import json
import random
import sys
from typing import Any

IDLE = {"pass", "done", "stop", "stay", "end", "decline"}
rng = random.Random()


def pick(choices: list[dict[str, Any]]) -> str:
    """Any choice, but doing something mostly rather than nothing."""
    active = [choice for choice in choices if choice["parts"]["choice"] not in IDLE]
    return str(rng.choice(active if active and rng.random() < 0.9 else choices)["notation"])


for line in sys.stdin:
    message = json.loads(line)
    if message["say"] == "hello":
        rng.seed(message["seed"])
    elif message["say"] == "request":
        print(json.dumps({"id": message["id"], "choice": pick(message["choices"])}), flush=True)
    elif message["say"] == "error":
        print(message["sentence"], file=sys.stderr)
    elif message["say"] in ("result", "removed"):
        break
