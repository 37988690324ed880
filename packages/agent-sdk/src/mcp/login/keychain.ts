import { spawn } from 'node:child_process';

type Env = Readonly<Record<string, string | undefined>>;

/** A program that keeps secrets for the user, and how it is called. Secrets never stand among its arguments. */
export interface Keychain {
  readonly program: string;
  read(account: string): Call;
  write(account: string, secret: string): Call;
  remove(account: string): Call;
}

interface Call {
  readonly args: readonly string[];
  readonly input?: string;
}

const SERVICE = 'wave-mcp';

/** THE TABLE of keychains, by platform. */
export const KEYCHAINS: Partial<Record<NodeJS.Platform, Keychain>> = {
  darwin: {
    program: 'security',
    read: (account) => ({ args: ['find-generic-password', '-s', SERVICE, '-a', account, '-w'] }),
    // Read as commands, so that no other process sees the secret in a list of processes.
    write: (account, secret) => ({
      args: ['-i'],
      input: `add-generic-password -U -s ${SERVICE} -a ${quoted(account)} -X ${Buffer.from(secret).toString('hex')}\n`,
    }),
    remove: (account) => ({ args: ['delete-generic-password', '-s', SERVICE, '-a', account] }),
  },
  linux: {
    program: 'secret-tool',
    read: (account) => ({ args: ['lookup', 'service', SERVICE, 'account', account] }),
    write: (account, secret) => ({
      args: [
        'store',
        '--label',
        'Wave: login of an MCP server',
        'service',
        SERVICE,
        'account',
        account,
      ],
      input: secret,
    }),
    remove: (account) => ({ args: ['clear', 'service', SERVICE, 'account', account] }),
  },
};

const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;

/** A keychain that is locked may wait for somebody who is not there. */
const TIME_MS = 5_000;

/** What the program printed; undefined where it failed, hangs or is not there. */
export function callKeychain(
  { program }: Pick<Keychain, 'program'>,
  { args, input = '' }: Call,
  env: Env,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), TIME_MS);
    const chunks: Buffer[] = [];
    const end = (text: string | undefined) => {
      clearTimeout(timer);
      resolve(text);
    };
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stdin.on('error', () => {});
    child.once('error', () => end(undefined));
    child.once('close', (code) =>
      end(code === 0 ? Buffer.concat(chunks).toString('utf8').replace(/\n$/, '') : undefined),
    );
    child.stdin.end(input);
  });
}
