import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SUBJECT = fileURLToPath(new URL('../subject.mjs', import.meta.url));
/** Megabytes of resident memory that an agent holds. */
const SIZES = [50, 1_000];
const [SMALL] = SIZES;

/**
 * What a hook costs an agent that has grown: Node forks itself to start a process, and a fork copies page tables.
 * The raw spawns are those of a process of 50 MB that has nothing but Node in it.
 */
export const launcher = {
  name: 'launcher',
  open: () => open(['one', 'ten'], ['raw', 'direct', 'launcher']),
};
/** Apart: what they leave in memory would make every agent a larger one, the floor's first of all. */
export const launcherBulk = {
  name: 'launcher-bulk',
  open: () => open(['10 MB out'], ['direct', 'launcher']),
};

const TITLES = { raw: 'raw spawn', direct: 'direct', launcher: 'launcher' };

async function open(works, ways) {
  const [floor] = ways;
  const asked = works.flatMap((work) => ways.map((way) => ({ work, way })));
  const bare = await openAgent(
    SMALL,
    asked.filter(({ way }) => way === 'raw'),
  );
  const agents = new Map();
  for (const size of SIZES)
    agents.set(
      size,
      await openAgent(
        size,
        asked.filter(({ way }) => way !== 'raw'),
      ),
    );
  const cases = asked.flatMap(({ work, way }) => {
    const title = `${TITLES[way]}, ${work}`;
    const sampled = (name, agent) => ({ name, unit: 'ms', run: () => agent.ask({ way, work }) });
    if (way === floor) return [sampled(title, way === 'raw' ? bare : agents.get(SMALL))];
    return SIZES.map((size) => ({
      ...sampled(`${title}, agent of ${size.toLocaleString('en')} MB`, agents.get(size)),
      floor: `${TITLES[floor]}, ${work}`,
      facts: { resident: agents.get(size).rss },
    }));
  });
  const close = async () => {
    for (const agent of [bare, ...agents.values()]) agent.close();
  };
  return { cases, close };
}

/** An agent of so many megabytes; `asked` names the ways and works it will be asked for. */
async function openAgent(megabytes, asked) {
  const child = fork(SUBJECT, [String(megabytes)], { execArgv: [] });
  const ask = (question) =>
    new Promise((resolve, reject) => {
      const ended = (code) => reject(new Error(`the agent of ${megabytes} MB exited ${code}`));
      child.once('exit', ended);
      child.once('message', (answer) => {
        child.off('exit', ended);
        answer?.error ? reject(new Error(answer.error)) : resolve(answer);
      });
      child.send(question);
    });
  const rss = await ask({ prepare: asked });
  return { rss, ask, close: () => child.disconnect() };
}
