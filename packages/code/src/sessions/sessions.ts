import { homedir } from 'node:os';
import {
  asMarkdown,
  deleteSession,
  findSession,
  type Hit,
  listSessions,
  nameSession,
  readAgents,
  readMessages,
  type SessionInfo,
  searchSessions,
  sessionsDir,
} from '@wavehooks/agent-sdk';
import { projectDirOf } from '@wavehooks/settings';
import { type Command, type Io, noCommand, readArgs, UsageError } from '../cli/command.ts';
import { oneLine, outTo, type Paint, painter, printable } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';

const OPTIONS = { json: { type: 'boolean', about: 'print JSON' } } as const;

const USAGE = usageOf({
  forms: [
    'wave sessions [list]                  the sessions of this project',
    'wave sessions search TEXT             where something was said',
    'wave sessions name SESSION [NAME]     name it; without NAME, remove its name',
    'wave sessions export SESSION          print it as markdown, subagents included',
    'wave sessions delete SESSION...       delete it with everything that belongs to it',
  ],
  about: `SESSION is a session's id, the start of its id, or its name. "wave resume SESSION" resumes one.`,
  options: OPTIONS,
});

interface Place {
  readonly dir: string;
  readonly sessions: readonly SessionInfo[];
  readonly json: boolean;
}

type Part = (words: readonly string[], place: Place, io: Io) => Promise<number>;

const PARTS: Readonly<Record<string, Part>> = {
  list,
  search,
  name,
  export: write,
  delete: remove,
};

/** What other tools call them. */
const ELSEWHERE = {
  ls: 'list',
  rm: 'delete',
  remove: 'delete',
  rename: 'name',
  find: 'search',
  grep: 'search',
};

/** `wave sessions`: what was said in this project before. */
export const sessions: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, OPTIONS, USAGE);
  const [part = 'list', ...words] = positionals;
  const run = Object.hasOwn(PARTS, part) ? PARTS[part] : undefined;
  if (!run) throw noCommand('wave sessions', part, Object.keys(PARTS), USAGE, ELSEWHERE);
  const dir = sessionsDir(homedir(), projectDirOf(io.cwd));
  return run(words, { dir, sessions: listSessions(dir), json: values.json ?? false }, io);
};

async function list(words: readonly string[], { sessions: all, json }: Place, io: Io) {
  if (words.length > 0) throw new UsageError(`too many words: ${words.join(' ')}\n\n${USAGE}`);
  const paint = painter(io.color);
  if (json) outTo(io, `${JSON.stringify(all, null, 2)}\n`);
  else if (all.length === 0) io.out('There are no sessions in this project yet.\n');
  else io.out(all.map((one) => line(one, paint)).join(''));
  return 0;
}

function line({ id, name: called, about, updated, pid }: SessionInfo, paint: Paint): string {
  const when = `${updated.toLocaleDateString('sv')} ${updated.toLocaleTimeString('sv').slice(0, 5)}`;
  const title = called ? `${paint('bold', printable(called))}  ` : '';
  const busy = pid === undefined ? '' : `  (open in process ${pid})`;
  return `${id.slice(0, 8)}  ${paint('dim', when)}  ${title}${printable(oneLine(about)).slice(0, 80)}${busy}\n`;
}

async function search(words: readonly string[], { sessions: all, json }: Place, io: Io) {
  const text = words.join(' ').trim();
  if (text === '') throw new UsageError(`search: for what?\n\n${USAGE}`);
  const hits = await searchSessions(all, text);
  for (const { id, unread } of all)
    if (unread !== undefined) io.err(`wave: ${id} was not searched: ${printable(unread)}\n`);
  const paint = painter(io.color);
  if (json) outTo(io, `${JSON.stringify(hits, null, 2)}\n`);
  else if (hits.length === 0)
    io.out(`Nothing found for "${printable(text)}" in this project's sessions.\n`);
  else
    for (const hit of hits)
      io.out(
        `${hit.session.id.slice(0, 8)}  ${paint('dim', who(hit))}  ${printable(hit.around)}\n`,
      );
  return hits.length === 0 ? 1 : 0;
}

/** A subagent's task was given by an agent. */
function who({ role, agent }: Hit): string {
  if (role === 'user') return agent === undefined ? 'you' : 'agent';
  return agent === undefined ? 'agent' : 'subagent';
}

async function name([wanted, ...words]: readonly string[], { dir, sessions: all }: Place, io: Io) {
  const session = found(all, wanted);
  const called = words.join(' ').trim();
  const fault = await nameSession(dir, session, called);
  if (fault !== undefined) throw new UsageError(fault);
  io.out(
    called === ''
      ? `${session.id} has no name any more.\n`
      : `${session.id} is called "${called}".\n`,
  );
  return 0;
}

async function write([wanted, ...rest]: readonly string[], { sessions: all, json }: Place, io: Io) {
  const session = found(all, wanted);
  if (rest.length > 0) throw new UsageError(`too many words: ${rest.join(' ')}\n\n${USAGE}`);
  const messages = readMessages(session.file);
  const agents = readAgents(session.file);
  const title = session.name || session.about.slice(0, 80) || session.id;
  if (json) outTo(io, `${JSON.stringify({ ...session, messages, agents }, null, 2)}\n`);
  else outTo(io, asMarkdown(title, messages, agents));
  return 0;
}

async function remove(words: readonly string[], { dir, sessions: all }: Place, io: Io) {
  if (words.length === 0) throw new UsageError(`delete: which session?\n\n${USAGE}`);
  // All are found before the first is gone.
  const chosen = words.map((wanted) => found(all, wanted));
  for (const session of chosen) {
    try {
      deleteSession(dir, session);
    } catch (error) {
      throw new UsageError(`${session.id} was not deleted: ${(error as Error).message}`);
    }
    io.out(`${session.id} is deleted.\n`);
  }
  return 0;
}

function found(all: readonly SessionInfo[], wanted: string | undefined): SessionInfo {
  if (!wanted) throw new UsageError(`which session?\n\n${USAGE}`);
  const session = findSession(all, wanted);
  if (typeof session === 'string') throw new UsageError(session);
  return session;
}
