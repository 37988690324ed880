/** Asks the user to log in, and resolves to the address that the browser was sent back to. */
export type McpLogin = (asked: {
  /** The server's name in the settings. */
  readonly server: string;
  /** The page to log in at. It is for a browser. */
  readonly url: string;
  readonly signal: AbortSignal;
}) => Promise<string>;

/** How a user is brought to a login page and back. */
export interface LoginWay {
  /** `before`: what an earlier login of this server was sent back to; `port`: what the settings want. */
  open(before: string | undefined, port: number | undefined): Promise<OpenWay>;
}

export interface OpenWay {
  readonly redirectUrl: string;
  readonly authorize: McpLogin;
  close(): void;
}

/** For programs that see to all of it themselves. Nobody needs to listen at this address. */
export const wayOf = (login: McpLogin): LoginWay => ({
  open: async (before, port = DEFAULT_PORT) => ({
    redirectUrl: before ?? redirectTo(port),
    authorize: login,
    close: () => {},
  }),
});

const DEFAULT_PORT = 41_420;

export const redirectTo = (port: number): string => `http://127.0.0.1:${port}/callback`;
