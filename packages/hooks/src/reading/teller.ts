import { canBlock, type EventName, type Raw } from '../vocabulary/events.ts';

/** What the signals of a hook depend on beside its end. */
export interface Teller {
  readonly event: EventName;
  readonly hook: string;
  /** A failure of this hook blocks. */
  readonly failsClosed: boolean;
  /** It is a transform: what it was to rewrite must not pass as it is when it fails. */
  readonly transforms?: boolean;
  /** The event's input, as the hook saw it. */
  readonly input?: Raw;
}

/** The hook's own words, or ours, which name it. */
export type Words = { readonly text: string; readonly named?: true };

export const named = ({ hook }: Teller) => `hook "${hook}"`;

/** Only where something can be blocked is it said to be. */
export const objects = (teller: Teller) =>
  canBlock(teller.event) ? `Blocked by ${named(teller)}` : `Objection of ${named(teller)}`;

export const noReason = (teller: Teller): Words => ({
  text: `${objects(teller)}, which gave no reason`,
  named: true,
});

/** Something for the user about what a hook printed. */
export const remark = (teller: Teller, text: string) =>
  ({ is: 'warning', text: `${named(teller)}: ${text}`, named: true }) as const;
