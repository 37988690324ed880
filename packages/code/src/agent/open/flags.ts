import { EFFORTS, type Effort, PERMISSION_MODES, type PermissionMode } from '@wavehooks/agent-sdk';
import { readArgs, UsageError } from '../../cli/command.ts';

export const USAGE = `usage: wave -p "prompt" [options]        (or the prompt on stdin; piped input is
                                         added after a prompt)

  --output-format text | json | stream-json
  --output-schema FILE          the answer is JSON that fits this JSON Schema, or exit 4
  --model NAME                  e.g. claude-sonnet-4-5, openai/NAME, practice
  --effort EFFORT               how much the model thinks: ${EFFORTS.join(' | ')}
  --settings FILE               one more settings file
  --mcp-config FILE             more MCP servers; may be repeated
  --permission-mode MODE        ${PERMISSION_MODES.join(' | ')}
  --allowed-tools RULES         e.g. "Bash(git *),Read"
  --disallowed-tools RULES      rules for calls that never run
  --continue                    resume the last session of this project
  --resume SESSION              resume this session: its id, the start of its id, or its name
  --max-turns N                 at most N requests to the model
  --no-hooks                    run no hooks at all
  --trust-project-hooks         run the project's hooks and MCP servers this once, approved or not
  --no-project-hooks            leave the project's hooks and MCP servers out
  --include-hook-events         in stream-json: also print each hook run
  --plain                       at a terminal: lines only, for screen readers
  --verbose                     print progress on stderr`;

const FORMATS = ['text', 'json', 'stream-json'] as const;
export type Format = (typeof FORMATS)[number];

/** What the command line asks for. */
export interface PrintFlags {
  readonly prompt: string | undefined;
  readonly format: Format;
  /** A file with a JSON Schema for the answer. */
  readonly outputSchema: string | undefined;
  readonly model: string | undefined;
  readonly effort: Effort | undefined;
  readonly settings: string | undefined;
  readonly mcpConfig: readonly string[];
  /** Undefined where nobody said: then the settings do. */
  readonly mode: PermissionMode | undefined;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly goOn: boolean;
  readonly resume: string | undefined;
  readonly maxTurns: number | undefined;
  readonly hooks: boolean;
  readonly projectHooks: 'approved' | 'trusted' | 'off';
  readonly hookEvents: boolean;
  readonly verbose: boolean;
  readonly plain: boolean;
}

export function readFlags(args: string[]): PrintFlags {
  const { values, positionals } = readArgs(args, OPTIONS, USAGE);
  if (values['trust-project-hooks'] && values['no-project-hooks'])
    throw new UsageError('--trust-project-hooks and --no-project-hooks exclude each other');
  if (values.resume !== undefined && values.continue)
    throw new UsageError('--resume and --continue exclude each other');
  return {
    prompt: positionals.length > 0 ? positionals.join(' ') : undefined,
    format: oneOf(values['output-format'] ?? 'text', FORMATS, '--output-format'),
    outputSchema: values['output-schema'],
    model: values.model,
    effort: values.effort === undefined ? undefined : oneOf(values.effort, EFFORTS, '--effort'),
    settings: values.settings,
    mcpConfig: values['mcp-config'] ?? [],
    mode:
      values['permission-mode'] === undefined
        ? undefined
        : oneOf(values['permission-mode'], PERMISSION_MODES, '--permission-mode'),
    allow: (values['allowed-tools'] ?? []).flatMap(splitRules),
    deny: (values['disallowed-tools'] ?? []).flatMap(splitRules),
    goOn: values.continue ?? false,
    resume: values.resume,
    maxTurns: wholeNumber(values['max-turns']),
    hooks: !values['no-hooks'],
    projectHooks: values['trust-project-hooks']
      ? 'trusted'
      : values['no-project-hooks']
        ? 'off'
        : 'approved',
    hookEvents: values['include-hook-events'] ?? false,
    verbose: values.verbose ?? false,
    plain: values.plain ?? false,
  };
}

const OPTIONS = {
  print: { type: 'boolean', short: 'p' },
  'output-format': { type: 'string' },
  'output-schema': { type: 'string' },
  model: { type: 'string' },
  effort: { type: 'string' },
  settings: { type: 'string' },
  'mcp-config': { type: 'string', multiple: true },
  'permission-mode': { type: 'string' },
  'allowed-tools': { type: 'string', multiple: true },
  'disallowed-tools': { type: 'string', multiple: true },
  continue: { type: 'boolean', short: 'c' },
  resume: { type: 'string', short: 'r' },
  'max-turns': { type: 'string' },
  'no-hooks': { type: 'boolean' },
  'trust-project-hooks': { type: 'boolean' },
  'no-project-hooks': { type: 'boolean' },
  'include-hook-events': { type: 'boolean' },
  verbose: { type: 'boolean' },
  plain: { type: 'boolean' },
} as const;

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
