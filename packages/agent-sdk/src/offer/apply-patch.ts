import * as z from 'zod';
import { once } from '../base/once.ts';
import { INPUT_SCHEMAS } from '../tools/schemas/input-schemas.generated.ts';
import { failed, type Tool } from '../vocabulary/tool.ts';

const input = once(() => z.strictObject({ input: z.string().describe('The whole patch') }));

/** What a patch needs to be carried out. */
export const NEEDED = ['Read', 'Edit', 'Write', 'Bash'];

/** The models of OpenAI change files best in the form they were trained on. */
export const writesPatches = (model: string): boolean =>
  /(?:^|\/)(?:gpt-[5-9]|codex|o\d)/.test(model) && !/oss|chat/.test(model);

/** A patch becomes the edits that it stands for, so this one runs only where it cannot be read. */
export const applyPatch: Tool<z.infer<ReturnType<typeof input>>> = {
  name: 'apply_patch',
  description: `Changes files by a patch:
*** Begin Patch
*** Update File: path/of/file
@@ a line above the change
 unchanged line
-old line
+new line
*** Add File: path/of/new
+its lines
*** Delete File: path/of/old
*** End Patch
Give about three unchanged lines around each change, so that its place is unique.`,
  get input() {
    return input();
  },
  inputSchema: INPUT_SCHEMAS.apply_patch,
  effect: 'none',
  run: async () =>
    failed(
      'The patch cannot be read. Expected "*** Begin Patch", then for each file "*** Add File: PATH", "*** Update File: PATH" or "*** Delete File: PATH" with lines that begin with "@@", a space, "-" or "+", then "*** End Patch". Lines that are only added need a line in front of them, unchanged or behind @@.',
    ),
};
