#!/usr/bin/env python3
"""Refuses a forced git push. One with --force-with-lease may pass.

Runs before a tool call. Exit 2 refuses it, and the agent gets stderr as the reason.
"""
import json
import subprocess
import sys

event = json.load(sys.stdin)

# Every command that a shell would run, also inside of others: see "wave shell parse --help".
try:
    wave = ["wave", "shell", "parse", "--event"]
    read = subprocess.run(wave, input=json.dumps(event), capture_output=True, text=True, check=True)
except (OSError, subprocess.CalledProcessError) as error:
    print(f"This hook cannot read the command: {error}", file=sys.stderr)
    sys.exit(2)
found = json.loads(read.stdout)
pushes = [one for one in found["commands"] if (one["program"], one["verb"]) == ("git", "push")]


def is_forced(push):
    flags = {"-f", "--force", "--mirror"} & set(push["options"])
    return flags or any(text.startswith("+") for text in push["begins"])


if any(is_forced(push) for push in pushes):
    print("Do not force a push: it can lose the work of others.", file=sys.stderr)
    sys.exit(2)
if found["unread"] or any(push["open"] for push in pushes):
    print('{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"It cannot be told whether this forces a push."}}')
