import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Place, place } from '../helpers.ts';
import {
  answeredBy,
  ask,
  bash,
  CLIENTS,
  guardedBy,
  PROGRAM,
  resident,
  runDir,
  socketIn,
  stopsResident,
} from './resident-helpers.ts';

const TEXT = readFileSync(PROGRAM, 'utf8');
const NO_RM = 'case $(cat) in *rm\\ *) echo "no rm" >&2; exit 2;; esac';
const DENIED = 'no rm';

/** The program with something else in its place, beside the real one: it finds Wave from there. */
function changed(name: string, change: (text: string) => string): string {
  const file = join(PROGRAM, '..', `wave-guard-${name}`);
  const text = change(TEXT);
  expect(text).not.toBe(TEXT);
  writeFileSync(file, text);
  made.push(file);
  return file;
}
const made: string[] = [];
afterAll(() => {
  for (const file of made) rmSync(file, { force: true });
});

const SHELLS = [
  ['dash', ['/bin/dash']],
  ['bash', ['/bin/bash']],
  ['bash as sh', ['/bin/bash', '--posix']],
  ['nounset', ['sh', '-u']],
  ['errexit', ['sh', '-e']],
  ['busybox', ['/bin/busybox', 'sh']],
] as const;

describe.each(SHELLS.filter(([, [file]]) => file === 'sh' || existsSync(file)))(
  '%s',
  (_, shell) => {
    for (const [client, env] of CLIENTS)
      test(`asks the resident by ${client}`, { tags: client }, () => asksResident(env));

    async function asksResident(env: Readonly<Record<string, string>>) {
      const where = guardedBy(place(), NO_RM);
      await resident(where);
      expect((await ask(where, bash('rm x'), { shell, env })).stdout).toContain(DENIED);
      expect(await ask(where, bash('ls'), { shell, env })).toEqual({
        code: 0,
        stdout: '{}\n',
        stderr: '',
      });
      expect(await ask(where, '{', { shell, env })).toMatchObject({ code: 2, stdout: '' });
      expect(await answeredBy(where)).toBe(3);
    }

    test('does without', async () => {
      const where = guardedBy(place(), NO_RM);
      const env = { WAVE_GUARD_RESIDENT: 'off' };
      expect((await ask(where, bash('rm x'), { shell, env })).stdout).toContain(DENIED);
      expect(await ask(where, '{', { shell, env })).toMatchObject({ code: 2, stdout: '' });
    });
  },
);

test('where the system keeps no environments, env says them', {
  tags: ['perl', 'curl'],
}, async () => {
  const where = guardedBy(place(), 'echo "$ODD" >&2; exit 2');
  await resident(where);
  const program = changed('env', (text) => text.replaceAll('/proc/self/environ', '/dev/null/none'));
  const byPerl = { ODD: 'one\ntwo=3' };
  expect((await ask(where, bash('ls'), { program, env: byPerl })).stdout).toContain('one\\ntwo=3');
  expect(await answeredBy(where)).toBe(1);
  const env = { ...byPerl, PERL5OPT: '-w' };
  expect((await ask(where, bash('ls'), { program, env })).stdout).toContain('one\\ntwo=3');
  expect(await answeredBy(where)).toBe(2);
  // An env that does not know how.
  where.write('home/bin/env', '#!/bin/sh\nexit 1\n');
  chmodSync(join(where.home, 'bin/env'), 0o755);
  const PATH = `${where.home}/bin:${process.env['PATH']}`;
  const words = [`--node=${process.execPath}`, 'claude-code'];
  const other = await ask(where, bash('ls'), { program, words, env: { ...env, PATH } });
  expect(other.stdout).toContain('one\\ntwo=3');
  expect(await answeredBy(where)).toBe(2);
});

test('a perl that fails: its entry refuses', async () => {
  const where = guardedBy(place(), 'true');
  await resident(where);
  where.write('home/bin/perl', '#!/bin/sh\nexit 3\n');
  chmodSync(join(where.home, 'bin/perl'), 0o755);
  const env = { PATH: `${where.home}/bin:${process.env['PATH']}` };
  const shell = ['sh', '-c', 'sh "$0" "$@" || exit 2'];
  expect(await ask(where, bash('ls'), { env, shell })).toMatchObject({ code: 2, stdout: '' });
});

test('without perl and curl', async () => {
  const where = guardedBy(place(), NO_RM);
  await resident(where);
  mkdirSync(join(where.home, 'bin'));
  for (const name of ['sh', 'ls', 'cat'])
    symlinkSync(`/bin/${name}`, join(where.home, 'bin', name));
  const env = { PATH: join(where.home, 'bin') };
  expect((await ask(where, bash('rm x'), { env })).stdout).toContain(DENIED);
  expect(await answeredBy(where)).toBe(0);
});

for (const [client, env] of CLIENTS)
  describe(`somebody else answers on the socket of ${client}`, { tags: client }, () => {
    /** One that lets everything through, as far as it is asked. */
    async function impostor(where: Place, listener: RequestListener = yes): Promise<() => number> {
      let asked = 0;
      const server = createServer((request, response) => {
        asked += 1;
        listener(request, response);
      });
      mkdirSync(runDir(where), { recursive: true, mode: 0o700 });
      await new Promise<void>((resolve) => server.listen(socketIn(where), resolve));
      onTestFinished(() => void server.close());
      return () => asked;
    }
    const yes: RequestListener = ({ url }, response) =>
      void response.end(url === '/hello' ? 'go' : '\x1e0\x1e\x1e{}\n\x1eend');

    const refusal = async (where: Place) => {
      const { stdout } = await ask(where, bash('rm x'), { env });
      return stdout.includes(DENIED);
    };

    test('it would be believed in a directory that only the user can enter', async () => {
      const where = guardedBy(place(), NO_RM);
      await impostor(where);
      expect(await refusal(where)).toBe(false);
    });

    test.each([0o755, 0o770, 0o701])('a directory with mode %o is not trusted', async (mode) => {
      const where = guardedBy(place(), NO_RM);
      const asked = await impostor(where);
      chmodSync(runDir(where), mode);
      expect(await refusal(where)).toBe(true);
      expect(asked()).toBe(0);
    });

    test('a link is not trusted', async () => {
      const where = guardedBy(place(), NO_RM);
      const asked = await impostor(where);
      renameSync(runDir(where), join(where.home, 'theirs'));
      symlinkSync(join(where.home, 'theirs'), runDir(where));
      expect(await refusal(where)).toBe(true);
      expect(asked()).toBe(0);
    });

    test.each(['directory', 'socket'])('the %s of another user is not trusted', async (what) => {
      const where = guardedBy(place(), NO_RM);
      const asked = await impostor(where);
      const give = () =>
        chownSync(what === 'socket' ? socketIn(where) : runDir(where), 12_345, 12_345);
      // Only root can give something away; for everybody else there is nothing to trust.
      if (process.getuid?.() !== 0) return expect(give).toThrow('EPERM');
      give();
      if (what === 'socket') stopsResident(where);
      expect(await refusal(where)).toBe(true);
      expect(asked()).toBe(0);
    });

    const BROKEN =
      'wave guard: the resident process ended before it answered. Nothing is let through.\n';

    test.each<[string, RequestListener]>([
      ['nothing', (_, response) => void response.destroy()],
      ['an empty answer', (_, response) => void response.end()],
      ['half of an answer', (_, response) => void response.end('\x1e0\x1e\x1e{}\n')],
      [
        'an answer that is cut',
        (_, response) => {
          response.writeHead(200, { 'content-length': 100 }).write('\x1e0\x1e\x1e{}\n\x1e');
          setTimeout(() => response.destroy(), 50);
        },
      ],
      ['one part too many', (_, response) => void response.end('\x1e0\x1e\x1e\x1e{}\n\x1eend')],
      ['a page', (_, response) => void response.writeHead(500).end('\x1e0\x1e\x1e{}\n\x1eend')],
    ])('accepted, then %s: refused', async (_what, listener) => {
      const where = guardedBy(place(), 'true');
      await impostor(where, (request, response) =>
        request.url === '/hello' ? response.end('go') : listener(request, response),
      );
      expect(await ask(where, bash('ls'), { env })).toEqual({
        code: 2,
        stdout: '',
        stderr: BROKEN,
      });
    });

    test.each<[string, RequestListener]>([
      ['not accepted', (_, response) => void response.writeHead(409).end()],
      ['cut off', (_, response) => void response.destroy()],
    ])('%s: the event is still there for Wave itself', async (what, listener) => {
      const where = guardedBy(place(), NO_RM);
      await impostor(where, listener);
      if (what === 'cut off') stopsResident(where);
      expect(await refusal(where)).toBe(true);
    });

    test('hung: asked no longer than five seconds', async () => {
      const where = guardedBy(place(), NO_RM);
      await impostor(where, () => {});
      stopsResident(where);
      expect(await refusal(where)).toBe(true);
    });
  });

describe('what cannot be finished is refused', () => {
  test('a file that was cut short, wherever', async () => {
    const where = guardedBy(place(), 'true');
    for (const part of [0.2, 0.5, 0.9, 0.99]) {
      const program = changed('cut', (text) => text.slice(0, text.length * part));
      const env = { WAVE_GUARD_RESIDENT: 'off' };
      expect((await ask(where, bash('ls'), { program, env })).code).not.toBe(0);
    }
  });

  test('no Node', async () => {
    const where = place();
    const words = ['--node=/dev/null/node', 'claude-code'];
    const { code, stderr } = await ask(where, bash('ls'), { words });
    expect(code).toBe(2);
    expect(stderr).toContain('wave guard: Wave ended with code 127. Nothing is let through.');
    const open = await ask(where, bash('ls'), { words: ['--fail=1', ...words] });
    expect(open.code).toBe(1);
    expect(open.stderr).toContain('ended with code 127. The agent goes on unguarded here.');
  });

  test('without a home there is no resident, and no answer', async () => {
    const where = place();
    const env = { HOME: undefined, PATH: '/usr/bin:/bin' };
    const { code } = await ask(where, '{', { env });
    expect(code).toBe(2);
  });

  test('a Wave that is killed', async () => {
    const where = place();
    where.write('home/node', '#!/bin/sh\nkill -9 $$\n');
    chmodSync(join(where.home, 'node'), 0o755);
    const words = [`--node=${join(where.home, 'node')}`, 'claude-code'];
    const { code, stderr } = await ask(where, bash('ls'), { words });
    expect(code).toBe(2);
    expect(stderr).toContain('wave guard: Wave ended with code 137.');
  });
});
