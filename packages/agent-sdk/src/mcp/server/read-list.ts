import * as z from 'zod';
import { MCP_LIMITS } from '../config/mcp-limits.ts';
import type { AnyList, Connection, NeedsLogin } from '../connection/connection-types.ts';

/** What a server offers, entry by entry: an odd one costs itself only. */
const ENTRIES = {
  tools: z.looseObject({
    name: z.string().min(1),
    description: z.string().optional().catch(undefined),
    inputSchema: z.unknown(),
    outputSchema: z.unknown().optional(),
    execution: z.looseObject({ taskSupport: z.unknown() }).optional().catch(undefined),
    annotations: z.looseObject({ readOnlyHint: z.boolean().optional().catch(undefined) }).catch({}),
  }),
  resources: z.looseObject({
    uri: z.string().min(1),
    name: z.string().catch(''),
    description: z.string().optional().catch(undefined),
    mimeType: z.string().optional().catch(undefined),
  }),
  templates: z.looseObject({
    uriTemplate: z.string().min(1),
    name: z.string().catch(''),
    description: z.string().optional().catch(undefined),
    mimeType: z.string().optional().catch(undefined),
  }),
  prompts: z.looseObject({
    name: z.string().min(1),
    description: z.string().optional().catch(undefined),
    arguments: z
      .array(
        z.looseObject({
          name: z.string(),
          description: z.string().optional(),
          required: z.boolean().optional(),
        }),
      )
      .optional()
      .catch(undefined),
  }),
} as const;

export type EntryOf<L extends AnyList> = z.infer<(typeof ENTRIES)[L]>;

export type Listed<L extends AnyList> =
  | { readonly entries: readonly EntryOf<L>[]; readonly faults: readonly string[] }
  | { readonly failed: string };

/** A list of tools that could be read. */
export type ToolList = Extract<Listed<'tools'>, { entries: unknown }>;

/** How many entries of a list are taken. */
const MOST: Record<AnyList, number> = {
  tools: MCP_LIMITS.tools,
  resources: MCP_LIMITS.entries,
  templates: MCP_LIMITS.entries,
  prompts: MCP_LIMITS.entries,
};

/** All pages of a list, within bounds. */
export async function readList<L extends AnyList>(
  connection: Connection,
  list: L,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Listed<L> | NeedsLogin> {
  if (!connection.has[WITH[list]]) return { entries: [], faults: [] };
  const raw: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MCP_LIMITS.pages; page++) {
    const reply = await connection.request({
      method: METHOD[list],
      params: cursor === undefined ? {} : { cursor },
      schema: pageOf(list),
      timeoutMs,
      signal,
    });
    if (!reply.ok && reply.is === 'login') return reply;
    if (!reply.ok) return { failed: `its ${list} could not be listed: ${reply.text}` };
    raw.push(...reply.value.entries);
    cursor = reply.value.next;
    if (cursor === undefined || raw.length > MOST[list]) break;
  }
  return sorted(list, raw, cursor !== undefined);
}

/** What a server must have for a list, how it is asked for, and where it stands in the answer. */
const WITH = {
  tools: 'tools',
  resources: 'resources',
  templates: 'resources',
  prompts: 'prompts',
} as const;
const METHOD: Record<AnyList, string> = {
  tools: 'tools/list',
  resources: 'resources/list',
  templates: 'resources/templates/list',
  prompts: 'prompts/list',
};
const FIELD: Record<AnyList, string> = {
  tools: 'tools',
  resources: 'resources',
  templates: 'resourceTemplates',
  prompts: 'prompts',
};

const pageOf = (list: AnyList) =>
  z
    .looseObject({ [FIELD[list]]: z.array(z.unknown()), nextCursor: z.string().nullish() })
    .transform((page) => ({
      entries: page[FIELD[list]] as unknown[],
      next: (page['nextCursor'] as string | null | undefined) || undefined,
    }));

function sorted<L extends AnyList>(list: L, raw: readonly unknown[], more: boolean): Listed<L> {
  const most = MOST[list];
  const parsed = raw.slice(0, most).map((one) => ENTRIES[list].safeParse(one));
  const odd = parsed.filter(({ success }) => !success).length;
  const entries = parsed.flatMap((one) => (one.success ? [one.data as EntryOf<L>] : []));
  return {
    entries,
    faults: [
      ...(odd > 0 ? [`${odd} of its ${list} are none (no name, or no object), and left out`] : []),
      ...beyondOf(list, raw.length, more),
    ],
  };
}

function beyondOf(list: AnyList, count: number, more: boolean): string[] {
  if (count > MOST[list])
    return [`it has more than ${MOST[list]} ${list}; those beyond are left out`];
  if (!more) return [];
  const pages = `its list of ${list} does not end after ${MCP_LIMITS.pages} pages`;
  return [`${pages}; those beyond are left out`];
}
