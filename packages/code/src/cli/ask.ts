import type { Io } from './command.ts';

/** A question at the terminal; only a clear yes is one. */
export async function ask(io: Io, question: string): Promise<boolean> {
  const { createInterface } = process.getBuiltinModule('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } catch {
    io.err('\n');
    return false;
  } finally {
    lines.close();
  }
}
