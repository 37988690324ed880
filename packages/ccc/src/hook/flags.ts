/** The options of `ccc supervisor-hook`. */
export const FLAGS = {
  'session-id': { type: 'string' },
  event: { type: 'string' },
  verbose: { type: 'boolean' },
} as const;
