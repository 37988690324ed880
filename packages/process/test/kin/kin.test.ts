import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { needsOf } from '../../../../test/needs.ts';
import { fire, quote, tempDir } from '../../../hooks/test/helpers.ts';
import { eachWay } from '../../../hooks/test/ways.ts';
import { kinAmong } from '../../src/kin/kin.ts';
import { ownMarks } from '../../src/kin/run-mark.ts';
import { type Row, readPs, rowOf } from '../../src/kin/table.ts';
import type { ProcessSpec } from '../../src/running/start.ts';
import { shellSpec } from '../shell-spec.ts';

/** Who is to be found: says its number in `file`, and goes on for longer than any test. */
const stray = (file: string) => `sh -c 'echo $$ >>${file}; exec sleep 300'`;

const lives = (pid: string) => rowOf(pid) !== undefined;

const pidsIn = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];

const CLOSE =
  'import os, sys; os.closerange(0, 64); os.setsid(); os.execvp(sys.argv[1], sys.argv[1:])';

const GROUP = 'import os, sys; os.setpgid(0, 0); os.execvp(sys.argv[1], sys.argv[1:])';

/** Ways to leave a process group; each is known to have been taken when the file names who did. */
const WAYS: Readonly<Record<string, (stray: string) => string>> = {
  setsid: (it) => `setsid ${it} &`,
  'a group of its own': (it) => `python3 -c ${quote(GROUP)} sh -c ${quote(`exec ${it}`)} &`,
  'setsid, quiet': (it) => `setsid ${it} >/dev/null 2>&1 &`,
  'a double fork': (it) => `(setsid ${it} &)`,
  'a double fork, quiet': (it) => `(setsid ${it} </dev/null >/dev/null 2>&1 &)`,
  'nohup setsid': (it) => `(nohup setsid ${it} >/dev/null 2>&1 &)`,
  'a cleared environment': (it) => `env -i setsid ${it} >/dev/null 2>&1 &`,
  'a double fork in a cleared environment': (it) => `(env -i setsid ${it} >/dev/null 2>&1 &)`,
  'a shell that became another program': (it) =>
    `(setsid ${it} >/dev/null 2>&1 &); exec env -i sleep 300`,
  'descriptors closed in a double fork': (it) =>
    `(python3 -c ${quote(CLOSE)} sh -c ${quote(`exec ${it}`)} &)`,
  'one that ignores TERM': (it) => `(setsid sh -c ${quote(`trap "" TERM; ${it}`)} &)`,
};

/** Nobody outlives a test that failed. */
const fileOfPids = () => {
  const file = join(tempDir(), 'pids');
  onTestFinished(() => {
    for (const pid of pidsIn(file)) if (lives(pid)) process.kill(Number(pid), 'SIGKILL');
  });
  return file;
};

// Elsewhere there is no setsid, and no /proc to see by who is alive.
describe('on Linux', { tags: 'linux' }, () => {
  eachWay((start) => {
    const sh = (command: string, more: Partial<ProcessSpec> = {}) =>
      start(shellSpec(command, more));

    for (const [name, way] of Object.entries(WAYS))
      test(`${name} does not outlive a cancel`, { tags: needsOf(way('')) }, () => isEnded(way));

    async function isEnded(way: (stray: string) => string) {
      const file = fileOfPids();
      const cancel = new AbortController();
      const handle = sh(`${way(stray(file))}\nsleep 300`, { signal: cancel.signal });
      await expect.poll(() => pidsIn(file).filter(lives)).toHaveLength(1);
      cancel.abort();
      expect((await handle.ended).outcome).toEqual({ is: 'cancelled' });
      expect(pidsIn(file).filter(lives)).toEqual([]);
    }

    const ALL = Object.values(WAYS).filter((way) => !way('').includes('exec env'));
    const PLAIN = ALL.filter((way) => needsOf(way('')).length === 0);

    test('no way out outlives a time-out', () => endAtTimeout(PLAIN));

    test('nor does one that Python takes', { tags: 'python3' }, () => endAtTimeout(ALL));

    async function endAtTimeout(ways: typeof ALL) {
      const file = fileOfPids();
      const all = ways.map((way) => way(stray(file))).join('\n');
      const handle = sh(`${all}\nsleep 300`, { timeoutMs: 2_000 });
      expect((await handle.ended).outcome).toEqual({ is: 'timeout', ms: 2_000 });
      expect(pidsIn(file)).toHaveLength(ways.length);
      expect(pidsIn(file).filter(lives)).toEqual([]);
    }

    test('what a program left that ended by itself stays, also when the next one is ended', async () => {
      const file = fileOfPids();
      const left = await sh(`(setsid ${stray(file)} >/dev/null 2>&1 &)`).ended;
      expect(left.outcome).toEqual({ is: 'exit', code: 0 });
      await expect.poll(() => pidsIn(file).filter(lives)).toHaveLength(1);
      expect((await sh('sleep 300', { timeoutMs: 200 }).ended).outcome.is).toBe('timeout');
      expect(pidsIn(file).filter(lives)).toHaveLength(1);
    });

    test('one program is ended, what others started side by side is not', async () => {
      const file = fileOfPids();
      const cancel = new AbortController();
      const other = sh(`(setsid ${stray(file)} &) ; sleep 300`, { signal: cancel.signal });
      await expect.poll(() => pidsIn(file).filter(lives)).toHaveLength(1);
      expect(
        (await sh('(setsid sleep 300 &); sleep 300', { timeoutMs: 300 }).ended).outcome.is,
      ).toBe('timeout');
      expect(pidsIn(file).filter(lives)).toHaveLength(1);
      cancel.abort();
      await other.ended;
      expect(pidsIn(file).filter(lives)).toEqual([]);
    });
  });

  test('a hook that takes too long ends with what it put into another session', async () => {
    const file = fileOfPids();
    const command = `(env -i setsid ${stray(file)} >/dev/null 2>&1 &)\nsleep 300`;
    const { runs } = await fire('PreToolUse', [{ command, timeout: 1 }]);
    expect(runs.map(({ outcome }) => outcome)).toEqual([{ is: 'timeout', ms: 1_000 }]);
    expect(pidsIn(file)).toHaveLength(1);
    expect(pidsIn(file).filter(lives)).toEqual([]);
  });
});

describe('who came of a program', () => {
  const row = (pid: number, parent: number, group = pid, said = ''): Row => {
    return { pid, parent, group, session: group, started: 0, traces: () => said };
  };
  const found = (rows: readonly Row[], marks: readonly string[]) =>
    kinAmong(rows, new Set([10]), marks).map(({ pid }) => pid);

  test.each<[string, readonly Row[], number[]]>([
    ['itself', [row(10, 1)], [10]],
    ['its group, also without it', [row(11, 1, 10)], [11]],
    ['children of children, in any order', [row(13, 12), row(12, 11), row(11, 10)], [11, 12, 13]],
    ['who bears the mark, and its children', [row(12, 11), row(11, 1, 11, 'A=b\0:m:\0')], [11, 12]],
    ['not who bears another', [row(11, 1, 11, ':mm:')], []],
    ['not this very process', [row(process.pid, 10)], []],
    ['not a stranger', [row(20, 1), row(21, 20)], []],
  ])('%s', (_, rows, pids) => {
    expect(found(rows, [':m:'])).toEqual(pids);
  });

  test('without a mark nobody bears it', () => {
    expect(found([row(11, 1)], [])).toEqual([]);
  });

  test('what ps prints is read line by line, the dead left out', () => {
    const text = [
      '    1     0     1 Ss   /sbin/launchd',
      '  812   801   812 S    /bin/sh -c sleep 9 HOME=/x WAVE_RUN=:wave-1-a-2:wave-3-b-4: TERM=x',
      '  813   812   812 Z    (sleep)',
      '',
    ].join('\n');
    const rows = readPs(text);
    expect(rows.map(({ traces: _, ...ids }) => ids)).toEqual([
      { pid: 1, parent: 0, group: 1, session: 1, started: 0 },
      { pid: 812, parent: 801, group: 812, session: 812, started: 0 },
    ]);
    expect(rows.map(({ traces }) => ownMarks(traces()))).toEqual([[], [':wave-3-b-4:']]);
  });
});
