import * as z from 'zod';
import { faultText } from '../../base/error-text.ts';
import { once } from '../../base/once.ts';
import { plural } from '../../base/text.ts';
import { absolutePath, resolvePath } from '../../files/paths.ts';
import { done, failed, type Tool, type ToolContext } from '../../vocabulary/tool.ts';
import { INPUT_SCHEMAS } from '../schemas/input-schemas.generated.ts';
import { saveText } from './host-text.ts';
import { rememberFile } from './known-files.ts';
import { lookAtHost } from './look-at-host.ts';

const input = once(() =>
  z.strictObject({
    file_path: z.string().min(1).describe('The path of the file, absolute'),
    content: z.string().describe('The whole content of the file'),
  }),
);

type Input = z.infer<ReturnType<typeof input>>;

const response = once(() =>
  z.strictObject({
    file_path: z.string().describe('The path, absolute'),
    type: z.enum(['create', 'update']).describe('Whether the file is new'),
  }),
);

export const write: Tool<Input> = {
  name: 'Write',
  description:
    'Writes a whole file, and the directories above it where they are missing. A file that exists must have been read before. To change a part of a file, use Edit.',
  get input() {
    return input();
  },
  inputSchema: INPUT_SCHEMAS.Write,
  get response() {
    return response();
  },
  paths: ['file_path'],
  effect: 'edit',
  files: ({ file_path }, { cwd }) => [absolutePath(cwd, file_path)],
  subject: ({ file_path }) => file_path,
  check: async (input, context) => {
    const { target, refuse } = await look(input, context);
    return target.is === 'refused' ? refuse(target.why) : undefined;
  },
  run: async (input, context) => {
    const { path, real, target, refuse } = await look(input, context);
    if (target.is === 'refused') return failed(refuse(target.why));
    const { content } = input;
    const { files } = context.memory;
    const before = target.is === 'file' ? target.stats : undefined;
    try {
      const { stats, mark } = await saveText(context, path, real, content, before);
      rememberFile(files, real, stats, mark);
    } catch (error) {
      return failed(refuse(faultText(error)));
    }
    const what = before ? 'was written over' : 'was created';
    return done(`${path} ${what} with ${plural(content.length, 'character')}.`, {
      file_path: path,
      type: before ? 'update' : 'create',
    });
  },
};

async function look({ file_path }: Input, context: ToolContext) {
  const { path, real } = resolvePath(context, file_path);
  const refuse = (why: string) => `${path} was not written: ${why}`;
  return { path, real, refuse, target: await lookAtHost(context, path, real) };
}
