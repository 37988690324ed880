import { combine } from '../../packages/hooks/dist/deciding/combine.js';
import { interpret } from '../../packages/hooks/dist/deciding/interpret.js';
import { parse } from '../../packages/hooks/dist/reading/parse.js';
import { timedEachSync } from '../measure.mjs';

const CALLS = 1_000;
const ANSWER_BYTES = 2_000;
const EVENT = 'PreToolUse';
const TOOL_INPUT = { command: 'ls -la', description: 'list the files' };

/** From what a hook printed to a verdict, without any process. */
export const decide = { name: 'decide', open };

async function open() {
  const text = answer();
  check(verdictOf(text));
  const floor = 'JSON.parse alone';
  const cases = [
    { name: floor, unit: 'µs', run: () => timedEachSync(CALLS, () => JSON.parse(text)) },
    {
      name: 'parse, interpret and combine 2 kB',
      unit: 'µs',
      floor,
      limit: { median: 50 },
      run: () => timedEachSync(CALLS, () => verdictOf(text)),
    },
  ];
  return { cases, close: async () => {} };
}

function verdictOf(stdout) {
  const ending = { outcome: { is: 'exit', code: 0 }, stdout, stderr: '', ms: 1 };
  const signals = parse({ event: EVENT, hook: 'guard', failsClosed: false }, ending);
  const effects = signals.flatMap((signal) => interpret(EVENT, signal));
  return combine(EVENT, TOOL_INPUT, [{ hook: 'guard', phase: 'judge', effects }]);
}

/** An answer that allows, rewrites and gives a reason, padded to its size by the reason. */
function answer() {
  const bare = answerWith('').length;
  return answerWith('The command only reads. '.repeat(100).slice(0, ANSWER_BYTES - bare));
}

const answerWith = (permissionDecisionReason) =>
  JSON.stringify({
    hookSpecificOutput: {
      hookEventName: EVENT,
      permissionDecision: 'allow',
      permissionDecisionReason,
      updatedInput: { command: 'ls -la --color=never', timeout: 10_000 },
    },
  });

function check({ decision, input }) {
  if (decision !== 'allow' || input?.timeout !== 10_000)
    throw new Error(`the answer was not read as it is meant: ${decision}`);
}
