import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLog } from '../../packages/settings/dist/log/write.js';
import { tempDir } from '../programs.mjs';

const RECORDS = 200;

/** What a record of the log costs beyond the line that is appended: its place in the chain, and the noted end. */
export const log = { name: 'log', open };

async function open() {
  const { dir, remove } = await tempDir();
  const plain = join(dir, 'plain.jsonl');
  const written = openLog({ dir: join(dir, 'logs'), redact: (value) => value });
  const cases = [
    each('a line appended without a chain', () =>
      appendFileSync(plain, `${JSON.stringify(RECORD)}\n`),
    ),
    each('a record of the log, in its chain', () => {
      written.write(RECORD);
      if (written.problem !== undefined) throw new Error(written.problem);
    }),
  ];
  return { cases, close: remove };
}

/** Microseconds of one, on average; nothing of it is awaited. */
const each = (name, work) => ({
  name,
  unit: 'µs',
  run: async () => {
    const began = performance.now();
    for (let record = 0; record < RECORDS; record++) work();
    return ((performance.now() - began) * 1_000) / RECORDS;
  },
});

const TIME = '2026-01-31T12:00:00.000Z';

/** A decision, as most records are. */
const RECORD = {
  is: 'decision',
  time: TIME,
  at: TIME,
  session: '01234567-89ab-cdef-0123-456789abcdef',
  call: 'toolu_0123456789abcdef',
  tool: 'Bash',
  answer: 'yes',
  row: 14,
  by: { is: 'rule', rule: 'Bash(npm test *)', list: 'allow', where: '~/.wave/settings.json:12' },
  content: '0123456789abcdefghijkl',
};
