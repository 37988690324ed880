import type { Entry, HandlerSpec } from '../entries/entry.ts';
import type { Handler } from './handler.ts';

interface BrokenSpec extends HandlerSpec {
  readonly type: 'broken';
  readonly error: string;
}

/** A hook that must not run (a wrong entry, a changed script): it fails each time, and says why. */
export const broken: Handler<BrokenSpec> = {
  type: 'broken',
  fields: {},
  from: 'engine',
  read: () => brokenBy('it cannot be configured'),
  shows: ({ error }) => error,
  identity: (spec) => spec,
  startsProcess: false,
  exits: false,
  run: async ({ error }) => ({ outcome: { is: 'start', error }, stdout: '', stderr: '', ms: 0 }),
};

export const brokenBy = (error: string): BrokenSpec => ({ type: 'broken', error });

export const isBroken = ({ handler }: Pick<Entry, 'handler'>): boolean =>
  handler.type === broken.type;
