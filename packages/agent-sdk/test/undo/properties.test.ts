import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { Agent } from '../../src/open/agent.ts';
import { scriptedModel } from '../../src/testing.ts';
import type { Tool } from '../../src/vocabulary/tool.ts';
import { tempDir } from '../talk.ts';

const input = z.object({ file: z.string(), content: z.string().nullable(), mode: z.number() });
/** An edit of any kind: a new file, another content, another mode, or gone. */
const put: Tool<z.infer<typeof input>> = {
  name: 'Put',
  description: 'puts a file',
  input,
  effect: 'edit',
  files: ({ file }, { cwd }) => [join(cwd, file)],
  run: async ({ file, content, mode }, { cwd }) => {
    const path = join(cwd, file);
    if (content === null) rmSync(path, { force: true });
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      chmodSync(path, mode);
    }
    return { success: true, text: 'ok' };
  },
};

const edit = fc.record({
  file: fc.constantFrom('a', 'b', 'd/x', 'd/e/y'),
  content: fc.option(fc.constantFrom('1', '2', '3', ''), { nil: null }),
  mode: fc.constantFrom(0o644, 0o600, 0o755),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;
const deed = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('prompt' as const),
      edits: fc.array(edit, { maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('undo' as const),
      to: fc.nat(),
      what: fc.constantFrom({}, { files: false }, { conversation: false }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ is: 'resume' as const }) },
);

const promptsOf = (agent: Agent) => agent.checkpoints().filter(({ id }) => id !== 'start');

type Files = Readonly<Record<string, string>>;

function filesIn(dir: string): Files {
  const found = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  return Object.fromEntries(
    found
      .map((file) => join(file.parentPath, file.name))
      .sort()
      .map((path) => [
        relative(dir, path),
        `${(statSync(path).mode & 0o777).toString(8)} ${readFileSync(path)}`,
      ]),
  );
}

const edited = (files: Files, { file, content, mode }: Edit): Files => {
  const { [file]: _, ...others } = files;
  const all = content === null ? others : { ...others, [file]: `${mode.toString(8)} ${content}` };
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
};

test('whatever was edited, undone and resumed: files and prompts are what they were', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 3, maxLength: 14 }), async (deeds) => {
      const dir = tempDir();
      const home = tempDir();
      writeFileSync(join(dir, 'a'), 'first');
      chmodSync(join(dir, 'a'), 0o640);
      let sessionId: string | undefined;
      let edits: readonly Edit[] = [];
      const open = async () => {
        // As many answers as anybody can ask for: the calls of the prompt, then its end.
        const steps = Array.from(
          { length: 60 },
          (_, at) => () =>
            at % 2 === 0 ? { calls: edits.map((one) => ({ name: 'Put', input: one })) } : 'ok',
        );
        const agent = await Agent.create({
          workdir: dir,
          home,
          model: scriptedModel(steps),
          tools: [put as unknown as Tool],
          permissionMode: 'bypassPermissions',
          session: { keep: true, ...(sessionId ? { resume: sessionId } : {}) },
        });
        return agent;
      };
      let agent = await open();
      try {
        const atFirst = filesIn(dir);
        let files = atFirst;
        let prompts: { text: string; before: Files }[] = [];
        for (const [at, one] of deeds.entries()) {
          if (one.is === 'resume') {
            await agent.close();
            // A session in which nothing was said leaves nothing to go on with.
            sessionId = existsSync(agent.transcriptPath) ? agent.sessionId : undefined;
            agent = await open();
          } else if (one.is === 'prompt') {
            // An answer without calls ends the turn at once, and the next step would be its calls.
            edits = one.edits.length > 0 ? one.edits : [{ file: 'b', content: null, mode: 0o644 }];
            prompts.push({ text: `P${at}`, before: files });
            await agent.sendMessage(`P${at}`);
            files = edits.reduce(edited, files);
          } else if (prompts.length > 0) {
            const to = one.to % prompts.length;
            const target = prompts[to];
            const result = await agent.undo(promptsOf(agent)[to]?.id ?? '', one.what);
            expect([result.prompt, result.skipped]).toEqual([target?.text, []]);
            if (!('files' in one.what)) files = target?.before ?? {};
            if (!('conversation' in one.what)) prompts = prompts.slice(0, to);
          }
          expect(filesIn(dir)).toEqual(files);
          expect(promptsOf(agent).map(({ text }) => text)).toEqual(prompts.map(({ text }) => text));
        }
        // Whatever became of the prompts, all edits can be taken back.
        const first = agent.checkpoints()[0];
        if (first) await agent.undo(first.id);
        expect([filesIn(dir), agent.checkpoints()]).toEqual([atFirst, []]);
      } finally {
        await agent.close();
      }
    }),
    { numRuns: 40 },
  );
});
