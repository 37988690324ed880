import type { DecidedBy } from '@wavehooks/settings/log';
import { decidedBy, PERMISSION_ROWS } from './decide.ts';
import type { Facts } from './facts/facts.ts';
import type { GateAnswer } from './gate-types.ts';

/** Whether a call may run, and who said so. */
export interface Decided {
  readonly answer: 'yes' | 'no';
  /** The row of the permission table, from 1 on. */
  readonly row: number;
  readonly by: DecidedBy;
  /** How long a person was waited for, in milliseconds. */
  readonly waited?: number;
  /** It would have been asked, but nobody could be. */
  readonly unanswered?: true;
}

/** What the table looked at, and the names that are not in it. */
export interface Looked {
  readonly facts: Facts;
  /** The hooks that decided for their event. */
  readonly hooks: readonly string[];
  /** The sandbox of its command. */
  readonly profile: () => string;
  /** Where a rule stands: `file:line`. */
  readonly whereIs: (list: RuleList, rule: string) => string | undefined;
}

type RuleList = 'allow' | 'ask' | 'deny';

const LISTS = {
  denied: 'deny',
  asked: 'ask',
  allowed: 'allow',
  mayBeDenied: 'deny',
  mayBeAsked: 'ask',
} as const satisfies Record<string, RuleList>;

/** Who a row of the table stands for. */
export function byTable(looked: Looked): Pick<Decided, 'row' | 'by'> {
  const { row, rule } = decidedBy(looked.facts);
  return { row, by: whoIn(row, rule, looked) };
}

function whoIn(at: number, rule: string | undefined, looked: Looked): DecidedBy {
  const { facts, hooks, profile, whereIs } = looked;
  const row = PERMISSION_ROWS[at - 1];
  // The mode keeps what the table would ask from being asked.
  if (row?.answer === 'ask' && facts.mode === 'dontAsk') return { is: 'mode', mode: facts.mode };
  const kind = row?.rule ?? row?.unsure;
  if (rule !== undefined && kind !== undefined) {
    const list = LISTS[kind];
    const where = whereIs(list, rule);
    return { is: 'rule', rule, list, ...(where === undefined ? {} : { where }) };
  }
  if (row?.who === 'hook') return byHooks(hooks);
  if (row?.who === 'mode') return { is: 'mode', mode: facts.mode };
  return row?.who === 'sandbox' ? { is: 'sandbox', profile: profile() } : { is: 'table' };
}

export const byHooks = (hooks: readonly string[]): DecidedBy => ({
  is: 'hook',
  hook: [...new Set(hooks)].join(', '),
});

/** A person said yes or no; a question that could not be asked stays the table's. */
export const byPerson = (answer: GateAnswer, kept: Kept): DecidedBy | undefined =>
  answer.is === 'allowed' || (answer.is === 'refused' && answer.who === 'user')
    ? { is: 'person', ...kept }
    : undefined;

/** What of an answer lasts: a rule, or a mode. */
export type Kept = Omit<Extract<DecidedBy, { is: 'person' }>, 'is'>;
