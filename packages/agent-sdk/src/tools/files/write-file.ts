import * as z from 'zod';
import { faultText } from '../../base/error-text.ts';
import { plural } from '../../base/text.ts';
import { absolutePath, resolvePath } from '../../files/paths.ts';
import { saveFile } from '../../files/save-file.ts';
import { done, failed, type Tool, type ToolContext } from '../../vocabulary/tool.ts';
import { lookAtTarget, rememberFile } from './known-files.ts';

const input = z.strictObject({
  file_path: z.string().min(1).describe('The path of the file, absolute'),
  content: z.string().describe('The whole content of the file'),
});

type Input = z.infer<typeof input>;

const response = z.strictObject({
  file_path: z.string().describe('The path, absolute'),
  type: z.enum(['create', 'update']).describe('Whether the file is new'),
});

export const write: Tool<Input> = {
  name: 'Write',
  description:
    'Writes a whole file, and the directories above it where they are missing. A file that exists must have been read before. To change a part of a file, use Edit.',
  input,
  response,
  paths: ['file_path'],
  effect: 'edit',
  files: ({ file_path }, { cwd }) => [absolutePath(cwd, file_path)],
  subject: ({ file_path }) => file_path,
  check: async (input, context) => {
    const { target, refuse } = look(input, context);
    return target.is === 'refused' ? refuse(target.why) : undefined;
  },
  run: async (input, context) => {
    const { path, real, target, refuse } = look(input, context);
    if (target.is === 'refused') return failed(refuse(target.why));
    const { content } = input;
    const { files } = context.memory;
    const before = target.is === 'file' ? target.stats : undefined;
    try {
      rememberFile(files, real, await saveFile(real, content, before));
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

function look({ file_path }: Input, context: ToolContext) {
  const { path, real } = resolvePath(context, file_path);
  const refuse = (why: string) => `${path} was not written: ${why}`;
  return { path, real, refuse, target: lookAtTarget(context.memory.files, real) };
}
