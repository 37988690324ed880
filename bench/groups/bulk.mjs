import { commands, engines } from '../engine.mjs';
import { eventWith, fired, serialised, spawned } from '../hooked.mjs';

const OUTPUT_BYTES = 10_000_000;
const INPUT_BYTES = 5_000_000;
const PRINT_MUCH = `head -c ${OUTPUT_BYTES} /dev/zero`;

/**
 * What the engine adds to moving many bytes. Apart from the other processes, since starting one
 * takes the longer the more memory its parent has: these would raise the floor of those.
 */
export const bulk = { name: 'bulk', open };

async function open() {
  const { create, close } = await engines();
  const printer = await create(commands('PreToolUse', [PRINT_MUCH]), { outputBytes: 20_000_000 });
  const idle = await create(commands('PreToolUse', ['true']));
  const small = eventWith('ls -la');
  const large = eventWith('x'.repeat(INPUT_BYTES));
  const [output, input, json] = ['10 MB read', '5 MB written', '5 MB made into JSON, written'];
  const cases = [
    spawned(output, [PRINT_MUCH], small),
    fired('a hook that prints 10 MB', printer, small, 1, { floor: output }),
    spawned(input, ['true'], large),
    fired('a hook that ignores 5 MB of input', idle, large, 1, { floor: input }),
    serialised(json, 'true', large),
    fired('the same, JSON in the floor', idle, large, 1, { floor: json }),
  ];
  return { cases, close };
}
