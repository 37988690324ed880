import { join } from 'node:path';
import type { Answer, WireBlock } from '../../../agent-sdk/test/wire/reply.ts';
import type { WireRequest } from '../../../agent-sdk/test/wire/server.ts';
import type { Random } from './random.ts';

/** A text that shows up again wherever what it stands in was kept. */
export const MARK = /MARK-[a-z]+-\d+/g;

const SUBTASK = 'SUBTASK';

/** How many files the sessions write, over and over. */
const FILES = 3;
const FILE_LINES = 4_000;

/** A file that shows whether it is whole: every line names the version, the last one says so. */
export const fileText = (version: number) =>
  `${`version ${version}\n`.repeat(FILE_LINES)}end of version ${version}\n`;

export const isWhole = (text: string) =>
  text === fileText(Number(/^version (\d+)\n/.exec(text)?.[1] ?? -1));

type Move = (n: number, random: Random, project: string) => Omit<Answer, 'usage'>;

const call = (name: string, input: object): WireBlock => ({ call: name, input });
const bash = (command: string, more: object = {}) => call('Bash', { command, ...more });
const one = (...blocks: WireBlock[]) => ({ blocks });
const fileOf = (random: Random, project: string) =>
  join(project, `file-${random.below(FILES)}.txt`);

/** What the model does next; each is as likely as the others. */
const MOVES: readonly Move[] = [
  (n) => one({ text: `MARK-said-${n}` }, bash(`echo MARK-ran-${n}`)),
  (n, random) => one(bash(`sleep 0.${random.below(4)}; echo MARK-ran-${n}`)),
  // A command with a child, both of which would go on for long.
  (n) => one(bash(`echo MARK-ran-${n}; sleep 300 & sleep 300`)),
  (n) => one(bash(`echo MARK-ran-${n}; seq 40000; echo MARK-end-${n}`)),
  (n) => one(bash(`echo MARK-shell-${n}; sleep 600 & wait`, { run_in_background: true })),
  (n, random, project) =>
    one({ text: `MARK-said-${n}` }, call('Read', { file_path: fileOf(random, project), limit: 2 })),
  write,
  write,
  // Several at once, and hooks for each of them.
  (n, _, project) =>
    one(
      ...[1, 2, 3].map((at) => call('Grep', { pattern: `version ${n + at}`, path: project })),
      bash(`echo MARK-ran-${n}`),
    ),
  (n) => one(call('Task', task(n))),
  // An answer that takes its time.
  (n) => ({ ...one({ text: `${'word '.repeat(60)} MARK-said-${n}` }, bash('true')), slowMs: 2 }),
  (n) => one({ text: `MARK-said-${n}` }),
];

function write(n: number, random: Random, project: string): Answer {
  const file_path = fileOf(random, project);
  // Read first, since Write asks for it; both are in one answer and run in this order.
  return one(
    call('Read', { file_path, limit: 1 }),
    call('Write', { file_path, content: fileText(n) }),
    call('Edit', {
      file_path,
      old_string: `end of version ${n}`,
      new_string: `end of version ${n}.`,
    }),
    call('Edit', {
      file_path,
      old_string: `end of version ${n}.`,
      new_string: `end of version ${n}`,
    }),
  );
}

const task = (n: number) => ({
  subagent_type: 'general-purpose',
  description: 'a part of the work',
  prompt: `${SUBTASK} MARK-task-${n}`,
});

/** Subagents do what the main agent does, but start no others. */
const SUB_MOVES = MOVES.filter((move) => !JSON.stringify(move(0, FIRST(), '/')).includes(SUBTASK));

function FIRST(): Random {
  return { below: () => 0, pick: (from) => from[0] as never };
}

/** Answers requests with random moves. */
export function makeScript(random: Random, project: string): (request: WireRequest) => Answer {
  let n = 0;
  return (request) => {
    n++;
    const answer = random.pick(isSubagent(request) ? SUB_MOVES : MOVES)(n, random, project);
    // An id is never given twice, as with real models.
    const blocks = answer.blocks.map((block, at) =>
      'call' in block ? { ...block, id: `toolu_${n}_${at}` } : block,
    );
    return { ...answer, blocks };
  };
}

export const isSubagent = ({ body }: WireRequest): boolean =>
  JSON.stringify(body.messages?.[0] ?? '').includes(SUBTASK);
