import { fieldsGivenTwice } from '@wavehooks/hooks/vocabulary';
import type { Stdin } from '../cli/stdin.ts';
import { oneLine } from '../cli/text.ts';
import { show } from '../config/fields.ts';
import { type EventKind, eventNamed } from './reply.ts';

/** An event as it came in. */
export interface HookInput {
  readonly event: EventKind;
  readonly sessionId: string;
  /** PreToolUse for a tool that is not ours to judge. */
  readonly otherTool: boolean;
  readonly cwd: string | undefined;
  readonly transcriptPath: string | undefined;
  /** All of it, for the reviewer. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** What is wrong with an input, in words that follow "failed to parse hook input: ". */
export interface InputProblem {
  readonly problem: string;
  /** A prompt must not be lost over a broken input. */
  readonly event?: EventKind;
}

/** Reads an event. An id from the command line beats the one on stdin and forgives a broken stdin. */
export function parseInput(stdin: Stdin, sessionId?: string): HookInput | InputProblem {
  if (sessionId === '') return { problem: '--session-id: expected an id, got an empty text' };
  const read = readValue(stdin);
  const value = 'value' in read ? read.value : undefined;
  if (sessionId !== undefined) return inputOf(isObject(value) ? value : {}, sessionId);
  if ('problem' in read) return read;
  if (!isObject(value)) return { problem: `stdin: expected an object, got ${show(value)}` };
  const [twice] = fieldsGivenTwice(stdin.text);
  if (twice)
    return {
      problem: `stdin: "${twice.join('.')}" is given twice`,
      event: eventNamed(value['hook_event_name']),
    };
  return checked(value);
}

function readValue({ text, ended }: Stdin): { value: unknown } | InputProblem {
  if (ended === 'too long') return { problem: 'stdin: more than 32 MB came' };
  const open = ended === 'open' ? ', and it stayed open' : '';
  if (text.trim() === '') return { problem: `stdin: expected a JSON object, got nothing${open}` };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: `stdin: not valid JSON: ${oneLine((error as Error).message)}` };
  }
}

interface Required {
  readonly name: string;
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
}

const textField = (name: string): Required => ({
  name,
  expected: 'a text that is not empty',
  fits: (value) => typeof value === 'string' && value !== '',
});

/** The fields that an event cannot do without. */
const REQUIRED: Record<EventKind, readonly Required[]> = {
  Stop: [textField('session_id')],
  SubagentStop: [textField('session_id')],
  UserPromptSubmit: [textField('session_id')],
  SessionEnd: [textField('session_id')],
  PermissionRequest: [
    textField('session_id'),
    textField('tool_name'),
    { name: 'tool_input', expected: 'an object', fits: isObject },
  ],
  PreToolUse: [
    textField('session_id'),
    textField('tool_name'),
    { name: 'tool_input', expected: 'an object', fits: isObject },
    textField('tool_use_id'),
  ],
};

function checked(raw: Record<string, unknown>): HookInput | InputProblem {
  const input = inputOf(raw, textOf(raw['session_id']) ?? '');
  // Only a verdict blocks: a tool that is not ours goes on, whatever its event lacks.
  if (input.otherTool) return input;
  const wrong = REQUIRED[input.event].find(({ name, fits }) => !fits(raw[name]));
  if (!wrong) return input;
  const { name, expected } = wrong;
  return { problem: `${name}: expected ${expected}, got ${show(raw[name])}`, event: input.event };
}

function inputOf(raw: Record<string, unknown>, sessionId: string): HookInput {
  const event = eventNamed(raw['hook_event_name']);
  const tool = raw['tool_name'];
  return {
    event,
    sessionId,
    otherTool: event === 'PreToolUse' && typeof tool === 'string' && tool !== 'AskUserQuestion',
    cwd: textOf(raw['cwd']),
    transcriptPath: textOf(raw['transcript_path']),
    raw,
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
