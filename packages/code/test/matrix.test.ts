import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire, type WireServer } from '../../agent-sdk/test/wire/server.ts';
import { type Place, place, wave } from './helpers.ts';
import { moreVectors } from './more-vectors.ts';
import { serversOf, settingsOf, type Text, type Vector, vectors } from './vector.ts';

/** Requests and exit code that each decision of each event leads to. */
const ENDS: Record<string, Record<string, { ran: boolean; requests: number; code: number }>> = {
  PreToolUse: {
    none: { ran: true, requests: 2, code: 0 },
    allow: { ran: true, requests: 2, code: 0 },
    ask: { ran: false, requests: 2, code: 0 },
    block: { ran: false, requests: 2, code: 0 },
    halt: { ran: false, requests: 1, code: 2 },
  },
  PostToolUse: {
    none: { ran: true, requests: 2, code: 0 },
    halt: { ran: true, requests: 1, code: 2 },
  },
  UserPromptSubmit: {
    none: { ran: true, requests: 2, code: 0 },
    block: { ran: false, requests: 0, code: 2 },
    halt: { ran: false, requests: 0, code: 2 },
  },
  Stop: {
    none: { ran: true, requests: 2, code: 0 },
    block: { ran: true, requests: 3, code: 3 },
    halt: { ran: true, requests: 2, code: 2 },
  },
};

/** Only cases of a tool that we have, with an input that may be run; what hooks add must fit it. */
const cases = [...vectors, ...moreVectors]
  .filter(({ input }) => (input['tool_name'] ?? 'Bash') === 'Bash')
  .filter(({ expect }) => !('a' in (expect.input ?? {})) && !expect.file)
  // The command of the turn is another one: a rule about it says nothing here.
  .filter(({ hooks }) => hooks.every((hook) => !('if' in hook)))
  // One turn has these moments, whatever else is going on.
  .filter(({ event }) => Object.hasOwn(ENDS, event))
  .filter(({ expect }) => expect.output === undefined && expect.prompt === undefined);

interface Seen {
  readonly lines: Record<string, unknown>[];
  readonly sent: string;
  readonly requests: number;
  readonly ran: boolean;
  readonly code: number | null;
}

/** The same hooks, through a whole turn of `wave -p` against an endpoint on loopback. */
async function turn(vector: Vector, where: Place, server: WireServer): Promise<Seen> {
  const limits = { limits: { stopBlocks: 1 } };
  const settings = settingsOf(vector, where, limits, await serversOf(vector));
  server.script(call('Bash', { command: 'touch ran' }), say('FIRST'), say('SECOND'));
  const { stdout, code } = await wave(
    [
      '-p',
      'hello',
      '--output-format',
      'stream-json',
      '--settings',
      settings,
      '--allowed-tools',
      'Bash',
    ],
    where,
    { env: server.env('anthropic') },
  );
  return {
    lines: stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    sent: JSON.stringify(server.requests.map(({ body }) => body.messages)),
    requests: server.requests.length,
    ran: existsSync(join(where.project, 'ran')),
    code,
  };
}

const partOf = (text: Text) => (typeof text === 'string' ? text.trim() : text.has);
/** A letter alone says nothing about where a text came from. */
const isTelling = (text: Text) => partOf(text).length > 2;
const has = (all: string, part: string) => all.includes(JSON.stringify(part).slice(1, -1));

test('there are about a hundred', () => {
  expect(cases.length).toBeGreaterThanOrEqual(100);
});

describe('the vectors, end to end in wave -p', () => {
  test.each(cases)('$name', async (vector) => {
    const where = place();
    const server = await startWire();
    onTestFinished(() => server.close());
    const seen = await turn(vector, where, server);
    const wanted = vector.expect;
    const end = ENDS[vector.event]?.[wanted.decision];
    const rewritten = wanted.input !== undefined;
    expect({ requests: seen.requests, code: seen.code }).toEqual({
      requests: end?.requests,
      code: end?.code,
    });
    if (!rewritten) expect(seen.ran).toBe(end?.ran);
    else expect(seen.ran).toBe(false);
    expect(server.faults).toEqual([]);
    const notices = JSON.stringify(seen.lines.filter(({ subtype }) => subtype === 'notice'));
    for (const text of wanted.toAgent ?? [])
      expect(has(seen.sent, partOf(text)), `agent: ${partOf(text)}`).toBe(true);
    for (const text of wanted.context ?? [])
      expect(has(seen.sent, partOf(text)), `context: ${partOf(text)}`).toBe(true);
    for (const text of (wanted.toUser ?? []).filter(isTelling)) {
      expect(has(notices, partOf(text)), `user: ${partOf(text)}`).toBe(true);
      expect(has(seen.sent, partOf(text)), `not the agent: ${partOf(text)}`).toBe(false);
    }
    if (wanted.toUserCount) expect(notices).not.toBe('[]');
    if (wanted.erasePrompt) expect(JSON.stringify(seen.lines.slice(1))).not.toContain('"hello"');
  });
});
