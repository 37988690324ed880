import { commandProblem } from '@wavehooks/hooks/scripts';
import { pluginVariables } from '@wavehooks/process';
import { type Unset, unsetIn } from '../import/peers/unset.ts';
import { fails, type Note, type Spot, word } from './judged.ts';

/** What is wrong with what a hook runs: variables that nobody sets, files that are not there. */
export function commandNotes({ peer, raw, place }: Spot): Note[] {
  const { command } = raw;
  if (typeof command !== 'string' || (raw['type'] ?? 'command') !== 'command') return [];
  const env: Readonly<Record<string, string | undefined>> = {
    ...place.env,
    ...(place.plugin ? pluginVariables(place.plugin) : {}),
  };
  const unset = unsetIn(wordsOf(command, raw['args']), peer.variables, env);
  if (unset.length > 0) return unset.map((one) => unsetNote(peer.title, one));
  const missing = commandProblem(
    command,
    { projectDir: place.projectDir, path: env['PATH'] ?? '' },
    env,
  );
  return missing === undefined
    ? []
    : [fails(`it cannot start: ${missing}`, 'mend the path, or add the file')];
}

const wordsOf = (command: string, args: unknown): string =>
  [command, ...(Array.isArray(args) ? args : [])].join(' ');

/** Of its own variables an agent is known to set some and no others; anybody may set the rest. */
function unsetNote(title: string, { name, own, inPath }: Unset): Note {
  if (/^CLAUDE_PLUGIN_(ROOT|DATA)$/.test(name))
    return fails(`$${name} is set for hooks of a plugin alone`, 'name the file in another way');
  if (own) return fails(`${title} sets no $${name}`, 'a hook gets its input as JSON on stdin');
  return (inPath ? fails : word)(
    `$${name} is not set here`,
    `set it, or write \${${name}:-something else}`,
  );
}
