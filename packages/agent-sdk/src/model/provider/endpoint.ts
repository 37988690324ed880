/** How requests and answers look on the wire, whoever the provider is. */
export type Protocol = 'anthropic' | 'responses' | 'chat' | 'gemini' | 'converse';

/** Where a model is and how to speak to it. */
export interface Endpoint {
  /** The provider's name, as in `provider/model`. */
  readonly provider: string;
  /** Which provider of the table that is, where the user gave it another name. */
  readonly type?: string | undefined;
  readonly protocol: Protocol;
  /** The model's name as the provider knows it. */
  readonly model: string;
  /** With the version, e.g. `https://api.anthropic.com/v1`. */
  readonly baseUrl: string;
  readonly key?: string | undefined;
  /** Sent as a bearer token in place of the key; for gateways. */
  readonly token?: string | undefined;
  /** A program that prints the key. */
  readonly keyCommand?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether it is told what to cache, by the user's settings. */
  readonly cache?: boolean | undefined;
  /** Where the model is served, for clouds: a region, a project. */
  readonly region?: string | undefined;
  readonly project?: string | undefined;
  /** Variables or settings to name when the key or the address is wrong. */
  readonly checks: {
    readonly key: string;
    readonly address: string;
    /** For a server on this machine: what to set or to start, to stand behind "Set ". */
    readonly start?: string;
  };
}

export const typeOf = ({ type, provider }: Pick<Endpoint, 'type' | 'provider'>): string =>
  type ?? provider;

/** A server on the user's machine. */
export interface Local {
  /** Where it listens unless somebody changed it. */
  readonly address: string;
  /** A path that only this server has: another program may listen at its address. */
  readonly sign: string;
  /** How many tokens it reads of a request, by its own words. */
  readonly window?: (at: Endpoint, get: GetJson) => Promise<number | undefined>;
}

export type GetJson = (url: string, body?: object) => Promise<unknown>;
