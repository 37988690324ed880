/** How somebody who is away can be called. */
export const NOTIFY_WORDS = ['bell', 'osc9', 'off'] as const;

/** How much a model can be asked to think. */
export const EFFORT_WORDS = ['default', 'off', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** The colours of the screen; `none` is without any. */
export const THEME_WORDS = ['dark', 'light', 'pale', 'ansi', 'colour-blind', 'none'] as const;

/** How the input of the screen is edited. */
export const EDITOR_WORDS = ['emacs', 'vim'] as const;
