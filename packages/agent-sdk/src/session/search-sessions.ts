import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { SessionInfo } from './list-sessions.ts';
import { agentFiles } from './read-messages.ts';
import { readLines } from './transcript/read-lines.ts';

/** Where a text was said. */
export interface Hit {
  readonly session: SessionInfo;
  readonly role: 'user' | 'assistant';
  /** The subagent in whose conversation it was said; its user is the agent that gave it its task. */
  readonly agent?: string;
  /** The text around it, in one line. */
  readonly around: string;
}

const AROUND = 60;
const MOST = 200;

/** Everything that users and agents said with `wanted` in it, whatever the case; the last session first. */
export async function searchSessions(
  sessions: readonly SessionInfo[],
  wanted: string,
): Promise<Hit[]> {
  const hits: Hit[] = [];
  const text = wanted.toLowerCase();
  for (const session of sessions.filter(({ unread }) => unread === undefined))
    for (const { file, ...by } of [{ file: session.file }, ...agentFiles(session.file)])
      for await (const line of linesOf(file)) {
        if (hits.length >= MOST) return hits;
        hits.push(...hitsIn(line, text, { session, ...by }));
      }
  return hits;
}

/** Line by line: a session can be larger than one wants in memory. */
const linesOf = (file: string) =>
  createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });

type Where = Pick<Hit, 'session' | 'agent'>;

function hitsIn(line: string, wanted: string, where: Where): Hit[] {
  return readLines(Buffer.from(line)).changes.flatMap((change) =>
    change.is !== 'added'
      ? []
      : change.message.blocks.flatMap((block) => {
          if (block.type !== 'text') return [];
          const at = block.content.toLowerCase().indexOf(wanted);
          if (at === -1) return [];
          const start = Math.max(0, at - AROUND);
          const around = block.content.slice(start, at + wanted.length + AROUND);
          return [{ ...where, role: change.message.role, around: around.replace(/\s+/g, ' ') }];
        }),
  );
}
