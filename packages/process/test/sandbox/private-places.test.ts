import { expect, test } from 'vitest';
import { placesByVariable, privatePlaces } from '../../src/sandbox/private-places.ts';

test('keys that variables put elsewhere', () => {
  const env = { KUBECONFIG: '/a/one:/a/two:near', NETRC: '', GNUPGHOME: '/g', OTHER: '/o' };
  expect(placesByVariable(env, 'linux')).toEqual(['/g', '/a/one', '/a/two']);
});

test.each([
  ['XDG_CONFIG_HOME', '/x/gh', '/home/me/.config/gh'],
  ['XDG_CONFIG_HOME', '/x/chromium', '/home/me/.config/chromium'],
  ['XDG_DATA_HOME', '/x/keyrings', '/home/me/.local/share/keyrings'],
  ['CARGO_HOME', '/x/credentials.toml', '/home/me/.cargo/credentials.toml'],
  ['GRADLE_USER_HOME', '/x/gradle.properties', '/home/me/.gradle/gradle.properties'],
  ['CLAUDE_CONFIG_DIR', '/x/.credentials.json', '/home/me/.claude/.credentials.json'],
  ['CODEX_HOME', '/x/auth.json', '/home/me/.codex/auth.json'],
])('where %s puts a directory, keys in it are hidden: %s', (name, place, usual) => {
  expect(privatePlaces('/home/me', 'linux')).toContain(usual);
  expect(placesByVariable({ [name]: '/x' }, 'linux')).toContain(place);
  // The rest of it is not.
  expect(placesByVariable({ [name]: '/x' }, 'linux')).not.toContain('/x');
  expect(placesByVariable({ [name]: 'relative' }, 'linux')).toEqual([]);
});
