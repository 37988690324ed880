import { isObject } from '@wavehooks/hooks/vocabulary';
import type { Change } from '../../conversation/conversation.ts';
import type { FileState } from '../../vocabulary/file-state.ts';
import type { Block, Message } from '../../vocabulary/messages.ts';

export interface ReadTranscript {
  readonly changes: readonly Change[];
  /** What is damaged, in words; absent when nothing is. */
  readonly repaired?: string;
  /** How many bytes to keep: what is behind them is a torn line. */
  readonly keep: number;
  /** Whether what is kept ends with a whole line. */
  readonly closed: boolean;
}

/** Reads bytes, not text: what is damaged may be no text at all. */
export function readLines(bytes: Buffer): ReadTranscript {
  const end = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.subarray(0, end).toString('utf8').split('\n').filter(Boolean);
  const read = lines.map(parseLine);
  // Only its line break is missing: what it says was complete.
  const last = end < bytes.length ? parseLine(bytes.subarray(end).toString('utf8')) : undefined;
  const changes = [...read, last].filter((change) => change !== undefined);
  const told = damage(
    lines.length - read.filter(Boolean).length,
    end < bytes.length && last === undefined,
  );
  return {
    changes,
    keep: last ? bytes.length : end,
    closed: last === undefined,
    ...(told === '' ? {} : { repaired: told }),
  };
}

const damage = (lost: number, torn: boolean): string =>
  [
    torn ? 'its last line was torn and has been cut off' : '',
    lost > 0 ? `${lost} of its lines could not be read` : '',
  ]
    .filter(Boolean)
    .join('; ');

function parseLine(line: string): Change | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && isChange(value) ? (value as unknown as Change) : undefined;
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isChange = (value: Fields): boolean => {
  const kind = String(value['is']);
  return Object.hasOwn(SHAPES, kind) && SHAPES[kind]?.(value) === true;
};

/** What a line must have, so that a damaged one cannot put something into the conversation that is no message. */
const SHAPES: Readonly<Record<string, (value: Fields) => boolean>> = {
  added: ({ message }) => isMessage(message),
  block: ({ id, block }) => typeof id === 'string' && isBlock(block),
  tool: ({ call, patch }) => typeof call === 'string' && isObject(patch),
  compacted: ({ message }) =>
    isMessage(message) && isObject(message.compaction) && isText(message.compaction['tail']),
  rewound: ({ to }) => isText(to),
  imageless: ({ from }) => isText(from),
  thoughtless: () => true,
  prefix: ({ system, tools, now }) =>
    isText(system) &&
    Array.isArray(tools) &&
    tools.every((one) => isObject(one) && isText(one['name']) && isObject(one['inputSchema'])) &&
    (now === undefined || isText(now)),
  file: ({ when, path, state, by }) =>
    (when === 'before' || when === 'after') &&
    isText(path) &&
    isFileState(state) &&
    (by === undefined || isText(by)),
  changed: ({ by, files }) =>
    Array.isArray(by) &&
    by.every(isText) &&
    Array.isArray(files) &&
    files.every(
      (file) =>
        isObject(file) &&
        isText(file['path']) &&
        isFileState(file['before']) &&
        isFileState(file['after']),
    ),
  uncovered: ({ places }) =>
    Array.isArray(places) &&
    places.every((one) => isObject(one) && isText(one['path']) && isText(one['why'])),
  ran: ({ tool, what }) => isText(tool) && isText(what),
  spent: ({ model, usage }) =>
    isText(model) && isObject(usage) && Object.values(usage).every(Number.isFinite),
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** A hash is the name of a file: no other text may become one. */
function isFileState(value: unknown): value is FileState {
  if (!isObject(value)) return false;
  if (value['is'] === 'file')
    return /^[0-9a-f]{64}$/.test(String(value['hash'])) && Number.isInteger(value['mode']);
  if (value['is'] === 'link') return isText(value['to']);
  if (value['is'] === 'directory') return Number.isInteger(value['mode']);
  if (value['is'] === 'unkept') return isText(value['why']);
  return value['is'] === 'missing' && (value['made'] === undefined || isText(value['made']));
}

const isMessage = (value: unknown): value is Message =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  (value['role'] === 'user' || value['role'] === 'assistant') &&
  Array.isArray(value['blocks']) &&
  value['blocks'].every(isBlock);

function isBlock(value: unknown): value is Block {
  if (!isObject(value)) return false;
  if (value['type'] !== 'tool') return typeof value['content'] === 'string';
  return (
    typeof value['id'] === 'string' &&
    typeof value['name'] === 'string' &&
    isObject(value['parameters'])
  );
}
