import type { ConfirmAnswer, ConfirmRequest, Scope } from '@wavehooks/agent-sdk';

/** What a user can say once and for all, with the letter that means it. */
export interface Offer {
  readonly key: 'a' | 'p' | 'e';
  /** The rule that it adds; undefined for a mode. */
  readonly rule?: string;
  /** How long it can hold, the shortest first. */
  readonly scopes: readonly Scope[];
  answer(scope: Scope): ConfirmAnswer;
}

type Asked = Pick<ConfirmRequest, 'rule' | 'suggestions'>;

/** `a`: this very call. `p`: calls like it. `e`: all edits. The same on the screen and in the plain mode. */
export function offersOf({ rule: exact, suggestions }: Asked): readonly Offer[] {
  const rules = [...new Set(suggestions.flatMap((one) => ('rule' in one ? [one.rule] : [])))];
  const byRule = rules.map((rule): Offer => {
    const scopes = suggestions.flatMap((one) =>
      'rule' in one && one.rule === rule ? [one.scope] : [],
    );
    const key = rule === exact ? 'a' : 'p';
    return { key, rule, scopes, answer: (scope) => ({ answer: 'always', rule, scope }) };
  });
  const byMode = suggestions.flatMap((one): Offer[] =>
    'mode' in one
      ? [{ key: 'e', scopes: [one.scope], answer: () => ({ answer: 'always', ...one }) }]
      : [],
  );
  return [...byRule, ...byMode];
}

/** How long, and where that is written down. */
export const SCOPE_WORDS: Readonly<
  Record<Scope, { readonly time: string; readonly where: string }>
> = {
  session: { time: 'in this session', where: 'nothing is written' },
  project: { time: 'in this project', where: '.wave/settings.local.json' },
  user: { time: 'in all projects', where: '~/.wave/settings.json' },
};

export const EDITS = 'make all edits in this session without asking';
