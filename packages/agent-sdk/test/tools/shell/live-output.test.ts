import { expect, test } from 'vitest';
import { until } from '../../../../../test/until.ts';
import type { AgentEvent } from '../../../src/conversation/agent-event.ts';
import { tailText } from '../../../src/tools/shell/live-output.ts';
import { openAgent } from '../../open-agent.ts';
import { call, say } from '../../wire/reply.ts';

type Told = Extract<AgentEvent, { is: 'output' }>;

async function listening() {
  const open = await openAgent();
  const told: Told[] = [];
  open.agent.subscribe((event) => {
    if (event.is === 'output') told.push(event);
  });
  return { ...open, told };
}

test('what a command prints is told while it runs, by its call, and is in no message', async () => {
  const { agent, server, told } = await listening();
  const command = 'echo one; sleep 0.4; echo two >&2; sleep 0.4; echo three';
  server.script(call('Bash', { command }, 'the-call'), say('Done.'));
  await agent.sendMessage('go');
  expect(told.map(({ call: id, output }) => [id, output.tail, output.bytes])).toEqual([
    ['the-call', 'one\n', 4],
    ['the-call', 'one\ntwo\n', 8],
  ]);
  const [first, second] = told.map(({ output }) => output.ms);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(200);
  expect(JSON.stringify(agent.messages)).not.toContain('"output"');
});

test('10,000 lines a second: ten events a second at the most, each bounded', async () => {
  const { agent, server, told } = await listening();
  const flood = `node -e 'let n=0; const t=setInterval(()=>{let s="";for(let i=0;i<500;i++)s+="line "+(++n)+"\\n";process.stdout.write(s);if(n>=20000){clearInterval(t)}},50)'`;
  server.script(call('Bash', { command: flood }), say('Done.'));
  const began = performance.now();
  await agent.sendMessage('go');
  expect(told.length).toBeGreaterThan(3);
  expect(told.length).toBeLessThanOrEqual((performance.now() - began) / 100);
  for (const { output } of told) expect(output.tail.length).toBeLessThanOrEqual(8 * 1024);
  expect(told.at(-1)?.output.tail).toMatch(/^line \d+\n(?:line \d+\n)+$/);
});

test('a command in the background is told of with its id until it ends', async () => {
  const { agent, server, told } = await listening();
  const input = { command: 'echo up; sleep 0.5; echo over', run_in_background: true };
  server.script(call('Bash', input, 'bg'), say('Started.'));
  await agent.sendMessage('go');
  await until(() => told.some(({ output }) => output.ended === true));
  const shell = { id: 'bash_1', command: input.command };
  expect(told.every(({ call: id, output }) => id === 'bg' && output.shell?.id === 'bash_1')).toBe(
    true,
  );
  expect(told.some(({ output }) => output.tail === 'up\n')).toBe(true);
  expect(told.at(-1)?.output).toMatchObject({ tail: 'up\nover\n', bytes: 8, shell, ended: true });
});

test.each([
  ['colours and a window title', '\u001b[31mred\u001b[0m\u001b]0;title\u0007!\n', false, 'red!\n'],
  ['a line that is written over', 'a\r\n10 %\r20 %\r', false, 'a\n20 %'],
  ['half a sequence at the end', 'done\u001b[3', false, 'done'],
  ['half a line at the beginning', '1mhalf\nwhole\n', true, 'whole\n'],
  ['a clear screen', '\u001b[2J\u001b[Hhome\u0007', false, 'home\\u0007'],
])('%s', (_, text, isCut, tail) => {
  expect(tailText(Buffer.from(text), isCut)).toBe(tail);
});

test('a character that is torn at either end is left out', () => {
  const bytes = Buffer.from('日本語');
  expect(tailText(bytes.subarray(1, 8), false)).toBe('本');
});
