#!/usr/bin/env python3
"""A bot for Duelfish in Python: attacks and Summons if it can, and otherwise plays at random.

    duelfish match A.ydk B.ydk --bot-a "exec:python3 docs/bots/random_bot.py"

docs/bots.md documents every message. Standard output belongs to the protocol; write what you
want to read yourself to standard error.
"""
import json
import random
import sys


def say(message):
    print(json.dumps(message), flush=True)


def choose(actions, chance):
    """The index of an action. Actions are words, like `attack M1 direct` or `summon Battle Ox`."""
    for verb in ("attack", "summon"):
        wanted = [at for at, action in enumerate(actions) if action.startswith(verb + " ")]
        if wanted:
            return chance.choice(wanted)
    return chance.randrange(len(actions))


def main():
    chance = random.Random()
    for line in sys.stdin:  # It ends when Duelfish has no more duels.
        message = json.loads(line)
        if message["type"] == "hello":
            say({"protocol": 1})
        elif message["type"] == "duel":
            # All chance comes from this seed, so that the same run gives the same duels again.
            chance = random.Random(message["seed"])
        elif message["type"] == "decision":
            action = choose(message["actions"], chance)
            say({"number": message["number"], "action": action})
        # `end`, and whatever later versions add, needs no answer.


main()
