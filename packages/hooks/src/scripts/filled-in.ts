import type { Variables } from './names/commands.ts';

/** The places that a program without a shell can name in its words: nobody else would fill them in. */
const PLACES = /\$\{((?:WAVE|CLAUDE)_PROJECT_DIR|CLAUDE_PLUGIN_(?:ROOT|DATA))\}/g;

/** The words of a program, with the places in them filled in; all else stays as it is written. */
export const filledIn = (argv: readonly string[], env: Variables): string[] =>
  argv.map((word) => word.replace(PLACES, (written, name: string) => env[name] ?? written));
