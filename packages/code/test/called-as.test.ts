import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calledAs } from '../src/cli/called-as.ts';
import { place, wave } from './helpers.ts';

/** A project that has Wave as a package of its own. */
function installed() {
  const where = place();
  chmodSync(where.write('project/node_modules/.bin/wave', '#!/bin/sh\n'), 0o755);
  return where;
}

test.each([
  ['', 'npx wave'],
  ['npm/11.0.0 node/v24.0.0 linux x64', 'npx wave'],
  ['pnpm/12.0.0 npm/? node/v24.0.0', 'pnpm exec wave'],
  ['yarn/4.18.1 npm/? node/v24.0.0', 'yarn wave'],
  ['other/1', 'npx wave'],
])('in a project that has it, with "%s": %s', (agent, words) => {
  const { project } = installed();
  const below = join(project, 'src/deep');
  mkdirSync(below, { recursive: true });
  const env = agent === '' ? {} : { npm_config_user_agent: agent };
  expect([calledAs(project, env), calledAs(below, env)]).toEqual([words, words]);
});

test('elsewhere it is a command of its own: npx would fetch another package', () => {
  const env = { npm_config_user_agent: 'npm/11.0.0' };
  expect(calledAs(place().project, env)).toBe('wave');
});

test('what comes next is said so that it can be typed', async () => {
  const env = { npm_config_user_agent: 'pnpm/12.0.0' };
  const args = ['hooks', 'init', 'g', '--event', 'PreToolUse', '--language', 'bash'];
  const [own, elsewhere] = [installed(), place()];
  const { stdout } = await wave(args, own, { env });
  expect(stdout).toMatch(
    /\n {2}pnpm exec wave hooks test hooks\/g.scenario.json\n {2}pnpm exec wave hooks approve /,
  );
  expect((await wave(args, elsewhere, { env })).stdout).toContain('\n  wave hooks test hooks/g');
  const refused = await wave(['-p', 'x', '--model', 'practice'], own, { env });
  expect(refused.stderr).toContain('\n  pnpm exec wave hooks approve  ');
});
