import { expect, test } from 'vitest';
import type { LoadedFile } from '../../src/reading/loaded-file.ts';
import { parseSettings } from '../../src/reading/read.ts';
import { checkSettings } from '../../src/reading/settings.ts';
import { isWider, MODE_NAMES } from '../../src/values/modes.ts';

type Name = LoadedFile['name'];

/** What files with a mode each start a session in. */
function modeOf(files: Readonly<Partial<Record<Name, string>>>, approved = false) {
  const loaded = (['user', 'project', 'local', 'flag'] as const).flatMap((name) =>
    files[name] === undefined
      ? []
      : [
          {
            ...parseSettings(
              '/s.json',
              JSON.stringify({ permissions: { defaultMode: files[name] } }),
            ),
            name,
          },
        ],
  );
  return checkSettings(loaded, () => approved).settings.defaultMode;
}

test.each(MODE_NAMES)("%s in the user's file, and in --settings, counts", (mode) => {
  expect([
    modeOf({ user: mode }),
    modeOf({ flag: mode }),
    modeOf({ user: 'plan', flag: mode }),
  ]).toEqual([mode, mode, mode]);
});

test.each(MODE_NAMES.flatMap((own) => MODE_NAMES.map((its) => [own, its] as const)))(
  "the user's %s beside a project's %s: only what is stricter, or approved",
  (own, its) => {
    for (const name of ['project', 'local'] as const) {
      expect(modeOf({ user: own, [name]: its })).toBe(isWider(its, own) ? own : its);
      const wide = ['acceptEdits', 'sandboxed'].includes(its) || !isWider(its, own);
      expect(modeOf({ user: own, [name]: its }, true)).toBe(wide ? its : own);
    }
  },
);

test('without a mode of the user, a project can be stricter than default and no more', () => {
  expect(MODE_NAMES.map((mode) => modeOf({ project: mode }))).toEqual([
    'default',
    undefined,
    'plan',
    undefined,
    undefined,
    'dontAsk',
  ]);
  expect(modeOf({ project: 'bypassPermissions' }, true)).toBe(undefined);
});

test('bypassPermissions of a project is told', () => {
  const text = '{"permissions":{"defaultMode":"bypassPermissions"}}';
  const file = { ...parseSettings('/s.json', text), name: 'local' as const };
  expect(checkSettings([file], () => true).problems).toEqual([
    {
      level: 'warning',
      source: '/s.json:1',
      hook: '',
      text: '"permissions.defaultMode" "bypassPermissions" is never read from a project\'s file; it is ignored',
    },
  ]);
});
