import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import {
  agentFile,
  findSession,
  listSessions,
  permissionRow,
  readTranscript,
  type SessionInfo,
  sessionsDir,
} from '@wavehooks/agent-sdk';
import { listHooks, openSettings, projectDirOf } from '@wavehooks/settings';
import { defaultLogDir, makeRedactor } from '@wavehooks/settings/log';
import { UsageError } from '../cli/command.ts';
import { whereOf } from '../hooks/settings/open-options.ts';
import { streamLines } from '../log/stream-lines.ts';
import type { Started } from './build/book.ts';
import { buildTrace } from './build/build-trace.ts';
import { type Content, contentOf } from './build/content.ts';
import type { Logged } from './build/logged.ts';
import { callId } from './build/place.ts';
import type { Trace } from './build/trace.ts';
import { readLine } from './read-records.ts';

/** A session of a project that can be shown. */
export interface Traced {
  readonly dir: string;
  readonly session: SessionInfo;
  readonly projectDir: string;
  readonly withContent: boolean;
}

/** The session that was asked for, the newest without a name. */
export function tracedSession(
  cwd: string,
  wanted: string | undefined,
  withContent: boolean,
): Traced {
  const projectDir = projectDirOf(cwd);
  const dir = sessionsDir(homedir(), projectDir);
  const all = listSessions(dir);
  const [newest] = all;
  if (wanted === undefined && !newest)
    throw new UsageError('there are no sessions in this project yet');
  const session = wanted === undefined ? newest : findSession(all, wanted);
  if (typeof session === 'string') throw new UsageError(session);
  return { dir, session: session as SessionInfo, projectDir, withContent };
}

/** Reads the log, the conversation and the settings, as they are now. */
export function readTrace(
  traced: Traced,
  records: readonly Logged[] = readRecords(),
  contents: ReadonlyMap<string, Content> = readContents(traced, records),
): Trace {
  const { session, projectDir, withContent } = traced;
  const home = homedir();
  const redact = makeRedactor(process.env);
  const title = session.name || (withContent ? session.about : '');
  return buildTrace({
    session: session.id,
    title: title === '' ? undefined : redact(title),
    project: projectDir,
    home,
    records,
    ...(withContent ? { contents } : {}),
    started: startedIn(contents),
    hooks: listHooks(openSettings({ projectDir, home }), whereOf({ projectDir })),
    rowText: permissionRow,
    redact,
  });
}

/** All records of the log. `onProblem` hears of what cannot be read. */
export function readRecords(onProblem: (problem: string) => void = () => {}): readonly Logged[] {
  const records: Logged[] = [];
  let damaged = 0;
  for (const { text } of streamLines(defaultLogDir(), onProblem)) {
    const read = text === undefined ? undefined : readLine(text);
    if (read === undefined) damaged += 1;
    else if (!('is' in read && read.is === 'other')) records.push(read);
  }
  const lines = damaged === 1 ? '1 line' : `${damaged} lines`;
  if (damaged > 0) onProblem(`${lines} of the log could not be read and may be missing here`);
  return records;
}

/** The conversations of a session, as they were. */
export const readContents = (
  traced: Traced,
  records: readonly Logged[],
): ReadonlyMap<string, Content> =>
  new Map(
    transcriptsOf(traced, records).map(([agent, path]) => [
      agent,
      contentOf(readTranscript(path).changes),
    ]),
  );

/** The transcripts of a session by their agents, '' for the main one. */
export function transcriptsOf(
  { dir, session: { id, file } }: Traced,
  records: readonly Logged[],
): readonly (readonly [agent: string, file: string])[] {
  const agents = new Set(
    records.flatMap(({ session, agent }) => (session === id ? (agent ?? []) : [])),
  );
  const files = [...agents]
    // Ids come from a file: only what looks like ours becomes a path.
    .filter((agent) => /^agent-[\w-]+$/.test(agent))
    .map((agent) => [agent, agentFile(dir, id, agent)] as const)
    .filter(([, path]) => existsSync(path));
  return [['', file], ...files];
}

/** The calls that started subagents. */
function startedIn(contents: ReadonlyMap<string, Content>): ReadonlyMap<string, Started> {
  const started = new Map<string, Started>();
  for (const [lane, { calls }] of contents)
    for (const { id, agent, parameters } of calls.values()) {
      const { subagent_type: kind, description: task } = parameters;
      if (agent === undefined) continue;
      started.set(agent, {
        call: callId({ ...(lane === '' ? {} : { agent: lane }), call: id }),
        ...(typeof kind === 'string' ? { kind } : {}),
        ...(typeof task === 'string' ? { task } : {}),
      });
    }
  return started;
}
