import type { Handler } from './handler.ts';

/** A hook that must not run (a wrong entry, a changed script): it fails each time, and says why. */
export const broken: Handler<'broken'> = {
  identity: (spec) => spec,
  run: async ({ error }) => ({ outcome: { is: 'start', error }, stdout: '', stderr: '', ms: 0 }),
};
