import { closeSync, openSync } from 'node:fs';
import { readChanges } from '@wavehooks/agent-sdk';
import { defaultLogDir } from '@wavehooks/settings/log';
import { type Position, readAppended } from '../log/appended.ts';
import { followLog } from '../log/follow-log.ts';
import { type Content, type GrowingContent, growingContent } from './build/content.ts';
import type { Logged } from './build/logged.ts';
import type { Trace } from './build/trace.ts';
import { recordIn } from './read-records.ts';
import { readTrace, type Traced, transcriptsOf } from './read-session.ts';

/** The trace of a session as it grows: each look reads only what was appended to the log and the transcripts. */
export function followSession(traced: Traced, onProblem: (problem: string) => void): () => Trace {
  const news = followLog(defaultLogDir(), onProblem);
  const transcripts = new Map<string, Followed>();
  let records: Logged[] = [];
  return () => {
    const { lines, anew } = news();
    const fresh = lines.map(recordIn).filter((record) => record !== undefined);
    if (anew) records = [];
    for (const record of fresh) if (isKept(record, traced)) records.push(record);
    return readTrace(traced, records, contentsOf(traced, records, transcripts));
  };
}

/** Runs on erased prompts name no session: whose they are shows later. */
const isKept = (record: Logged, { session }: Traced): boolean =>
  record.session === session.id || (!('is' in record) && record.erased === true);

interface Followed {
  readonly growing: GrowingContent;
  readonly position: Position;
}

function contentsOf(
  traced: Traced,
  records: readonly Logged[],
  known: Map<string, Followed>,
): ReadonlyMap<string, Content> {
  const contents = new Map<string, Content>();
  for (const [agent, file] of transcriptsOf(traced, records)) {
    const followed = grown(file, known.get(file));
    if (followed) known.set(file, followed);
    contents.set(agent, followed?.growing.content ?? growingContent().content);
  }
  return contents;
}

function grown(file: string, before: Followed | undefined): Followed | undefined {
  const fd = opened(file);
  if (fd === undefined) return undefined;
  try {
    const { bytes, position, anew } = readAppended(fd, before?.position);
    const growing = before && !anew ? before.growing : growingContent();
    growing.add(readChanges(bytes).changes);
    return { growing, position };
  } finally {
    closeSync(fd);
  }
}

function opened(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
