import type { EventName } from 'wave-hooks';

const bash = (about: string, body: string) =>
  `#!/usr/bin/env bash\n${about}\nset -u\nevent=$(cat)\n\n${body}`;

/** First hooks in bash. The event is one line of JSON; a pattern is enough for a first look at it. */
export const BASH: Record<EventName, string> = {
  PreToolUse: bash(
    '# Runs before a tool call. Exit 2 refuses it, and stderr is what the agent is told.',
    `if grep -Eq '"command": *"([^"\\\\]|\\\\.)*git push([^"\\\\]|\\\\.)* (--force|-f)' <<<"$event"; then
  echo 'Do not force a push: it can lose the work of others.' >&2
  exit 2
fi
`,
  ),
  PostToolUse: bash(
    '# Runs after a tool call. What is in additionalContext reaches the model.',
    `if grep -Eq '"file_path": *"([^"\\\\]|\\\\.)*\\.(js|ts|py|go|rs)"' <<<"$event"; then
  echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"Run the tests before you go on."}}'
fi
`,
  ),
  UserPromptSubmit: bash(
    '# Runs when a prompt is sent. What it prints is added to the context.',
    `echo 'Conventions: small commits, tests beside the code.'\n`,
  ),
  Stop: bash(
    '# Runs when the agent would stop. Exit 2 sends it back to work, and stderr says why.',
    `# It was sent back already: once is enough.
if grep -q '"stop_hook_active": *true' <<<"$event"; then exit 0; fi
if [ -s TODO.txt ]; then
  echo "There is still something to do, see TODO.txt: $(head -n 1 TODO.txt)" >&2
  exit 2
fi
`,
  ),
};

const python = (about: string, imports: string, body: string) =>
  `#!/usr/bin/env python3\n"""${about}"""\n${imports}\n\nevent = json.load(sys.stdin)\n\n${body}`;

/** First hooks in Python. An exception is exit 1, which does not block: "onError" in the entry does. */
export const PYTHON: Record<EventName, string> = {
  PreToolUse: python(
    'Runs before a tool call. Exit 2 refuses it, and stderr is what the agent is told.',
    'import json\nimport re\nimport sys',
    `command = event["tool_input"].get("command", "")
if re.search(r"git push\\b.* (--force|-f)\\b", command):
    print("Do not force a push: it can lose the work of others.", file=sys.stderr)
    sys.exit(2)
`,
  ),
  PostToolUse: python(
    'Runs after a tool call. What is in additionalContext reaches the model.',
    'import json\nimport sys',
    `path = event["tool_input"].get("file_path", "")
if path.endswith((".js", ".ts", ".py", ".go", ".rs")):
    note = "Run the tests before you go on."
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": note}}))
`,
  ),
  UserPromptSubmit: python(
    'Runs when a prompt is sent. What it prints is added to the context.',
    'import json\nimport sys',
    'print("Conventions: small commits, tests beside the code.")\n',
  ),
  Stop: python(
    'Runs when the agent would stop. Exit 2 sends it back to work, and stderr says why.',
    'import json\nimport os\nimport sys',
    `# When it was sent back already, once is enough.
if not event.get("stop_hook_active") and os.path.exists("TODO.txt"):
    print("There is still something to do, see TODO.txt.", file=sys.stderr)
    sys.exit(2)
`,
  ),
};
