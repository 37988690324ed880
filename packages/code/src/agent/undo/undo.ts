import { homedir } from 'node:os';
import {
  type Checkpoint,
  findSession,
  latestSession,
  listSessions,
  openUndo,
  sessionsDir,
  type Undo,
  type UndoOptions,
} from '@wavehooks/agent-sdk';
import { projectDirOf } from '@wavehooks/settings';
import { type Command, type Io, readArgs, UsageError } from '../../cli/command.ts';
import { printable } from '../../cli/style.ts';
import { usageOf } from '../../cli/usage.ts';
import { listJson, listText, resultJson, resultText } from './report.ts';

const OPTIONS = {
  list: {
    type: 'boolean',
    about: 'list the prompts you can go back to, and what changed since each',
  },
  session: {
    type: 'string',
    value: 'SESSION',
    about: 'another session of this project: its id, the start of its id, or its name',
  },
  only: { type: 'string', value: 'files | conversation', about: 'undo only one of them' },
  force: { type: 'boolean', about: 'also restore files that somebody else changed' },
  json: { type: 'boolean', about: 'print JSON' },
} as const;

const USAGE = usageOf({
  forms: ['wave undo [PROMPT] [options]'],
  about: `Goes back to before a prompt of a session: by default the last prompt of this project's last session.
PROMPT is a number from the list.`,
  options: OPTIONS,
});

/** Some files were left as they are. */
const EXIT_PARTLY = 3;

export const undo: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, OPTIONS, USAGE);
  if (positionals.length > 1)
    throw new UsageError(`wave undo takes one prompt, got ${positionals.length}\n${USAGE}`);
  const options: UndoOptions = { ...onlyOf(values.only), force: values.force ?? false };
  const session = open(io, values.session);
  try {
    if (values.list) return list(session, values.json ?? false, io);
    const all = session.checkpoints();
    const number = numberOf(positionals[0], all);
    const result = await session.undo(all[number - 1]?.id ?? '', options);
    const named = values.session !== undefined;
    const done = { session: session.sessionId, named, number, options, result };
    io.out(values.json ? resultJson(done) : resultText(done));
    return result.skipped.length > 0 ? EXIT_PARTLY : 0;
  } finally {
    session.close();
  }
};

function list(session: Undo, json: boolean, io: Io): number {
  const all = session.checkpoints();
  io.out((json ? listJson : listText)(session.sessionId, all));
  return 0;
}

function onlyOf(only: string | undefined): UndoOptions {
  if (only === undefined) return {};
  if (only === 'files') return { conversation: false };
  if (only === 'conversation') return { files: false };
  throw new UsageError(`--only: expected files or conversation, got "${only}"`);
}

function open(io: Io, wanted: string | undefined): Undo {
  const home = homedir();
  const projectDir = projectDirOf(io.cwd);
  const id = sessionOf(sessionsDir(home, projectDir), wanted);
  if (id === undefined) throw new UsageError(`there is no session in ${projectDir} yet`);
  try {
    return openUndo(home, projectDir, id, (text) => io.err(`warning: ${printable(text)}\n`));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function sessionOf(dir: string, wanted: string | undefined): string | undefined {
  if (wanted === undefined) return latestSession(dir);
  const found = findSession(listSessions(dir), wanted);
  if (typeof found === 'string') throw new UsageError(`--session: ${found}`);
  return found.id;
}

function numberOf(text: string | undefined, all: readonly Checkpoint[]): number {
  if (all.length === 0) throw new UsageError('this session has no prompt to go back to');
  const number = text === undefined ? all.length : Number(text);
  if (!Number.isInteger(number) || number < 1 || number > all.length)
    throw new UsageError(`expected a prompt from 1 to ${all.length}, got "${text}" (see --list)`);
  return number;
}
