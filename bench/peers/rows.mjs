/** What can be asked for by name, apart from what it takes to do it: every measurement loads these. */
export const PEER_NAMES = ['claude-code', 'codex', 'gemini-cli', 'qwen-code', 'copilot-cli'];
export const PLAY_NAMES = ['calls', 'hooks1', 'hooks10', 'sleeps', 'answer', 'resume', 'screen'];

/** THE TABLE of what is compared: a row each, with what stands beside it in the same run. */
export const ROWS = [
  { key: 'start', title: 'cold start to the first request', unit: 'ms', floor: 'start' },
  { key: 'first', title: 'the first call of a session', unit: 'ms', floor: 'start' },
  { key: 'call', title: 'a later call, without hooks', unit: 'ms', floor: 'start' },
  { key: 'hooks1', title: 'a later call with 1 hook', unit: 'ms', floor: 'start' },
  { key: 'hooks10', title: 'a later call with 10 hooks', unit: 'ms', floor: 'start' },
  { key: 'hundred', title: '100 calls, one after the other', unit: 'ms', floor: 'start' },
  { key: 'sleeps', title: '30 calls of `sleep 0.1` in one answer', unit: 'ms', floor: 'start' },
  { key: 'cpu', title: 'an answer of 20,000 pieces, processor time', unit: 'ms', floor: 'cpu' },
  { key: 'memory', title: 'an answer of 20,000 pieces, memory', unit: 'MB', floor: 'memory' },
  { key: 'resume', title: 'resuming a session of 500 calls', unit: 'ms', floor: 'start' },
  { key: 'frame', title: 'the first text on the screen', unit: 'ms', floor: 'terminal' },
  { key: 'typed', title: 'the first typed letters on the screen', unit: 'ms', floor: 'terminal' },
];

/** The middle of each figure by agent, with its ratio to `node -e 0` by the same measure. */
export function rowsOf(samples, floors, names) {
  return ROWS.map((row) => {
    const floor = floors[row.floor];
    const found = names.flatMap((name) => {
      const median = samples[name]?.[row.key];
      return median === undefined ? [] : [[name, { median, ratio: median / floor }]];
    });
    return { ...row, floorIs: floor, figures: Object.fromEntries(found) };
  }).filter(({ figures }) => Object.keys(figures).length > 0);
}
