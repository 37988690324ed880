import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { DOT } from '../mcp/dot.ts';
import { tempDir } from '../talk.ts';
import { newId } from '../wire/issued.ts';
import { misfits } from '../wire/official-types.ts';
import { type Answer, say, type WireBlock } from '../wire/reply.ts';
import { type Protocol, startWire, type WireRequest, type WireServer } from '../wire/server.ts';
import { type Actor, type Place, startActor } from './play.ts';

/** Who is played with, for how many days. The first of each protocol is its provider's own. */
const PLAYED: readonly (readonly [Protocol, string, 1 | 2])[] = [
  ['anthropic', 'claude-sonnet-5-5', 2],
  ['responses', 'gpt-5.5', 2],
  ['gemini', 'gemini-3.5-pro', 2],
  ['chat', 'gpt-test', 2],
  ['anthropic', 'claude-sonnet-4-5', 1],
  ['chat', 'deepseek-v4', 1],
  ['chat', 'mistral-large', 1],
];

const think = (thinking = 'what next'): WireBlock => ({ thinking, signature: `sig-${newId()}` });
const call = (name: string, input: object): WireBlock => ({
  call: name,
  input,
  id: `c_${newId()}`,
});
const bash = (command: string) => call('Bash', { command });
const read = (name: string) => call('Read', { file_path: name });
const answer = (...blocks: WireBlock[]): Answer => ({ blocks });
const done = () => answer(think(), { text: 'Done.' });

const task = (prompt: string) =>
  call('Task', { description: 'look', prompt, subagent_type: 'explore' });

type Acts = readonly ((at: Actor, place: Place) => Promise<unknown>)[];

/** What is done on each day: a turn, and what is around it. */
const ACTS: Acts = [
  // Thoughts, texts and calls in turns; then seven calls at once, each with a word of a hook.
  (at) =>
    at.turn(
      'Begin.',
      answer(think(), { text: 'I look.' }, bash('echo one'), think('and then'), read('a.txt')),
      answer(
        think(),
        ...Array.from({ length: 7 }, (_, n) => read(['a.txt', 'b.txt'][n % 2] ?? '')),
      ),
      done(),
    ),
  // Calls that fail, that a hook denies, and that a hook changes.
  (at) =>
    at.turn(
      'Try.',
      answer(think(), bash('exit 3'), read('missing.txt')),
      answer(bash('deny me'), bash('change me'), call('NoSuchTool', {})),
      answer(think(), { text: 'Again.' }, bash('change me')),
      done(),
    ),
  // Images from the user and from a tool.
  async (at, { server }) => {
    server.script(answer(think(), read('dot.png'), read('a.txt')), done());
    return at.order({ do: 'send', text: 'Look at this.', image: DOT });
  },
  // A word of the user while it works.
  (at) => {
    const steered = () => {
      at.tell({ do: 'steer', text: 'And be quick.' });
      return answer(think(), bash('sleep 0.3'));
    };
    return at.turn('Work.', steered, answer(think(), bash('echo two')), done());
  },
  // Plan mode, and out of it.
  async (at) => {
    await at.order({ do: 'mode', mode: 'plan' });
    const plan = call('ExitPlanMode', { plan: 'Write a file.' });
    const write = call('Write', { file_path: 'new.txt', content: 'new' });
    const ended = await at.turn(
      'Plan.',
      answer(think(), write),
      answer(plan),
      answer(write),
      done(),
    );
    await at.order({ do: 'mode', mode: 'bypassPermissions' });
    return ended;
  },
  // Subagents: one, then two at once.
  (at) =>
    at.turn(
      'Delegate.',
      answer(think(), task('Find it.')),
      ...[answer(think(), read('a.txt')), say('Found.')],
      answer(think(), task('Find this.'), task('Find that.')),
      ...[say('Found.'), say('Found.')],
      done(),
    ),
  // A server that dies and returns.
  (at) =>
    at.turn(
      'Remember.',
      answer(think(), call('mcp__memory__read_graph', {}), call('mcp__memory__fail', {})),
      answer(call('mcp__memory__crash', {})),
      answer(
        think(),
        call('mcp__memory__read_graph', {}),
        call('mcp__memory__pictures', { count: 1 }),
      ),
      done(),
    ),
  // Answers that are cut: in a thought, in a call, and by the provider.
  async (at) => {
    await at.turn('Go on.', { ...answer({ text: 'I' }, think()), stop: 'length' });
    await at.turn('Go on.', { ...answer(think(), bash('echo cut')), stop: 'length' }, done());
    return at.turn('Go on.', { ...answer(think(), { text: 'No' }), stop: 'refusal' });
  },
  // Interrupted while it thinks, and while a tool runs.
  async (at) => {
    const late = () => {
      setTimeout(() => at.tell({ do: 'abort' }), 300);
      return { ...answer(think('a long thought '.repeat(20)), { text: 'No.' }), slowMs: 20 };
    };
    await at.turn('Think.', late);
    const running = () => {
      setTimeout(() => at.tell({ do: 'abort' }), 500);
      return answer(think(), { text: 'I wait.' }, bash('sleep 30'), bash('echo never'));
    };
    return at.turn('Wait.', running);
  },
];

const WORK = Array.from(
  { length: 6 },
  (_, n) => (at: Actor) =>
    at.turn(
      `Part ${n}.`,
      answer(think(), { text: 'I run it.' }, bash(`seq ${n} 20`)),
      answer(think(), bash('true'), read('c.txt')),
      answer(read('a.txt')),
      done(),
    ),
);

/** Ended by force while a tool runs. */
async function killed(at: Actor, { server }: Place): Promise<void> {
  const before = server.requests.length;
  server.script(answer(think(), bash('sleep 30'), read('a.txt')));
  at.order({ do: 'send', text: 'Begin the next part.' }).catch(() => {});
  while (server.requests.length === before) await sleep(20);
  await sleep(500);
  await at.kill();
}

/** Requests that the compiler is shown, all at once: it takes seconds each time. */
const long: WireRequest[] = [];

test.each(PLAYED)(
  '%s, %s: nothing is refused in %d days',
  async (protocol, model, days) => {
    const server = await startWire({ counts: true });
    onTestFinished(() => server.close());
    const place = openPlace(server, server.env(protocol, model));
    const first = await startActor(place);
    const ends = await played(ACTS, first, place);
    await killed(first, place);
    expect(ends).toEqual(ENDS);
    if (days === 2) await secondDay(first.session, place);
    expect(server.faults).toEqual([]);
    if (days === 2) long.push(...longest(server.requests));
  },
  120_000,
);

test("the longest requests of each protocol fit the types of the provider's own package", () => {
  expect(new Set(long.map(({ protocol }) => protocol)).size).toBe(4);
  expect(misfits(long)).toEqual([]);
});

test('nothing is refused where the model changes with every prompt', async () => {
  const server = await startWire({ counts: true });
  onTestFinished(() => server.close());
  const models = PLAYED.map(([protocol, model]) => server.env(protocol, model));
  const place = openPlace(server, Object.assign({}, ...models));
  const at = await startActor(place);
  for (const round of [0, 1, 2])
    for (const [n, act] of ACTS.entries()) {
      const { WAVE_MODEL: name = '' } = models[(n + round) % models.length] ?? {};
      await at.order({ do: 'model', name });
      expect(await act(at, place)).toBe(ENDS[n]);
    }
  await at.order({ do: 'close' });
  expect(server.faults).toEqual([]);
  expect(new Set(server.requests.map(({ protocol }) => protocol)).size).toBe(4);
});

/** The session goes on in a project that has changed; later its conversation is made shorter. */
async function secondDay(resume: string, place: Place): Promise<void> {
  const { dir, server } = place;
  writeFileSync(join(dir, 'AGENTS.md'), 'Use spaces.');
  writeFileSync(join(dir, 'c.txt'), 'other text\n');
  const at = await startActor(place, { resume, daysLater: 1 });
  expect(await played(ACTS, at, place)).toEqual(ENDS);
  // What began on the first day still does, to the byte: nothing is left out of what the model said.
  const last = server.requests.at(-1);
  const thoughts = JSON.stringify(last?.body).split('sig-').length - 1;
  if (last?.protocol === 'anthropic') expect(thoughts).toBeGreaterThan(30);
  server.script(say('What was done, in short.'));
  expect(await at.order({ do: 'compact' })).toBe(true);
  expect(new Set(await played(WORK, at, place))).toEqual(new Set(['done']));
  await at.order({ do: 'close' });
  expect(server.requests.length).toBeGreaterThanOrEqual(60);
  expect(shareRead(server.requests)).toBeGreaterThanOrEqual(0.96);
}

async function played(acts: Acts, at: Actor, place: Place): Promise<readonly unknown[]> {
  const ends: unknown[] = [];
  for (const act of acts) ends.push(await act(at, place));
  return ends;
}

/** The last act of a day is interrupted. */
const ENDS = ACTS.map((_, at) => (at === ACTS.length - 1 ? 'aborted' : 'done'));

function openPlace(server: WireServer, env: Place['env']): Place {
  const dir = tempDir();
  for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(join(dir, name), 'text\n');
  writeFileSync(join(dir, 'dot.png'), Buffer.from(DOT, 'base64'));
  writeFileSync(join(dir, 'AGENTS.md'), 'Use tabs.');
  return { dir, home: tempDir(), server, env };
}

/** Each request begins with the one before: the longest has all shapes, and the last what follows a compaction. */
function longest(requests: readonly WireRequest[]): readonly WireRequest[] {
  const byLength = requests.toSorted((a, b) => length(b) - length(a));
  return [...byLength.slice(0, 1), ...requests.slice(-1)];
}

const length = ({ body }: WireRequest) => JSON.stringify(body).length;

/** How much of the input came from the provider's cache. */
function shareRead(requests: readonly WireRequest[]): number {
  const all = requests.flatMap(({ cached }) => cached ?? []);
  const sum = (field: 'input' | 'read') => all.reduce((n, one) => n + one[field], 0);
  return sum('read') / sum('input');
}
