import { userInfo } from 'node:os';
import { join } from 'node:path';
import { aloneIn, fileStore } from './file-store.ts';
import { type KeptLogin, keptLogin, type LoginStore, loginKey } from './kept-login.ts';
import { callKeychain, KEYCHAINS, type Keychain } from './keychain.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Where the logins of a home are kept: the keychain is the user's, another home has a file of its own. */
export function openLoginStore(home: string, env: Env): LoginStore {
  const keychain = KEYCHAINS[process.platform];
  const files = fileStore(home);
  return keychain && home === ownHome() ? keychainStore(keychain, files, home, env) : files;
}

function ownHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    // A user without an entry has no keychain either.
    return undefined;
  }
}

/** The keychain where it works, the file where it does not. What is in the keychain is not in the file. */
export function keychainStore(
  keychain: Keychain,
  files: LoginStore,
  home: string,
  env: Env,
): LoginStore {
  const call = (asked: ReturnType<Keychain['read']>) => callKeychain(keychain, asked, env);
  const read = async (server: URL): Promise<KeptLogin | undefined> => {
    const text = await call(keychain.read(loginKey(server)));
    return text === undefined ? undefined : parsed(text);
  };
  return {
    read: async (server) => (await read(server)) ?? files.read(server),
    write: async (server, kept) => {
      if (kept === undefined) {
        await call(keychain.remove(loginKey(server)));
        return files.write(server, undefined);
      }
      const text = JSON.stringify(kept);
      await call(keychain.write(loginKey(server), text));
      // Some cut what is long, some say yes and keep nothing.
      const isKept = JSON.stringify(await read(server)) === JSON.stringify(parsed(text));
      if (!isKept) await call(keychain.remove(loginKey(server)));
      await files.write(server, isKept ? undefined : kept);
    },
    alone: (server, work) => aloneIn(join(home, '.wave'), server, work),
  };
}

function parsed(text: string): KeptLogin | undefined {
  try {
    const read = keptLogin().safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a login is kept. */
export const hasLogin = async (home: string, env: Env, server: URL): Promise<boolean> =>
  (await openLoginStore(home, env).read(server)) !== undefined;

/** Removes what is kept of a login; false where nothing was. */
export async function forgetLogin(home: string, env: Env, server: URL): Promise<boolean> {
  const store = openLoginStore(home, env);
  const had = (await store.read(server)) !== undefined;
  if (had) await store.write(server, undefined);
  return had;
}
