import { MODE_NAMES } from '@wavehooks/settings';
import { expect, test } from 'vitest';
import { whichProfile } from '../../../src/permissions/rules/sandbox-profile.ts';

const PROFILES = ['off', 'workspace', 'read-only'] as const;
const OWN = { plan: 'read-only', sandboxed: 'workspace' } as Record<
  string,
  (typeof PROFILES)[number]
>;
const strictest = (...all: (typeof PROFILES)[number][]) =>
  PROFILES[Math.max(...all.map((one) => PROFILES.indexOf(one)))];

test('every mode, setting and word of a hook: the strictest counts', () => {
  for (const mode of MODE_NAMES)
    for (const setting of PROFILES)
      for (const hook of [undefined, ...PROFILES])
        expect(whichProfile({ mode, setting, hook, available: true })).toEqual({
          profile: strictest(OWN[mode] ?? 'off', setting, hook ?? 'off'),
          leaves: false,
        });
});

test('leaving: only what the user may allow, never past a hook or plan mode', () => {
  for (const mode of MODE_NAMES)
    for (const setting of PROFILES)
      for (const hook of [undefined, 'workspace', 'read-only'] as const) {
        const base = strictest(OWN[mode] ?? 'off', setting);
        const which = whichProfile({ mode, setting, hook, available: true, outside: true });
        const inside = strictest(base ?? 'off', hook ?? 'off');
        if (base === 'off') expect(which).toEqual({ profile: inside, leaves: false });
        else if (mode === 'plan')
          expect(which).toEqual({ profile: inside, leaves: false, keptBy: 'plan mode' });
        else if (hook) expect(which).toEqual({ profile: inside, leaves: false, keptBy: 'a hook' });
        else expect(which).toEqual({ profile: 'off', leaves: true });
      }
});

test('plan mode holds without a sandbox; every other wish for one does not', () => {
  const of = (mode: 'plan' | 'sandboxed' | 'default', setting: (typeof PROFILES)[number]) =>
    whichProfile({ mode, setting, available: false }).profile;
  expect([
    of('plan', 'off'),
    of('plan', 'workspace'),
    of('sandboxed', 'off'),
    of('default', 'workspace'),
  ]).toEqual(['off', 'workspace', 'workspace', 'workspace']);
});
