import type { Offered } from './offer-rule.ts';

/** How long an answer holds: for this session, in this project, or in all of them. */
export const SCOPES = ['session', 'project', 'user'] as const;

export type Scope = (typeof SCOPES)[number];

/** What would spare the user a question: a rule that allows the call, or a mode that does. */
export type Suggestion =
  | {
      readonly rule: string;
      /** Rules that are needed beside it: a command has several parts. */
      readonly also?: readonly string[];
      readonly scope: Scope;
    }
  /** All edits inside the project, until the session ends or the mode is changed. */
  | { readonly mode: 'acceptEdits'; readonly scope: 'session' };

/** Every rule for as long as it can be kept, the narrowest rule and the shortest time first. */
export const suggestionsOf = (
  { rules, together: [first, ...also] = [] }: Pick<Offered, 'rules' | 'together'>,
  acceptsEdits: boolean,
  scopes: readonly Scope[],
): readonly Suggestion[] => [
  ...rules.flatMap((rule) => scopes.map((scope) => ({ rule, scope }))),
  ...(first === undefined ? [] : scopes.map((scope) => ({ rule: first, also, scope }))),
  ...(acceptsEdits ? [{ mode: 'acceptEdits', scope: 'session' } as const] : []),
];
