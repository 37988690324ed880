import { Agent, createServer, request } from 'node:http';
import { engines, fire } from '../engine.mjs';
import { eventWith } from '../hooked.mjs';
import { timedMiddle } from '../measure.mjs';

const CALLS = 50;

/** What a web hook costs on top of the request itself, on a connection that is open. */
export const http = { name: 'http', open };

async function open() {
  const server = createServer((asked, answer) => {
    asked.resume().on('end', () => answer.end('{}'));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const agent = new Agent({ keepAlive: true });
  const { create, close } = await engines();
  const hooks = { PreToolUse: [{ hooks: [{ type: 'http', url }] }] };
  const engine = await create(hooks, {}, false, { allowedHttpHookUrls: [url] });
  const event = eventWith('ls -la');
  const floor = 'a bare request';
  const cases = [
    each(floor, () => post(url, agent, JSON.stringify(event))),
    each('an http hook', () => fire(engine, event, 1), { floor, limit: { over: 1 } }),
  ];
  const closeAll = async () => {
    agent.destroy();
    await close();
    server.close();
    server.closeAllConnections();
  };
  return { cases, close: closeAll };
}

const each = (name, work, more = {}) => ({
  name,
  unit: 'ms',
  run: () => timedMiddle(CALLS, work),
  ...more,
});

/** The floor: the same body to the same server, with nothing around it. */
const post = (url, agent, body) =>
  new Promise((done, failed) => {
    const sent = request(url, { method: 'POST', agent }, (answer) => {
      answer.resume().on('end', done);
    });
    sent.on('error', failed).end(body);
  });
