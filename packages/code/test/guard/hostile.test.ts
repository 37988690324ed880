import { describe, expect, test } from 'vitest';
import type { Io } from '../../src/cli/command.ts';
import { guard } from '../../src/guard/index.ts';
import { type Place, place } from '../helpers.ts';
import { HARMLESS, HOSTILE } from './hostile-commands.ts';

/** How each agent sends a command, and how it reads that the call is refused. */
const DIALECTS: Readonly<
  Record<string, { sent: (command: string) => object; isRefused: (answer: Answer) => boolean }>
> = {
  'claude-code': nested('PreToolUse', 'Bash'),
  codex: nested('PreToolUse', 'Bash', { turn_id: 't' }),
  'gemini-cli': {
    sent: (command) => call('BeforeTool', 'run_shell_command', { command }),
    isRefused: ({ decision }) => decision === 'deny',
  },
  'qwen-code': nested('PreToolUse', 'run_shell_command'),
  cursor: {
    sent: (command) => ({ ...call('preToolUse', 'Shell', { command }), cursor_version: '2.0' }),
    isRefused: ({ permission }) => permission === 'deny',
  },
  'copilot-cli': {
    sent: (command) => call('PreToolUse', 'Bash', { command, description: 'x' }),
    isRefused: ({ permissionDecision }) => permissionDecision === 'deny',
  },
};

interface Answer {
  readonly decision?: string;
  readonly permission?: string;
  readonly permissionDecision?: string;
  readonly hookSpecificOutput?: Answer;
}

function call(hook_event_name: string, tool_name: string, tool_input: object) {
  return { hook_event_name, session_id: 's', tool_name, tool_input };
}

function nested(event: string, tool: string, more: object = {}) {
  return {
    sent: (command: string) => ({ ...call(event, tool, { command }), ...more }),
    isRefused: ({ hookSpecificOutput }: Answer) =>
      hookSpecificOutput?.permissionDecision === 'deny',
  };
}

/** One guard for all of them: it sees the programs that Wave found, and refuses what Wave could not read. */
const GUARD = `grep -qE '"program":("(rm|shred)"|null)' && { echo "it destroys" >&2; exit 2; }; exit 0`;

const settings = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: GUARD }] }] } };

/** In this process: six hundred are too many to start one for each. */
async function answerTo(agent: string, event: object): Promise<Answer> {
  let text = '';
  const io: Pick<Io, 'out' | 'err' | 'readStdin' | 'stdinIsTerminal' | 'cwd' | 'color'> = {
    out: (more) => {
      text += more;
    },
    err: () => {},
    readStdin: async () => JSON.stringify(event),
    stdinIsTerminal: () => false,
    cwd: where.project,
    color: false,
  };
  expect(await guard([agent, '--settings', file, '--only'], io as Io)).toBe(0);
  return JSON.parse(text);
}

async function isRefused(agent: string, command: string): Promise<boolean> {
  const { sent, isRefused } = DIALECTS[agent] ?? nested('PreToolUse', 'Bash');
  return isRefused(await answerTo(agent, { ...sent(command), cwd: where.project }));
}

let where: Place;
let file: string;

const AT_ONCE = 8;

test('a hundred of them, each once', () => {
  expect(new Set(HOSTILE).size).toBe(100);
});

describe.each(Object.keys(DIALECTS))('%s', (agent) => {
  test('the same guard file refuses every hostile command, and nothing else', async () => {
    where = place();
    file = where.write('guard.json', settings);
    const refused: string[] = [];
    const waiting = [...HOSTILE, ...HARMLESS];
    const judge = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
        if (await isRefused(agent, next)) refused.push(next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, judge));
    expect(refused.sort()).toEqual([...HOSTILE].sort());
  });
});
