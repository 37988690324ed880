#!/usr/bin/env python3
"""Refuses calls that name production.

Runs before a tool call. Exit 2 refuses it, and the agent gets stderr as the reason.
"""
import json
import sys

event = json.load(sys.stdin)

# Every parameter of the call, whatever the tool.
if "production" in json.dumps(event["tool_input"]).lower():
    print("This names production: ask before you touch it.", file=sys.stderr)
    sys.exit(2)
