import { engines, fire } from '../engine.mjs';
import { timedEach } from '../measure.mjs';

const HOOKS = 100;
const FIRES = 1_000;

/** What an event costs that no hook wants: the price everybody pays all the time. */
export const match = { name: 'match', open };

async function open() {
  const { create, close } = await engines();
  const none = await create({});
  const hundred = await create({ PreToolUse: Array.from({ length: HOOKS }, hookForAnotherTool) });
  const floor = 'an engine without hooks';
  const cases = [
    fires(floor, none, () => 'Bash'),
    fires('100 hooks, none matches', hundred, () => 'Bash', { floor, limit: { median: 5 } }),
    // The first event of each tool cannot come from the memory of plans.
    fires('100 hooks, a tool not seen before', hundred, unseen(), { floor }),
  ];
  return { cases, close };
}

/** Lists of names and patterns by turns, as settings have them. */
const hookForAnotherTool = (_, n) => ({
  matcher: n % 2 === 0 ? `Edit${n}|Write${n}` : `mcp__server${n}__.*`,
  hooks: [{ type: 'command', command: `: ${n}` }],
});

function fires(name, engine, toolName, more = {}) {
  const once = () => fire(engine, eventFor(toolName()), 0);
  return { name, unit: 'µs', run: () => timedEach(FIRES, once), ...more };
}

const eventFor = (tool_name) => ({
  hook_event_name: 'PreToolUse',
  tool_name,
  tool_input: { command: 'ls -la' },
});

function unseen() {
  let count = 0;
  return () => `Unseen${count++}`;
}
