import { isObject } from '@wavehooks/hooks/vocabulary';
import * as z from 'zod';
import { headAndTail } from '../../base/text.ts';
import type { Tool } from '../../vocabulary/tool.ts';
import { MCP_LIMITS } from '../config/mcp-limits.ts';
import { toolName } from '../config/server-names.ts';
import type { Tell } from '../config/tell.ts';
import type { CallTool } from './call-tool.ts';
import { type HeaderParam, headerParams } from './header-params.ts';
import type { EntryOf } from './read-list.ts';
import { type CheckedSchema, type SchemaReader, withDefaults } from './schema-reader.ts';

export interface Offer {
  /** By their names, so that every request lists them in the same order. */
  readonly tools: readonly Tool[];
  /** By the server's own names of the tools. */
  readonly facts: ReadonlyMap<string, CallFacts>;
  /** What was left out or cut, and why. */
  readonly faults: readonly string[];
}

/** What a call of a tool needs beside its input. */
export interface CallFacts {
  /** As the server wrote it. */
  readonly inputSchema: unknown;
  readonly headers: readonly HeaderParam[];
  /** What is wrong with a structured answer. */
  readonly outputFault: (structured: unknown) => string | undefined;
}

/** Makes tools of ours of what a server lists. */
export function offerOf(
  server: string,
  listed: readonly EntryOf<'tools'>[],
  reader: SchemaReader,
  call: CallTool,
): Offer {
  const tools = new Map<string, Tool>();
  const facts = new Map<string, CallFacts>();
  const faults: string[] = [];
  for (const entry of [...listed].sort(byName)) {
    const name = toolName(server, entry.name);
    const left = (why: string) =>
      faults.push(`its tool "${short(entry.name)}" is left out: ${why}`);
    const schema = reader.check(entry.inputSchema);
    const headers = schema.ok ? headerParams(entry.inputSchema) : [];
    if (tools.has(name)) left(`another one is called ${name} already`);
    else if (!schema.ok) left(schema.why);
    else if (typeof headers === 'string') left(headers);
    else if (entry.execution?.taskSupport === 'required') left('it can only run as a task');
    else {
      faults.push(...schema.notes.map((note) => `its tool "${short(entry.name)}": ${note}`));
      tools.set(name, toolOf(server, name, entry, schema, reader, call));
      const { inputSchema, outputSchema } = entry;
      const outputFault = outputFaultOf(outputSchema, reader);
      facts.set(entry.name, { inputSchema, headers, outputFault });
    }
  }
  return { tools: [...tools.values()].sort(byName), facts, faults };
}

const outputFaultOf =
  (schema: unknown, reader: SchemaReader): CallFacts['outputFault'] =>
  (structured) => {
    if (!isObject(schema)) return undefined;
    if (structured === undefined) return 'it ran, but gave no structured answer, as it promises to';
    const fault = reader.fault(schema, structured);
    return fault && `it ran, but its answer does not fit its output schema (${fault})`;
  };

const byName = (a: { name: string }, b: { name: string }) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;

const short = (text: string) => (text.length > 80 ? `${text.slice(0, 77)}...` : text);

function toolOf(
  server: string,
  name: string,
  { name: own, description, annotations }: EntryOf<'tools'>,
  { schema, whole }: Extract<CheckedSchema, { ok: true }>,
  reader: SchemaReader,
  call: CallTool,
): Tool {
  const said = description?.trim() || `The tool ${own} of the MCP server ${server}.`;
  return {
    name,
    description: headAndTail(said, MCP_LIMITS.descriptionChars),
    inputSchema: schema,
    withDefaults: (given) => withDefaults(schema, given),
    input: z.record(z.string(), z.unknown()).superRefine((input, { addIssue }) => {
      const fault = reader.fault(whole, input);
      if (fault !== undefined) addIssue({ code: 'custom', message: `what fits (${fault})` });
    }),
    // Its own word: calls that only read may run side by side. Permission is asked for all the same.
    effect: annotations.readOnlyHint === true ? 'read' : 'run',
    run: (input, { signal, report, trace }) => call(own, input, { signal, report, trace }),
  };
}

/** How many of a server's faults are told one by one. */
const TOLD = 5;

export function tellFaults(faults: readonly string[], tell: Tell): void {
  for (const fault of faults.slice(0, TOLD)) tell('warning', fault);
  if (faults.length > TOLD) tell('warning', `and ${faults.length - TOLD} more of that kind`);
}
