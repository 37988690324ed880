/** How Ink uses the terminal. It would be silent in a terminal of a build machine, so it is told. */
export const INK = {
  exitOnCtrlC: false,
  interactive: true,
  incrementalRendering: true,
  patchConsole: true,
} as const;
