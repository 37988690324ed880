import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { redirectTo } from '@wavehooks/agent-sdk';

/** Waits on this machine for a browser that comes back from a login page. */
export interface Loopback {
  readonly redirectUrl: string;
  /** The whole address that it came back to; only one with this state counts. */
  came(state: string): Promise<string>;
  close(): void;
}

/** Listens at a port that is wanted, else at any that is free. Nobody but this machine reaches it. */
export async function openLoopback(wanted: number | undefined): Promise<Loopback> {
  const server = createServer();
  const port = (wanted && (await listen(server, wanted))) || (await listen(server, 0));
  if (port === undefined) throw new Error('no port on 127.0.0.1 is free');
  const redirectUrl = redirectTo(port);
  return {
    redirectUrl,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
    came: (state) =>
      new Promise((resolve) => {
        server.on('request', (request, answer) => {
          const url = URL.parse(request.url ?? '', redirectUrl);
          // Any page in the browser can send a request here; only the login page knows the state.
          const isOurs =
            url?.pathname === new URL(redirectUrl).pathname &&
            url.origin === new URL(redirectUrl).origin &&
            url.searchParams.get('state') === state;
          answer.writeHead(isOurs ? 200 : 404, HEADERS).end(isOurs ? BACK : 'Not found.\n');
          if (isOurs) answer.once('close', () => resolve(url.href));
        });
      }),
  };
}

const HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  connection: 'close',
} as const;

const BACK = 'Wave has what it needs. You can close this page and go back to Wave.\n';

function listen(server: Server, port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const failed = () => resolve(undefined);
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', failed);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
