import { canBlock } from '@wavehooks/hooks/vocabulary';
import type { SourceName } from '@wavehooks/settings';
import type { Io } from '../../cli/command.ts';
import { homeShort } from '../../cli/style.ts';
import type { Conducted, Part } from './conduct.ts';
import type { ForeignPlace, Peer } from './peers/peer.ts';
import type { Foreign } from './peers/read-foreign.ts';
import { printLines } from './print.ts';

/** The file that hooks are written to. */
export interface Target {
  readonly name: SourceName;
  readonly file: string;
}

interface WrittenPart extends Part {
  readonly to: Target;
  /** How many of its rules the file did not have. */
  readonly newRules: number;
  readonly written: boolean;
}

/** One run of the command, as far as people want to know. */
interface Import {
  readonly peer: Peer;
  readonly places: readonly ForeignPlace[];
  readonly files: readonly Foreign[];
  readonly parts: readonly WrittenPart[];
  readonly conducted: Conducted;
  /** Whether guards block where they fail. */
  readonly guards: boolean | undefined;
  /** Whether nothing is written, whatever there is. */
  readonly dry: boolean;
}

/** The lists, what was written where, and what is left to do. */
export function summarize(done: Import, io: Pick<Io, 'color'>): string {
  const { peer, places, files, conducted, parts } = done;
  if (files.length === 0)
    return `no settings of ${peer.title} found; looked at ${places.map(({ file }) => homeShort(file)).join(', ')}\n`;
  return [
    printLines(conducted.lines, io).trimEnd().concat('\n'),
    ...parts.map((part) => outcome(part, done.dry)),
    ...hints(done),
  ]
    .filter((part) => part.trim() !== '')
    .join('\n')
    .concat('\n');
}

function outcome({ added, already, newRules, to }: WrittenPart, dry: boolean): string {
  const off = added.filter(({ entry }) => entry['enabled'] === false).length;
  const ruled = newRules === 0 ? '' : ` and ${newRules} rule${newRules === 1 ? '' : 's'}`;
  return [
    `${counted(added.length)}${ruled} ${dry ? 'would be written' : 'written'} to ${homeShort(to.file)}`,
    ...(off > 0 ? [`${off} of them switched off`] : []),
    ...(already > 0 ? [`${already} there already`] : []),
  ].join(', ');
}

function hints({ parts, conducted: { guardsLeft }, guards }: Import): string[] {
  const added = parts.flatMap((part) => part.added);
  const open = added.filter(({ event, entry }) => canBlock(event) && entry['onError'] !== 'block');
  const needsApproval = parts.some(({ to, written }) => written && to.name !== 'user');
  return [
    open.length > 0 && !guards
      ? `${counted(open.length)} can block; if one of them fails, the action goes on. --guards-block writes "onError": "block" into them.`
      : '',
    guardsLeft > 0
      ? `${guardsLeft} of what may guard something ${guardsLeft === 1 ? 'does' : 'do'} not run here: see "not carried over" (exit 3).`
      : '',
    needsApproval ? "A project's hooks run only after you approve them: wave hooks approve" : '',
  ];
}

const counted = (many: number): string => `${many} ${many === 1 ? 'hook' : 'hooks'}`;
