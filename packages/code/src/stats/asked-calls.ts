import { existsSync } from 'node:fs';
import { agentFile, readTranscript, rowAsks, sessionFile, sessionsDir } from '@wavehooks/agent-sdk';
import type { DecisionRecord } from '@wavehooks/settings/log';
import { contentOf } from '../trace/build/content.ts';
import type { Logged } from '../trace/build/logged.ts';
import type { AskedCall } from './proposals.ts';

/** So many questions are looked at, the newest. */
const MOST_ASKED = 5_000;

/** Questions that an allow rule could have saved. */
export interface Asked {
  /** The newest. */
  readonly kept: DecisionRecord[];
  /** How many there were. */
  all: number;
}

/** Passes records on, and keeps such questions of them. */
export function* keepingAsked(records: Iterable<Logged>, asked: Asked): Generator<Logged> {
  const { kept } = asked;
  for (const record of records) {
    if ('is' in record && record.is === 'decision' && isAsked(record)) {
      asked.all += 1;
      kept.push(record);
      if (kept.length >= 2 * MOST_ASKED) kept.splice(0, kept.length - MOST_ASKED);
    }
    yield record;
  }
  kept.splice(0, Math.max(0, kept.length - MOST_ASKED));
}

const isAsked = ({ by, row }: DecisionRecord): boolean =>
  by.is === 'person' && rowAsks(row) === 'user';

export interface ReadCalls {
  readonly calls: readonly AskedCall[];
  /** Questions whose calls are not kept. */
  readonly unread: number;
}

/** The calls that questions were about, from the transcripts of their sessions, each once. */
export function readCalls(
  asked: readonly DecisionRecord[],
  projectOf: (session: string) => string | undefined,
  home: string,
): ReadCalls {
  const calls = new Map<string, AskedCall>();
  let unread = 0;
  const byFile = Map.groupBy(asked, (one) => fileOf(one, projectOf, home));
  for (const [file, questions] of byFile) {
    const blocks = file === undefined ? undefined : blocksIn(file);
    for (const { call, tool, answer, session = '' } of questions) {
      const input = blocks?.get(call)?.parameters;
      const project = projectOf(session);
      if (input === undefined || project === undefined) {
        unread += 1;
        continue;
      }
      const key = JSON.stringify([project, tool, input, answer]);
      const times = (calls.get(key)?.times ?? 0) + 1;
      calls.set(key, { project, tool, input, answer, times });
    }
  }
  return { calls: [...calls.values()], unread };
}

/** Ids come from a file: only what looks like ours becomes a path. */
function fileOf(
  { session = '', agent }: DecisionRecord,
  projectOf: (session: string) => string | undefined,
  home: string,
): string | undefined {
  const project = projectOf(session);
  if (project === undefined || !/^[\w-]+$/.test(session)) return undefined;
  const dir = sessionsDir(home, project);
  if (agent === undefined) return sessionFile(dir, session);
  return /^agent-[\w-]+$/.test(agent) ? agentFile(dir, session, agent) : undefined;
}

function blocksIn(file: string) {
  try {
    return existsSync(file) ? contentOf(readTranscript(file).changes).calls : undefined;
  } catch {
    // Its questions count as those that cannot be looked at.
    return undefined;
  }
}
