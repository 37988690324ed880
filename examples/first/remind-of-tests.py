#!/usr/bin/env python3
"""Asks for the tests after an edit of code.

Runs after a tool call. What is in additionalContext reaches the model.
"""
import json
import sys

event = json.load(sys.stdin)

paths = [str(value) for name, value in event["tool_input"].items() if name.endswith("_path")]
if any(path.endswith((".js", ".ts", ".py", ".go", ".rs", ".ipynb")) for path in paths):
    note = "Run the tests before you go on."
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": note}}))
