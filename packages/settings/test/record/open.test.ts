import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../../hooks/src/engine/engine.ts';
import { INPUTS, tempDir } from '../../../hooks/test/helpers.ts';
import { makeRedactor } from '../../src/log/redact.ts';
import { openRecorder } from '../../src/record/open.ts';
import { readRecording, recordingName, recordingOf } from '../../src/record/recording.ts';

const redact = makeRedactor({});

test('no more than the most is kept, what is there may be kept again, and it is told once', () => {
  const dir = join(tempDir(), 'kept');
  const told: string[] = [];
  const recorder = openRecorder({ dir, redact, most: 2, onProblem: (text) => told.push(text) });
  const keep = (command: string) =>
    recorder.keep(
      recordingOf('PreToolUse', { tool_name: 'Bash', tool_input: { command } }, undefined, redact),
    );
  expect(['a', 'b', 'a', 'c', 'd'].map((command) => keep(command) !== undefined)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(told).toEqual([expect.stringMatching(/there are 2 already; remove some/)]);
  expect(readdirSync(dir).filter((name) => name.endsWith('.json'))).toHaveLength(2);
  expect(readFileSync(join(dir, '.gitignore'), 'utf8')).toBe('*\n');
});

test.each([
  ['PostToolUse', 'updatedToolOutput', 'tool_response', 'output'],
  ['UserPromptSubmit', 'updatedPrompt', 'prompt', 'prompt'],
] as const)('%s: what a hook took out is not recorded', async (event, answer, field, said) => {
  const dir = join(tempDir(), 'kept');
  const { observe } = openRecorder({ dir, redact });
  const run = () => ({ hookSpecificOutput: { [answer]: 'SAFE' } });
  const hooks = { [event]: [{ hooks: [{ type: 'function', run }] }] };
  const engine = await createEngine({ hooks, observe });
  await engine.fire({ ...INPUTS[event], [field]: 'ZZ-hush-4711' });
  await engine.close();
  const [name = ''] = readdirSync(dir).filter((file) => file.endsWith('.json'));
  const text = readFileSync(join(dir, name), 'utf8');
  expect(text).not.toContain('ZZ-hush');
  expect(readRecording(text)).toMatchObject({
    redacted: true,
    input: { [field]: 'SAFE' },
    verdict: { [said]: 'SAFE' },
  });
});

test('a cancelled event is not kept', async () => {
  const dir = join(tempDir(), 'kept');
  const { observe } = openRecorder({ dir, redact });
  const hook = { type: 'command' as const, command: 'sleep 5' };
  const hooks = { PreToolUse: [{ hooks: [hook] }] };
  const engine = await createEngine({ hooks, observe });
  const own = new AbortController();
  const fired = engine.fire(INPUTS.PreToolUse, { signal: own.signal });
  own.abort();
  await fired;
  expect(openRecorder({ dir, redact }).keep(recordingOf('Stop', {}, undefined, redact))).toBe(
    join(dir, recordingName({ event: 'Stop', input: {} })),
  );
  expect(readdirSync(dir)).toHaveLength(2); // with .gitignore
});

test('the name tells event and tool, and nothing that leads out of the directory', () => {
  const input = { tool_name: '../../x y', tool_input: {} };
  expect(recordingName({ event: 'PreToolUse', input })).toMatch(
    /^PreToolUse-______x_y-[0-9a-f]{12}\.json$/,
  );
  const ids = { session_id: '1', tool_use_id: '2', prompt_id: '3', duration_ms: 4 };
  const same = { ...input, ...ids, cwd: '/a', transcript_path: '/b' };
  expect(recordingName({ event: 'PreToolUse', input: same })).toBe(
    recordingName({ event: 'PreToolUse', input }),
  );
});

test.each([
  ['{', /not valid JSON/],
  ['[]', /expected a recording, got \[\]/],
  ['{"event":"Stop"}', /"input": expected an object, got nothing/],
  ['{"event":"Stop","input":{},"verdict":1}', /"verdict": expected an object, got 1/],
])('%s is no recording', (text, says) => {
  expect(readRecording(text)).toMatch(says);
});
