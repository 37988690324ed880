/** The guard against a forced push, in every language. A push with --force-with-lease may pass. */

const REFUSED = 'Do not force a push: it can lose the work of others.';
const UNSURE = 'It cannot be told whether this forces a push.';
const ASK = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"${UNSURE}"}}`;

export const FORCED_PUSH_BASH = `# Every command that a shell would run, one on a line: see "wave shell parse --help".
commands=$(wave shell parse --event <<<"$event") || {
  echo 'This hook cannot read the command: is wave on the PATH?' >&2
  exit 2
}
pushes=$(grep '"program":"git","verb":"push"' <<<"$commands")

if grep -Eq '"options":\\[.*"(-f|--force|--mirror)"|"begins":\\[.*"\\+' <<<"$pushes"; then
  echo '${REFUSED}' >&2
  exit 2
fi
if grep -q '"open":true' <<<"$pushes" || ! grep -q '"unread":\\[\\]' <<<"$commands"; then
  echo '${ASK}'
fi
`;

export const FORCED_PUSH_PYTHON = `# Every command that a shell would run, also inside of others: see "wave shell parse --help".
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
    print("${REFUSED}", file=sys.stderr)
    sys.exit(2)
if found["unread"] or any(push["open"] for push in pushes):
    print('${ASK}')
`;

/** Without the kit. The types are only in TypeScript. */
export const forcedPushPlain = (
  typed: boolean,
): string => `// Every command that a shell would run, also inside of others: see "wave shell parse --help".
${typed ? TYPES : ''}const { status, stdout, stderr, error } = spawnSync('wave', ['shell', 'parse', '--event'], {
  input: JSON.stringify(event),
  encoding: 'utf8',
});
if (status !== 0) {
  console.error(\`This hook cannot read the command: \${error?.message ?? stderr}\`);
  process.exit(2);
}
const { commands, unread } = JSON.parse(stdout)${typed ? ' as Read' : ''};
const pushes = commands.filter(({ program, verb }) => program === 'git' && verb === 'push');
const isForced = ({ options, begins }${typed ? ': Command' : ''}) =>
  options.some((option) => ['-f', '--force', '--mirror'].includes(option)) ||
  begins.some((text) => text.startsWith('+'));

if (pushes.some(isForced)) {
  console.error('${REFUSED}');
  process.exit(2);
}
if (unread.length > 0 || pushes.some(({ open }) => open))
  console.log('${ASK}');
`;

const TYPES = `interface Command {
  program: string | null;
  verb: string | null;
  options: string[];
  begins: string[];
  open: boolean;
}
interface Read {
  commands: Command[];
  unread: unknown[];
}
`;

export const FORCED_PUSH_KIT = `export const hook = defineHook('PreToolUse', (input) => {
  if (input.tool_name !== 'Bash') return;
  const { commands, unread } = commandsIn(input.tool_input.command);
  const pushes = commands.filter(({ program, verb }) => program === 'git' && verb === 'push');
  for (const push of pushes)
    if (hasOption(push, '-f', '--force', '--mirror') || push.begins.some((text) => text.startsWith('+')))
      return deny('${REFUSED}');
  if (unread.length > 0 || pushes.some(({ open }) => open))
    return ask('${UNSURE}');
}, { failClosed: true });
`;
