import type { SourceName } from 'wave-settings';
import type { Io } from '../../cli/command.ts';
import { homeShort } from '../../cli/style.ts';
import type { ForeignPlace, Peer } from './peers/peer.ts';
import type { Foreign } from './peers/read-foreign.ts';
import type { Sorted } from './present.ts';
import { printLines } from './print.ts';

/** The file that hooks are written to. */
export interface Target {
  readonly name: SourceName;
  readonly file: string;
}

/** One run of the command, as far as people want to know. */
interface Import {
  readonly peer: Peer;
  readonly places: readonly ForeignPlace[];
  readonly files: readonly Foreign[];
  readonly sorted: Sorted;
  readonly to: Target;
  readonly written: boolean;
}

/** The lists, what was written where, and what is left to do. */
export function summarize(done: Import, io: Pick<Io, 'color'>): string {
  const { peer, places, files, sorted } = done;
  if (files.length === 0)
    return `no settings of ${peer.title} found; looked at ${places.map(({ file }) => homeShort(file)).join(', ')}\n`;
  return [printLines(sorted.lines, io).trimEnd().concat('\n'), outcome(done), ...hints(done)]
    .filter((part) => part.trim() !== '')
    .join('\n')
    .concat('\n');
}

function outcome({ sorted: { added, already }, to, written }: Import): string {
  const off = added.filter(({ entry }) => entry['enabled'] === false).length;
  const many = `${added.length} hook${added.length === 1 ? '' : 's'}`;
  return [
    `${many} ${written || added.length === 0 ? 'written' : 'would be written'} to ${homeShort(to.file)}`,
    ...(off > 0 ? [`${off} of them switched off`] : []),
    ...(already > 0 ? [`${already} there already`] : []),
  ].join(', ');
}

function hints({ files, sorted, to, written }: Import): string[] {
  const own = files.filter(({ level, hooks }) => level === 'user' && Object.keys(hooks).length > 0);
  const shared = to.name === 'project' && sorted.added.length > 0 && own.length > 0;
  return [
    shared
      ? `Hooks of your own (${own.map(({ file }) => homeShort(file)).join(', ')}) are meant for the project's file; --to user keeps them yours.`
      : '',
    written && to.name !== 'user'
      ? "A project's hooks run only after you approve them: wave hooks approve"
      : '',
  ];
}
