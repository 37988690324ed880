#!/usr/bin/env python3
"""PreToolUse on Bash: nothing is pushed to main by force. The same file is a command and a worker."""
import json
import os
import re
import sys


def answer(event):
    """What to say about an event: an answer, a text, or nothing."""
    words = re.split(r"[\s;&|()'\"]+", event["tool_input"].get("command", ""))
    forced = any(re.fullmatch(r"--force|--mirror|-[a-z]*f[a-z]*|\+.+", word) for word in words)
    to_main = any(re.fullmatch(r"\+?(.*[:/])?(main|master)", word) for word in words)
    if "push" in words and forced and to_main:
        return {"decision": "deny", "reason": "Pushing to main by force is not done here."}
    return {}


if os.environ.pop("WAVE_HOOK_WORKER", None):
    for line in sys.stdin:  # until the agent closes it
        request = json.loads(line)
        if "input" in request:  # else a cancelled event: too quick here to be worth a look
            said = {"id": request["id"], "stdout": answer(request["input"])}
            print(json.dumps(said), flush=True)
else:
    print(json.dumps(answer(json.load(sys.stdin))))
