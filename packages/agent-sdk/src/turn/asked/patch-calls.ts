import type { OwnCall } from './translated.ts';

/** A file of a patch, with its changes in their order. */
interface FilePart {
  readonly how: 'Add' | 'Update' | 'Delete';
  readonly path: string;
  moveTo?: string;
  readonly hunks: { anchor: string; readonly before: string[]; readonly after: string[] }[];
}

/**
 * The calls that a patch in OpenAI's format stands for; undefined where it cannot be read. A file that is changed is
 * read first, as for every edit: what the patch says of its content is compared with the file all the same.
 */
export function patchCalls(patch: unknown): readonly OwnCall[] | undefined {
  const files = typeof patch === 'string' ? filesOf(patch) : undefined;
  const calls = files?.map(callsOf);
  return calls?.every((one) => one !== undefined) ? calls.flat() : undefined;
}

const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;

function filesOf(patch: string): FilePart[] | undefined {
  const lines = patch.trim().split(/\r?\n/);
  if (lines.shift()?.trim() !== '*** Begin Patch') return undefined;
  if (lines.at(-1)?.trim() === '*** End Patch') lines.pop();
  const files: FilePart[] = [];
  for (const line of lines) {
    const [, how, path = ''] = FILE.exec(line.trimEnd()) ?? [];
    const [, moveTo] = MOVE.exec(line.trimEnd()) ?? [];
    const last = files.at(-1);
    if (how) files.push({ how: how as FilePart['how'], path, hunks: [] });
    else if (!last) return undefined;
    else if (moveTo) last.moveTo = moveTo;
    else if (!takeLine(last, line)) return undefined;
  }
  return files;
}

/** False if the line does not belong to a patch. */
function takeLine({ hunks }: FilePart, line: string): boolean {
  if (line.trim() === '*** End of File') return true;
  if (line.startsWith('@@')) {
    hunks.push({ anchor: line.slice(2).trim(), before: [], after: [] });
    return true;
  }
  if (hunks.length === 0) hunks.push({ anchor: '', before: [], after: [] });
  const hunk = hunks.at(-1);
  // Editors take the space off an empty line of context.
  const [sign, text] = line === '' ? [' ', ''] : [line[0], line.slice(1)];
  if (sign === ' ' || sign === '-') hunk?.before.push(text);
  if (sign === ' ' || sign === '+') hunk?.after.push(text);
  return sign === ' ' || sign === '-' || sign === '+';
}

function callsOf({ how, path, moveTo, hunks }: FilePart): readonly OwnCall[] | undefined {
  const call = (name: string, input: object): OwnCall => ({ name, input });
  const bash = (...words: string[]) => call('Bash', { command: words.join(' ') });
  if (how === 'Delete') return [bash('rm', '--', quoted(path))];
  if (how === 'Add') {
    const content = hunks.flatMap(({ after }) => after);
    return [call('Write', { file_path: path, content: `${content.join('\n')}\n` })];
  }
  const edits = hunks.map(({ anchor, before, after }) => {
    const [from, to] = before.length > 0 ? [before, after] : [[anchor], [anchor, ...after]];
    return call('Edit', {
      file_path: path,
      old_string: from.join('\n'),
      new_string: to.join('\n'),
    });
  });
  // What is only added needs a line that says where.
  if (hunks.some(({ anchor, before }) => before.length === 0 && anchor === '')) return undefined;
  const moves = moveTo ? [bash('mv', '--', quoted(path), quoted(moveTo))] : [];
  return [call('Read', { file_path: path, limit: 1 }), ...edits, ...moves];
}

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;
