import { join } from 'node:path';
import { quoted } from '../../cli/shell-words.ts';

/** Which Wave an entry runs: this one, by its path, or whichever the project has. */
export type Runs =
  | { readonly by: 'path'; readonly program: string; readonly node: string }
  | { readonly by: 'search' };

/** The program of this Wave that entries run, and its Node. */
export const OWN = {
  by: 'path',
  program: join(import.meta.dirname, 'wave-guard'),
  node: process.execPath,
} as const satisfies Runs;

/** Colleagues have the project's file too, and Wave at another place. */
export const runsAt = (level: 'user' | 'project'): Runs =>
  level === 'user' ? OWN : { by: 'search' };

/** By its path: a PATH on which no shell is found must not open the guard. */
const SHELL = '/bin/sh';

/**
 * The command of an entry. Any shell reads it, since agents run it by the user's own. Where something can be
 * held back, a Wave that is gone holds it back. What stands behind the text says whose entry it is.
 */
export function commandOf(
  agent: string,
  isHeld: boolean,
  runs: Runs,
  options: readonly string[] = [],
): string {
  const code = isHeld ? '2' : '1';
  const text = TEXTS[runs.by]
    .replaceAll('SHELL', SHELL)
    .replaceAll('FLAGS', isHeld ? '' : ` --fail=${code}`)
    .replaceAll('WORDS', ['"$2"', ...options].join(' '))
    .replaceAll('MEANS', isHeld ? 'nothing is let through' : 'nothing is guarded')
    .replaceAll('CODE', code);
  const where = runs.by === 'path' ? [runs.program, runs.node] : [];
  return `exec ${SHELL} -c '${text}' ${['wave', 'guard', agent, ...where].map(quoted).join(' ')}`;
}

const TEXTS: Readonly<Record<Runs['by'], string>> = {
  path: [
    'test -s "$3" && exec SHELL "$3"FLAGS --node="$4" WORDS',
    'echo "wave guard: $3 is missing. Run again: wave guard install --agent $2 --user" >&2',
    'exit CODE',
  ].join('; '),
  // The project's own Wave first, then the one that is installed for all. Gemini CLI and Qwen Code put in
  // variables of their own environment: no such name is ever among them.
  search: [
    `wave_at=\${CLAUDE_PROJECT_DIR:-\${GEMINI_PROJECT_DIR:-\${QWEN_PROJECT_DIR:-$PWD}}}`,
    'while wave_f=$wave_at/node_modules/@wavehooks/wave/dist/wave-guard; do test -s "$wave_f" && exec SHELL "$wave_f"FLAGS WORDS',
    'test "$wave_at" || break',
    // A relative path has no end to come to.
    `case $wave_at in /*) wave_at=\${wave_at%/*} ;; *) wave_at= ;; esac`,
    'done',
    `if wave_w=$(command -v wave); then wave_f=\${wave_w%/*}/../lib/node_modules/@wavehooks/wave/dist/wave-guard`,
    'test -s "$wave_f" && exec SHELL "$wave_f"FLAGS WORDS',
    'wave guard WORDS && exit',
    'else echo "wave guard: there is no wave here, so MEANS. Install it: npm install --global @wavehooks/wave" >&2',
    'fi',
    'exit CODE',
  ].join('; '),
};

/** Whether a command is one of an entry for that agent, from wherever it was installed. */
export const isCommandFor = (agent: string, command: string): boolean =>
  isNow(agent, command) || wasOnce(agent, command);

const isNow = (agent: string, command: string): boolean =>
  /^exec (\/bin\/)?sh -c '/.test(command) && new RegExp(`' wave guard ${agent}( |$)`).test(command);

/** As entries were before there was a program for them. */
const wasOnce = (agent: string, command: string): boolean =>
  new RegExp(`\\sguard ${agent}( \\|\\| exit 2)?$`).test(command);
