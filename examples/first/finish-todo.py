#!/usr/bin/env python3
"""Sends the agent back to work while TODO.txt is there.

Runs when the agent would stop. Exit 2 sends it back to work, and stderr says why.
"""
import json
import os
import sys

event = json.load(sys.stdin)

# When it was sent back already, once is enough.
if not event.get("stop_hook_active") and os.path.exists("TODO.txt"):
    print("There is still something to do, see TODO.txt.", file=sys.stderr)
    sys.exit(2)
