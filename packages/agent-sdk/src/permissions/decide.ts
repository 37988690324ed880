import type { Facts } from './facts/facts.ts';
import type { Unsure } from './rules/match.ts';

export interface Permission {
  readonly answer: 'yes' | 'no' | 'ask';
  /** The row that decided, and its rule where there is one. */
  readonly by: string;
  /** Why, where there is more to say than what decided. For the user. */
  readonly why?: string;
  /** It would have been asked, but nobody could be. */
  readonly unanswered?: true;
  /** What the agent is told of a no. Absent where the hooks' own texts tell it. */
  readonly toAgent?: string;
}

interface Row {
  readonly by: string;
  readonly applies: (facts: Facts) => boolean;
  readonly answer: Permission['answer'];
  readonly rule?: 'denied' | 'asked' | 'allowed';
  readonly unsure?: 'mayBeDenied' | 'mayBeAsked';
  readonly toAgent?: string;
}

const OTHERWISE: Row = { by: 'nothing permits it', applies: () => true, answer: 'ask' };

/** The order is the meaning: the first row that applies decides. */
export const PERMISSION_ROWS: readonly Row[] = [
  { by: 'halted by a hook', applies: (f) => f.verdict === 'halt', answer: 'no' },
  { by: 'blocked by a hook', applies: (f) => f.verdict === 'block', answer: 'no' },
  {
    by: 'deny rule',
    applies: (f) => f.denied !== undefined,
    answer: 'no',
    rule: 'denied',
    toAgent: 'A permission rule denies this. Do not try to reach the same in another way.',
  },
  {
    by: 'cannot be read, and a deny rule might apply',
    applies: (f) => f.mayBeDenied !== undefined,
    answer: 'ask',
    unsure: 'mayBeDenied',
  },
  {
    by: 'plan mode',
    applies: (f) => f.mode === 'plan' && f.changesThings,
    answer: 'no',
    toAgent: 'In plan mode nothing may be changed. Go on reading, and say what you would do.',
  },
  { by: 'a hook asks', applies: (f) => f.verdict === 'ask', answer: 'ask' },
  { by: 'ask rule', applies: (f) => f.asked !== undefined, answer: 'ask', rule: 'asked' },
  {
    by: 'cannot be read, and an ask rule might apply',
    applies: (f) => f.mayBeAsked !== undefined,
    answer: 'ask',
    unsure: 'mayBeAsked',
  },
  { by: 'guards the agent', applies: (f) => f.writesGuarded, answer: 'ask' },
  { by: 'allowed by a hook', applies: (f) => f.verdict === 'allow', answer: 'yes' },
  { by: 'bypassPermissions', applies: (f) => f.mode === 'bypassPermissions', answer: 'yes' },
  { by: 'allow rule', applies: (f) => f.allowed !== undefined, answer: 'yes', rule: 'allowed' },
  { by: 'reads inside the project', applies: (f) => f.readsInside, answer: 'yes' },
  {
    by: 'acceptEdits',
    applies: (f) => f.mode === 'acceptEdits' && f.editsInside,
    answer: 'yes',
  },
  OTHERWISE,
];

/** Whether a call may run. An ask that nobody can answer is a no. */
export function decidePermission(facts: Facts): Permission {
  const row = PERMISSION_ROWS.find(({ applies }) => applies(facts)) ?? OTHERWISE;
  const rule = row.rule === undefined ? undefined : facts[row.rule];
  const by = rule === undefined ? row.by : `${row.by}: ${rule}`;
  if (row.answer !== 'ask')
    return {
      answer: row.answer,
      by,
      ...(row.toAgent === undefined ? {} : { toAgent: row.toAgent }),
    };
  const unsure = row.unsure && facts[row.unsure];
  const why = unsure && { why: `cannot tell what ${unsure.what}; ${mightApply(row, unsure)}` };
  const silent = unanswerable(facts);
  return silent === undefined
    ? { answer: 'ask', by, ...why }
    : { answer: 'no', by, ...why, unanswered: true, toAgent: toAgent(silent, unsure) };
}

const mightApply = ({ unsure }: Row, { rule }: Unsure): string =>
  `the ${unsure === 'mayBeDenied' ? 'deny' : 'ask'} rule ${rule} might apply`;

/** In our own words: why a hook or a rule wants the user asked is for the user. */
function unanswerable({ mode, canAsk }: Facts): string | undefined {
  if (mode === 'dontAsk')
    return 'This needs a permission that was not given beforehand, and in this mode the user is not asked.';
  return canAsk ? undefined : 'This needs a permission, and nobody is there to give it.';
}

/** What cannot be read can often be written out. */
function toAgent(silent: string, unsure: Unsure | undefined): string {
  if (unsure === undefined) return `${silent} Go on without it, or say what you need it for.`;
  return `${silent} Wave cannot tell what ${unsure.what}. Write that part out, so that it can be read before it runs, or go on without it.`;
}
