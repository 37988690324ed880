import { keepsErased } from './terminal/reflow.ts';

/** How Ink uses the terminal. It would be silent in a terminal of a build machine, so we tell it. */
export const INK = {
  exitOnCtrlC: false,
  interactive: true,
  // The store gathers what happens within a frame. A key that comes right after one must not wait for the next.
  maxFps: 240,
  incrementalRendering: !keepsErased(process.env),
  patchConsole: true,
} as const;
