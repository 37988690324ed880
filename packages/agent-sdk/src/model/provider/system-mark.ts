import type { Protocol } from './endpoint.ts';

/** Who marks the end of the system prompt for the provider's cache. `nobody`: nothing is marked. */
export type MarkedBy = 'us' | 'library' | 'nobody';

const MARK = ',"cache_control":{"type":"ephemeral"}';

/**
 * The body of a request with the mark behind its system prompt, as the library would have put it there. The library
 * checks the options of a system prompt with a schema, and the first request would wait until that is loaded and
 * made. Undefined where the library wrote something else than we expect.
 */
export function withSystemMark(
  body: string,
  { protocol, system }: { readonly protocol: Protocol; readonly system: string },
): string | undefined {
  if (protocol !== 'anthropic' || system.trim() === '') return body;
  // A quote inside of a text is escaped, so this is no text of anybody; what it stands in comes before all messages.
  const text = `"system":[{"type":"text","text":${JSON.stringify(system)}`;
  const at = body.indexOf(`${text}}]`);
  if (at < 0) return undefined;
  const end = at + text.length;
  return `${body.slice(0, end)}${MARK}${body.slice(end)}`;
}
