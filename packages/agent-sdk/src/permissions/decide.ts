import type { Facts } from './facts/facts.ts';
import type { Unsure } from './rules/match.ts';

export interface Permission {
  readonly answer: 'yes' | 'no' | 'ask';
  /** The row that decided, and its rule where there is one. */
  readonly by: string;
  /** Why, where there is more to say than what decided. For the user. */
  readonly why?: string;
  /** The table says ask, be it that nobody can be asked. Only where it is for the `user` to say, a hook may. */
  readonly asks?: 'user' | 'rule';
  /** It would have been asked, but nobody could be. */
  readonly unanswered?: true;
  /** It may run in this sandbox alone. */
  readonly sandbox?: 'isolated';
  /** The text for the agent. Absent where the hooks' own texts say it. */
  readonly toAgent?: string;
}

interface Row {
  readonly by: string;
  readonly applies: (facts: Facts) => boolean;
  readonly answer: Permission['answer'];
  readonly rule?: 'denied' | 'asked' | 'allowed';
  readonly unsure?: 'mayBeDenied' | 'mayBeAsked';
  /** Who decides, where it is neither a rule nor the table itself. */
  readonly who?: 'hook' | 'mode' | 'sandbox';
  readonly toAgent?: string;
  /** The text for the agent where nobody can be asked. */
  readonly unasked?: string;
}

const LEAVES = 'leaves the sandbox';
const ONLY_READS = 'a command that only reads, inside the project';

const OTHERWISE: Row = { by: 'no rule allows it', applies: () => true, answer: 'ask' };

/** The order is the meaning: the first row that applies decides. */
export const PERMISSION_ROWS: readonly Row[] = [
  { by: 'halted by a hook', applies: (f) => f.verdict === 'halt', answer: 'no', who: 'hook' },
  { by: 'blocked by a hook', applies: (f) => f.verdict === 'block', answer: 'no', who: 'hook' },
  {
    by: 'deny rule',
    applies: (f) => f.denied !== undefined,
    answer: 'no',
    rule: 'denied',
    toAgent: 'A permission rule denies this call. Do not try to achieve the same in another way.',
  },
  {
    by: 'Wave cannot read it, and a deny rule might apply',
    applies: (f) => f.mayBeDenied !== undefined,
    answer: 'ask',
    unsure: 'mayBeDenied',
  },
  {
    by: 'only you can accept a plan',
    applies: (f) => f.onlyUser === true,
    answer: 'ask',
    unasked:
      'Nobody is there to accept the plan, so nothing of it is carried out. It is the result of this turn.',
  },
  {
    by: 'plan mode',
    applies: (f) => f.mode === 'plan' && f.changesThings,
    answer: 'no',
    who: 'mode',
    toAgent: 'Plan mode allows no changes. Keep reading, and say what you would do.',
  },
  { by: 'a hook asks', applies: (f) => f.verdict === 'ask', answer: 'ask', who: 'hook' },
  { by: 'ask rule', applies: (f) => f.asked !== undefined, answer: 'ask', rule: 'asked' },
  {
    by: 'Wave cannot read it, and an ask rule might apply',
    applies: (f) => f.mayBeAsked !== undefined,
    answer: 'ask',
    unsure: 'mayBeAsked',
  },
  { by: 'writes to files that guard the agent', applies: (f) => f.writesGuarded, answer: 'ask' },
  {
    by: LEAVES,
    applies: (f) => f.leavesSandbox !== undefined,
    answer: 'ask',
    unasked:
      'Nobody is there to allow that this runs outside of the sandbox. Continue without it, or say why you need it.',
  },
  { by: 'allowed by a hook', applies: (f) => f.verdict === 'allow', answer: 'yes', who: 'hook' },
  {
    by: 'bypassPermissions',
    applies: (f) => f.mode === 'bypassPermissions',
    answer: 'yes',
    who: 'mode',
  },
  { by: 'allow rule', applies: (f) => f.allowed !== undefined, answer: 'yes', rule: 'allowed' },
  { by: 'reads inside the project', applies: (f) => f.readsInside, answer: 'yes' },
  { by: ONLY_READS, applies: (f) => f.commandReads, answer: 'yes' },
  {
    by: 'acceptEdits',
    applies: (f) => f.mode === 'acceptEdits' && f.editsInside,
    answer: 'yes',
    who: 'mode',
  },
  {
    by: 'sandboxed',
    applies: (f) => f.mode === 'sandboxed' && (f.inSandbox === true || f.editsInside),
    answer: 'yes',
    who: 'sandbox',
  },
  OTHERWISE,
];

/** What a row of the table says; its number is from 1 on. */
export const permissionRow = (row: number): string => PERMISSION_ROWS[row - 1]?.by ?? '';

/** Whom a row leaves a call to; only what is for the `user` to say, an allow rule can say. */
export function rowAsks(row: number): Permission['asks'] {
  const found = PERMISSION_ROWS[row - 1];
  if (found?.answer !== 'ask') return undefined;
  return found === OTHERWISE ? 'user' : 'rule';
}

const decidingRow = (facts: Facts): Row =>
  PERMISSION_ROWS.find(({ applies }) => applies(facts)) ?? OTHERWISE;

/** Which row decides: its number in the table, and the rule that it goes by. */
export function decidedBy(facts: Facts): { readonly row: number; readonly rule?: string } {
  const row = decidingRow(facts);
  const rule = row.rule ? facts[row.rule] : row.unsure && facts[row.unsure]?.rule;
  return { row: PERMISSION_ROWS.indexOf(row) + 1, ...(rule === undefined ? {} : { rule }) };
}

/** Whether a call may run. An ask that nobody can answer is a no. */
export function decidePermission(facts: Facts): Permission {
  const row = decidingRow(facts);
  const rule = row.rule === undefined ? undefined : facts[row.rule];
  const by = rule === undefined ? row.by : `${row.by}: ${rule}`;
  if (row.answer !== 'ask')
    return {
      answer: row.answer,
      by,
      ...(row.by === ONLY_READS ? readingWay(facts) : {}),
      ...(row.toAgent === undefined ? {} : { toAgent: row.toAgent }),
    };
  const unsure = row.unsure && facts[row.unsure];
  const why = unsure
    ? { why: `cannot tell what ${unsure.what}; ${mightApply(row, unsure)}` }
    : row.by === LEAVES
      ? { why: `it would run outside of the sandbox, because: ${facts.leavesSandbox}` }
      : row === OTHERWISE && facts.notAllowed !== undefined && { why: facts.notAllowed };
  const asks = row === OTHERWISE ? 'user' : 'rule';
  const silent = unanswerable(facts);
  return silent === undefined
    ? { answer: 'ask', asks, by, ...why }
    : {
        answer: 'no',
        asks,
        by,
        ...why,
        unanswered: true,
        toAgent: row.unasked ?? toAgent(silent, unsure),
      };
}

const readingWay = ({ isolated }: Facts): Pick<Permission, 'why' | 'sandbox'> =>
  isolated
    ? { why: `${ONLY_READS}; it runs in the sandbox that shows nothing else`, sandbox: 'isolated' }
    : { why: `${ONLY_READS}; it is a plain form, which needs no sandbox` };

const mightApply = ({ unsure }: Row, { rule }: Unsure): string =>
  `the ${unsure === 'mayBeDenied' ? 'deny' : 'ask'} rule ${rule} might apply`;

/** In our own words: why a hook or a rule wants the user asked is for the user. */
function unanswerable({ mode, canAsk }: Facts): string | undefined {
  if (mode === 'dontAsk')
    return 'This call needs permission, and in this mode Wave does not ask the user.';
  return canAsk ? undefined : 'This call needs permission, and there is no user to ask.';
}

/** What cannot be read can often be written out. */
function toAgent(silent: string, unsure: Unsure | undefined): string {
  if (unsure === undefined) return `${silent} Continue without it, or say why you need it.`;
  return `${silent} Wave cannot tell what ${unsure.what}. Write that part out, so that Wave can read it before it runs, or continue without it.`;
}
