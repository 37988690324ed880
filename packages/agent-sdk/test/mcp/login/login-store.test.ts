import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileStore, loginsFile } from '../../../src/mcp/login/file-store.ts';
import { KEYCHAINS, type Keychain } from '../../../src/mcp/login/keychain.ts';
import { keychainStore } from '../../../src/mcp/login/login-store.ts';
import { tempDir } from '../../talk.ts';

const A = new URL('https://a.example/mcp');
const B = new URL('https://b.example/mcp');
const KEPT = { issuer: 'https://i.example', tokens: { access_token: 't', client_id: 'c' } };
const LINUX = KEYCHAINS.linux as Keychain;

/** A keychain as `secret-tool` is one, in files of a folder; `how` spoils it. */
function secretTool(how = '') {
  const bin = tempDir();
  const kept = tempDir();
  const script = `#!/bin/sh
echo "$@" >> ${kept}/calls
file=${kept}/$(echo "$@" | sed 's/.*account //; s#[^a-z]#_#g')
case $1 in
  store) ${how || 'cat > "$file"'} ;;
  lookup) cat "$file" 2>/dev/null ;;
  clear) rm -f "$file" ;;
esac
`;
  writeFileSync(join(bin, 'secret-tool'), script);
  chmodSync(join(bin, 'secret-tool'), 0o755);
  return {
    env: { PATH: `${bin}:${process.env['PATH']}` },
    calls: () => readFileSync(`${kept}/calls`, 'utf8'),
  };
}

test('a file for the user alone; each login by its address; a damaged file is left as it is', async () => {
  const home = tempDir();
  const store = fileStore(home);
  expect(await store.read(A)).toBeUndefined();
  await store.write(A, KEPT);
  await store.write(B, KEPT);
  await store.write(A, undefined);
  expect(await store.read(A)).toBeUndefined();
  expect(await store.read(B)).toEqual(KEPT);
  expect(statSync(loginsFile(home)).mode & 0o777).toBe(0o600);
  expect(statSync(join(home, '.wave')).mode & 0o777).toBe(0o700);
  writeFileSync(loginsFile(home), '{"logins": tok-secret');
  await expect(store.read(B)).rejects.toThrow(/is damaged; move it away and log in again$/);
  await expect(store.write(B, KEPT)).rejects.toThrow(/is damaged/);
  expect(readFileSync(loginsFile(home), 'utf8')).toBe('{"logins": tok-secret');
});

test('a keychain keeps it, and no file; the secret is no argument of a program', async () => {
  const home = tempDir();
  const { env, calls } = secretTool();
  const store = keychainStore(LINUX, fileStore(home), home, env);
  await store.write(A, KEPT);
  expect(await store.read(A)).toEqual(KEPT);
  expect(readFileSync(loginsFile(home), 'utf8')).not.toContain('access_token');
  expect(calls()).not.toContain('access_token');
  await store.write(A, undefined);
  expect(await store.read(A)).toBeUndefined();
});

test.each([
  ['that is not there', undefined],
  ['that fails', 'exit 1'],
  ['that cuts what is long', 'head -c 20 > "$file"'],
  ['that says yes and keeps nothing', 'true'],
])('a keychain %s: the file keeps it', async (_, how) => {
  const home = tempDir();
  const empty = tempDir();
  mkdirSync(join(empty, 'bin'));
  const env = how === undefined ? { PATH: join(empty, 'bin') } : secretTool(how).env;
  const store = keychainStore(LINUX, fileStore(home), home, env);
  await store.write(A, KEPT);
  expect(await store.read(A)).toEqual(KEPT);
  expect(await fileStore(home).read(A)).toEqual(KEPT);
});

test('how the keychain of a Mac is called', () => {
  const mac = KEYCHAINS.darwin as Keychain;
  const written = mac.write('https://a.example/"x"', 'secret');
  expect(written.args).toEqual(['-i']);
  expect(written.input).toBe(
    'add-generic-password -U -s wave-mcp -a "https://a.example/\\"x\\"" -X 736563726574\n',
  );
});
