import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { followLog } from '../../src/log/follow-log.ts';

function followed() {
  const dir = mkdtempSync(join(tmpdir(), 'wave-log-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const problems: string[] = [];
  const file = (age = 0) => join(dir, age === 0 ? 'hooks.jsonl' : `hooks.${age}.jsonl`);
  const rotate = (keep = 3) => {
    rmSync(file(keep), { force: true });
    for (let age = keep; age > 0; age--)
      try {
        renameSync(file(age - 1), file(age));
      } catch {}
  };
  return { dir, file, rotate, problems, look: followLog(dir, (text) => problems.push(text)) };
}

test('each look gives what was appended, and reads nothing twice', () => {
  const { file, look } = followed();
  expect(look()).toEqual({ lines: [], anew: true });
  writeFileSync(file(), 'one\ntwo\n');
  expect(look()).toEqual({ lines: ['one', 'two'], anew: true });
  expect(look()).toEqual({ lines: [], anew: false });
  appendFileSync(file(), 'three\nhal');
  // What was read before is not looked at again, whatever it is now.
  const fd = openSync(file(), 'r+');
  writeSync(fd, 'ONE\n', 0);
  closeSync(fd);
  expect(look()).toEqual({ lines: ['three'], anew: false });
  appendFileSync(file(), 'f\n');
  expect(look()).toEqual({ lines: ['half'], anew: false });
});

test('over a rotation nothing is lost and nothing comes twice', () => {
  const { file, rotate, look } = followed();
  writeFileSync(file(), 'one\n');
  look();
  appendFileSync(file(), 'two\n');
  rotate();
  writeFileSync(file(), 'three\n');
  expect(look()).toEqual({ lines: ['two', 'three'], anew: false });
  rotate();
  rotate();
  rotate();
  writeFileSync(file(), 'four\n');
  expect(look()).toEqual({ lines: ['four'], anew: false });
});

test('a file that was cut is read anew', () => {
  const { file, look } = followed();
  writeFileSync(file(), 'one\ntwo\n');
  look();
  truncateSync(file(), 4);
  expect(look()).toEqual({ lines: ['one'], anew: true });
  appendFileSync(file(), 'three\n');
  expect(look()).toEqual({ lines: ['three'], anew: false });
});

test('a log that was removed and begun anew is another one', () => {
  const { file, look } = followed();
  writeFileSync(file(), 'one\ntwo\n');
  look();
  rmSync(file());
  expect(look().lines).toEqual([]);
  writeFileSync(file(), 'new\n');
  expect(look().lines).toEqual(['new']);
});

test('a file that cannot be read costs only itself', () => {
  const { file, look, problems } = followed();
  mkdirSync(file(1));
  writeFileSync(file(), 'one\n');
  expect(look().lines).toEqual(['one']);
  expect(problems).toEqual([expect.stringContaining('hooks.1.jsonl could not be read')]);
});
