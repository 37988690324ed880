// PreToolUse on mcp__.*: reading is free, writing asks, deleting is refused.
import { ask, defineHook, deny } from '@wavehooks/hook-kit';

// A word of the name, at its start or behind another one: get_and_delete, getAndDelete.
const word = (verbs) =>
  new RegExp(`(?:^|[_-])(?:${verbs})|(?:${verbs.replace(/\b[a-z]/g, (c) => c.toUpperCase())})`);
const DELETES = word('delete|remove|drop|purge|destroy');
const WRITES = word(
  'create|update|write|add|set|put|insert|edit|move|rename|send|merge|push|close',
);

export const hook = defineHook(
  'PreToolUse',
  ({ tool_name }) => {
    const [, server, tool = ''] = /^mcp__(.+?)__(.+)$/.exec(tool_name) ?? [];
    if (DELETES.test(tool)) return deny(`${tool} on ${server} deletes something: do it by hand.`);
    if (WRITES.test(tool)) return ask(`${tool} changes something on ${server}.`);
  },
  { failClosed: true },
);
