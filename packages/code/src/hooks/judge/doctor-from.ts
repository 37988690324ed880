import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { withoutNpm } from '@wavehooks/process';
import { type Opened, projectDirOf, SettingsError } from '@wavehooks/settings';
import type { Io } from '../../cli/command.ts';
import { exactLine, exactly, exactPlace, homeShort, type Paint, painter } from '../../cli/style.ts';
import { type Peer, peerOf } from '../import/peers/index.ts';
import type { Level } from '../import/peers/peer.ts';
import { judgeFile } from './judge-file.ts';
import type { Judged, Note } from './judged.ts';
import { type ReadJudged, readJudged } from './read-judged.ts';

/** `wave hooks doctor --from`: judges another agent's files as they are. Exit 1 if a hook cannot work. */
export async function doctorFrom(
  name: string,
  files: readonly string[],
  io: Io,
  options: {
    readonly json: boolean;
    readonly usage: string;
    /** Wave's own, where they can be read. */
    readonly settings: Opened['settings'] | undefined;
  },
): Promise<number> {
  const peer = await peerOf(name, options.usage);
  const read = await readAll(peer, files, io, options.settings);
  const readable = read.flatMap((one) => ('verdict' in one ? [] : [one]));
  const judged = read.flatMap((one) => ('verdict' in one ? [one] : judgeFile(peer, one, readable)));
  if (options.json) io.out(`${JSON.stringify({ hooks: judged }, null, 2)}\n`);
  else io.out(print(judged, peer, painter(io.color)));
  return judged.some(isBroken) ? 1 : 0;
}

const isBroken = ({ verdict }: Judged): boolean =>
  verdict === 'does not fire' || verdict === 'fails';

async function readAll(
  peer: Peer,
  files: readonly string[],
  io: Io,
  settings: Opened['settings'] | undefined,
): Promise<ReadJudged[]> {
  const projectDir = projectDirOf(io.cwd);
  const env = withoutNpm(process.env);
  const where = { home: homedir(), project: projectDir, env };
  const named = files.map((file) => ({ file: resolve(io.cwd, file) }));
  const usual: readonly { readonly file: string; readonly level?: Level }[] = [
    ...peer.places(where),
    ...(peer.plugins?.(where) ?? []).map(({ root }) => ({ file: root })),
  ];
  const all = await Promise.all(
    (named.length > 0 ? named : usual).map(async ({ file, ...more }) => {
      const around = { projectDir, env, ...(settings ? { settings } : {}) };
      const found = await readJudged(file, around);
      if (!found && named.length > 0) throw new SettingsError(`${file}: there is no such file`);
      return (found ?? []).map((one) => ('verdict' in one ? one : { ...one, ...more }));
    }),
  );
  return all.flat();
}

const STYLES: Readonly<Record<Judged['verdict'], Parameters<Paint>[0]>> = {
  fires: 'green',
  fails: 'red',
  'does not fire': 'red',
  'not in Wave': 'yellow',
};

function print(judged: readonly Judged[], peer: Peer, paint: Paint): string {
  if (judged.length === 0) return `No hooks of ${peer.title} found.\n`;
  const counted = judged.length === 1 ? '1 hook' : `${judged.length} hooks`;
  const lines = judged.flatMap((one) => {
    const what = [one.event, one.hook].filter(Boolean).map(exactLine).join('  ');
    return [
      `${paint(STYLES[one.verdict], one.verdict)}  ${what}  ${paint('dim', exactPlace(one.source))}`,
      ...one.notes.map((note) => noteText(note, paint)),
    ];
  });
  return `${lines.join('\n')}\n\n${counted} of ${peer.title}, ${endOf(judged)}.\n`;
}

/** That all work is said only where all work here, too. */
function endOf(judged: readonly Judged[]): string {
  const broken = judged.filter(isBroken).length;
  const absent = judged.filter(({ verdict }) => verdict === 'not in Wave').length;
  const parts = [
    ...(broken > 0 ? [`${broken} ${broken === 1 ? 'does' : 'do'} not work`] : []),
    ...(absent > 0 ? [`${absent} ${absent === 1 ? 'is' : 'are'} not in Wave`] : []),
  ];
  return parts.length === 0 ? 'all of them work' : parts.join(', ');
}

const noteText = ({ text, fix }: Note, paint: Paint): string =>
  `  ${exactly(homeShort(text))}\n  ${paint('dim', 'fix:')} ${exactly(fix)}`;
