#!/usr/bin/env python3
"""Points out errors in what a tool returned.

Runs after a tool call. What is in additionalContext reaches the model.
"""
import json
import sys

event = json.load(sys.stdin)

if "error" in json.dumps(event["tool_response"]).lower():
    note = "Something went wrong: find out why before you go on."
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": note}}))
