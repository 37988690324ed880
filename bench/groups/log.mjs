import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLog } from '../../packages/settings/dist/log/write.js';
import { timedEachSync } from '../measure.mjs';
import { tempDir } from '../temp.mjs';

const RECORDS = 200;

/** What a record of the log costs beyond the line that is appended: its place in the chain, and the noted end. */
export const log = { name: 'log', open };

async function open() {
  const { dir, remove } = await tempDir();
  const plain = join(dir, 'plain.jsonl');
  const written = openLog({ dir: join(dir, 'logs'), redact: (value) => value });
  const floor = 'a line, appended without a chain';
  const cases = [
    {
      name: floor,
      unit: 'µs',
      run: () => timedEachSync(RECORDS, () => appendFileSync(plain, `${JSON.stringify(RECORD)}\n`)),
    },
    {
      name: 'a record of the log, in its chain',
      unit: 'µs',
      floor,
      limit: { over: 20 },
      run: () => {
        const each = timedEachSync(RECORDS, () => written.write(RECORD));
        if (written.problem !== undefined) throw new Error(written.problem);
        return each;
      },
    },
  ];
  return { cases, close: remove };
}

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
