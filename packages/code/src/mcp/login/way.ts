import type { LoginWay } from '@wavehooks/agent-sdk';
import { browserHere, openPage } from './browser.ts';
import { openLoopback } from './loopback.ts';

export interface Asking {
  readonly say: (text: string) => void;
  /** What the user types or pastes, line by line; absent where nobody can. */
  readonly lines?: ((signal: AbortSignal) => AsyncIterable<string>) | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a browser may be opened. */
  readonly opens: boolean;
}

/** Brings the user to a login page and back: by their browser, or by an address they copy. */
export const browserWay = ({ say, lines, env, opens }: Asking): LoginWay => ({
  open: async (before, port) => {
    const known = before === undefined ? undefined : Number(new URL(before).port);
    const loopback = await openLoopback(port ?? known);
    return {
      redirectUrl: loopback.redirectUrl,
      close: loopback.close,
      authorize: async ({ server, url, signal }) => {
        const browser = opens ? browserHere(env) : undefined;
        say(pageText(server, url, browser !== undefined, lines !== undefined));
        if (browser !== undefined) openPage(browser, url);
        const state = new URL(url).searchParams.get('state') ?? '';
        const done = new AbortController();
        const either = AbortSignal.any([signal, done.signal]);
        const ways = [loopback.came(state), ...(lines ? [pasted(lines(either))] : [])];
        try {
          return await Promise.race(ways);
        } finally {
          done.abort();
        }
      },
    };
  },
});

const pageText = (server: string, url: string, opened: boolean, pastes: boolean): string =>
  [
    `To log in to "${server}", ${opened ? 'use the page that opens in your browser' : 'open this page in a browser'}:`,
    '',
    `  ${url}`,
    '',
    'If the browser is on another machine, it ends at an address that does not load.',
    pastes
      ? 'Copy that address from the browser and paste it here.'
      : `Then log in with "wave mcp login ${server}", which takes that address.`,
    '',
  ].join('\n');

/** The first line that is an address; whoever closes the input leaves it to the browser. */
function pasted(lines: AsyncIterable<string>): Promise<string> {
  return new Promise((resolve, reject) => {
    // Read on until somebody ends it: only then is the input let go.
    const read = async () => {
      for await (const line of lines) if (URL.canParse(line.trim())) resolve(line.trim());
    };
    read().catch(reject);
  });
}
