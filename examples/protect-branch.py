#!/usr/bin/env python3
"""PreToolUse on Bash: nothing is pushed to main by force. The same file is a command and a worker."""
import json
import os
import re
import subprocess
import sys

FORCE = {"-f", "--force", "--mirror"}


def answer(event):
    """What to say about an event: an answer, or nothing."""
    wave = ["wave", "shell", "parse", "--event"]
    read = subprocess.run(wave, input=json.dumps(event), capture_output=True, text=True, check=True)
    if any(forces_main(command) for command in json.loads(read.stdout)["commands"]):
        return {"decision": "deny", "reason": "Pushing to main by force is not done here."}
    return {}


def forces_main(command):
    if (command["program"], command["verb"]) != ("git", "push"):
        return False
    plus = any(text.startswith("+") for text in command["begins"])
    main = any(re.fullmatch(r"\+?(.*[:/])?(main|master)", arg or "") for arg in command["args"])
    return main and (plus or FORCE & set(command["options"]))


if os.environ.pop("WAVE_HOOK_WORKER", None):
    for line in sys.stdin:  # until the agent closes it
        request = json.loads(line)
        if "input" in request:  # else a cancelled event: too quick here to be worth a look
            said = {"id": request["id"], "stdout": answer(request["input"])}
            print(json.dumps(said), flush=True)
else:
    print(json.dumps(answer(json.load(sys.stdin))))
