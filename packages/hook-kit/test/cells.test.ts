import { describe, expect, test } from 'vitest';
import { EVENT_NAMES, means, specOf } from '../../hooks/src/vocabulary/events.ts';
import { verbsOf } from '../src/answer/verbs-of.ts';
import {
  ask,
  block,
  deny,
  type EventName,
  encode,
  TARGETS,
  type TargetName,
  type Verb,
} from '../src/index.ts';
import { tryHook } from '../src/testing/index.ts';
import { hookFile, quote, run } from './helpers.ts';
import { SAY, VERBS } from './verbs.ts';

/** Those that share their words; test/flat.test.ts has the cells of the others. */
const TARGET_NAMES = (Object.keys(TARGETS) as TargetName[]).filter((name) =>
  ['nested', 'gemini'].includes(TARGETS[name].dialect),
);

/** What comes out: the JSON, or what the error says. */
type Out = object | RegExp;
/** The same for all agents but those that are named. */
type Cell = { all: Out } & { readonly [T in TargetName]?: Out };

/** What is the same for those that load a program of ours. */
const plugins = (out: Out) => ({ opencode: out, pi: out });

const pre = (fields: object) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields },
});
const denied = (why: string) => pre({ permissionDecision: 'deny', permissionDecisionReason: why });
const whole = { command: 'ls', timeout: 30 };
const blocked = (reason: string): Cell => ({
  all: { decision: 'block', reason },
  'gemini-cli': { decision: 'deny', reason },
});
const added = (event: string, gemini: string, text: string): Cell => ({
  all: { hookSpecificOutput: { hookEventName: event, additionalContext: text } },
  'gemini-cli': { hookSpecificOutput: { hookEventName: gemini, additionalContext: text } },
});
const warned: Cell = { all: { systemMessage: 'w' } };
const halted = { continue: false, stopReason: 'h' };
const ENDED = 'A hook ended the turn.';
const UNBOXED = 'It may run only in a sandbox.';
const ASKED = 'q It needs a confirmation, for which this agent cannot ask.';
const refused = (verb: string, event: string, takes: string): Cell => ({
  all: new RegExp(`^the handler said ${verb}, which ${event} does not support: expected ${takes}$`),
});
const MOST = 'replace, block, context, warn, halt';
const INSTEAD = 'This agent cannot take a rewritten prompt. Send this instead: r';

/** What is so on every event that no agent treats in a special way. */
function usual(event: EventName): Record<Verb, Cell> {
  const takes = verbsOf(event).join(', ');
  const there = TARGETS['gemini-cli'].events[event] ?? event;
  const ifTaken = (verb: Verb, cell: Cell) =>
    verbsOf(event).includes(verb) ? cell : refused(verb, event, takes);
  return {
    allow: { all: {} },
    deny: ifTaken('block', blocked('d')),
    ask: refused('ask', event, takes),
    rewrite: refused('rewrite', event, takes),
    replace: refused('replace', event, takes),
    block: ifTaken('block', blocked('b')),
    context: ifTaken('context', added(event, there, 'c')),
    sandbox: refused('sandbox', event, takes),
    warn: warned,
    halt: ifTaken('halt', { all: halted }),
  };
}

/** The answers to the question of an MCP server. */
function question(event: EventName): Record<Verb, Cell> {
  const section = (fields: object) => ({ hookSpecificOutput: { hookEventName: event, ...fields } });
  const action = (action: string, reason: string, gemini: string): Cell => ({
    all: { reason, ...section({ action }) },
    'gemini-cli': { decision: gemini, reason },
  });
  return {
    ...usual(event),
    allow: action('accept', 'a', 'allow'),
    deny: action('decline', 'd', 'deny'),
    block: action('decline', 'b', 'deny'),
    replace: { all: section({ content: 'r' }), 'gemini-cli': {} },
  };
}

const dialog = (fields: object) => ({
  hookSpecificOutput: { hookEventName: 'PermissionRequest', ...fields },
});
const answered = (behavior: string, message: string): Cell => ({
  all: dialog({ decision: { behavior, message } }),
  'gemini-cli': { decision: behavior, reason: message },
});

/** What is said of a result must not replace it. */
function feedback(text: string): Cell {
  const { all, ...others } = added('PostToolUse', 'AfterTool', text);
  return {
    ...others,
    all: { decision: 'block', reason: text },
    codex: all,
    'qwen-code': all,
    ...plugins(all),
  };
}

/** There, a halt of a stop would make the agent go on. */
const goesOn: Cell = { all: halted, 'qwen-code': { systemMessage: 'h' } };
const over: Cell = { ...goesOn, pi: { systemMessage: 'h' } };

const CELLS: Partial<Record<EventName, Record<Verb, Cell>>> = {
  PreToolUse: {
    allow: {
      all: pre({ permissionDecision: 'allow', permissionDecisionReason: 'a' }),
      'gemini-cli': { decision: 'allow', reason: 'a' },
      codex: {},
      ...plugins({}),
    },
    deny: { all: denied('d'), 'gemini-cli': { decision: 'deny', reason: 'd' } },
    ask: {
      all: pre({ permissionDecision: 'ask', permissionDecisionReason: 'q' }),
      'gemini-cli': { decision: 'deny', reason: ASKED },
      codex: denied(ASKED),
      ...plugins(denied(ASKED)),
    },
    rewrite: {
      all: pre({ updatedInput: { command: 'ls' } }),
      'claude-code': pre({ updatedInput: whole }),
      'gemini-cli': {
        hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: { command: 'ls' } },
      },
      codex: pre({ permissionDecision: 'allow', updatedInput: whole }),
      'qwen-code': denied('Suggested instead: ls'),
      ...plugins(pre({ updatedInput: whole })),
    },
    replace: refused('replace', 'PreToolUse', verbsOf('PreToolUse').join(', ')),
    block: { all: denied('b'), 'gemini-cli': { decision: 'deny', reason: 'b' } },
    context: {
      all: pre({ additionalContext: 'c' }),
      ...{ 'gemini-cli': {}, 'qwen-code': {}, ...plugins({}) },
    },
    sandbox: {
      all: denied(UNBOXED),
      wave: { sandbox: 'workspace' },
      'gemini-cli': { decision: 'deny', reason: UNBOXED },
    },
    warn: warned,
    halt: {
      all: halted,
      'claude-code': { ...halted, ...denied(ENDED) },
      codex: { systemMessage: 'h', ...denied(ENDED) },
      'qwen-code': { systemMessage: 'h', ...denied(ENDED) },
      opencode: { systemMessage: 'h', ...denied(ENDED) },
    },
  },
  PermissionRequest: {
    ...usual('PermissionRequest'),
    allow: answered('allow', 'a'),
    deny: answered('deny', 'd'),
    block: answered('deny', 'b'),
    sandbox: {
      all: dialog({ decision: { behavior: 'deny', message: UNBOXED } }),
      wave: { sandbox: 'workspace' },
      // They have no such event.
      'gemini-cli': { sandbox: 'workspace' },
      ...plugins({ sandbox: 'workspace' }),
    },
    rewrite: {
      all: dialog({ updatedInput: { command: 'ls' } }),
      'claude-code': dialog({ updatedInput: whole }),
      ...plugins(dialog({ updatedInput: whole })),
      'gemini-cli': dialog({ tool_input: { command: 'ls' } }),
      codex: dialog({ decision: { behavior: 'deny', message: 'Suggested instead: ls' } }),
      'qwen-code': dialog({ decision: { behavior: 'deny', message: 'Suggested instead: ls' } }),
    },
    halt: {
      all: halted,
      'claude-code': { ...halted, ...dialog({ decision: { behavior: 'deny', message: ENDED } }) },
      codex: { systemMessage: 'h', ...dialog({ decision: { behavior: 'deny', message: ENDED } }) },
      'qwen-code': {
        systemMessage: 'h',
        ...dialog({ decision: { behavior: 'deny', message: ENDED } }),
      },
    },
  },
  SubagentStart: {
    ...usual('SubagentStart'),
    context: { ...added('SubagentStart', 'SubagentStart', 'c'), 'qwen-code': {} },
  },
  Elicitation: question('Elicitation'),
  ElicitationResult: question('ElicitationResult'),
  PostToolUse: {
    allow: { all: {} },
    deny: feedback('d'),
    ask: refused('ask', 'PostToolUse', MOST),
    rewrite: refused('rewrite', 'PostToolUse', MOST),
    sandbox: refused('sandbox', 'PostToolUse', MOST),
    replace: {
      all: { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: 'r' } },
      'gemini-cli': { decision: 'deny', reason: 'r' },
      codex: { decision: 'block', reason: 'r' },
      'qwen-code': { continue: false, stopReason: 'r' },
    },
    block: feedback('b'),
    context: added('PostToolUse', 'AfterTool', 'c'),
    warn: warned,
    halt: {
      all: halted,
      codex: { systemMessage: 'h' },
      'qwen-code': { systemMessage: 'h' },
      ...plugins({ systemMessage: 'h' }),
    },
  },
  Stop: { ...usual('Stop'), halt: over },
  SubagentStop: { ...usual('SubagentStop'), halt: goesOn },
  UserPromptSubmit: {
    allow: { all: {} },
    deny: blocked('d'),
    ask: refused('ask', 'UserPromptSubmit', MOST),
    rewrite: refused('rewrite', 'UserPromptSubmit', MOST),
    sandbox: refused('sandbox', 'UserPromptSubmit', MOST),
    replace: {
      all: { decision: 'block', reason: INSTEAD },
      wave: { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', updatedPrompt: 'r' } },
      'gemini-cli': { decision: 'deny', reason: INSTEAD },
      ...plugins({
        hookSpecificOutput: { hookEventName: 'UserPromptSubmit', updatedPrompt: 'r' },
      }),
    },
    block: blocked('b'),
    context: added('UserPromptSubmit', 'BeforeAgent', 'c'),
    warn: warned,
    halt: {
      all: halted,
      'claude-code': { ...halted, decision: 'block', reason: ENDED },
      'gemini-cli': { ...halted, decision: 'deny', reason: ENDED },
      'qwen-code': { ...halted, decision: 'block', reason: ENDED },
      ...plugins({ decision: 'block', reason: 'h' }),
    },
  },
};

describe.each(EVENT_NAMES)('%s', (event) => {
  describe.each(VERBS)('%s', (verb) => {
    test.each(TARGET_NAMES)('%s', (target) => {
      const cells = (CELLS[event] ?? usual(event))[verb];
      const wanted = cells[target] ?? cells.all;
      const said = () => encode(event, SAY[verb], target, { command: 'npm i', timeout: 30 }).json;
      if (wanted instanceof RegExp) expect(said).toThrow(wanted);
      else expect(said()).toEqual(wanted);
    });
  });
});

test('what an event takes is what the engine takes', () => {
  const signals = {
    ...Object.fromEntries(VERBS.map((verb) => [verb, verb])),
    warn: 'warning',
    replace: 'rewrite',
  };
  const isWhole = (event: EventName) => specOf(event).rewrites !== 'input';
  for (const event of EVENT_NAMES)
    expect([...verbsOf(event)].sort()).toEqual(
      VERBS.filter((verb) => means(event, signals[verb as 'warn'] as 'warning'))
        .filter((verb) => verb !== (isWhole(event) ? 'rewrite' : 'replace'))
        .sort(),
    );
});

test('an event of another agent takes what is usual', () => {
  for (const said of [deny('x'), block('x')])
    expect(encode('TeammateIdle' as never, said, 'claude-code').json).toMatchObject({
      decision: 'block',
      reason: 'x',
    });
  expect(() => encode('TeammateIdle' as never, ask('x'), 'claude-code')).toThrow(TypeError);
});

const PROMPT = { prompt: 'my password is x' };
const command = (body: string) => `${quote(process.execPath)} ${quote(hookFile(body))}`;

test.each([
  [{}, 'UserPromptSubmit', PROMPT, 'block'],
  [{ failClosed: true }, 'UserPromptSubmit', PROMPT, 'block'],
  [{}, 'Stop', { event: 'Stop' }, 'block'],
  [{}, 'PreToolUse', { tool: 'Bash' }, 'block'],
] as const)('with %j, deny on %s is a refusal', async (options, event, input, decision) => {
  const body = `defineHook('${event}', () => deny('no passwords'), ${JSON.stringify(options)});`;
  const tried = await tryHook(command(body), input);
  expect([tried.decision, tried.outcome]).toEqual([decision, { is: 'exit', code: 0 }]);
});

test.each(['ask("sure?")', 'rewrite({ prompt: "x" })', 'allow("", rewrite({ prompt: "x" }))'])(
  '%s on a prompt breaks the hook, which blocks where it fails closed',
  async (said) => {
    const hook = (options: string) =>
      command(`defineHook('UserPromptSubmit', () => ${said}, ${options});`);
    const open = await tryHook(hook('{}'), PROMPT);
    expect([open.decision, open.outcome]).toEqual(['none', { is: 'exit', code: 1 }]);
    expect(open.verdict.toUser[0]?.text).toMatch(/said (ask|rewrite), which UserPromptSubmit does/);
    const closed = await tryHook(hook('{ failClosed: true }'), PROMPT);
    expect([closed.decision, closed.outcome]).toEqual(['block', { is: 'exit', code: 2 }]);
  },
);

test('a refusal stands, whatever is said beside it that the event does not take', async () => {
  const file = hookFile(`defineHook('Stop', () => block('test it', context('c')));`);
  const { code, stdout, stderr } = await run(file, '{"hook_event_name":"Stop"}');
  expect([code, stderr]).toEqual([0, 'hook: Stop does not support "context"\n']);
  expect(JSON.parse(stdout)).toMatchObject({ decision: 'block', reason: 'test it' });
  const both = encode('Stop', block('one', deny('two') as never), 'wave');
  expect(both).toEqual({ json: { decision: 'block', reason: 'one\ntwo' }, notes: [] });
});

test('to allow what nobody would be asked about is to say nothing; what stands beside it counts', async () => {
  const file = hookFile(`defineHook('UserPromptSubmit', () => allow('fine', context('c')));`);
  const { code, stdout, stderr } = await run(file, JSON.stringify(PROMPT));
  expect([code, stderr, JSON.parse(stdout)]).toEqual([
    0,
    'hook: UserPromptSubmit does not support "allow": it passes unless a hook objects\n',
    { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'c' } },
  ]);
});
