/** What is known of something that was thrown by the library, the network or a stream. */
export interface Facts {
  readonly name: string;
  readonly text: string;
  readonly status?: number | undefined;
  /** What the system calls it, e.g. ENOTFOUND; from wherever in the chain of causes it is. */
  readonly code?: string | undefined;
  readonly waitMs?: number | undefined;
  /** The provider says that another try is of no use (`x-should-retry`, of Anthropic and OpenAI). */
  readonly isFinal?: boolean;
  /** Where the server would send us. */
  readonly location?: string | undefined;
}

/** Reads fields, not classes: the libraries that define these are not loaded for it. */
export function factsOf(thrown: unknown): Facts {
  const chain = causes(thrown);
  const status = httpStatus(chain) ?? numericCode(chain);
  return {
    name: String(field(thrown, 'name') ?? ''),
    text: shorten(textOf(chain)),
    status,
    code: status === undefined ? systemCode(chain) : undefined,
    waitMs: waitOf(chain) ?? waitIn(textOf(chain)),
    isFinal: field(headersIn(chain), 'x-should-retry') === 'false',
    location: locationOf(chain),
  };
}

/** Bounded, because a chain of causes may be a ring. */
function causes(thrown: unknown): unknown[] {
  const chain: unknown[] = [];
  let next: unknown = thrown;
  while (next && chain.length < 8) {
    chain.push(next);
    const errors = field(next, 'errors');
    next = field(next, 'cause') ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return chain;
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/** A stream that broke still has the 200 that it began with: that says nothing. */
function httpStatus(chain: unknown[]): number | undefined {
  const values = chain.flatMap((each) => [field(each, 'statusCode'), field(each, 'status')]);
  return values.find((value): value is number => typeof value === 'number' && value >= 300);
}

/** Some servers put an HTTP status into the code of an error event, or only its type. */
function numericCode(chain: unknown[]): number | undefined {
  const code = Number(field(chain[0], 'code'));
  if (code >= 400 && code < 600) return code;
  return STATUS_OF_TYPE[String(field(chain[0], 'type') ?? '')];
}

const STATUS_OF_TYPE: Readonly<Record<string, number>> = {
  server_error: 500,
  rate_limit_exceeded: 429,
  tokens: 429,
  requests: 429,
  insufficient_quota: 429,
  invalid_request_error: 400,
};

/** Codes of the system and of Node; the library's own words are none. */
function systemCode(chain: unknown[]): string | undefined {
  const codes = chain.map((each) => field(each, 'code'));
  return codes.find((code): code is string => typeof code === 'string' && /^[A-Z_]+$/.test(code));
}

function textOf(chain: unknown[]): string {
  const [thrown] = chain;
  const body = field(thrown, 'responseBody');
  const message = field(thrown, 'message') ?? (typeof thrown === 'string' ? thrown : undefined);
  const type = field(thrown, 'type') ?? field(field(field(thrown, 'data'), 'error'), 'code');
  const text = String(message ?? body ?? 'no reason given');
  return typeof type === 'string' && !text.includes(type) ? `${text}, ${type}` : text;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

/** `retry-after` is a number of seconds or a date; some also send milliseconds. */
function waitOf(chain: unknown[]): number | undefined {
  const headers = headersIn(chain);
  const ms = Number(field(headers, 'retry-after-ms') ?? Number.NaN);
  if (ms >= 0) return ms;
  const after = field(headers, 'retry-after');
  if (typeof after !== 'string') return undefined;
  const seconds = Number(after);
  if (seconds >= 0) return seconds * 1000;
  const until = Date.parse(after) - Date.now();
  return Number.isNaN(until) ? undefined : Math.max(0, until);
}

/** Gemini and OpenAI say it in words: "Please retry in 34.07s", "Please try again in 20ms". */
function waitIn(text: string): number | undefined {
  const [, amount, unit] = /(?:retry|try again) in ([\d.]+) ?(ms|s)\b/i.exec(text) ?? [];
  return amount === undefined ? undefined : Math.ceil(Number(amount) * (unit === 'ms' ? 1 : 1000));
}

function locationOf(chain: unknown[]): string | undefined {
  const location = field(headersIn(chain), 'location');
  return typeof location === 'string' ? shorten(location) : undefined;
}

const headersIn = (chain: unknown[]): unknown =>
  chain.map((each) => field(each, 'responseHeaders')).find(Boolean);
