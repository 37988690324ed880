// A process of its own that approves one hook: approver.ts OPTIONS LABEL.
import { approve } from '../../src/trust/approve.ts';
import { openSettings } from '../../src/trust/open.ts';

const [options = '{}', wanted = ''] = process.argv.slice(2);
const given = JSON.parse(options);
const items = openSettings(given).items.filter(({ label }) => label === wanted);
await approve(given.home, given.projectDir, items);
