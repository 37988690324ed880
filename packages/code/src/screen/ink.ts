/** How Ink uses the terminal. It would be silent in a terminal of a build machine, so we tell it. */
export const INK = {
  exitOnCtrlC: false,
  interactive: true,
  // The store gathers what happens within a frame; waiting once more would make frames late.
  maxFps: 60,
  incrementalRendering: true,
  patchConsole: true,
} as const;
