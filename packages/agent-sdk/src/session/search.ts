import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { SessionInfo } from './list.ts';
import { readLines } from './read.ts';

/** Where a text was said. */
export interface Hit {
  readonly session: SessionInfo;
  readonly role: 'user' | 'assistant';
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
  for (const session of sessions) {
    // Line by line: a session can be larger than one wants in memory.
    const lines = createInterface({
      input: createReadStream(session.file),
      crlfDelay: Number.POSITIVE_INFINITY,
    });
    for await (const line of lines) {
      if (hits.length >= MOST) return hits;
      hits.push(...hitsIn(line, text, session));
    }
  }
  return hits;
}

function hitsIn(line: string, wanted: string, session: SessionInfo): Hit[] {
  return readLines(Buffer.from(line)).changes.flatMap((change) =>
    change.is !== 'added'
      ? []
      : change.message.blocks.flatMap((block) => {
          if (block.type !== 'text') return [];
          const at = block.content.toLowerCase().indexOf(wanted);
          if (at === -1) return [];
          const start = Math.max(0, at - AROUND);
          const around = block.content.slice(start, at + wanted.length + AROUND);
          return [{ session, role: change.message.role, around: around.replace(/\s+/g, ' ') }];
        }),
  );
}
