import { readFileSync } from 'node:fs';
import { checkNode } from '@wavehooks/hooks/vocabulary';
import { expect, test, vi } from 'vitest';
import { Agent } from '../../src/open/agent.ts';

const { engines } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { engines: { node: string } };
const says = (version: string) =>
  `@wavehooks/agent-sdk needs Node ${engines.node.replace('>=', '')} or newer; this is Node ${version}`;

test.each(['20.19.5', '22.11.0', '8.0.0'])('no agent is made on Node %s', async (version) => {
  vi.spyOn(process, 'versions', 'get').mockReturnValue({ ...process.versions, node: version });
  await expect(Agent.create({ model: 'practice' })).rejects.toThrow(says(version));
  vi.restoreAllMocks();
});

test.each(['22.12.0', '23.0.0', '24.1.0', '100.0.0'])('Node %s is enough', (version) => {
  expect(() => checkNode('@wavehooks/agent-sdk', version)).not.toThrow();
});
