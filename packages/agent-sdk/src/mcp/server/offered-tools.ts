import * as z from 'zod';
import { headAndTail } from '../../base/text.ts';
import type { Tool } from '../../vocabulary/tool.ts';
import { MCP_LIMITS } from '../config/mcp-limits.ts';
import { toolName } from '../config/server-names.ts';
import type { Tell } from '../config/tell.ts';
import type { CallTool } from './call-tool.ts';
import type { EntryOf } from './read-list.ts';
import type { SchemaReader } from './schema-reader.ts';

export interface Offer {
  /** By their names, so that every request lists them in the same order. */
  readonly tools: readonly Tool[];
  /** What was left out or cut, and why. */
  readonly faults: readonly string[];
}

/** Makes tools of ours of what a server lists. */
export function offerOf(
  server: string,
  listed: readonly EntryOf<'tools'>[],
  reader: SchemaReader,
  call: CallTool,
): Offer {
  const tools = new Map<string, Tool>();
  const faults: string[] = [];
  for (const entry of [...listed].sort(byName)) {
    const name = toolName(server, entry.name);
    const left = (why: string) =>
      faults.push(`its tool "${short(entry.name)}" is left out: ${why}`);
    const schema = reader.check(entry.inputSchema);
    if (tools.has(name)) left(`another one is called ${name} already`);
    else if (!schema.ok) left(schema.why);
    else {
      faults.push(...schema.notes.map((note) => `its tool "${short(entry.name)}": ${note}`));
      tools.set(name, toolOf(server, name, entry, schema.schema, reader, call));
    }
  }
  return { tools: [...tools.values()].sort(byName), faults };
}

const byName = (a: { name: string }, b: { name: string }) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;

const short = (text: string) => (text.length > 80 ? `${text.slice(0, 77)}...` : text);

function toolOf(
  server: string,
  name: string,
  { name: own, description, annotations }: EntryOf<'tools'>,
  inputSchema: Readonly<Record<string, unknown>>,
  reader: SchemaReader,
  call: CallTool,
): Tool {
  const said = description?.trim() || `The tool ${own} of the MCP server ${server}.`;
  return {
    name,
    description: headAndTail(said, MCP_LIMITS.descriptionChars),
    inputSchema,
    input: z.record(z.string(), z.unknown()).superRefine((input, { addIssue }) => {
      const fault = reader.fault(inputSchema, input);
      if (fault !== undefined) addIssue({ code: 'custom', message: `what fits (${fault})` });
    }),
    // Its own word: calls that only read may run side by side. Permission is asked for all the same.
    effect: annotations.readOnlyHint === true ? 'read' : 'run',
    run: (input, { signal, report, trace }) => call(own, input, signal, report, trace),
  };
}

/** How many of a server's faults are told one by one. */
const TOLD = 5;

export function tellFaults(faults: readonly string[], tell: Tell): void {
  for (const fault of faults.slice(0, TOLD)) tell('warning', fault);
  if (faults.length > TOLD) tell('warning', `and ${faults.length - TOLD} more of that kind`);
}
