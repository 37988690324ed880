import { join } from 'node:path';
import { quoted } from '../../cli/shell-words.ts';
import { AGENTS, type AgentName } from './agents.ts';

/** Which Wave an entry runs: this one, by its path, or whichever the project has. */
export type Runs =
  | { readonly by: 'path'; readonly program: string; readonly node: string }
  | { readonly by: 'project' };

/** The program of this Wave that entries run, and its Node. */
export const OWN = {
  by: 'path',
  program: join(import.meta.dirname, 'wave-guard'),
  node: process.execPath,
} as const satisfies Runs;

/** Colleagues have the project's file too, and Wave at another place: a script of the project looks for it. */
export const runsAt = (level: 'user' | 'project'): Runs =>
  level === 'user' ? OWN : { by: 'project' };

/** The script of a project, below its directory. */
export const SCRIPT = '.wave/guard.sh';

/** By its path: a PATH on which no shell is found must not open the guard. */
const SHELL = '/bin/sh';

/**
 * The command of an entry: one line that a reviewer reads at a glance. Whatever does not end well (no Wave, no
 * script, a shell that is killed) refuses where something can be held back.
 */
export function commandOf(
  agent: AgentName,
  isHeld: boolean,
  runs: Runs,
  options: readonly string[] = [],
): string {
  const code = isHeld ? '2' : '1';
  const words = [...(isHeld ? [] : [`--fail=${code}`]), agent, ...options].join(' ');
  if (runs.by === 'path')
    return `${SHELL} ${quoted(runs.program)} --node=${quoted(runs.node)} ${words} || exit ${code}`;
  const { startedIn } = AGENTS[agent].guard;
  // Braces: some agents put in what stands behind a bare name, with quotes of their own.
  return startedIn === 'process'
    ? `${SHELL} -c '${WALK}' sh ${words} || exit ${code}`
    : `${SHELL} "\${${startedIn.variable}:-.}/${SCRIPT}" ${words} || exit ${code}`;
}

/** Where an agent looks for its settings in the directories above, so does the entry. */
const WALK = `d=$PWD; while [ "$d" ] && [ ! -s "$d/${SCRIPT}" ]; do d=\${d%/*}; done; exec ${SHELL} "$d/${SCRIPT}" "$@"`;

/** Whether a command is one of an entry for that agent, from wherever it was installed. */
export const isCommandFor = (agent: string, command: string): boolean =>
  [NOW, ...BEFORE].some((pattern) =>
    new RegExp(pattern.replace('AGENT', agent), 's').test(command),
  );

const NOW =
  '^/bin/sh .*(/wave-guard|/\\.wave/guard\\.sh)\\b.* AGENT( --permissions)? \\|\\| exit [12]$';

/** As entries of older versions were: install replaces them, and uninstall takes them out. */
const BEFORE = [
  "^exec (/bin/)?sh -c '.*' wave guard AGENT( |$)",
  '\\sguard AGENT( \\|\\| exit 2)?$',
];
