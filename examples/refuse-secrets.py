#!/usr/bin/env python3
"""UserPromptSubmit: a prompt that holds a secret is erased; others get the time of day as context."""
import datetime
import json
import re
import sys

SECRETS = [
    (r"(?i)\b(password|passwd|secret|api[_-]?key|access[_-]?key|token)\b\s*[:=]\s*\S", "a password or key"),
    (r"\b(ghp|gho|ghs)_[A-Za-z0-9]{30,}", "a GitHub token"),
    (r"-----BEGIN [A-Z ]*PRIVATE KEY-----", "a private key"),
]

prompt = json.load(sys.stdin)["prompt"]
found = next((what for pattern, what in SECRETS if re.search(pattern, prompt)), None)

if found:
    reason = f"Your prompt seems to hold {found}. It was not sent; say it without."
    print(json.dumps({"decision": "block", "reason": reason}))
else:
    print(f"It is {datetime.datetime.now():%A, %H:%M}.")
