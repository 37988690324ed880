/**
 * The command, and around it what learns how it ended: the exit code and the final directory go to
 * `mark`. The trap catches an early exit, the last lines a command that set a trap of its own. The
 * command is one quoted word to `eval`, so that no comment or open quote can swallow what follows.
 */
export const foregroundScript = (command: string, mark: string): string =>
  [
    `trap ${quote(record('"$?"', mark))} EXIT`,
    `eval ${quote(command)}`,
    `__wave_code=$?`,
    record('"$__wave_code"', mark),
    `exit "$__wave_code"`,
  ].join('\n');

/**
 * The same in a terminal of somebody else: nothing can be typed into the command there either, and `absent`
 * names what its environment must not have.
 */
export const terminalScript = (command: string, mark: string, absent: readonly string[]): string =>
  [
    ...absent.filter((name) => NAME.test(name)).map((name) => `unset ${name} 2>/dev/null`),
    'exec </dev/null',
    foregroundScript(command, mark),
  ].join('\n');

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Prints to a file, and lasts as long as what the command itself put in the background. */
export const backgroundScript = (command: string, output: string): string =>
  [
    `exec >>${quote(output)} 2>&1`,
    `eval ${quote(command)}`,
    `__wave_code=$?`,
    'wait',
    `exit "$__wave_code"`,
  ].join('\n');

/** A text as one word of the shell. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** `command` goes past functions of that name, `>|` past noclobber. */
const record = (code: string, mark: string): string =>
  `{ command printf '%s\\n' ${code}; command pwd -P; } 2>/dev/null >|${quote(mark)}`;
