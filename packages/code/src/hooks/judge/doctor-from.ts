import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { withoutNpm } from 'wave-process';
import { projectDirOf, SettingsError } from 'wave-settings';
import type { Io } from '../../cli/command.ts';
import { exactLine, exactly, exactPlace, homeShort, type Paint, painter } from '../../cli/style.ts';
import { type Peer, peerOf } from '../import/peers/index.ts';
import { judgeFile } from './judge-file.ts';
import type { Judged, Note } from './judged.ts';
import { type ReadJudged, readJudged } from './read-judged.ts';

/** `wave hooks doctor --from`: judges another agent's files as they are. Exit 1 if a hook cannot work. */
export async function doctorFrom(
  name: string,
  files: readonly string[],
  io: Io,
  options: { readonly json: boolean; readonly usage: string },
): Promise<number> {
  const peer = await peerOf(name, options.usage);
  const read = await readAll(peer, files, io);
  const judged = read.flatMap((one) => ('verdict' in one ? [one] : judgeFile(peer, one)));
  if (options.json) io.out(`${JSON.stringify({ hooks: judged }, null, 2)}\n`);
  else io.out(print(judged, peer, painter(io.color)));
  return judged.some(isBroken) ? 1 : 0;
}

const isBroken = ({ verdict }: Judged): boolean =>
  verdict === 'does not fire' || verdict === 'fails';

async function readAll(peer: Peer, files: readonly string[], io: Io): Promise<ReadJudged[]> {
  const projectDir = projectDirOf(io.cwd);
  const env = withoutNpm(process.env);
  const where = { home: homedir(), project: projectDir, env };
  const named = files.map((file) => resolve(io.cwd, file));
  const usual = [
    ...peer.places(where).map(({ file }) => file),
    ...(peer.plugins?.(where) ?? []).map(({ root }) => root),
  ];
  const all = await Promise.all(
    (named.length > 0 ? named : usual).map(async (file) => {
      const found = await readJudged(file, { projectDir, env });
      if (!found && named.length > 0) throw new SettingsError(`${file}: there is no such file`);
      return found ?? [];
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
  const broken = judged.filter(isBroken).length;
  const counted = judged.length === 1 ? '1 hook' : `${judged.length} hooks`;
  const lines = judged.flatMap((one) => {
    const what = [one.event, one.hook].filter(Boolean).map(exactLine).join('  ');
    return [
      `${paint(STYLES[one.verdict], one.verdict)}  ${what}  ${paint('dim', exactPlace(one.source))}`,
      ...one.notes.map((note) => noteText(note, paint)),
    ];
  });
  const end =
    broken === 0 ? 'all of them work' : `${broken} ${broken === 1 ? 'does' : 'do'} not work`;
  return `${lines.join('\n')}\n\n${counted} of ${peer.title}, ${end}.\n`;
}

const noteText = ({ text, fix }: Note, paint: Paint): string =>
  `  ${exactly(homeShort(text))}\n  ${paint('dim', 'fix:')} ${exactly(fix)}`;
