#!/usr/bin/env python3
"""Writes every event to ~/wave-events.jsonl.

Runs when the agent waits for you or is done. It can only look on.
"""
import json
import os
import sys

event = json.load(sys.stdin)

with open(os.path.expanduser("~/wave-events.jsonl"), "a") as log:
    print(json.dumps(event), file=log)
