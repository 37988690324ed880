import { expect, test } from 'vitest';
import { layersOf, type Seen, type Wanted } from '../../src/sandbox/layers.ts';

/** A machine of a few names; a text is where a link leads. */
const machine = (files: Readonly<Record<string, 'directory' | 'file' | `-> ${string}`>>) => {
  const look = (path: string): Seen => {
    for (const [name, what] of Object.entries(files))
      if (what.startsWith('-> ') && (path === name || path.startsWith(`${name}/`)))
        return look(what.slice(3) + path.slice(name.length));
    const what = files[path] as 'directory' | 'file' | undefined;
    return what === undefined ? { is: 'missing' } : { is: what, real: path };
  };
  return look;
};

const MACHINE = {
  '/': 'directory',
  '/tmp': 'directory',
  '/p': 'directory',
  '/p/.git': 'directory',
  '/p/.git/hooks': 'directory',
  '/p/tools': 'directory',
  '/p/tools/guard.sh': 'file',
  '/home': 'directory',
  '/home/.ssh': 'directory',
  '/home/.netrc': 'file',
  '/run': 'directory',
} as const;

const wanted = (more: Partial<Wanted>): Wanted => ({
  profile: 'workspace',
  writable: ['/p'],
  guarded: [],
  hidden: [],
  shown: [],
  temporary: { from: '/private', path: '/tmp' },
  own: [],
  ...more,
});

const TMP = { is: 'write', path: '/tmp', from: '/private' };
const PROJECT = { is: 'write', path: '/p' };

test.each<[string, Partial<Wanted>, readonly object[] | object]>([
  ['the project and a temporary directory', {}, [TMP, PROJECT]],
  ['read-only: the project as it is', { profile: 'read-only' }, [TMP, { is: 'read', path: '/p' }]],
  [
    'what guards the agent, and each directory on the way there, which cannot be moved away',
    { guarded: ['/p/.git/hooks', '/p/tools/guard.sh'] },
    [
      TMP,
      PROJECT,
      { is: 'write', path: '/p/.git' },
      { is: 'write', path: '/p/tools' },
      { is: 'read', path: '/p/.git/hooks' },
      { is: 'read', path: '/p/tools/guard.sh' },
    ],
  ],
  [
    'what is not there yet: the first part that is missing is barred',
    { guarded: ['/p/.wave', '/p/new/hooks/x', '/p/.git/config'] },
    [
      TMP,
      PROJECT,
      { is: 'bar', path: '/p/.wave' },
      { is: 'bar', path: '/p/new' },
      { is: 'write', path: '/p/.git' },
      { is: 'bar', path: '/p/.git/config' },
    ],
  ],
  [
    'where nothing can be written, nothing has to be guarded',
    { guarded: ['/home/.bashrc', '/home/.ssh'] },
    [TMP, PROJECT],
  ],
  [
    'keys, and only those that are there',
    { hidden: ['/home/.ssh', '/home/.netrc', '/home/.aws'] },
    [
      TMP,
      PROJECT,
      { is: 'hide', path: '/home/.ssh', what: 'directory' },
      { is: 'hide', path: '/home/.netrc', what: 'file' },
    ],
  ],
  [
    'a project in what is hidden is shown, and can be walked to',
    { hidden: ['/home'], writable: ['/home/.ssh'] },
    [
      { is: 'hide', path: '/home', what: 'directory', open: true },
      TMP,
      { is: 'write', path: '/home/.ssh' },
    ],
  ],
  [
    'what is hidden in what is hidden needs no more',
    { hidden: ['/home', '/home/.ssh'] },
    [{ is: 'hide', path: '/home', what: 'directory' }, TMP, PROJECT],
  ],
  [
    'of a guard and a mask, the mask counts',
    { guarded: ['/p/.git/hooks'], hidden: ['/p/.git/hooks'] },
    [
      TMP,
      PROJECT,
      { is: 'write', path: '/p/.git' },
      { is: 'hide', path: '/p/.git/hooks', what: 'directory' },
    ],
  ],
  ['a directory inside of another is that one', { writable: ['/p', '/p/tools'] }, [TMP, PROJECT]],
])('%s', (_, more, expected) => {
  const layers = layersOf(wanted(more), machine(MACHINE));
  expect(Array.isArray(layers) ? [...layers].sort(byPath) : layers).toEqual(
    Array.isArray(expected) ? [...expected].sort(byPath) : expected,
  );
});

const byPath = (a: object, b: object) =>
  (a as { path: string }).path < (b as { path: string }).path ? -1 : 1;

test('what is around comes first', () => {
  const layers = layersOf(
    wanted({ guarded: ['/p/.git/hooks'], hidden: ['/home/.ssh'] }),
    machine(MACHINE),
  );
  const depths = (layers as readonly { path: string }[]).map(({ path }) => path.split('/').length);
  expect(depths).toEqual([...depths].sort((a, b) => a - b));
});

test.each([
  ['in the project', '/p/.wave', '/elsewhere'],
  ['within the project', '/p/.wave', '/p/tools'],
])('a link %s in the place of a guard is a fault', (_, path, to) => {
  const look = machine({ ...MACHINE, [path]: `-> ${to}`, '/elsewhere': 'directory' });
  expect(layersOf(wanted({ guarded: [path] }), look)).toEqual({
    fault: `${path} is a symbolic link, which a sandbox cannot guard: a program inside could replace it`,
  });
});

test('a start file that is a link into the project is guarded where it is', () => {
  const look = machine({ ...MACHINE, '/home/.bashrc': '-> /p/tools/guard.sh' });
  expect(layersOf(wanted({ guarded: ['/home/.bashrc'] }), look)).toEqual([
    PROJECT,
    TMP,
    { is: 'write', path: '/p/tools' },
    { is: 'read', path: '/p/tools/guard.sh' },
  ]);
});
