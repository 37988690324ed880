import { middleOut } from '../cli/text.ts';

/** A piece of a conversation as a reviewer reads it. */
export interface Entry {
  readonly text: string;
  /** What the user asked for; absent for what a hook or the host put in. */
  readonly prompt?: string;
}

const MAX_TEXT = 6_000;
const MAX_CALL = 1_500;
const MAX_RESULT = 2_000;

type Fields = Readonly<Record<string, unknown>>;

/** Reads a line of a transcript, Wave's or Claude Code's; undefined when it says nothing. */
export function entryOf(line: string): Entry | undefined {
  const value = parsed(line);
  if (!value) return undefined;
  const change = typeof value['is'] === 'string' ? changeText(value) : undefined;
  return change === undefined ? messageOf(value) : { text: change };
}

/** The message that the user went back to, on the line where Wave says so. */
export const rewoundTo = (line: string): string | undefined => idAt(line, 'rewound', ['to']);

/** The message that a line of Wave's adds. */
export const addedId = (line: string): string | undefined => idAt(line, 'added', ['message', 'id']);

/** What is something else is not even parsed. */
function idAt(line: string, is: string, path: readonly string[]): string | undefined {
  if (!line.startsWith(`{"is":"${is}"`)) return undefined;
  const id = path.reduce<unknown>((value, key) => (value as Fields)?.[key], parsed(line));
  return typeof id === 'string' ? id : undefined;
}

/** Wave writes what comes later as changes of a message that is there already. */
function changeText({ is, block, patch }: Fields): string | undefined {
  const added = is === 'block' ? partText(block as Fields | undefined) : undefined;
  if (added !== undefined) return `assistant: ${added}`;
  if (is !== 'tool' || !isFields(patch)) return undefined;
  if (patch['original'] !== undefined)
    return `hook: changes the call to ${middleOut(asText(patch['parameters']), MAX_CALL)}`;
  return resultLine(patch['result'], patch);
}

function messageOf(value: Fields): Entry | undefined {
  const message = fieldsAt(value, 'message') ?? value;
  const role = message['role'];
  if (role !== 'user' && role !== 'assistant') return undefined;
  const content = message['content'] ?? message['blocks'];
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  if (!Array.isArray(parts)) return undefined;
  const by = originOf(value);
  const shown = parts.flatMap((part) => partText(withOrigin(part as Fields, by)) ?? []);
  if (shown.length === 0) return undefined;
  const words = shown.join('\n');
  const isPrompt = role === 'user' && isTyped(value, message, parts as Fields[]);
  const speaker = role === 'assistant' ? role : speakerOf(value, message, parts as Fields[]);
  return { text: `${speaker}: ${words}`, ...(isPrompt ? { prompt: words } : {}) };
}

/** Whose words a line holds where it is Wave's, in the form that hooks read. */
const originOf = (line: Fields): unknown => fieldsAt(line, 'origin')?.['kind'];

const withOrigin = (part: Fields, by: unknown): Fields =>
  part?.['type'] === 'tool_result' ? { ...part, by } : part;

/** Who speaks in the user's name: hooks, Wave itself, the host, an agent to its subagent, tools. */
function speakerOf(line: Fields, { from = originOf(line) }: Fields, parts: Fields[]): string {
  if (!parts.some((part) => part?.['type'] === 'text')) return 'tools';
  if (from === 'hook' || from === 'wave') return from;
  if (line['isSidechain'] === true) return 'to a subagent';
  return line['isMeta'] === true || line['isCompactSummary'] === true ? 'host' : 'user';
}

/** Results of tools, notes of hosts and summaries of what was left out also come in the user's name. */
const isTyped = (line: Fields, message: Fields, parts: readonly Fields[]): boolean =>
  line['isMeta'] !== true &&
  line['isSidechain'] !== true &&
  line['isCompactSummary'] !== true &&
  (message['from'] === undefined || message['from'] === 'prompt') &&
  parts.some((part) => part?.['type'] === 'text') &&
  !parts.some((part) => TOOLS.has(part?.['type']));

/** Images and documents may come with a prompt; these do not. */
const TOOLS = new Set<unknown>(['tool', 'tool_use', 'tool_result']);

/** One way of showing for each kind of part; what is not here (thoughts, images) is left out. */
const PARTS: Record<string, (part: Fields) => string> = {
  text: (part) => middleOut(asText(part['text'] ?? part['content']), MAX_TEXT),
  tool_use: (part) => call(part['name'], part['input']),
  tool_result: (part) => resultLine(resultText(part['content']), part) ?? '',
  tool: (part) =>
    [call(part['name'], part['parameters']), resultLine(part['result'], part)]
      .filter((line) => line !== undefined)
      .join('\n'),
};

/** A call that has none yet shows none: in Wave it comes on a line of its own. */
const resultLine = (result: unknown, of: Fields): string | undefined =>
  result === undefined ? undefined : `${titleOf(of)}: ${middleOut(asText(result), MAX_RESULT)}`;

/** Whose words a result is, and whether it is one of success. */
function titleOf({ by, success, is_error }: Fields): string {
  if (by === 'hook' || by === 'user' || by === 'wave') return `did not run, ${by}`;
  return success === false || is_error === true ? 'result (failed)' : 'result';
}

function partText(part: Fields | undefined): string | undefined {
  const type = part?.['type'];
  return part && typeof type === 'string' && Object.hasOwn(PARTS, type)
    ? PARTS[type]?.(part)
    : undefined;
}

const call = (name: unknown, input: unknown) =>
  `calls ${asText(name)} ${middleOut(asText(input), MAX_CALL)}`;

const resultText = (content: unknown): string =>
  Array.isArray(content)
    ? content.map((part) => asText((part as Fields | null)?.['text'] ?? '')).join('\n')
    : asText(content);

/** What is nested too deeply to be written must not hide the rest of a transcript. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '(nested too deeply to be shown)';
  }
}

function parsed(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function fieldsAt(value: Fields, name: string): Fields | undefined {
  const inner = value[name];
  return isFields(inner) ? inner : undefined;
}
