// A process of its own that logs runs: writer.ts DIR NAME COUNT.
import { createEngine } from '@wavehooks/hooks';
import { openLog } from '../../src/log.ts';

const [dir = '', name = '', count = '0'] = process.argv.slice(2);
const log = openLog({ dir, maxBytes: 20_000, keep: 100 });
for (let at = 0; at < Number(count); at++) {
  const engine = await createEngine({
    hooks: { Stop: [{ hooks: [{ type: 'function', name: `${name}-${at}`, run: () => ({}) }] }] },
    observe: log.observe,
  });
  await engine.fire({ hook_event_name: 'Stop' });
}
if (log.problem) throw new Error(log.problem);
