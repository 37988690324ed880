import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import { EVENT_NAMES, type EventName } from '../../src/vocabulary/events.ts';
import type { Verdict } from '../../src/vocabulary/verdict.ts';
import { INPUTS, quote, tempDir } from '../helpers.ts';

/** Answers every event with what a file holds. */
const REPEATER = `
  import { readFileSync } from 'node:fs';
  import { createInterface } from 'node:readline';
  for await (const line of createInterface({ input: process.stdin })) {
    const { id } = JSON.parse(line);
    console.log(JSON.stringify({ id, ...JSON.parse(readFileSync(process.argv[2], 'utf8')) }));
  }`;

const line = fc.constantFrom(
  '{}',
  '{"decision":"block","reason":"no"}',
  '{"decision":"allow","updated_input":{"a":1}}',
  '{"continue":false,"stopReason":"over"}',
  '{"hookSpecificOutput":{"additionalContext":"known","permissionDecision":"ask"}}',
  '{"systemMessage":"careful"}',
  '{"decision":7}',
  '{"decisoin":"block"}',
  '{broken',
);
const text = fc.oneof(line, fc.string({ unit: 'grapheme' }), fc.constant('a\r\nb\n\n'));
const said = fc.record({
  event: fc.constantFrom(...EVENT_NAMES),
  code: fc.oneof(fc.constantFrom(0, 1, 2), fc.integer({ min: 0, max: 255 })),
  stdout: text,
  stderr: text,
});

test('whatever a command can say, a worker can say with the same verdict', async () => {
  const dir = tempDir();
  const file = (name: string, content: string) => {
    writeFileSync(join(dir, name), content);
    return quote(join(dir, name));
  };
  const repeater = file('repeater.mjs', REPEATER);
  const node = quote(process.execPath);
  const command = `cat ${file('out', '')}; cat ${file('err', '')} >&2; exit "$(cat ${file('code', '0')})"`;
  const worker = `exec ${node} ${repeater} ${file('said', '{}')}`;
  const engineWith = async (type: string, shell: string) => {
    const hooks = [{ type, command: shell, name: 'hook' }];
    const engine = await createEngine({
      hooks: Object.fromEntries(EVENT_NAMES.map((event) => [event, [{ hooks }]])),
      projectDir: dir,
    });
    onTestFinished(() => engine.close());
    return async (event: EventName) => apartFromTime(await engine.fire(INPUTS[event]));
  };
  const asCommand = await engineWith('command', command);
  const asWorker = await engineWith('worker', worker);
  const property = fc.asyncProperty(said, async ({ event, code, stdout, stderr }) => {
    file('out', stdout);
    file('err', stderr);
    file('code', String(code));
    file('said', JSON.stringify({ exit_code: code, stdout, stderr }));
    expect(await asWorker(event)).toEqual(await asCommand(event));
  });
  await fc.assert(property, { numRuns: 80 });
});

const apartFromTime = ({ runs, ...verdict }: Verdict) => ({
  ...verdict,
  runs: runs.map((run) => ({ ...run, ms: 0 })),
});
