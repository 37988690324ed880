import { randomBytes } from 'node:crypto';

/**
 * What the strict servers of this process gave out and recognise when it comes back: signatures of thoughts with the
 * answer they came in, encrypted reasoning, signatures of calls. Shared by all servers, since a session may go on
 * at another one.
 */
export interface Issued {
  readonly model: string;
  /** Everything in front of the block, as one text: it must be the same when the block comes back. */
  readonly prefix: string;
  /** The blocks of its answer, as they have to come back. */
  readonly blocks: readonly object[];
}

/** For what has an id on the wire: no two are alike, in whatever file they were made. */
export const newId = (): string => randomBytes(12).toString('hex');

const known = new Map<string, Issued[]>();

export function issue(signature: string, what: Issued): void {
  known.set(signature, [...(known.get(signature) ?? []), what]);
}

export const issuedFor = (signature: string): readonly Issued[] => known.get(signature) ?? [];

/** Blocks as they count for a comparison: where a cache mark stands may change, and so may a field of no meaning. */
export function plainBlock(block: object): object {
  const { cache_control: _, citations: __, ...rest } = block as Record<string, unknown>;
  return rest;
}
