import type { Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { faultText } from '../../base/error-text.ts';
import { once } from '../../base/once.ts';
import { plural } from '../../base/text.ts';
import { absolutePath, resolvePath } from '../../files/paths.ts';
import { done, failed, type Tool, type ToolContext } from '../../vocabulary/tool.ts';
import { INPUT_SCHEMAS } from '../schemas/input-schemas.generated.ts';
import { whyNotText } from './file-kind.ts';
import { asOnDisk, saveText } from './host-text.ts';
import { rememberFile } from './known-files.ts';
import { lookAtHost } from './look-at-host.ts';
import { type Replaced, replaceText } from './replace-text.ts';

const input = once(() =>
  z.strictObject({
    file_path: z.string().min(1).describe('The path of the file, absolute'),
    old_string: z.string().min(1).describe('The text to replace, exactly as in the file'),
    new_string: z.string().describe('The text to put in its place'),
    replace_all: z.boolean().optional().describe('Replace every place where it is found'),
  }),
);
type Input = z.infer<ReturnType<typeof input>>;

const response = once(() =>
  z.strictObject({
    file_path: z.string().describe('The path, absolute'),
    replaced: z.int().describe('In how many places'),
  }),
);

const MAX_BYTES = 64 * 1024 * 1024;

const {
  properties: { file_path, ...change },
} = INPUT_SCHEMAS.Edit;

/** The model may give several edits of a file. Each is a call of its own by the time that anybody sees it. */
const SCHEMA = {
  ...INPUT_SCHEMAS.Edit,
  properties: {
    file_path,
    ...change,
    edits: {
      type: 'array',
      description: 'In place of one edit, several of them, made one after the other',
      items: { type: 'object', properties: change, required: ['old_string', 'new_string'] },
    },
  },
  required: ['file_path'],
};

export const edit: Tool<Input> = {
  name: 'Edit',
  description:
    'Replaces a text in a file by another. The old text must be exactly as in the file and occur once, or replace_all be set. The file must have been read before. To make a new file, use Write.',
  get input() {
    return input();
  },
  inputSchema: SCHEMA,
  get response() {
    return response();
  },
  paths: ['file_path'],
  effect: 'edit',
  files: ({ file_path }, { cwd }) => [absolutePath(cwd, file_path)],
  subject: ({ file_path }) => file_path,
  check: async (given, context) => {
    const planned = await plan(given, context);
    return planned.ok ? undefined : planned.why;
  },
  run: async (given, context) => {
    const planned = await plan(given, context);
    if (!planned.ok) return failed(planned.why);
    const { path, real, stats, text, times } = planned;
    try {
      const saved = await saveText(context, path, real, text, stats);
      rememberFile(context.memory.files, real, saved.stats, saved.mark);
    } catch (error) {
      return failed(unchanged(path, faultText(error)));
    }
    return done(
      `${path} was changed: old_string was found and replaced ${plural(times, 'time')}.`,
      {
        file_path: path,
        replaced: times,
      },
    );
  },
};

const unchanged = (path: string, why: string) => `${path} was not changed: ${why}`;

/** What a file would become, or why it cannot. */
type Planned =
  | {
      readonly ok: true;
      readonly path: string;
      readonly real: string;
      readonly stats: Stats;
      readonly text: string;
      readonly times: number;
    }
  | { readonly ok: false; readonly why: string };

async function plan(given: Input, context: ToolContext): Promise<Planned> {
  const { path, real } = resolvePath(context, given.file_path);
  const refuse = (why: string) => ({ ok: false, why: unchanged(path, why) }) as const;
  if (given.old_string === given.new_string) return refuse('old_string and new_string are equal.');
  const target = await lookAtHost(context, path, real);
  if (target.is === 'refused') return refuse(target.why);
  if (target.is === 'new') return refuse('it does not exist. Use Write to create it.');
  const { stats, held } = target;
  if (stats.size > MAX_BYTES) return refuse('it is larger than 64 MiB. Use a program in Bash.');
  try {
    const replaced = replacedIn(path, await readFile(real), held, given);
    return replaced.ok ? { ...replaced, path, real, stats } : refuse(replaced.why);
  } catch (error) {
    return refuse(faultText(error));
  }
}

function replacedIn(path: string, bytes: Buffer, held: string | undefined, given: Input): Replaced {
  const text = textOf(path, bytes, held);
  if (!text.ok) return text;
  const { old_string, new_string, replace_all = false } = given;
  const replaced = replaceText(text.content, old_string, new_string, replace_all);
  return replaced.ok ? { ...replaced, text: text.mark + replaced.text } : replaced;
}

type Text =
  | { readonly ok: true; readonly mark: string; readonly content: string }
  | { readonly ok: false; readonly why: string };

/** The byte order mark is set aside: it is no part of what an edit can mean. */
function textOf(path: string, bytes: Buffer, held: string | undefined): Text {
  const why = whyNotText(path, bytes);
  if (why !== undefined) return { ok: false, why };
  try {
    const disk = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const whole = held === undefined ? disk : asOnDisk(held, disk);
    const mark = whole.startsWith('\uFEFF') ? '\uFEFF' : '';
    return { ok: true, mark, content: whole.slice(mark.length) };
  } catch {
    return { ok: false, why: 'it is not valid UTF-8, and writing it back would damage it.' };
  }
}
