/** How somebody who is away can be called. */
export const NOTIFY_WORDS = ['bell', 'osc9', 'off'] as const;

export type Notify = (typeof NOTIFY_WORDS)[number];

export const isNotify = (value: unknown): value is Notify =>
  NOTIFY_WORDS.some((word) => word === value);

/** How much a model can be asked to think. */
export const EFFORT_WORDS = ['off', 'low', 'medium', 'high'] as const;

export type Effort = (typeof EFFORT_WORDS)[number];

export const isEffort = (value: unknown): value is Effort =>
  EFFORT_WORDS.some((word) => word === value);
