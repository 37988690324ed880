import { fieldsOf } from '@wavehooks/hooks/entries';
import { parseRule } from '@wavehooks/hooks/vocabulary';
import { shown } from './shown.ts';

/** What becomes of one field of a foreign hook. */
export type Fate =
  | { readonly is: 'same' }
  /** `set` is what our entry gets instead. */
  | { readonly is: 'converted'; readonly to: unknown; readonly how: string; readonly set?: Entry }
  /** `hook` says what that means for the hook: it goes on, is switched off, or is left behind. */
  | { readonly is: 'lost'; readonly why: string; readonly hook: 'on' | 'off' | 'gone' };

export type Entry = Record<string, unknown>;

export type Rule = (value: unknown, entry: Entry) => Fate;

const SAME: Fate = { is: 'same' };

export const lost = (why: string, hook: 'on' | 'off' | 'gone' = 'on'): Fate => ({
  is: 'lost',
  why,
  hook,
});

/** A field that says nothing that Wave would need. */
export const left =
  (why: string): Rule =>
  () =>
    lost(why);

export const text: Rule = (value) =>
  typeof value === 'string' ? SAME : lost(`expected a text, got ${short(value)}`);

export const flag: Rule = (value) =>
  typeof value === 'boolean' ? SAME : lost(`expected true or false, got ${short(value)}`);

/** Without its condition a hook would run more often, so somebody has to look at it first. */
export const condition: Rule = (value) => {
  const fault = typeof value === 'string' ? parseRule(value).fault : 'expected a text';
  return fault === undefined
    ? SAME
    : lost(`${fault}, got ${short(value)}; the hook is written switched off`, 'off');
};

export const commandType: Rule = (value) =>
  value === 'command'
    ? SAME
    : lost(
        `of this agent's hooks the import takes those of type "command", this one is ${short(value)}`,
        'gone',
      );

/** The same where Wave has hooks of that type, too, in the same form. */
export const handlerType: Rule = (value) =>
  fieldsOf(value).length > 0 ? SAME : lost(`Wave has no hooks of type ${short(value)}`, 'gone');

export const command: Rule = (value) =>
  typeof value === 'string' && value.trim() !== ''
    ? SAME
    : lost(`expected a command, got ${short(value)}`, 'gone');

export const variables: Rule = (value) =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((one) => typeof one === 'string')
    ? SAME
    : lost(`expected texts by name, got ${short(value)}; the hook is written switched off`, 'off');

export const seconds: Rule = (value) => {
  if (!isTime(value)) return lost(`expected seconds above 0, got ${short(value)}`);
  if (value <= MAX_SECONDS) return SAME;
  return {
    is: 'converted',
    to: MAX_SECONDS,
    how: `a hook may take ${MAX_SECONDS} seconds at the most`,
    set: { timeout: MAX_SECONDS },
  };
};

export const milliseconds: Rule = (value) => {
  if (!isTime(value)) return lost(`expected milliseconds above 0, got ${short(value)}`);
  const timeout = Math.min(value / 1000, MAX_SECONDS);
  return { is: 'converted', to: timeout, how: 'milliseconds to seconds', set: { timeout } };
};

const MAX_SECONDS = 86_400;

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;

/** A value on one line, for messages. */
export function short(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  const text = JSON.stringify(shown(value)) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
