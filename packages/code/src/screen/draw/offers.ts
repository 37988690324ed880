import type { ConfirmAnswer, ConfirmRequest, Scope, Suggestion } from '@wavehooks/agent-sdk';

/** What a user can say once and for all, with the letter that means it. */
export interface Offer {
  readonly key: 'a' | 'p' | 'e';
  /** The rule that it adds, or several; undefined for a mode. */
  readonly rule?: string;
  /** How long it can hold, the shortest first. */
  readonly scopes: readonly Scope[];
  answer(scope: Scope): ConfirmAnswer;
}

type Asked = Pick<ConfirmRequest, 'rule' | 'suggestions'>;

/** `a`: this very call. `p`: calls like it. `e`: all edits. The same on the screen and in the plain mode. */
export function offersOf({ rule: exact, suggestions }: Asked): readonly Offer[] {
  const given = suggestions.filter((one) => 'rule' in one);
  const byRule = [...Map.groupBy(given, rulesOf)].map(([rules, same]): Offer => {
    const key = rules === exact ? 'a' : 'p';
    const [{ rule = rules, also = [] } = {}] = same;
    const more = also.length > 0 ? { also } : {};
    return {
      key,
      rule: rules,
      scopes: same.map(({ scope }) => scope),
      answer: (scope) => ({ answer: 'always', rule, ...more, scope }),
    };
  });
  const byMode = suggestions.flatMap((one): Offer[] =>
    'mode' in one
      ? [{ key: 'e', scopes: [one.scope], answer: () => ({ answer: 'always', ...one }) }]
      : [],
  );
  return [...byRule, ...byMode];
}

/** All that a suggestion adds, in one line. */
export const rulesOf = ({ rule, also = [] }: Extract<Suggestion, { rule: string }>): string =>
  [rule, ...also].join(', ');

/** How long, and where that is written down. */
export const SCOPE_WORDS: Readonly<
  Record<Scope, { readonly time: string; readonly where: string }>
> = {
  session: { time: 'in this session', where: 'not saved' },
  project: { time: 'in this project', where: 'saved in .wave/settings.local.json' },
  user: { time: 'in all projects', where: 'saved in ~/.wave/settings.json' },
};

export const EDITS = 'make all edits in this session without asking';
