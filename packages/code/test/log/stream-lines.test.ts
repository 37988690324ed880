import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { streamLines } from '../../src/log/stream-lines.ts';

function streamed(...files: readonly string[]) {
  const dir = mkdtempSync(join(tmpdir(), 'wave-log-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const [age, text] of files.entries())
    writeFileSync(join(dir, age === 0 ? 'hooks.jsonl' : `hooks.${age}.jsonl`), text);
  const lines = [...streamLines(dir, (problem) => expect.fail(problem))];
  return lines.map(({ text, file, line }) => [text, file.slice(dir.length + 1), line]);
}

test('all files, the oldest first, with the places of their lines', () => {
  expect(streamed('c\n\nd', 'b\n', 'a\n')).toEqual([
    ['a', 'hooks.2.jsonl', 1],
    ['b', 'hooks.1.jsonl', 1],
    ['c', 'hooks.jsonl', 1],
    ['d', 'hooks.jsonl', 3],
  ]);
});

test('letters are whole, wherever a piece ends', () => {
  const lines = Array.from({ length: 2_000 }, (_, n) => `${'ä€𝒳'.repeat(100)}${n}`);
  expect(streamed(lines.join('\n')).map(([text]) => text)).toEqual(lines);
});

test('a line that never ends costs no memory, and only itself', () => {
  const lines = streamed(`a\n${'x'.repeat(10_000_000)}\nb\n${'y'.repeat(5_000_000)}`);
  expect(lines).toEqual([
    ['a', 'hooks.jsonl', 1],
    [undefined, 'hooks.jsonl', 2],
    ['b', 'hooks.jsonl', 3],
    [undefined, 'hooks.jsonl', 4],
  ]);
});

test('no directory is an empty log', () => {
  expect([...streamLines('/no/such/place', () => {})]).toEqual([]);
});
