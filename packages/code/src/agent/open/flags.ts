import { EFFORTS, type Effort, PERMISSION_MODES, type PermissionMode } from '@wavehooks/agent-sdk';
import { readArgs, UsageError } from '../../cli/command.ts';
import { FORMATS, INPUTS, OPTIONS, USAGE } from './options.ts';

type Format = (typeof FORMATS)[number];

/** What the command line asks for. */
export interface PrintFlags {
  readonly prompt: string | undefined;
  readonly format: Format;
  /** A file with a JSON Schema for the answer. */
  readonly outputSchema: string | undefined;
  /** What comes on stdin: a prompt, or messages as JSON lines. */
  readonly input: (typeof INPUTS)[number];
  readonly model: string | undefined;
  readonly effort: Effort | undefined;
  readonly settings: string | undefined;
  readonly mcpConfig: readonly string[];
  readonly addDirs: readonly string[];
  readonly appendPrompt: string | undefined;
  readonly appendPromptFile: string | undefined;
  /** Undefined where nobody said: then the settings do. */
  readonly mode: PermissionMode | undefined;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly goOn: boolean;
  readonly resume: string | undefined;
  readonly fork: boolean;
  readonly maxTurns: number | undefined;
  readonly hooks: boolean;
  readonly projectHooks: 'approved' | 'trusted' | 'off';
  /** The project's MCP servers that nobody approved stop the start. */
  readonly requireMcpApproval: boolean;
  readonly hookEvents: boolean;
  readonly partials: boolean;
  /** A file for the whole conversation. */
  readonly trajectory: string | undefined;
  readonly verbose: boolean;
  readonly plain: boolean;
}

export function readFlags(args: string[]): PrintFlags {
  const { values, positionals } = readArgs(args, OPTIONS, USAGE);
  if (values['trust-project-hooks'] && values['no-project-hooks'])
    throw new UsageError('--trust-project-hooks and --no-project-hooks exclude each other');
  if (values.resume !== undefined && values.continue)
    throw new UsageError('--resume and --continue exclude each other');
  refuseMixed(values);
  return {
    prompt: positionals.length > 0 ? positionals.join(' ') : undefined,
    format: oneOf(values['output-format'] ?? 'text', FORMATS, '--output-format'),
    outputSchema: values['output-schema'],
    input: oneOf(values['input-format'] ?? 'text', INPUTS, '--input-format'),
    model: values.model,
    effort: values.effort === undefined ? undefined : oneOf(values.effort, EFFORTS, '--effort'),
    settings: values.settings,
    mcpConfig: values['mcp-config'] ?? [],
    addDirs: values['add-dir'] ?? [],
    appendPrompt: values['append-system-prompt'],
    appendPromptFile: values['append-system-prompt-file'],
    mode:
      values['permission-mode'] === undefined
        ? undefined
        : oneOf(values['permission-mode'], PERMISSION_MODES, '--permission-mode'),
    allow: (values['allowed-tools'] ?? []).flatMap(splitRules),
    deny: (values['disallowed-tools'] ?? []).flatMap(splitRules),
    goOn: values.continue ?? false,
    resume: values.resume,
    fork: values['fork-session'] ?? false,
    maxTurns: wholeNumber(values['max-turns']),
    hooks: !values['no-hooks'],
    projectHooks: values['trust-project-hooks']
      ? 'trusted'
      : values['no-project-hooks']
        ? 'off'
        : 'approved',
    requireMcpApproval: values['require-mcp-approval'] ?? false,
    hookEvents: values['include-hook-events'] ?? false,
    partials: values['include-partial-messages'] ?? false,
    trajectory: values.trajectory,
    verbose: values.verbose ?? false,
    plain: values.plain ?? false,
  };
}

type Values = ReturnType<typeof readArgs<typeof OPTIONS>>['values'];

/** Options that mean nothing without another one: whoever gives them wants something that would not happen. */
function refuseMixed(values: Values): void {
  if (values['fork-session'] && values.resume === undefined && !values.continue)
    throw new UsageError('--fork-session goes with --resume SESSION or --continue');
  const streams = values['output-format'] === 'stream-json';
  if (values['include-partial-messages'] && !streams)
    throw new UsageError('--include-partial-messages goes with --output-format stream-json');
  if (values['input-format'] === 'stream-json' && !streams)
    throw new UsageError('--input-format stream-json goes with --output-format stream-json');
}

function oneOf<const T extends string>(value: string, words: readonly T[], flag: string): T {
  const found = words.find((word) => word === value);
  if (!found) throw new UsageError(`${flag}: expected ${words.join(', ')}, got "${value}"`);
  return found;
}

function wholeNumber(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new UsageError(`--max-turns: expected a whole number above 0, got "${value}"`);
  return number;
}

/** Rules are divided by commas and spaces, but not inside of parentheses. */
function splitRules(text: string): string[] {
  const rules: string[] = [];
  let depth = 0;
  let rule = '';
  for (const char of text) {
    if (char === '(') depth++;
    if (char === ')') depth--;
    if (depth <= 0 && /[,\s]/.test(char)) {
      rules.push(rule);
      rule = '';
    } else rule += char;
  }
  return [...rules, rule].filter((one) => one !== '');
}
