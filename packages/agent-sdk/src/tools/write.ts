import * as z from 'zod';
import { lookAtTarget, rememberFile } from './file-state.ts';
import { absolutePath, resolvePath } from './paths.ts';
import { done, failed, faultText } from './result.ts';
import { saveFile } from './save-file.ts';
import { plural } from './text.ts';
import type { Tool } from './tool.ts';

const input = z.strictObject({
  file_path: z.string().min(1).describe('The path of the file, absolute'),
  content: z.string().describe('The whole content of the file'),
});

export const write: Tool<z.infer<typeof input>> = {
  name: 'Write',
  description:
    'Writes a whole file, and the directories above it where they are missing. A file that exists must have been read before. To change a part of a file, use Edit.',
  input,
  effect: 'edit',
  files: ({ file_path }, { cwd }) => [absolutePath(cwd, file_path)],
  subject: ({ file_path }) => file_path,
  run: async ({ file_path, content }, { projectDir, cwd, memory }) => {
    const { path, real } = resolvePath(projectDir, cwd, file_path);
    const target = lookAtTarget(memory.files, real);
    if (target.is === 'refused') return failed(`${path} was not written: ${target.why}`);
    const before = target.is === 'file' ? target.stats : undefined;
    try {
      rememberFile(memory.files, real, await saveFile(real, content, before));
    } catch (error) {
      return failed(`${path} was not written: ${faultText(error)}`);
    }
    const what = before ? 'was written over' : 'was created';
    return done(`${path} ${what} with ${plural(content.length, 'character')}.`, {
      file_path: path,
      type: before ? 'update' : 'create',
    });
  },
};
