import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** What came of it. Where there is a problem, the text is as it was. */
export type Outside =
  | { readonly is: 'edited'; readonly text: string }
  | { readonly is: 'problem'; readonly why: string };

const problem = (why: string): Outside => ({ is: 'problem', why });

/** Has the user's own editor change a text, in a file that nobody else can read. */
export async function editOutside(text: string, env: Env): Promise<Outside> {
  const [name, editor] = ['VISUAL', 'EDITOR']
    .map((one) => [one, env[one]?.trim() ?? ''] as const)
    .find(([, value]) => value !== '') ?? ['', ''];
  if (editor === '') return problem('No editor is set: VISUAL or EDITOR names one.');
  let dir: string | undefined;
  try {
    dir = mkdtempSync(join(tmpdir(), 'wave-'));
    const file = join(dir, 'prompt.md');
    writeFileSync(file, text, { mode: 0o600 });
    const fault = await run(editor, file);
    if (fault !== undefined)
      return problem(`${name} (${editor}) ${fault}. Your prompt is as it was.`);
    return { is: 'edited', text: readFileSync(file, 'utf8').replace(/\r\n?/g, '\n').trimEnd() };
  } catch (error) {
    return problem(`${name} (${editor}): ${(error as Error).message}. Your prompt is as it was.`);
  } finally {
    if (dir !== undefined) rmSync(dir, { recursive: true, force: true });
  }
}

/** As the shell would start it, since options may stand behind its name; gives what went wrong. */
function run(editor: string, file: string): Promise<string | undefined> {
  const stdio = 'inherit' as const;
  const child =
    process.platform === 'win32'
      ? spawn(`${editor} "${file}"`, { stdio, shell: true })
      : spawn('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('close', (code, signal) => {
      if (code === 0) resolve(undefined);
      else resolve(signal ? `was ended by ${signal}` : `ended with exit code ${code}`);
    });
  });
}
