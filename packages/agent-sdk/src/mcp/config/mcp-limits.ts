/** What a server may cost. Whatever is beyond is cut or ends the connection, and Wave reports it. */
export const MCP_LIMITS = {
  /** Bytes that it may send between two requests of ours: bounds a message as well as a flood. */
  bytes: 32 * 1024 * 1024,
  /** Lines in the same time: short ones cost more than their bytes. */
  lines: 40_000,
  /** Of what it writes to stderr, the last ones. */
  stderrBytes: 2 * 1024,
  /** Pages of a list, and entries in all of them. */
  pages: 32,
  tools: 256,
  entries: 1_000,
  /** Of a tool's description, and of its schema as JSON. */
  descriptionChars: 4_096,
  schemaChars: 64 * 1024,
  schemaDepth: 200,
  /** Of what a server wants the model to know, and how many servers may say something. */
  instructionChars: 2_048,
  speakers: 16,
  /** Resources that Wave hears changes of, a server. */
  subscriptions: 50,
  /** What models take as the name of a tool. */
  nameChars: 64,
  /** Starts in a row without a call that worked between them. */
  restarts: 3,
} as const;

/** Waits before the first restart, the second and so on. */
export const BACK_OFF_MS = [0, 1_000, 4_000] as const;

/** How long the first request waits for servers that are still starting. */
export const START_WAIT_MS = 5_000;

/** A list of tools that changes often is read again at most this often. */
export const REFRESH_PAUSE_MS = 250;

/** How long each request waits for a list that is being read again. */
export const REFRESH_WAIT_MS = 1_000;

/** A server that did not answer a call is asked for a sign of life, and has this long to give it. */
export const PING_MS = 5_000;

/** How much may still come. */
export interface Allowance {
  /** False when it is used up. */
  spend(bytes: number, lines: number): boolean;
  /** We asked for something: what comes now may be the answer. */
  renew(): void;
}

export function allowance(): Allowance {
  let bytes = 0;
  let lines = 0;
  return {
    spend: (moreBytes, moreLines) => {
      bytes += moreBytes;
      lines += moreLines;
      return bytes <= MCP_LIMITS.bytes && lines <= MCP_LIMITS.lines;
    },
    renew: () => {
      bytes = 0;
      lines = 0;
    },
  };
}

export const FLOOD = `it sent more than ${MCP_LIMITS.bytes / 1024 / 1024} MiB or ${MCP_LIMITS.lines} lines for one request, so it was ended`;
