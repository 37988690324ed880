import type { EventName } from '@wavehooks/hooks';
import { specOf } from '@wavehooks/hooks/vocabulary';
import { FORCED_PUSH_BASH, FORCED_PUSH_PYTHON } from './forced-push.ts';
import { purposeOf, type Starter } from './starter.ts';

const bash = (starter: Starter, about: string, body: string) =>
  `#!/usr/bin/env bash\n# ${purposeOf(starter).does}\n# ${about}\nset -u\nevent=$(cat)\n\n${body}`;

const BEFORE =
  'Runs before a tool call. Exit 2 refuses it, and the agent gets stderr as the reason.';
const AFTER = 'Runs after a tool call. What is in additionalContext reaches the model.';

/** A text, or one for each event. */
export type Templates = Readonly<Record<Starter, string | ((event: EventName) => string)>>;

export const textOf = (templates: Templates, starter: Starter, event: EventName): string => {
  const template = templates[starter];
  return typeof template === 'string' ? template : template(event);
};

export const NOTE = 'Conventions: small commits, tests beside the code.';
export const HELD = 'HOLD.txt is there: wait until it is gone.';

/** First hooks in bash. The event is one line of JSON; a pattern is enough for a first look at it. */
export const BASH: Templates = {
  command: bash('command', BEFORE, FORCED_PUSH_BASH),
  path: bash(
    'path',
    BEFORE,
    `if grep -Eq '"(file|notebook)_path": *"(([^"\\\\]|\\\\.)*/)?\\.env(\\.[^/"]*)?"' <<<"$event"; then
  echo 'Leave .env files alone: they hold secrets.' >&2
  exit 2
fi
`,
  ),
  call: bash(
    'call',
    BEFORE,
    `# Every parameter of the call, whatever the tool.
if grep -Eiq '"tool_input": *[{].*production' <<<"$event"; then
  echo 'This names production: ask before you touch it.' >&2
  exit 2
fi
`,
  ),
  edited: bash(
    'edited',
    AFTER,
    `if grep -Eq '"(file|notebook)_path": *"([^"\\\\]|\\\\.)*\\.(js|ts|py|go|rs|ipynb)"' <<<"$event"; then
  echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"Run the tests before you go on."}}'
fi
`,
  ),
  result: bash(
    'result',
    AFTER,
    `if grep -Eiq '"tool_response": *.*error' <<<"$event"; then
  echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"Something went wrong: find out why before you go on."}}'
fi
`,
  ),
  note: (event) =>
    bash(
      'note',
      `Runs ${specOf(event).when}. What is in additionalContext reaches the model.`,
      `echo '{"hookSpecificOutput":{"hookEventName":"${event}","additionalContext":"${NOTE}"}}'\n`,
    ),
  gate: (event) =>
    bash(
      'gate',
      `Runs ${specOf(event).when}. Exit 2 blocks it, and stderr says why.`,
      `if [ -e HOLD.txt ]; then
  echo "${HELD}" >&2
  exit 2
fi
`,
    ),
  watch: (event) =>
    bash(
      'watch',
      `Runs ${specOf(event).when}. It can only look on.`,
      `printf '%s\\n' "$event" >> "$HOME/wave-events.jsonl"\n`,
    ),
  stop: bash(
    'stop',
    'Runs when the agent would stop. Exit 2 sends it back to work, and stderr says why.',
    `# It was sent back already: once is enough.
if grep -q '"stop_hook_active": *true' <<<"$event"; then exit 0; fi
if [ -s TODO.txt ]; then
  echo "There is still something to do, see TODO.txt: $(head -n 1 TODO.txt)" >&2
  exit 2
fi
`,
  ),
};

const python = (starter: Starter, about: string, imports: string, body: string) =>
  `#!/usr/bin/env python3\n"""${purposeOf(starter).does}\n\n${about}\n"""\n${imports}\n\nevent = json.load(sys.stdin)\n\n${body}`;

/** First hooks in Python. An exception is exit 1, which does not block: "onError" in the entry does. */
export const PYTHON: Templates = {
  command: python(
    'command',
    BEFORE,
    'import json\nimport subprocess\nimport sys',
    FORCED_PUSH_PYTHON,
  ),
  path: python(
    'path',
    BEFORE,
    'import json\nimport re\nimport sys',
    `for name, value in event["tool_input"].items():
    if name.endswith("_path") and re.search(r"(^|/)\\.env(\\.[^/]*)?$", str(value)):
        print("Leave .env files alone: they hold secrets.", file=sys.stderr)
        sys.exit(2)
`,
  ),
  call: python(
    'call',
    BEFORE,
    'import json\nimport sys',
    `# Every parameter of the call, whatever the tool.
if "production" in json.dumps(event["tool_input"]).lower():
    print("This names production: ask before you touch it.", file=sys.stderr)
    sys.exit(2)
`,
  ),
  edited: python(
    'edited',
    AFTER,
    'import json\nimport sys',
    `paths = [str(value) for name, value in event["tool_input"].items() if name.endswith("_path")]
if any(path.endswith((".js", ".ts", ".py", ".go", ".rs", ".ipynb")) for path in paths):
    note = "Run the tests before you go on."
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": note}}))
`,
  ),
  result: python(
    'result',
    AFTER,
    'import json\nimport sys',
    `if "error" in json.dumps(event["tool_response"]).lower():
    note = "Something went wrong: find out why before you go on."
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": note}}))
`,
  ),
  note: (event) =>
    python(
      'note',
      `Runs ${specOf(event).when}. What is in additionalContext reaches the model.`,
      'import json\nimport sys',
      `note = "${NOTE}"
print(json.dumps({"hookSpecificOutput": {"hookEventName": "${event}", "additionalContext": note}}))
`,
    ),
  gate: (event) =>
    python(
      'gate',
      `Runs ${specOf(event).when}. Exit 2 blocks it, and stderr says why.`,
      'import json\nimport os\nimport sys',
      `if os.path.exists("HOLD.txt"):
    print("${HELD}", file=sys.stderr)
    sys.exit(2)
`,
    ),
  watch: (event) =>
    python(
      'watch',
      `Runs ${specOf(event).when}. It can only look on.`,
      'import json\nimport os\nimport sys',
      `with open(os.path.expanduser("~/wave-events.jsonl"), "a") as log:
    print(json.dumps(event), file=log)
`,
    ),
  stop: python(
    'stop',
    'Runs when the agent would stop. Exit 2 sends it back to work, and stderr says why.',
    'import json\nimport os\nimport sys',
    `# When it was sent back already, once is enough.
if not event.get("stop_hook_active") and os.path.exists("TODO.txt"):
    print("There is still something to do, see TODO.txt.", file=sys.stderr)
    sys.exit(2)
`,
  ),
};
