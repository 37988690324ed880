/** What a server may cost. Whatever is beyond is cut or ends the connection, and is told. */
export const MCP_LIMITS = {
  /** Bytes that it may send between two requests of ours: bounds a message as well as a flood. */
  bytes: 32 * 1024 * 1024,
  /** Of what it writes to stderr, the last ones. */
  stderrBytes: 8 * 1024,
  /** Pages of a list, and entries in all of them. */
  pages: 32,
  tools: 256,
  entries: 1_000,
  /** Of a tool's description, and of its schema as JSON. */
  descriptionChars: 4_096,
  schemaChars: 64 * 1024,
  /** What models take as the name of a tool. */
  nameChars: 64,
  /** Starts in a row without a call that worked between them. */
  restarts: 3,
} as const;

/** Waits before the first restart, the second and so on. */
export const BACK_OFF_MS = [0, 1_000, 4_000] as const;

/** How long the first request waits for servers that are still starting. */
export const START_WAIT_MS = 5_000;

/** A server that did not answer a call is asked for a sign of life, and has this long to give it. */
export const PING_MS = 5_000;

/** How many bytes may still come. */
export interface Allowance {
  /** False when it is used up. */
  spend(bytes: number): boolean;
  /** We asked for something: what comes now may be the answer. */
  renew(): void;
}

export function allowance(bytes: number = MCP_LIMITS.bytes): Allowance {
  let left = bytes;
  return {
    spend: (spent) => {
      left -= spent;
      return left >= 0;
    },
    renew: () => {
      left = bytes;
    },
  };
}

export const FLOOD = `it sent more than ${MCP_LIMITS.bytes / 1024 / 1024} MiB without being asked for anything, so it was ended`;
