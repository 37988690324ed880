/** A call that stands for one file of a patch. */
export interface FileCall {
  readonly tool_name: 'Edit' | 'Write';
  readonly tool_input: Readonly<Record<string, string>>;
}

/** One per file: what it is called, and its lines so far. */
interface Part {
  readonly how: string;
  readonly path: string;
  readonly before: string[];
  readonly after: string[];
}

/**
 * The patch that a call is about, if it is one: a text, or one of the call's parameters. A call of
 * `apply_patch` is one, whatever it holds.
 */
export function patchIn(raw: object): unknown {
  const { tool_name, tool_input, toolName, toolArgs } = raw as Record<string, unknown>;
  const [tool, input] = [tool_name ?? toolName, tool_input ?? toolArgs];
  if (tool !== 'apply_patch' && tool !== 'Edit') return undefined;
  const texts = typeof input === 'object' && input !== null ? Object.values(input) : [input];
  const patch = texts.find((text) => typeof text === 'string' && BEGIN.test(text));
  if (patch !== undefined) return patch;
  return tool === 'apply_patch'
    ? ((input as { command?: unknown } | null)?.command ?? '')
    : undefined;
}

const BEGIN = /^\s*\*\*\* Begin Patch/;

/** Of a line without the space around it. A name may hold whatever ends a line elsewhere. */
const HEAD = /^\*\*\* (?:(Add|Update|Delete) File|(Move) to): (.+)$/s;

/** What Codex takes for space: more than JavaScript does. A file that only Codex sees would pass every guard. */
const AROUND = /^\p{White_Space}+|\p{White_Space}+$/gu;

/**
 * The files that a patch of Codex changes, as calls of Edit and Write. A patch in which no file is found
 * cannot be judged, and throws: taken for harmless, it would pass every guard.
 */
export function filesOfPatch(patch: unknown, cwd: unknown): FileCall[] {
  const calls = filesNamedIn(String(patch), cwd);
  if (calls.length === 0) throw new Error('cannot tell which files the patch changes');
  return calls;
}

/** The same for a text that need not be a patch. */
export function filesNamedIn(text: string, cwd: unknown): FileCall[] {
  const parts: Part[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, how, move, path = ''] = HEAD.exec(line.replaceAll(AROUND, '')) ?? [];
    const last = parts.at(-1);
    if (how) parts.push({ how, path, before: [], after: [] });
    // What is moved is also written, at its new place.
    else if (move && last) parts.splice(-1, 0, { ...last, how: move, path });
    else if (last) takeLine(last, line);
  }
  return parts.map((part) => callOf(part, typeof cwd === 'string' ? cwd : process.cwd()));
}

function takeLine({ before, after }: Part, line: string): void {
  if (/^[- ]/.test(line)) before.push(line.slice(1));
  if (/^[+ ]/.test(line)) after.push(line.slice(1));
}

function callOf({ how, path, before, after }: Part, cwd: string): FileCall {
  const file_path = process.getBuiltinModule('node:path').resolve(cwd, path);
  const text = after.join('\n');
  return how === 'Add' || how === 'Move'
    ? { tool_name: 'Write', tool_input: { file_path, content: text } }
    : {
        tool_name: 'Edit',
        tool_input: { file_path, old_string: before.join('\n'), new_string: text },
      };
}
