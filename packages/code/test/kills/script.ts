import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, WireBlock } from '../../../agent-sdk/test/wire/reply.ts';
import type { WireRequest } from '../../../agent-sdk/test/wire/server.ts';
import type { Random } from './random.ts';

/** A text that shows up again wherever what it stands in was kept. */
export const MARK = /MARK-[a-z]+-\d+/g;

const SUBTASK = 'SUBTASK';

/** How many files of each kind the sessions write, over and over. */
const FILES = 3;
/** Those that are there from the start and edited are large; those that are written whole are short. */
const LINES = { file: 40_000, made: 20 };
type Kind = keyof typeof LINES;

/** A file that shows whether it is whole: every line names the version, and the last one says so. */
export const fileText = (kind: Kind, version: number) =>
  `${`version ${version};\n`.repeat(LINES[kind])}end of version ${version};\n`;

export const isWhole = (kind: Kind, text: string) => text === fileText(kind, versionOf(text));

const versionOf = (text: string) => Number(/^version (\d+);\n/.exec(text)?.[1] ?? -1);

type Move = (n: number, random: Random, project: string) => Omit<Answer, 'usage'>;

const call = (name: string, input: object): WireBlock => ({ call: name, input });
const bash = (command: string, more: object = {}) => call('Bash', { command, ...more });
const one = (...blocks: WireBlock[]) => ({ blocks });
const fileOf = (kind: Kind, random: Random, project: string) =>
  join(project, `${kind}-${random.below(FILES)}.txt`);

/** What the model does next; each is as likely as the others. */
const MOVES: readonly Move[] = [
  (n) => one({ text: `MARK-said-${n}` }, bash(`echo MARK-ran-${n}`)),
  (n, random) => one(bash(`sleep 0.${random.below(4)}; echo MARK-ran-${n}`)),
  // A command with a child, both of which would go on for long.
  (n) => one(bash(`echo MARK-ran-${n}; sleep 300 & sleep 300`)),
  (n) => one(bash(`echo MARK-ran-${n}; seq 40000; echo MARK-end-${n}`)),
  (n) => one(bash(`echo MARK-shell-${n}; sleep 600 & wait`, { run_in_background: true })),
  (n, random, project) =>
    one(
      { text: `MARK-said-${n}` },
      call('Read', { file_path: fileOf('file', random, project), limit: 2 }),
    ),
  change,
  change,
  write,
  // Several at once, and hooks for each of them.
  (n, _, project) =>
    one(
      ...[1, 2, 3].map((at) => call('Grep', { pattern: `version ${n + at}`, path: project })),
      bash(`echo MARK-ran-${n}`),
    ),
  delegate,
  // An answer that takes its time.
  (n) => ({ ...one({ text: `${'word '.repeat(60)} MARK-said-${n}` }, bash('true')), slowMs: 2 }),
  (n) => one({ text: `MARK-said-${n}` }),
];

/** Both ask for a file to be read before; the calls of an answer run in their order. */
function change(n: number, random: Random, project: string): Answer {
  const file_path = fileOf('file', random, project);
  const now = versionOf(readFileSync(file_path, 'utf8'));
  const edit = (from: number, to: number) => ({
    ...{ file_path, replace_all: true },
    ...{ old_string: `version ${from};`, new_string: `version ${to};` },
  });
  return one(
    call('Read', { file_path, limit: 1 }),
    call('Edit', edit(now, n)),
    call('Edit', edit(n, now + n)),
  );
}

function write(n: number, random: Random, project: string): Answer {
  const file_path = fileOf('made', random, project);
  const content = fileText('made', n);
  return one(call('Read', { file_path }), call('Write', { file_path, content }));
}

function delegate(n: number): Answer {
  const prompt = `${SUBTASK} MARK-task-${n}`;
  return one(call('Task', { subagent_type: 'general', description: 'a part of it', prompt }));
}

/** Subagents do what the main agent does, but start no others. */
const SUB_MOVES = MOVES.filter((move) => move !== delegate);

export interface Script {
  readonly reply: (request: WireRequest) => Answer;
  /** The tool of a call. */
  readonly toolOf: (id: string) => string | undefined;
}

/** Answers requests with random moves. */
export function makeScript(random: Random, project: string): Script {
  const tools = new Map<string, string>();
  let n = 0;
  const reply = (request: WireRequest): Answer => {
    n++;
    const answer = random.pick(isSubagent(request) ? SUB_MOVES : MOVES)(n, random, project);
    // An id is never given twice, as with real models.
    const blocks = answer.blocks.map((block, at) => {
      if (!('call' in block)) return block;
      const id = `toolu_${n}_${at}`;
      tools.set(id, block.call);
      return { ...block, id };
    });
    return { ...answer, blocks };
  };
  return { reply, toolOf: (id) => tools.get(id) };
}

export const isSubagent = ({ body }: WireRequest): boolean =>
  JSON.stringify(body.messages?.[0] ?? '').includes(SUBTASK);
