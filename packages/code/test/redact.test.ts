import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { call, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { place, wave } from './helpers.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/redact.mjs', import.meta.url));
/** In no form that Wave's own log would take out. */
const IN_PROMPT = '4111 1111 1111 1111';
const IN_OUTPUT = '5500-0000-0000-0004';

const entry = { type: 'command', name: 'redact', command: `node ${EXAMPLE}`, onError: 'block' };
const redact = [{ hooks: [{ ...entry, phase: 'transform' }] }];
/** Others look at what it left, and print all of it. */
const looks = [{ hooks: [{ type: 'command', name: 'looks', command: 'cat >&2; exit 1' }] }];

/** Every file below a directory that holds a text, by its path. */
const holding = (dir: string, text: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => lstatSync(join(dir, name)).isFile())
    .filter((name) => readFileSync(join(dir, name), 'utf8').includes(text));

/** The folders of those files. */
const placesOf = (dir: string, text: string): string[] =>
  [
    ...new Set(holding(dir, text).map((name) => /^(?:\.wave\/)?[^/]+/.exec(name)?.[0] ?? '')),
  ].sort();

async function printed(hooks: object) {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  where.write('home/.wave/settings.json', { hooks });
  where.write('project/card.txt', `${'line\n'.repeat(4)}${IN_OUTPUT}\n${'more\n'.repeat(5_000)}`);
  server.script(call('Bash', { command: 'cat card.txt' }), say('Done.'));
  const recordings = join(where.home, 'recordings');
  const result = await wave(
    ['-p', `pay with ${IN_PROMPT}`, '--permission-mode', 'bypassPermissions', '--verbose'],
    where,
    { env: { ...server.env('anthropic'), WAVE_RECORD: recordings } },
  );
  const wire = JSON.stringify(server.requests.map(({ body }) => body));
  return { where, server, result, wire, recordings };
}

test('the example keeps a prompt and an output from the wire and from every file', async () => {
  const hooks = {
    UserPromptSubmit: [...redact, ...looks],
    PostToolUse: [...redact, ...looks],
    PostToolBatch: looks,
    Stop: looks,
    SessionEnd: looks,
  };
  const { where, server, result, wire, recordings } = await printed(hooks);
  expect(result).toMatchObject({ code: 0, stdout: 'Done.\n' });
  expect(server.requests).toHaveLength(2);
  expect(wire).toContain('pay with [redacted]');
  for (const secret of [IN_PROMPT, IN_OUTPUT]) {
    expect(wire, 'the wire').not.toContain(secret);
    expect(`${result.stdout}${result.stderr}`, 'the output').not.toContain(secret);
    // For undo, the project's own files are copied as they are, for the user alone.
    const kept = holding(where.home, secret).filter(
      (name) => !/\/latest\.tree\/[^/]+\.pack$/.test(name),
    );
    expect(kept).toEqual([]);
  }
  // There is something to search in: the session, the log, long outputs, recordings.
  expect(placesOf(where.home, '[redacted]')).toEqual([
    '.wave/logs',
    '.wave/outputs',
    '.wave/projects',
    'recordings',
  ]);
  expect(readdirSync(recordings).some((name) => name.startsWith('PostToolUse'))).toBe(true);
});

test('without it, both are in all of them: the search finds what is there', async () => {
  const { where, wire } = await printed({ UserPromptSubmit: looks, PostToolUse: looks });
  for (const secret of [IN_PROMPT, IN_OUTPUT]) {
    expect(wire).toContain(secret);
    expect(placesOf(where.home, secret)).toEqual(
      expect.arrayContaining(['.wave/logs', '.wave/projects', 'recordings']),
    );
  }
});
