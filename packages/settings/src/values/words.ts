/** How somebody who is away can be called. */
export const NOTIFY_WORDS = ['bell', 'osc9', 'off'] as const;

export type Notify = (typeof NOTIFY_WORDS)[number];

/** How much a model can be asked to think. */
export const EFFORT_WORDS = ['default', 'off', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

export type Effort = (typeof EFFORT_WORDS)[number];
