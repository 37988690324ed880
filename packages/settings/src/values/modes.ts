/** The modes by what they let run, the strictest first. */
const STRICTEST_FIRST = [
  'plan',
  'dontAsk',
  'default',
  'acceptEdits',
  'sandboxed',
  'bypassPermissions',
] as const;

export type ModeName = (typeof STRICTEST_FIRST)[number];

/** The modes in the order in which people are told of them. */
export const MODE_NAMES: readonly ModeName[] = [
  'default',
  'acceptEdits',
  'plan',
  'sandboxed',
  'bypassPermissions',
  'dontAsk',
];

export const isModeName = (value: unknown): value is ModeName =>
  MODE_NAMES.some((name) => name === value);

/** Whether a mode lets something run that another one does not. */
export const isWider = (mode: ModeName, than: ModeName): boolean =>
  STRICTEST_FIRST.indexOf(mode) > STRICTEST_FIRST.indexOf(than);
