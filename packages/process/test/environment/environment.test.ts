import { expect, test } from 'vitest';
import {
  cleanEnvironment,
  hookEnvironment,
  withoutNpm,
} from '../../src/environment/environment.ts';

test('what npm put around the environment is taken off', () => {
  const env = {
    PATH: '/repo/node_modules/.bin:/node_modules/.bin:/npm/node-gyp-bin:/usr/bin:/mine/node_modules/.bin',
    npm_lifecycle_event: 'start',
    npm_config_editor: 'vi',
    npm_node_execpath: '/n/node',
    INIT_CWD: '/repo',
    NODE: '/n/node',
    COLOR: '1',
    EDITOR: 'vi',
    HOME: '/home/me',
  };
  expect(withoutNpm(env)).toEqual({ PATH: '/usr/bin:/mine/node_modules/.bin', HOME: '/home/me' });
});

test('outside of npm nothing is taken off', () => {
  const env = { PATH: '/a/node_modules/.bin:/usr/bin', NODE: 'x', EDITOR: 'vi', INIT_CWD: 'mine' };
  expect(withoutNpm(env)).toBe(env);
});

test('the project is named for Wave and for hooks written for Claude Code', () => {
  expect(
    hookEnvironment({ A: '1' }, '/p', { inherit: true, set: { A: '2', WAVE_PROJECT_DIR: 'x' } }),
  ).toEqual({ A: '2', WAVE_PROJECT_DIR: '/p', CLAUDE_PROJECT_DIR: '/p', CLAUDECODE: '1' });
});

test("a plugin's hook is told where its plugin is, and no other hook is", () => {
  const agent = { A: '1', CLAUDE_PLUGIN_ROOT: "somebody else's" };
  const spec = { inherit: false, set: { CLAUDE_PLUGIN_ROOT: 'x', CLAUDECODE: '0' } };
  const plugin = { root: '/plugin', data: '/data' };
  expect(hookEnvironment(agent, '/p', spec, plugin)).toEqual({
    WAVE_PROJECT_DIR: '/p',
    CLAUDE_PROJECT_DIR: '/p',
    CLAUDECODE: '1',
    CLAUDE_PLUGIN_ROOT: '/plugin',
    CLAUDE_PLUGIN_DATA: '/data',
  });
  expect(hookEnvironment(agent, '/p')).toEqual({
    A: '1',
    WAVE_PROJECT_DIR: '/p',
    CLAUDE_PROJECT_DIR: '/p',
    CLAUDECODE: '1',
  });
  const other = { root: '/other', data: '/data' };
  expect(hookEnvironment(agent, '/p', spec, other)['CLAUDE_PLUGIN_ROOT']).toBe('/other');
});

test('a program of somebody else is not told that it runs under Claude Code', () => {
  expect(cleanEnvironment({ PATH: '/bin', CLAUDECODE: '1', KEY: 'x' }, '/p')).toEqual({
    PATH: '/bin',
    WAVE_PROJECT_DIR: '/p',
    CLAUDE_PROJECT_DIR: '/p',
  });
});
