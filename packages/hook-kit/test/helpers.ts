import '../../../test/built.ts';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const KIT = new URL('../dist/index.js', import.meta.url).href;

/** A directory of the test's own. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'wave-kit-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A module that uses the built kit. */
export const importing = (body: string): string =>
  `import { allow, ask, block, context, defineHook, deny, halt, rewrite, warn } from '${KIT}';\n${body}\n`;

/** A file that defines a hook with the built kit. */
export function hookFile(body: string): string {
  const file = join(tempDir(), 'hook.mjs');
  writeFileSync(file, importing(body));
  return file;
}

export interface Result {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts a file with Node, as an agent would start a hook. */
export function run(file: string, stdin: string | Buffer, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [file], { env: { PATH: process.env['PATH'], ...env } });
  const result: Result = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    result.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    result.stderr += text;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  return new Promise<Result>((resolve) =>
    child.on('close', (code) => resolve({ ...result, code })),
  );
}

export const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
